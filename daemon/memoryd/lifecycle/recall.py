"""Query -> at most five memories of both scopes, with the reason for each, and a prompt block."""

import sqlite3
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Literal

import structlog

from memoryd.config import Recall as RecallSettings
from memoryd.database import Database
from memoryd.domain import MemoryType
from memoryd.errors import NotReadyError
from memoryd.memory import (
    Document,
    Hit,
    Meanings,
    Project,
    Projects,
    Query,
    Ranking,
    SearchIndex,
)
from memoryd_client import wire

from .present import age_days, recalled, split_public_id, version_of
from .prompt import Passage, cut, freshness, recall_block
from .view import View

log = structlog.get_logger(__name__)

_READ_AHEAD = 50
_UNKNOWN = (sqlite3.Error, NotReadyError)  # the bookkeeping refuses
_VIEWS = 16  # are kept however much they hold; more, while they hold little
_MOST_HELD = 5_000  # memories


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallQuery:
    """What is asked. `limit` None: as the settings say; `most_chars` bounds the prompt block.

    Without `leaves_trace` nothing is written down and no model, which would cost, is asked.
    """

    text: str
    cwd: str
    session: str | None = None
    limit: int | None = None
    exclude: frozenset[str] = frozenset()
    recent_tools: tuple[str, ...] = ()
    types: frozenset[MemoryType] = frozenset()
    explain: bool = False
    most_chars: int | None = None
    leaves_trace: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What a recall found, best first. Nothing of it is handed out yet.

    `dropped` passed the gate, and the model that had the last word left it out. `view` is None
    where nothing was looked for, and `skipped` says why.
    """

    query: RecallQuery
    view: View | None
    found: tuple[tuple[Hit, Document], ...]
    ranking: Ranking
    at: datetime
    started_s: float
    strategy: Literal["heuristic", "model"] = "heuristic"
    dropped: tuple[Hit, ...] = ()
    skipped: str | None = None


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
                while len(self._views) > _VIEWS and self._held() > _MOST_HELD:
                    self._views.popitem(last=False)
            self._views.move_to_end(project.root)
            return view

    def _held(self) -> int:
        return sum(1 + len(view.index) for view in self._views.values())

    def drop(self, project: Project) -> None:
        """Keep no view of a project any more."""
        with self._lock:
            self._views.pop(project.root, None)

    def warm(self, is_over: Callable[[], bool]) -> None:
        """Read and index what was used last, so that nobody's first prompt waits for it."""
        projects = sorted(self._projects.all(), key=last_change_ns)
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
        return self.hand_out(self.find(query))

    def find(self, query: RecallQuery) -> Finding:
        """Find what *query* needs."""
        started_s, now = time.perf_counter(), self._clock()
        project = self._projects.of(query.cwd)
        if not project.enabled:
            return _nothing(query, now, started_s, skipped="disabled")
        view = self.view(project)
        with view.lock:
            view.refresh()
            ranking = self._rank(query, view, now.date())
            found = tuple((hit, doc) for hit in ranking.hits if (doc := view.document(hit.id)))
        return Finding(
            query=query, view=view, found=found, ranking=ranking, at=now, started_s=started_s
        )

    def look_again(self, finding: Finding) -> Finding:
        """Return the finding as it now stands, when somebody took his time over it.

        What was forgotten meanwhile, or handed to the session, is left out.
        """
        view = finding.view
        if view is None:
            return finding
        with view.lock:
            view.refresh()
            handed_out = self._handed_out(finding.query.session, view)
            found = tuple(
                (hit, document)
                for hit, _ in finding.found
                if hit.id not in handed_out and (document := view.document(hit.id))
            )
        return replace(finding, found=found)

    def hand_out(self, finding: Finding) -> wire.Recall:
        """Answer with a finding, and note what the session was handed."""
        query, found, now = finding.query, finding.found, finding.at
        max_chars = self._settings().max_body_chars
        passages = [_passage(hit, document, max_chars, now) for hit, document in found]
        block = recall_block(passages)
        while query.most_chars is not None and len(block) > query.most_chars:
            passages.pop()  # whole memories, the least fitting first
            block = recall_block(passages)
        found = found[: len(passages)]
        if query.session and found and query.leaves_trace:
            self._note(query.session, found, now)
        return wire.Recall(
            strategy=finding.strategy if found else "none",
            documents=[
                _recalled(hit, document, passage, now)
                for (hit, document), passage in zip(found, passages, strict=True)
            ],
            prompt=block,
            docs_scanned=finding.ranking.scanned,
            duration_ms=round((time.perf_counter() - finding.started_s) * 1000, 3),
            explain=_explain(finding) if query.explain else None,
            skipped=finding.skipped,
        )

    def _note(self, session: str, found: Sequence[tuple[Hit, Document]], now: datetime) -> None:
        versions = {hit.id: version_of(document) for hit, document in found}
        try:
            self._database.inject(session, versions, now)
        except _UNKNOWN as exc:  # a full disk must not keep memories from being read
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
        try:
            handed: Mapping[str, str] = self._database.injected(session)
        except _UNKNOWN as exc:  # told twice is better than not at all
            log.warning("what was handed out before is not known", error=str(exc))
            return frozenset()
        return frozenset(
            memory_id
            for memory_id, version in handed.items()
            if (document := view.document(memory_id)) and version_of(document) == version
        )


def _nothing(query: RecallQuery, now: datetime, started_s: float, *, skipped: str) -> Finding:
    return Finding(
        query=query,
        view=None,
        found=(),
        ranking=Ranking((), (), 0),
        at=now,
        started_s=started_s,
        skipped=skipped,
    )


def last_change_ns(project: Project) -> int:
    """Return the time of the latest change to a project's memory; 0 when there was none."""
    try:
        return (project.store.memory_dir / "MEMORY.md").stat().st_mtime_ns
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


def _explain(finding: Finding) -> wire.Explanation:
    dropped = ((hit.id, hit.score, "the model left it out") for hit in finding.dropped)
    lost = ((lost.id, lost.score, lost.reason) for lost in finding.ranking.rejected)
    return wire.Explanation(
        rejected=[
            wire.RejectedMemory(id=id_, score=round(score, 3), reason=reason)
            for id_, score, reason in (*dropped, *lost)
        ]
    )
