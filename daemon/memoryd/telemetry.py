"""What happened, for people and machines: the event stream, the log and the metrics.

Event names and fields follow the shared store's telemetry (`memory.extract`, `memory.dream`,
`memory.recall`); `memory.consolidate` is ours.
Query text, memory bodies and paths are never in them.
"""

import asyncio
import collections
from collections import deque
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

import structlog
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector

log = structlog.get_logger(__name__)

Kind = Literal["extract", "dream", "consolidate", "recall", "forget", "job", "status", "log"]
_KEPT = 1000
_QUEUE = 256


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened; ids grow by one."""

    id: int
    kind: str
    data: Mapping[str, object]


@dataclass(slots=True, eq=False)
class Stream:
    """Events for one reader; a slow reader loses the oldest and is told so with a `gap`."""

    _queue: deque[Event]
    _wake: asyncio.Event = field(default_factory=asyncio.Event)
    _closed: bool = False
    _lost: int = 0

    def put(self, event: Event) -> None:
        if len(self._queue) >= _QUEUE:
            self._queue.popleft()
            self._lost += 1
        self._queue.append(event)
        self._wake.set()

    def close(self) -> None:
        """End the stream after what is queued."""
        self._closed = True
        self._wake.set()

    async def events(self, idle_s: float) -> AsyncIterator[Event | None]:
        """Yield events as they come, and None whenever nothing came for *idle_s*."""
        while True:
            if self._lost:
                lost, self._lost = self._lost, 0
                yield Event(0, "gap", {"lost": lost})
            if self._queue:
                yield self._queue.popleft()
                continue
            if self._closed:
                return
            self._wake.clear()
            try:
                async with asyncio.timeout(idle_s):
                    await self._wake.wait()
            except TimeoutError:
                yield None


class Events:
    """The ring of recent events and those who listen; lives on the event loop.

    *first* is the id of the first one, above all ids that an earlier daemon gave.
    """

    def __init__(self, first: int = 1) -> None:
        self._recent: deque[Event] = deque(maxlen=_KEPT)
        self._streams: set[Stream] = set()
        self._first = self._next = first

    def publish(self, kind: Kind, data: Mapping[str, object]) -> None:
        """Append an event and wake its readers."""
        event = Event(self._next, kind, data)
        self._next += 1
        self._recent.append(event)
        for stream in self._streams:
            stream.put(event)

    def recent(self) -> list[Event]:
        """Return what is kept, oldest first."""
        return list(self._recent)

    @property
    def readers(self) -> int:
        """How many streams are open."""
        return len(self._streams)

    @contextmanager
    def listen(self, after: int | None) -> Iterator[Stream]:
        """Open a stream; *after* is the id of the last event its reader has (None: only new).

        An id that was not given here is one of an earlier daemon: its reader gets all of this one.
        """
        last = self._next - 1
        if after is None:
            after = last
        elif not self._first <= after <= last:
            after = self._first - 1
        missed = [event for event in self._recent if event.id > after][-_QUEUE:]
        stream = Stream(deque(missed), _lost=last - after - len(missed))
        self._streams.add(stream)
        try:
            yield stream
        finally:
            self._streams.discard(stream)

    def close(self) -> None:
        """End all streams."""
        for stream in self._streams:
            stream.close()


class Metrics:
    """The figures behind /metrics, in a registry of our own."""

    def __init__(self, version: str) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)  # memory, time, open files: where /proc tells
        info = Gauge("memoryd_build_info", "Version.", ["version"], registry=self.registry)
        info.labels(version).set(1)
        self.extracts = self._count("memoryd_extracts", "Extractions by status.", "status")
        self.dreams = self._count("memoryd_dreams", "Dreams by status.", "status")
        self.consolidations = self._count(
            "memoryd_consolidations", "Passes over past sessions by status.", "status"
        )
        self.deduped = Counter(
            "memoryd_deduped_entries", "Entries that dreams found doubled.", registry=self.registry
        )
        self.lock_takeovers = Counter(
            "memoryd_lock_takeovers", "Locks taken over from the dead.", registry=self.registry
        )
        self.skipped = self._count("memoryd_skipped", "Work not done.", "kind", "reason")
        self.messages = self._count("memoryd_messages", "Messages read.", "agent", "speaker")
        self.memories = self._count("memoryd_patches", "Patches by outcome.", "outcome")
        self.redactions = self._count(
            "memoryd_redactions", "Secrets kept out of memory by kind.", "family"
        )
        self.recalls = self._count("memoryd_recalls", "Recalls by strategy.", "strategy")
        self.reconciles = self._count("memoryd_reconciles", "Walks over roots by cause.", "cause")
        self.model_calls = self._count("memoryd_model_calls", "Calls of models.", "role", "outcome")
        self.model_tokens = self._count(
            "memoryd_model_tokens", "Tokens of models.", "role", "outcome", "direction"
        )
        self.watcher_restarts = Counter(
            "memoryd_watcher_restarts", "Times the watcher died.", registry=self.registry
        )
        self.recall_seconds = self._time("memoryd_recall_seconds", "Recall, in the daemon.")
        self.extract_seconds = self._time("memoryd_extract_seconds", "One extraction.")
        self.dream_seconds = self._time("memoryd_dream_seconds", "One dream.")
        self.request_seconds = self._time("memoryd_request_seconds", "Requests.", "route")
        self.requests = self._count("memoryd_requests", "Requests.", "route", "status")
        self.loop_lag_seconds = self._time(
            "memoryd_loop_lag_seconds", "How long what is ready waits for the loop, at requests."
        )
        self.jobs = Gauge(
            "memoryd_jobs", "Jobs by where they stand.", ["status"], registry=self.registry
        )
        self.sessions = self._gauge("memoryd_sessions", "Sessions known.")
        self.unread_bytes = self._gauge("memoryd_unread_bytes", "Bytes in sessions yet to be read.")
        self.readers = self._gauge("memoryd_event_readers", "Event streams that are open.")
        self.watches = self._gauge("memoryd_watches", "Directories watched.")
        self.watch_limit = self._gauge("memoryd_watch_limit", "Directories a user may watch.")

    def _gauge(self, name: str, text: str) -> Gauge:
        return Gauge(name, text, registry=self.registry)

    def _count(self, name: str, text: str, *labels: str) -> Counter:
        return Counter(name, text, labels, registry=self.registry)

    def _time(self, name: str, text: str, *labels: str) -> Histogram:
        buckets = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10)
        return Histogram(name, text, labels, registry=self.registry, buckets=buckets)


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallOutcome:
    """What became of a recall."""

    at: datetime
    strategy: str
    documents: int
    duration_ms: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SelectionTimes:
    """How long a recall searched, and how long it then waited for a model; 0: none was asked."""

    fast_ms: float
    selector_ms: float


@dataclass(slots=True)
class Telemetry:
    """Says each thing once, to all three; keeps the latest recall, and what recalls missed."""

    events: Events
    metrics: Metrics
    last_recall: RecallOutcome | None = None
    skipped_recall: collections.Counter[str] = field(default_factory=collections.Counter)

    def extract(
        self,
        *,
        project: str | None,
        status: Literal["completed", "failed", "skipped"],
        patches_count: int,
        touched_topics: list[str],
        duration_ms: float,
        trigger: Literal["auto", "manual"] = "auto",
        skipped_reason: str | None = None,
    ) -> None:
        """Report one extraction (`memory.extract`)."""
        data = {
            "trigger": trigger,
            "status": status,
            "skipped_reason": skipped_reason,
            "patches_count": patches_count,
            "touched_topics": [str(topic) for topic in touched_topics],
            "duration_ms": round(duration_ms, 3),
        }
        self.metrics.extracts.labels(status).inc()
        self.metrics.extract_seconds.observe(duration_ms / 1000)
        self.events.publish("extract", data | {"project": project})
        log.info("memory.extract", **data)

    def dream(
        self,
        *,
        project: str | None,
        trigger: Literal["auto", "manual"],
        status: Literal["updated", "noop", "failed"],
        deduped_entries: int,
        touched_topics: Sequence[str],
        duration_ms: float,
        model: str | None = None,
    ) -> None:
        """Report one dream (`memory.dream`), with what became of the *model*'s part if one had."""
        data: dict[str, object] = {
            "trigger": trigger,
            "status": status,
            "deduped_entries": deduped_entries,
            "touched_topics_count": len(touched_topics),
            "touched_topics": [str(topic) for topic in touched_topics],
            "duration_ms": round(duration_ms, 3),
            **({"model": model} if model else {}),
        }
        self.metrics.dreams.labels(status).inc()
        self.metrics.deduped.inc(deduped_entries)
        self.metrics.dream_seconds.observe(duration_ms / 1000)
        self.events.publish("dream", data | {"project": project})
        log.info("memory.dream", **data)

    def consolidate(
        self,
        *,
        project: str | None,
        status: Literal["updated", "noop", "failed"],
        sessions: int,
        sessions_failed: int,
        projects: int,
        duration_ms: float,
    ) -> None:
        """Report one pass of the two-phase pipeline (`memory.consolidate`)."""
        data = {
            "status": status,
            "sessions": sessions,
            "sessions_failed": sessions_failed,
            "projects": projects,
            "duration_ms": round(duration_ms, 3),
        }
        self.metrics.consolidations.labels(status).inc()
        self.events.publish("consolidate", data | {"project": project})
        log.info("memory.consolidate", **data)

    def recall(
        self,
        *,
        query_length: int,
        docs_scanned: int,
        docs_selected: int,
        strategy: str,
        duration_ms: float,
        now: datetime,
        selected: SelectionTimes | None = None,
    ) -> None:
        """Report one recall (`memory.recall`), in which a model had the last word or none has."""
        data = {
            "query_length": query_length,
            "docs_scanned": docs_scanned,
            "docs_selected": docs_selected,
            "strategy": strategy,
            "duration_ms": round(duration_ms, 3),
        }
        if selected:
            data |= {
                "fast_duration_ms": round(selected.fast_ms, 3),
                "selector_duration_ms": round(selected.selector_ms, 3),
            }
        self.metrics.recalls.labels(strategy).inc()
        self.metrics.recall_seconds.observe(duration_ms / 1000)
        self.events.publish("recall", data)
        self.last_recall = RecallOutcome(
            at=now, strategy=strategy, documents=docs_selected, duration_ms=duration_ms
        )
        if not docs_selected:
            self.skip_recall("nothing_relevant" if docs_scanned else "no_memories")
        log.debug("memory.recall", **data)

    def skip_recall(self, reason: str) -> None:
        """Count a recall that found nothing, or went without the model that should have chosen."""
        self.skipped_recall[reason] += 1
        self.skip("recall", reason)

    def model_call(
        self,
        *,
        role: str,
        purpose: str,
        model: str,
        outcome: str,
        input_tokens: int,
        output_tokens: int,
        estimated: bool,
    ) -> None:
        """Report one call of a model, answered or not."""
        self.metrics.model_calls.labels(role, outcome).inc()
        self.metrics.model_tokens.labels(role, outcome, "input").inc(input_tokens)
        self.metrics.model_tokens.labels(role, outcome, "output").inc(output_tokens)
        log.info(
            "model called",
            role=role,
            purpose=purpose,
            model=model,
            outcome=outcome,
            input_tokens=input_tokens,
            output_tokens=output_tokens,
            estimated=estimated,
        )

    def redacted(self, kinds: Mapping[str, int]) -> None:
        """Count secrets that were taken out of what was to be kept. Thread-safe."""
        for kind, n in kinds.items():
            self.metrics.redactions.labels(kind).inc(n)

    def skip(self, kind: str, reason: str, n: int = 1) -> None:
        """Count work that was not done."""
        self.metrics.skipped.labels(kind, reason).inc(n)
