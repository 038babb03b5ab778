"""Background work: bounded, one running and one trailing a key, every end accounted for."""

import asyncio
import contextlib
import secrets
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum

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
    session: str | None = None
    status: JobStatus
    created: datetime
    updated: datetime
    reason: str | None = None
    done: int = 0
    total: int | None = None
    unit: str = ""
    error: str | None = None
    result: str | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a job ended: completed, or skipped for a reason; *result* says in words what it did."""

    reason: str | None = None
    result: str | None = None


Report = Callable[[int, int | None, str], None]
Work = Callable[[Report], Awaitable[Outcome]]


@dataclass(frozen=True, slots=True)
class _Piece:
    """One job's work; if it mostly waits, it needs no slot of its own."""

    job: str
    work: Work
    waits_for_jobs: bool


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
    # By key of what runs: what waits behind it.
    _trailing: dict[str, _Piece | None] = field(default_factory=dict)
    _jobs: dict[str, Job] = field(default_factory=dict)
    _ended: dict[str, asyncio.Event] = field(default_factory=dict)
    _past: deque[str] = field(default_factory=deque)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)
    _slots: asyncio.Semaphore | None = None
    _closing: bool = False

    def submit(
        self,
        kind: str,
        key: str,
        work: Work,
        *,
        project: str | None = None,
        session: str | None = None,
        waits_for_jobs: bool = False,
    ) -> Submitted:
        """Start *work*, or queue it behind what runs for *key*.

        Work that only *waits_for_jobs* takes no slot, or such work could take the last one and
        wait for ever; nor does work that waits for a model. Raise BusyError when too much waits
        already or the daemon stops.
        """
        if self._closing or len(self._trailing) >= self.pending_limit:
            raise BusyError("too much work is waiting", hint="try again in a moment")
        if key not in self._trailing:
            piece = _Piece(self._register(kind, project, session), work, waits_for_jobs)
            self._start(key, piece)
            return Submitted(job=piece.job)
        waiting = self._trailing[key]
        job_id = waiting.job if waiting else self._register(kind, project, session)
        self._trailing[key] = _Piece(job_id, work, waits_for_jobs)
        return Submitted(job=job_id, skipped="queued")

    async def ended(self, job_id: str) -> None:
        """Wait until a job has ended, one way or the other."""
        if ended := self._ended.get(job_id):
            await ended.wait()

    def get(self, job_id: str) -> Job | None:
        """Return a job by id, as long as it is remembered."""
        return self._jobs.get(job_id)

    def all(self) -> list[Job]:
        """Return the remembered jobs, newest first."""
        return list(self._jobs.values())[::-1]

    def count(self, status: JobStatus) -> int:
        """Return how many jobs stand at *status*."""
        return sum(job.status is status for job in list(self._jobs.values()))

    async def join(self) -> None:
        """Wait until nothing runs and nothing waits."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def close(self, timeout_s: float) -> None:
        """Take no more work, drop what waits, let what runs reach its end or cancel it."""
        self._closing = True
        for job in self.all():
            if job.status is JobStatus.PENDING:
                self._change(job.id, status=JobStatus.SKIPPED, reason="stopping")
        if not self._tasks:
            return
        _, late = await asyncio.wait(self._tasks, timeout=timeout_s)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)

    def drop(self, project: str) -> None:
        """Remember the ended jobs of *project* no more."""
        for job in self.all():
            if job.project == project and job.id not in self._ended:
                del self._jobs[job.id]
                self._past.remove(job.id)

    def _register(self, kind: str, project: str | None, session: str | None) -> str:
        now = self.clock()
        job = Job(
            id=secrets.token_hex(6),
            kind=kind,
            project=project,
            session=session,
            status=JobStatus.PENDING,
            created=now,
            updated=now,
        )
        self._jobs[job.id] = job
        self._ended[job.id] = asyncio.Event()
        self._forget_old()
        self.on_change(job)
        return job.id

    def _forget_old(self) -> None:
        while self._past and len(self._jobs) > self.kept:
            del self._jobs[self._past.popleft()]

    def _change(self, job_id: str, **changes: object) -> None:
        if job_id not in self._ended:  # what a job says after its end changes nothing
            return
        job = replace(self._jobs[job_id], updated=self.clock(), **changes)  # type: ignore[arg-type]  # names are Job's own
        self._jobs[job_id] = job
        if job.status not in (JobStatus.PENDING, JobStatus.RUNNING):
            self._ended.pop(job_id).set()
            self._past.append(job_id)
            self._forget_old()
        self.on_change(job)

    def _start(self, key: str, piece: _Piece) -> None:
        self._trailing[key] = None
        task = asyncio.get_running_loop().create_task(
            self._run(key, piece), name=f"job {piece.job}"
        )
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run(self, key: str, piece: _Piece) -> None:
        self._slots = self._slots or asyncio.Semaphore(self.limit)
        try:
            async with contextlib.nullcontext() if piece.waits_for_jobs else self._slots:
                if not self._closing:
                    await self._work(piece.job, piece.work)
        finally:
            waiting = self._trailing.pop(key)
            if waiting and not self._closing:
                self._start(key, waiting)

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
                # Named here, too: no job's failure is a repeat of another's.
                log.exception("job failed", kind=self._jobs[job_id].kind, job=job_id)
                error = f"{type(exc).__name__}: {exc}"
                self._change(job_id, status=JobStatus.FAILED, error=error)
            else:
                status = JobStatus.SKIPPED if outcome.reason else JobStatus.COMPLETED
                self._change(job_id, status=status, reason=outcome.reason, result=outcome.result)
