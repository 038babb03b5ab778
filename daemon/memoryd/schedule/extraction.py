"""One job: read the sessions of one project that moved, one after the other."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Literal, TypeVar

import structlog

from memoryd.database import Database, Run, SessionRow
from memoryd.jobs import Outcome, Report
from memoryd.lifecycle.learn import Step, has_moved, learn, start_row
from memoryd.memory import Projects
from memoryd.sources import DOCTOR, SessionFile, Source
from memoryd.telemetry import Telemetry

log = structlog.get_logger(__name__)

T = TypeVar("T")
Trigger = Literal["auto", "manual"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """One session that has something to read; *force*: from its start."""

    source: Source
    file: SessionFile
    project: str | None
    force: bool


Batch = dict[tuple[str, str], Moved]


def is_own(batch: Batch) -> bool:
    """Tell whether all of it is sessions of our own, which nobody else is told of."""
    return bool(batch) and all(agent == DOCTOR for agent, _ in batch)


@dataclass(slots=True)
class _Tally:
    """What one job did."""

    patches: int = 0
    topics: set[str] = field(default_factory=set)
    rejected: Counter[str] = field(default_factory=Counter)
    failed: str = ""


class SessionFailedError(Exception):
    """A session could not be read; it is tried again when it moves, and by the timer."""


@dataclass(slots=True, kw_only=True)
class Extractor:
    """Reads sessions into memory, off the event loop; keeps which ones fail, for status.

    `unread` is about how many bytes wait in each session that moved, until it was read.
    """

    database: Database
    projects: Projects
    telemetry: Telemetry
    executor: Executor
    clock: Callable[[], datetime]
    failing: dict[tuple[str, str], str] = field(default_factory=dict)
    unread: dict[tuple[str, str], int] = field(default_factory=dict)

    async def extract(
        self, batch: Batch, project: str | None, trigger: Trigger, report: Report
    ) -> Outcome:
        """Read what moved in *project*; a session that fails does not stop the others."""
        if not batch:
            return Outcome("nothing_new")
        started, tally = time.perf_counter(), _Tally()
        for done, item in enumerate(batch.values()):
            report(done, len(batch), "sessions")
            await self._try(item, tally)
        report(len(batch), len(batch), "sessions")
        if not is_own(batch):
            await self._tell(project, trigger, tally, (time.perf_counter() - started) * 1000)
        if tally.failed:
            raise SessionFailedError(tally.failed)
        return Outcome()

    def forget_gone(self, present: Collection[tuple[str, str]]) -> None:
        """Let go of the troubles of sessions that are not there any more."""
        for troubles in (self.failing, self.unread):
            for key in troubles.keys() - present:
                del troubles[key]

    async def count_skipped(self, reasons: Mapping[str, int]) -> None:
        """Count what was not done, for the metrics and for status."""
        for reason, n in reasons.items():
            self.telemetry.skip("extract", reason, n)
        await self.in_thread(
            partial(self.database.count_skipped, "extract", reasons, now=self.clock())
        )

    async def in_thread(self, work: Callable[[], T]) -> T:
        """Run blocking *work* where it holds up nobody who asks."""
        return await asyncio.get_running_loop().run_in_executor(self.executor, work)

    async def _try(self, item: Moved, tally: _Tally) -> None:
        file, key = item.file, (item.file.agent, item.file.session)
        try:
            await self._read(item, tally)
        except Exception as exc:  # the edge of one session: counted, shown in status, retried
            if isinstance(exc, FileNotFoundError) and not file.path.exists():
                return  # its agent tidied up since the walk
            tally.failed = f"{file.agent} session {file.session}: {exc}"
            self.failing[key] = str(exc)
            log.exception("session failed", agent=file.agent, session=file.session)
        else:
            self.failing.pop(key, None)
        finally:
            self.unread.pop(key, None)

    async def _read(self, item: Moved, tally: _Tally) -> None:
        file, row = item.file, None
        if not item.force:
            # Asked anew: a job that ran since the walk may have read this session already.
            row = await self.in_thread(partial(self.database.session, file.agent, file.session))
        more = row is None or has_moved(file, row)
        row = row or start_row(file)
        while more:
            step = await self.in_thread(partial(self._step, item.source, file, row))
            row, more = step.row, step.more
            tally.patches += step.extraction.patches
            tally.topics.update(step.extraction.topics)
            tally.rejected.update(step.extraction.rejected)
            self.telemetry.redacted(step.extraction.redacted)
            for speaker, n in Counter(step.speakers).items():
                self.telemetry.metrics.messages.labels(file.agent, speaker.value).inc(n)

    def _step(self, source: Source, file: SessionFile, row: SessionRow) -> Step:
        return learn(
            source, file, row, database=self.database, projects=self.projects, now=self.clock()
        )

    async def _tell(
        self, project: str | None, trigger: Trigger, tally: _Tally, duration_ms: float
    ) -> None:
        known = await self.in_thread(partial(self.projects.of, project)) if project else None
        self.telemetry.extract(
            project=known.key if known else None,
            status="failed" if tally.failed else "completed",
            patches_count=tally.patches,
            touched_topics=sorted(tally.topics),
            duration_ms=duration_ms,
            trigger=trigger,
        )
        run = Run(
            kind="extract",
            at=self.clock(),
            project=project,
            status="failed" if tally.failed else "updated" if tally.patches else "noop",
            reason=tally.failed or None,
            duration_ms=duration_ms,
        )
        await self.in_thread(partial(self.database.record_run, run))
        if tally.rejected:
            await self.count_skipped(tally.rejected)
