"""Query or ids -> candidates -> exact removal, with a tombstone and an undo."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from memoryd.domain import Entry, Scope, fold
from memoryd.errors import BadRequestError, ConflictError
from memoryd.memory import Document, Project, Projects, Store
from memoryd_client import wire

from .present import candidate, find, public_id
from .undo import public_token

_SHOWN = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """One entry that a forget would remove."""

    store: Store
    document: Document
    entry: int | None

    @property
    def memory_id(self) -> str:
        """The id within the store."""
        relative = self.document.relative
        return relative if self.entry is None else f"{relative}:{self.entry}"


def forget(
    project: Project,
    projects: Projects,
    *,
    query: str | None,
    ids: Sequence[str] | None,
    apply: bool,
    limit: int | None,
    now: datetime,
) -> wire.Forgotten:
    """Show what would be forgotten or, with *apply*, forget it.

    A query finds entries that hold all of its words. Applying a query to more than
    MAX_FORGET_WITHOUT_IDS entries is refused with ConflictError: name the ids.
    """
    if (query is None) == (ids is None):
        raise BadRequestError("give either `query` or `ids`")
    found = (
        [_by_id(memory_id, project, projects) for memory_id in dict.fromkeys(ids)]
        if ids is not None
        else _search(query or "", project, projects)
    )
    if apply and ids is None and len(found) > wire.MAX_FORGET_WITHOUT_IDS:
        raise ConflictError(
            f"the query finds {len(found)} entries, more than {wire.MAX_FORGET_WITHOUT_IDS}",
            hint="look at the candidates and name their ids",
        )
    shown = found if apply or ids is not None else found[: limit or _SHOWN]
    undo = _remove(found, project) if apply and found else None
    return wire.Forgotten(
        strategy="heuristic" if found else "none",
        candidates=[candidate(f.store.scope, f.document, f.entry, now) for f in shown],
        forgotten=[public_id(f.store.scope, f.memory_id) for f in found] if undo else [],
        undo=undo,
    )


def _by_id(memory_id: str, project: Project, projects: Projects) -> Found:
    store, document, entry = find(memory_id, project, projects)
    return Found(store=store, document=document, entry=entry)


def _search(query: str, project: Project, projects: Projects) -> list[Found]:
    words = fold(query).split()
    found: list[Found] = []
    for store in (project.store, projects.user) if words else ():
        store.refresh()
        for document in store.documents().values():
            entries = document.entries or (Entry(summary=document.title),)
            several = len(document.entries) > 1
            for index, entry in enumerate(entries):
                text = fold(f"{entry.summary} {entry.why or ''} {entry.how_to_apply or ''}")
                if all(word in text for word in words):
                    at = index if several else None
                    found.append(Found(store=store, document=document, entry=at))
    return sorted(found, key=lambda item: item.document.updated, reverse=True)


def _remove(found: Iterable[Found], project: Project) -> str:
    by_scope: dict[Scope, tuple[Store, list[str]]] = {}
    for item in found:
        by_scope.setdefault(item.store.scope, (item.store, []))[1].append(item.memory_id)
    return ",".join(
        public_token(store.forget(ids, by="person"), scope, project)
        for scope, (store, ids) in by_scope.items()
    )
