"""Background work: bounded, one running and one trailing a key, every end accounted for."""

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from itertools import islice

import structlog

from memoryd.errors import BusyError

log = structlog.get_logger(__name__)


class JobStatus(StrEnum):
    """Where a job stands; the last three are ends."""

    PENDING = "pending"
    RUNNING = "running"
    COMPLETED = "completed"
    FAILED = "failed"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One piece of background work, as it stands now."""

    id: str
    kind: str
    project: str | None
    status: JobStatus
    created: datetime
    updated: datetime
    reason: str | None = None
    done: int = 0
    total: int | None = None
    unit: str = ""
    error: str | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a job ended: completed, or skipped for a reason."""

    reason: str | None = None


Report = Callable[[int, int | None, str], None]
Work = Callable[[Report], Awaitable[Outcome]]


@dataclass(slots=True)
class _Lane:
    """The work of one key: what runs, and what waits behind it."""

    running: str
    trailing: tuple[str, Work] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Submitted:
    """What became of a request: the job that does it, and why it did not start at once."""

    job: str
    skipped: str | None = None


@dataclass(slots=True)
class Jobs:
    """Runs work on the event loop, at most *limit* at once, one running and one trailing a key.

    A request for a key that runs already is `queued` behind it; a further one takes the place of
    the one that waits, since later work sees everything that earlier work would have seen.
    """

    clock: Callable[[], datetime]
    on_change: Callable[[Job], None]
    limit: int = 2
    pending_limit: int = 10_000
    kept: int = 500
    _lanes: dict[str, _Lane] = field(default_factory=dict)
    _jobs: OrderedDict[str, Job] = field(default_factory=OrderedDict)
    _ended: dict[str, asyncio.Event] = field(default_factory=dict)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)
    _slots: asyncio.Semaphore | None = None
    _closing: bool = False

    def submit(self, kind: str, key: str, work: Work, *, project: str | None = None) -> Submitted:
        """Start *work*, or queue it behind what runs for *key*.

        Raise BusyError when too much waits already or the daemon stops.
        """
        if self._closing or len(self._lanes) >= self.pending_limit:
            raise BusyError("too much work is waiting", hint="try again in a moment")
        lane = self._lanes.get(key)
        if lane is None:
            job = self._register(kind, project)
            self._lanes[key] = _Lane(running=job.id)
            self._start(key, job.id, work)
            return Submitted(job=job.id)
        if lane.trailing is None:
            lane.trailing = (self._register(kind, project).id, work)
        else:
            lane.trailing = (lane.trailing[0], work)
        return Submitted(job=lane.trailing[0], skipped="queued")

    async def ended(self, job_id: str) -> None:
        """Wait until a job has ended, one way or the other."""
        if ended := self._ended.get(job_id):
            await ended.wait()

    def get(self, job_id: str) -> Job | None:
        """Return a job by id, as long as it is remembered."""
        return self._jobs.get(job_id)

    def all(self) -> list[Job]:
        """Return the remembered jobs, newest first."""
        return list(reversed(self._jobs.values()))

    def count(self, status: JobStatus) -> int:
        """Return how many jobs stand at *status*."""
        return sum(job.status is status for job in self._jobs.values())

    async def join(self) -> None:
        """Wait until nothing runs and nothing waits."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def close(self, timeout_s: float) -> None:
        """Take no more work, drop what waits, let what runs reach its end or cancel it."""
        self._closing = True
        for lane in self._lanes.values():
            if lane.trailing:
                self._change(lane.trailing[0], status=JobStatus.SKIPPED, reason="stopping")
                lane.trailing = None
        if not self._tasks:
            return
        _, late = await asyncio.wait(self._tasks, timeout=timeout_s)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)

    def _register(self, kind: str, project: str | None) -> Job:
        now = self.clock()
        job = Job(
            id=secrets.token_hex(6),
            kind=kind,
            project=project,
            status=JobStatus.PENDING,
            created=now,
            updated=now,
        )
        self._jobs[job.id] = job
        self._ended[job.id] = asyncio.Event()
        self._forget_old()
        self.on_change(job)
        return job

    def _forget_old(self) -> None:
        ended = (job.id for job in self._jobs.values() if job.id not in self._ended)
        for job_id in list(islice(ended, max(0, len(self._jobs) - self.kept))):
            del self._jobs[job_id]

    def _change(self, job_id: str, **changes: object) -> None:
        job = replace(self._jobs[job_id], updated=self.clock(), **changes)  # type: ignore[arg-type]  # names are Job's own
        self._jobs[job_id] = job
        if job.status not in (JobStatus.PENDING, JobStatus.RUNNING):
            self._ended.pop(job_id).set()
        self.on_change(job)

    def _start(self, key: str, job_id: str, work: Work) -> None:
        task = asyncio.get_running_loop().create_task(
            self._run(key, job_id, work), name=f"job {job_id}"
        )
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run(self, key: str, job_id: str, work: Work) -> None:
        self._slots = self._slots or asyncio.Semaphore(self.limit)
        try:
            async with self._slots:
                await self._work(job_id, work)
        finally:
            lane = self._lanes.pop(key)
            if lane.trailing and not self._closing:
                next_id, next_work = lane.trailing
                self._lanes[key] = _Lane(running=next_id)
                self._start(key, next_id, next_work)

    async def _work(self, job_id: str, work: Work) -> None:
        def report(done: int, total: int | None, unit: str) -> None:
            self._change(job_id, done=done, total=total, unit=unit)

        self._change(job_id, status=JobStatus.RUNNING)
        with structlog.contextvars.bound_contextvars(job=job_id):
            try:
                outcome = await work(report)
            except asyncio.CancelledError:
                self._change(job_id, status=JobStatus.SKIPPED, reason="stopping")
                raise
            except Exception as exc:
                log.exception("job failed", kind=self._jobs[job_id].kind)
                error = f"{type(exc).__name__}: {exc}"
                self._change(job_id, status=JobStatus.FAILED, error=error)
            else:
                status = JobStatus.SKIPPED if outcome.reason else JobStatus.COMPLETED
                self._change(job_id, status=status, reason=outcome.reason)
