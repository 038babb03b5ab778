"""When the two-phase pipeline runs: at start, now and then, and when it is asked for."""

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Literal, TypeVar

import structlog
from msgspec import structs

from memoryd.config import Memories, Settings
from memoryd.database import Database, RolloutStatus, Run, Wait
from memoryd.errors import BusyError
from memoryd.jobs import Jobs, Outcome, Report, Work
from memoryd.memory import Project, Projects
from memoryd.telemetry import Telemetry

from .consolidation import BUDGET_EXHAUSTED, Consolidator, Merged, plural
from .sightings import look
from .stage1 import Stage1Worker, Tally

log = structlog.get_logger(__name__)

T = TypeVar("T")

_PASS_S = 3600.0
_SOONEST_S = 5.0
_UNUSED_DAYS = 30
_MOST_NAMED = 2
_PASSING = (Wait.RUNNING, Wait.RETRY_LATER)


class PassFailedError(Exception):
    """Some sessions or projects failed; each is tried again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Survey:
    """How it stands with all known sessions; `waits` counts by reason those that are not due."""

    known: int
    taught: int
    failed: int
    waits: Mapping[str, int]


@dataclass(slots=True, kw_only=True)
class Passes:
    """Runs the pipeline in passes: look at the sessions, extract, consolidate what changed.

    `maxRolloutsPerStartup` counts anew every hour, since a daemon starts seldom.
    """

    database: Database
    projects: Projects
    telemetry: Telemetry
    jobs: Jobs
    executor: Executor
    settings: Callable[[], Settings]
    clock: Callable[[], datetime]
    roots: Callable[[], Iterable[tuple[str, Path]]]
    stage1: Stage1Worker
    consolidator: Consolidator
    monotonic: Callable[[], float] = time.monotonic
    _wake: asyncio.Event = field(default_factory=asyncio.Event)
    _off: frozenset[str] = frozenset()
    _owes: bool = False
    _forced: set[str] = field(default_factory=set)
    _claimed: int = 0
    _hour_began_s: float | None = None
    _rest_until_s: float | None = None

    @property
    def rules(self) -> Memories:
        """The settings in force."""
        return self.settings().memories

    def poke(self) -> None:
        """Say that something may be due."""
        self._wake.set()

    async def run(self, stop: asyncio.Event) -> None:
        """Run passes until *stop* (and a poke)."""
        while not stop.is_set():
            self._wake.clear()  # before the look, or a poke during it would be lost
            try:
                if job := await self.pass_if_due():
                    await self.jobs.ended(job)  # how long to wait is known then
                wait_s = await self._until_next_s()
            except BusyError:
                wait_s = _PASS_S
            except Exception:  # a pass that fails is tried again; it must not end the daemon
                log.exception("a pass over past sessions failed")
                wait_s = _PASS_S
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(wait_s):
                    await self._wake.wait()

    async def pass_if_due(self) -> str | None:
        """Start a pass over all projects if one has anything to do; return its job.

        Raise BusyError when too much waits already or the daemon stops.
        """
        if not self.rules.enabled or not await self._in_thread(self._has_work):
            return None
        return self._submit("rollouts", self._pass)

    async def rebuild(self, project: Project, *, force: bool) -> tuple[str | None, str | None]:
        """Start a pass over one project now: return its job, or why there is none.

        With *force*, sessions need not have been quiet, and it is consolidated whatever was done.
        Raise BusyError as `pass_if_due` does.
        """
        if not self.rules.enabled or not project.enabled:
            return None, "disabled"

        async def work(report: Report) -> Outcome:
            forced = project.root in self._forced
            self._forced.discard(project.root)
            try:
                return await self._pass_over(project, report, force=forced)
            finally:
                self.poke()  # what failed is due again at another time than was known

        if force:  # kept, since of two that wait the later one runs for both
            self._forced.add(project.root)
        return self._submit(f"rollouts:{project.root}", work, project=project.root), None

    async def forgotten(self, project: Project | None) -> None:
        """Hear that something was forgotten (None: of the user): it leaves what sessions taught."""
        await self._retell(project, self._untell)

    async def restored(self, project: Project | None) -> None:
        """Hear that something came back: what sessions taught is told anew."""
        await self._retell(project, lambda _: True)

    async def _retell(self, project: Project | None, is_stale: Callable[[Project], bool]) -> None:
        stale = await self._in_thread(partial(self._enqueue_stale, project, is_stale))
        if stale:
            self.poke()

    def _enqueue_stale(
        self, project: Project | None, is_stale: Callable[[Project], bool]
    ) -> list[str]:
        told = [project] if project else self.projects.all()
        roots = [each.root for each in told if (each.artefacts_dir).is_dir() and is_stale(each)]
        for root in roots:
            self.database.consolidations.enqueue(root, at=self.clock(), force=True)
        return roots

    def _untell(self, project: Project) -> bool:
        # It takes long to load, and a daemon that starts must answer first.
        from memoryd.lifecycle.rollouts import untell  # noqa: PLC0415 -- see above

        return bool(untell(project, self.projects, now=self.clock()))

    def _submit(self, key: str, work: Work, *, project: str | None = None) -> str:
        # What it reads is read in the extractor's threads; else it waits for models.
        return self.jobs.submit("consolidate", key, work, project=project, waits_for_jobs=True).job

    async def _pass(self, report: Report) -> Outcome:
        now_s = self.monotonic()
        if self._hour_began_s is None or now_s - self._hour_began_s >= _PASS_S:
            self._hour_began_s, self._claimed = now_s, 0
        tally = Tally(claimed=self._claimed)
        started_s = time.perf_counter()
        # Else sessions without end would take all calls, and nobody would read what they taught.
        merged = await self._consolidate_all(report) if self._owes else []
        try:
            await self.stage1.extract(self.rules, tally, report, active=self._off)
        finally:
            self._claimed = tally.claimed
        merged += await self._consolidate_all(report)
        self._owes = any(each.waits == BUDGET_EXHAUSTED for each in merged)
        prune = partial(
            self.database.consolidations.prune,
            unused_since=self.clock() - timedelta(days=_UNUSED_DAYS),
        )
        await self._in_thread(prune)
        return await self._tell(None, tally, merged, started_s)

    async def _pass_over(self, project: Project, report: Report, *, force: bool) -> Outcome:
        started_s, rules, tally = time.perf_counter(), self.rules, Tally()
        await self._in_thread(self._register)
        if force:
            rules = structs.replace(rules, min_rollout_idle_hours=0)
            enqueue = partial(
                self.database.consolidations.enqueue, project.root, at=self.clock(), force=True
            )
            await self._in_thread(enqueue)
        await self.stage1.extract(rules, tally, report, active=self._off, project=project.root)
        merged = [await self.consolidator.consolidate(project.root, rules)]
        return await self._tell(project, tally, merged, started_s)

    async def _consolidate_all(self, report: Report) -> list[Merged]:
        due = await self._in_thread(self._due_projects)
        merged: list[Merged] = []
        for done, root in enumerate(due):
            report(done, len(due), "projects")
            merged.append(await self.consolidator.consolidate(root, self.rules))
        if due:
            report(len(due), len(due), "projects")
        return merged

    def _due_projects(self) -> list[str]:
        states = self.database.consolidations.states(self.rules, now=self.clock())
        due = [state.project for state in states if state.wait is None]
        return [root for root in due if self.projects.of(root).enabled]

    async def _tell(
        self, project: Project | None, tally: Tally, merged: Sequence[Merged], started_s: float
    ) -> Outcome:
        """Say what a pass did, to all who listen."""
        errors = [tally.error, *(each.error for each in merged)]
        error = next(filter(None, errors), "")
        waits = next((m.waits for m in merged if m.waits not in {"", Wait.UP_TO_DATE}), "")
        frees = [tally.frees_in_s, *(each.frees_in_s for each in merged)]
        self._rest(frees)
        done = [each for each in merged if each.done]
        status: Literal["updated", "noop", "failed"] = (
            "failed" if error else "updated" if done else "noop"
        )
        duration_ms = (time.perf_counter() - started_s) * 1000
        self.telemetry.consolidate(
            project=project.key if project else None,
            status=status,
            sessions=tally.read,
            sessions_failed=tally.failed,
            projects=len(done),
            duration_ms=duration_ms,
        )
        run = Run(
            kind="consolidate",
            at=self.clock(),
            project=project.root if project else None,
            status=status,
            reason=error or waits or None,
            duration_ms=duration_ms,
        )
        await self._in_thread(partial(self.database.record_run, run))
        if error:
            failed = tally.failed + sum(bool(each.error) for each in merged)
            raise PassFailedError(f"{failed} failed, the first: {error}")
        if tally.stopped and not done:
            return Outcome(BUDGET_EXHAUSTED)
        if not done and not tally.read:
            return Outcome(waits or "nothing_new")
        return Outcome(result=_describe(tally, merged))

    def _rest(self, frees_in_s: Iterable[float | None]) -> None:
        known = [each for each in frees_in_s if each is not None]
        self._rest_until_s = self.monotonic() + min(known) if known else None

    def _register(self) -> None:
        seen = look(self.database, self.projects, self.roots())
        now = self.clock()
        self.database.threads.register(seen.sightings, now=now)
        self.database.threads.remove(seen.gone, now=now)
        self._off = seen.off

    def _has_work(self) -> bool:
        """Look at all sessions; tell whether one, or a project, is due. Blocking."""
        self._register()
        sessions = self.database.stage1.states(self.rules, now=self.clock(), active=self._off)
        return any(each.wait is None for each in sessions) or bool(self._due_projects())

    async def _until_next_s(self) -> float:
        """Return how long to wait: an hour, or until a lease, a retry or the budget is due."""
        if not self.rules.enabled:
            return _PASS_S
        now = self.clock()
        due = await self._in_thread(self._next_due)
        waits = [_PASS_S, *((at - now).total_seconds() for at in due)]
        if self._rest_until_s is not None:
            waits.append(self._rest_until_s - self.monotonic())
        return max(_SOONEST_S, min(waits))

    def survey(self) -> Survey:
        """Count the known sessions by how it stands with them. Blocking."""
        states = self.database.stage1.states(self.rules, now=self.clock(), active=self._off)
        jobs = [each.job for each in states if each.job]
        return Survey(
            known=len(states),
            taught=self.database.stage1.taught(),
            failed=sum(job.status is RolloutStatus.ERROR for job in jobs),
            waits=Counter(
                each.wait.value for each in states if each.wait not in (None, Wait.UP_TO_DATE)
            ),
        )

    def _next_due(self) -> list[datetime]:
        rules, now = self.rules, self.clock()
        projects = self.database.consolidations.states(rules, now=now)
        sessions = self.database.stage1.states(rules, now=now, active=self._off)
        waiting = [
            *(each.job for each in projects if each.wait in _PASSING),
            *(each.job for each in sessions if each.wait in _PASSING and each.job),
        ]
        return [at for job in waiting for at in (job.lease_until, job.retry_at) if at]

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.executor, work)


def _describe(tally: Tally, merged: Sequence[Merged]) -> str:
    read = f"{plural(tally.read, 'session')} read, {tally.taught} taught something"
    words = [each.words for each in merged if each.done]
    if len(words) > _MOST_NAMED:
        words = [f"{len(words)} projects written"]
    left = [path for each in merged for path in each.left]
    words += [f"left as somebody changed it: {', '.join(left)}"] if left else []
    return "; ".join([read, *words])
