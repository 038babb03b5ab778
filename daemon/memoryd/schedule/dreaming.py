"""Dreams as jobs: one a store, under its lock, and what came of each."""

import asyncio
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeVar

import structlog

from memoryd.config import Settings
from memoryd.database import Database, DreamRow, Run
from memoryd.errors import BusyError, MemorydError
from memoryd.jobs import Jobs, Outcome, Report
from memoryd.lifecycle.undo import public_token
from memoryd.memory import Project, Projects
from memoryd.system.pid_lock import PidLock
from memoryd.telemetry import Telemetry
from memoryd_client import wire

from .dream_advice import Adviser, Heard, Verdict, judge
from .due import DreamGates, Place

if TYPE_CHECKING:
    from memoryd.lifecycle.dream import Advice, Dreamt

log = structlog.get_logger(__name__)

T = TypeVar("T")
Trigger = Literal["auto", "manual"]

_HEARTBEAT_S = 300.0
_IDLE = ("noop", "failed")


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What became of the wish to dream: a job, or the reason why not (or which one runs)."""

    job: str | None = None
    skipped: str | None = None


class DreamsFailedError(Exception):
    """Some of the dreams that were asked for failed; they are tried again when they are due."""


@dataclass(slots=True, kw_only=True)
class Dreamer:
    """Starts dreams when they are due or asked for; off the event loop, one a store.

    Without an *adviser* no model is ever asked.
    """

    database: Database
    projects: Projects
    telemetry: Telemetry
    jobs: Jobs
    executor: Executor
    gates: DreamGates
    settings: Callable[[], Settings]
    clock: Callable[[], datetime]
    adviser: Adviser | None = None
    # By memory directory: the job that dreams of it now.
    _running: dict[Path, str] = field(default_factory=dict)

    def place(self, project: Project | None) -> Place:
        """Return what a dream of *project* (None: of the user's own memories) is about."""
        return Place(store=project.store if project else self.projects.user, project=project)

    async def places(self) -> list[Place]:
        """Return every place there is."""
        projects = await self._in_thread(self.projects.all)
        return [self.place(None), *(self.place(project) for project in projects)]

    async def learnt(self, root: str | None, session: str) -> None:
        """Hear that *session* moved: see whether its project, or the user's memory, is due."""
        project = await self._in_thread(partial(self.projects.of, root)) if root else None
        for place in dict.fromkeys([self.place(project), self.place(None)]):
            await self.dream_if_due(place, session=session)

    async def dream_asked(
        self, places: Sequence[Place], *, session: str | None, force: bool
    ) -> Asked:
        """Start what a person or program asks for; several dreams are one job to them."""
        asked = []
        for place in places:
            if force:
                asked.append(await self.dream_now(place, session=session))
            else:
                asked.append(await self.dream_if_due(place, session=session))
        started = [each.job for each in asked if each.job and not each.skipped]
        if len(started) < 2:
            return next((each for each in asked if each.job), asked[0])
        return Asked(job=self._follow(started))

    def _follow(self, started: Sequence[str]) -> str:
        """Start a job that ends when those that were *started* have ended."""

        async def work(report: Report) -> Outcome:
            for done, job in enumerate(started):
                report(done, len(started), "dreams")
                await self.jobs.ended(job)
            report(len(started), len(started), "dreams")
            ends = [end for each in started if (end := self.jobs.get(each))]
            errors = [end.error for end in ends if end.error]
            if errors:
                raise DreamsFailedError(f"{len(errors)} of {len(started)}: {errors[0]}")
            return Outcome(result="; ".join(end.result for end in ends if end.result))

        key = f"dreams:{','.join(started)}"
        return self.jobs.submit("dream", key, work, waits_for_jobs=True).job

    async def dream_if_due(self, place: Place, *, session: str | None = None) -> Asked:
        """Start a dream if all gates are open; a shut one is counted with its reason."""
        reason = await self._in_thread(partial(self.gates.find_shut, place, session))
        if reason is None:
            return await self.dream_now(place, session=session, trigger="auto")
        await self._count_skip(reason)
        return Asked(skipped=reason)

    async def dream_now(
        self, place: Place, *, session: str | None = None, trigger: Trigger = "manual"
    ) -> Asked:
        """Start a dream whatever the clocks say, unless the lock is held or one is on its way."""
        key = place.store.memory_dir
        if reason := await self._in_thread(partial(self.gates.find_obstacle, place)):
            return await self._skip(reason, job=None)
        if await self._in_thread(self._lock(place).is_held):
            return await self._skip("locked", job=self._running.get(key))
        if key in self._running:
            return await self._skip("running", job=self._running[key])

        async def work(_: Report) -> Outcome:
            try:
                return await self._dream(place, session, trigger)
            finally:
                self._running.pop(key, None)

        submitted = self.jobs.submit(
            "dream",
            f"dream:{key}",
            work,
            project=place.root,
            # A model takes its time, and others need the slots meanwhile.
            waits_for_jobs=self._may_ask(),
        )
        self._running[key] = submitted.job
        return Asked(job=submitted.job)

    async def _skip(self, reason: str, *, job: str | None) -> Asked:
        await self._count_skip(reason)
        return Asked(job=job, skipped=reason)

    def _lock(self, place: Place) -> PidLock:
        stale_after = timedelta(minutes=self.settings().dream.lock_stale_minutes)
        return PidLock(place.store.lock_path, stale_after=stale_after)

    async def _dream(self, place: Place, session: str | None, trigger: Trigger) -> Outcome:
        started_s = time.perf_counter()
        try:
            # First, with nothing locked: others may dream, or edit, while a model thinks.
            heard = await self.adviser.advise(place) if self.adviser else Heard()
            dreamt = await self._dream_advised(place, session, heard)
        except BusyError:
            await self._count_skip("locked")
            return Outcome("locked")
        except (MemorydError, OSError) as exc:
            await self._tell(place, trigger, None, str(exc), started_s)
            raise
        verdict = await self._settle(place, heard, dreamt)
        model = f"model: {verdict.words}" if verdict.words else ""
        reason = model if verdict.skipped else None
        await self._tell(place, trigger, dreamt, reason, started_s, model=verdict.outcome)
        undo = ""
        if dreamt.undo:
            token = public_token(dreamt.undo, place.store.scope, place.project)
            undo = f"`memoryctl undo {token}` takes it back"
        return Outcome(result="; ".join(filter(None, (dreamt.words, model, undo))))

    def _may_ask(self) -> bool:
        return self.adviser is not None and self.adviser.find_obstacle() is None

    async def _dream_advised(self, place: Place, session: str | None, heard: Heard) -> "Dreamt":
        lock = self._lock(place)
        heart = asyncio.create_task(_beat(lock), name="dream heartbeat")
        try:
            return await self._in_thread(
                partial(self._dream_locked, lock, place, session, heard.advice)
            )
        finally:
            heart.cancel()

    async def _settle(self, place: Place, heard: Heard, dreamt: "Dreamt") -> Verdict:
        """Note what became of the model's part."""
        verdict = judge(heard, dreamt)
        if verdict.skipped:
            await self._count_skip(verdict.skipped)
        if verdict.in_vain:
            note = self.database.dream_questions.note
            await self._in_thread(partial(note, place.root, heard.question, self.clock()))
        return verdict

    async def hear(self, place: Place, *, ask: bool) -> Heard:
        """Return what a model has to say about *place*; without *ask*, what it would be asked."""
        if self.adviser is None:
            return Heard(words="models.roles.default names none" if ask else "")
        if obstacle := self.adviser.find_obstacle():
            return Heard(words=obstacle if ask else "")
        return await (
            self.adviser.advise(place, again=True) if ask else self.adviser.outlook(place)
        )

    def preview(self, place: Place, heard: Heard) -> wire.DreamPreview:
        """Return what a dream would do now, on what was *heard*; nothing is changed. Blocking."""
        from memoryd.lifecycle.dream import preview  # noqa: PLC0415 -- see _dream_locked

        return preview(
            place.store,
            max_loss_percent=self.settings().dream.max_loss_percent,
            now=self.clock(),
            advice=heard.advice,
            model=heard.words or None,
        )

    def _dream_locked(
        self, lock: PidLock, place: Place, session: str | None, advice: "Advice | None"
    ) -> "Dreamt":
        # It takes long to load, and a daemon that starts must answer first.
        from memoryd.lifecycle.dream import dream  # noqa: PLC0415 -- see above

        if place.project:
            self.projects.scaffold(place.project)
        else:
            place.store.scaffold()
        with lock:
            if lock.taken_over:
                self.telemetry.metrics.lock_takeovers.inc()
                log.warning("took over the lock of a dream whose process is gone")
            return dream(
                place.store,
                session=session,
                max_loss_percent=self.settings().dream.max_loss_percent,
                now=self.clock(),
                advice=advice,
            )

    async def _tell(
        self,
        place: Place,
        trigger: Trigger,
        dreamt: "Dreamt | None",
        reason: str | None,
        start_s: float,
        *,
        model: str | None = None,
    ) -> None:
        status: Literal["updated", "noop", "failed"] = dreamt.status if dreamt else "failed"
        duration_ms = (time.perf_counter() - start_s) * 1000
        self.telemetry.dream(
            project=place.project.key if place.project else None,
            trigger=trigger,
            status=status,
            deduped_entries=dreamt.deduped_entries if dreamt else 0,
            touched_topics=dreamt.topics if dreamt else (),
            duration_ms=duration_ms,
            model=model,
        )
        run = Run(
            kind="dream",
            at=self.clock(),
            project=place.root,
            status=status,
            reason=reason,
            duration_ms=duration_ms,
        )
        await self._in_thread(partial(self._record, run))

    def _record(self, run: Run) -> None:
        before = self.database.dreams().get(run.project)
        idle = (before.idle if before else 0) + 1 if run.status in _IDLE else 0
        self.database.record_run(run)
        self.database.record_dream(
            DreamRow(
                project=run.project, at=run.at, status=run.status, reason=run.reason, idle=idle
            )
        )

    async def _count_skip(self, reason: str) -> None:
        self.telemetry.skip("dream", reason)
        await self._in_thread(
            partial(self.database.count_skipped, "dream", {reason: 1}, now=self.clock())
        )

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.executor, work)


async def _beat(lock: PidLock) -> None:
    """Show every few minutes that the holder lives: others judge a lock by its age."""
    while True:
        await asyncio.sleep(_HEARTBEAT_S)
        try:
            lock.touch()
        except OSError as exc:
            log.warning("the lock of a dream could not be touched", error=str(exc))
