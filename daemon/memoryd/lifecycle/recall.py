"""Query -> at most five memories of both scopes, with the reason for each, and a prompt block."""

import sqlite3
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from operator import attrgetter

import structlog

from memoryd.config import Recall as RecallSettings
from memoryd.database import Database
from memoryd.domain import MemoryType, Scope
from memoryd.memory import (
    Document,
    Hit,
    Meanings,
    Project,
    Projects,
    Query,
    Ranking,
    Searchable,
    SearchIndex,
    Store,
)
from memoryd.system.garbage import uncollected
from memoryd_client import wire

from .present import age_days, public_id, recalled, split_public_id, version_of
from .prompt import Passage, cut, freshness, recall_block

log = structlog.get_logger(__name__)

_READ_AHEAD = 50
_VIEWS = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallQuery:
    """What is asked. `limit` None: as the settings say."""

    text: str
    cwd: str
    session: str | None = None
    limit: int | None = None
    exclude: frozenset[str] = frozenset()
    recent_tools: tuple[str, ...] = ()
    types: frozenset[MemoryType] = frozenset()
    explain: bool = False


@dataclass(slots=True)
class View:
    """What one project sees: its own memories and the user's, searchable."""

    project: Store
    user: Store
    index: SearchIndex = field(default_factory=SearchIndex)
    lock: threading.Lock = field(default_factory=threading.Lock)
    _seen: dict[Scope, int] = field(default_factory=dict)

    def refresh(self) -> None:
        """Bring the index up to what lies on disk."""
        with uncollected():
            self._refresh(Scope.PROJECT, self.project)
            self._refresh(Scope.USER, self.user)

    def _refresh(self, scope: Scope, store: Store) -> None:
        store.refresh()
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


class Recaller:
    """Answers recalls; keeps the views of recently used projects. Thread-safe, blocking."""

    def __init__(
        self,
        projects: Projects,
        database: Database,
        *,
        settings: Callable[[], RecallSettings],
        clock: Callable[[], datetime],
        meanings: Meanings | None = None,
    ) -> None:
        self._meanings = meanings
        self._projects = projects
        self._database = database
        self._settings = settings
        self._clock = clock
        self._views: OrderedDict[str, View] = OrderedDict()
        self._lock = threading.Lock()

    def view(self, project: Project) -> View:
        """Return the view of a project, made on first use."""
        with self._lock:
            view = self._views.get(project.root)
            if view is None:
                meaning = self._meanings.of_index() if self._meanings else None
                index = SearchIndex(meaning)
                view = View(project=project.store, user=self._projects.user, index=index)
                self._views[project.root] = view
                if len(self._views) > _VIEWS:
                    self._views.popitem(last=False)
            self._views.move_to_end(project.root)
            return view

    def warm(self, is_over: Callable[[], bool]) -> None:
        """Read and index what was used last, so that nobody's first prompt waits for it."""
        projects = sorted(self._projects.all(), key=lambda each: _last_change_ns(each.store))
        for project in projects[-_VIEWS:]:
            if is_over():
                return
            view = self.view(project)
            with view.lock:
                view.refresh()
            ids = view.index.ids()
            for start in range(0, len(ids), _READ_AHEAD):
                if is_over():
                    return
                with view.lock:  # for a short time: somebody may be asking
                    view.index.read_ahead(ids[start : start + _READ_AHEAD])

    def recall(self, query: RecallQuery) -> wire.Recall:
        """Answer *query*; what a session was handed unchanged is not handed to it again."""
        started, now = time.perf_counter(), self._clock()
        project = self._projects.of(query.cwd)
        if not project.enabled:
            return _none("disabled")
        view = self.view(project)
        with view.lock:
            view.refresh()
            ranking = self._rank(query, view, now.date())
            found = [(hit, doc) for hit in ranking.hits if (doc := view.document(hit.id))]
        max_chars = self._settings().max_body_chars
        passages = [_passage(hit, document, max_chars, now) for hit, document in found]
        if query.session and found:
            self._note(query.session, found, now)
        return wire.Recall(
            strategy="heuristic" if found else "none",
            documents=[
                _recalled(hit, document, passage, now)
                for (hit, document), passage in zip(found, passages, strict=True)
            ],
            prompt=recall_block(passages),
            docs_scanned=ranking.scanned,
            duration_ms=round((time.perf_counter() - started) * 1000, 3),
            explain=_explain(ranking) if query.explain else None,
        )

    def _note(self, session: str, found: Sequence[tuple[Hit, Document]], now: datetime) -> None:
        versions = {hit.id: version_of(document) for hit, document in found}
        try:
            self._database.inject(session, versions, now)
        except sqlite3.Error as exc:  # a full disk must not keep memories from being read
            log.warning("what was handed out could not be noted", error=str(exc))

    def _rank(self, query: RecallQuery, view: View, today: date) -> Ranking:
        limit = query.limit or self._settings().limit
        asked = Query(
            text=query.text,
            limit=min(limit, wire.MAX_RECALL),
            exclude=query.exclude | self._handed_out(query.session, view),
            types=query.types or None,
            recent_tools=query.recent_tools,
            today=today,
        )
        return view.index.search(asked, explain=query.explain)

    def _handed_out(self, session: str | None, view: View) -> frozenset[str]:
        if not session:
            return frozenset()
        handed: Mapping[str, str] = self._database.injected(session)
        return frozenset(
            memory_id
            for memory_id, version in handed.items()
            if (document := view.document(memory_id)) and version_of(document) == version
        )


def _none(skipped: str) -> wire.Recall:
    return wire.Recall(
        strategy="none", documents=[], prompt="", docs_scanned=0, duration_ms=0.0, skipped=skipped
    )


def _last_change_ns(store: Store) -> int:
    try:
        return (store.memory_dir / "MEMORY.md").stat().st_mtime_ns
    except OSError:
        return 0


def _passage(hit: Hit, document: Document, max_chars: int, now: datetime) -> Passage:
    body, truncated = cut(document.body, max_chars)
    return Passage(
        id=hit.id,
        title=document.title,
        description=document.description,
        body=body,
        age_days=age_days(document, now),
        truncated=truncated,
    )


def _recalled(hit: Hit, document: Document, passage: Passage, now: datetime) -> wire.RecalledMemory:
    scope, _ = split_public_id(hit.id)
    return recalled(
        scope,
        document,
        now,
        score=hit.score,
        matched=hit.matched,
        freshness=freshness(passage.age_days),
        truncated=passage.truncated,
    )


def _explain(ranking: Ranking) -> wire.Explanation:
    return wire.Explanation(
        rejected=[
            wire.RejectedMemory(id=lost.id, score=round(lost.score, 3), reason=lost.reason)
            for lost in ranking.rejected
        ]
    )
