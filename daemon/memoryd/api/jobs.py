"""Background work as callers see it: what runs, what waits or failed and why, and a rebuild."""

import asyncio
import hashlib
from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from memoryd.database import RolloutJob, RolloutStatus, Wait
from memoryd.database.rollout_jobs import RETRIES
from memoryd.domain import isoformat
from memoryd.errors import NotFoundError
from memoryd.jobs import Job, Jobs
from memoryd.memory import Projects
from memoryd.schedule import Passes
from memoryd_client import wire

from . import requests
from .calls import Call, Reply, narrow

T = TypeVar("T")


@dataclass(slots=True, kw_only=True)
class JobHandlers:
    """Answers what is asked of work in the background."""

    jobs: Jobs
    passes: Passes
    projects: Projects
    executor: Executor

    async def list(self, _: Call) -> Reply:
        kept = await self._in_thread(partial(kept_jobs, self.passes))
        return Reply(wire.JobList(jobs=[*map(show_job, self.jobs.all()), *kept]))

    async def one(self, call: Call) -> Reply:
        wanted = call.http.match_info["id"]
        if found := self.jobs.get(wanted):
            return Reply(show_job(found))
        for kept in await self._in_thread(partial(kept_jobs, self.passes)):
            if kept.id == wanted:
                return Reply(kept)
        raise NotFoundError("no such job; only recent ones are kept")

    async def rebuild(self, call: Call) -> Reply:
        asked = narrow(requests.RebuildRequest, call.body)
        if asked.cwd is None:
            job = await self.passes.pass_if_due()
            skipped = None if job else "nothing_new" if self.passes.rules.enabled else "disabled"
        else:
            project = await self._in_thread(partial(self.projects.of, asked.cwd))
            job, skipped = await self.passes.rebuild(project, force=asked.force)
        return Reply(wire.Started(job=job, skipped=skipped), status=202 if job else 200)

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.executor, work)


def show_job(job: Job) -> wire.Job:
    """Show a job as the API does."""
    return wire.Job(
        id=job.id,
        kind=job.kind,
        project=job.project,
        session=job.session,
        status=job.status.value,
        reason=job.reason,
        progress=wire.Progress(done=job.done, total=job.total, unit=job.unit),
        created=isoformat(job.created),
        updated=isoformat(job.updated),
        attempts=1,
        error=job.error,
        result=job.result,
    )


def kept_jobs(passes: Passes) -> list[wire.Job]:
    """Return the pipeline's own jobs that run, failed or were put off. Blocking.

    They outlive the daemon, and stand for one session or one project each.
    """
    rules, now, database = passes.rules, passes.clock(), passes.database
    sessions = [
        _show_kept(state.job, "stage1", state.wait, state.thread.project, state.thread.session)
        for state in database.stage1.states(rules, now=now)
        if state.job and _is_telling(state.job)
    ]
    projects = [
        _show_kept(state.job, "consolidate", state.wait, state.project, None)
        for state in database.consolidations.states(rules, now=now)
        if _is_telling(state.job)
    ]
    return _newest_first([*sessions, *projects])


def _is_telling(job: RolloutJob) -> bool:
    return job.status is RolloutStatus.RUNNING or bool(job.error)


def _newest_first(jobs: Iterable[wire.Job]) -> list[wire.Job]:
    return sorted(jobs, key=lambda job: job.updated, reverse=True)


_STATUS = {
    RolloutStatus.PENDING: "pending",
    RolloutStatus.RUNNING: "running",
    RolloutStatus.DONE: "completed",
    RolloutStatus.ERROR: "failed",
}


def _show_kept(
    job: RolloutJob, kind: str, wait: Wait | None, project: str, session: str | None
) -> wire.Job:
    started = isoformat(job.started) if job.started else ""
    failed = job.status is RolloutStatus.ERROR
    return wire.Job(
        id=f"{kind}-{hashlib.sha256(job.key.encode()).hexdigest()[:12]}",
        kind=kind,
        project=project,
        session=session,
        status=_STATUS[job.status],
        reason=(wait.value if wait else None) if failed else job.error or (wait and wait.value),
        progress=wire.Progress(),
        created=started,
        updated=isoformat(job.finished) if job.finished else started,
        attempts=max(1, RETRIES - job.retries_left),
        error=job.error if failed else None,
    )
