"""The memories that one project sees, as they lie on disk and as they are searched."""

import threading
from dataclasses import dataclass, field
from operator import attrgetter

from memoryd.domain import Scope
from memoryd.memory import Document, Searchable, SearchIndex, Store
from memoryd.system.garbage import uncollected

from .present import public_id, split_public_id


@dataclass(slots=True)
class View:
    """What one project sees: its own memories and the user's, searchable."""

    project: Store
    user: Store
    index: SearchIndex = field(default_factory=SearchIndex)
    lock: threading.Lock = field(default_factory=threading.Lock)
    _seen: dict[Scope, int] = field(default_factory=dict)

    def refresh(self) -> None:
        """Bring the index up to what lies on disk; a change in the making is not waited for."""
        with uncollected():
            self._refresh(Scope.PROJECT, self.project)
            self._refresh(Scope.USER, self.user)

    def _refresh(self, scope: Scope, store: Store) -> None:
        store.glance()
        generation = store.generation
        changed = store.changes_since(self._seen.get(scope, 0))
        documents = store.documents()
        for path in changed - documents.keys():
            self.index.discard(public_id(scope, path))
        found = (documents[path] for path in changed & documents.keys())
        for document in sorted(found, key=attrgetter("updated")):  # of equals the newest is found
            self.index.put(_searchable(scope, document))
        self._seen[scope] = generation

    def document(self, memory_id: str) -> Document | None:
        """Return a memory by its id as callers write it."""
        scope, path = split_public_id(memory_id)
        store = self.user if scope is Scope.USER else self.project
        return store.documents().get(path)


def _searchable(scope: Scope, document: Document) -> Searchable:
    return Searchable(
        id=public_id(scope, document.relative),
        type=document.type,
        title=document.title,
        description=document.description,
        body=document.body,
        updated=document.updated,
    )
