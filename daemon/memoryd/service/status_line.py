"""The line in which a service manager shows what we are doing."""

import asyncio
import contextlib
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath

from memoryd.errors import MemorydError
from memoryd.jobs import Job, JobStatus

from .parts import Parts
from .state import Service

_PAUSE_S = 1.0
_NAMED = 2  # projects that dream; of more only their number is told


@dataclass(frozen=True, slots=True, kw_only=True)
class Doing:
    """What there is to say; of *jobs* only those that have not ended."""

    trouble: str | None
    scanned: bool
    jobs: Sequence[Job]
    projects: int


def describe(doing: Doing) -> str:
    """Say it in words: what is wrong, else what is being worked on, else that nothing is."""
    if doing.trouble:
        return doing.trouble
    said = [_reading(doing.jobs), _asking(doing.jobs), _dreaming(doing.jobs)]
    if any(job.kind == "consolidate" for job in doing.jobs):
        said.append("learning from past sessions")
    if work := "; ".join(filter(None, said)):
        return work
    if not doing.scanned:
        return "looking for sessions"
    return f"idle; {_count(doing.projects, 'project')}"


def _reading(jobs: Sequence[Job]) -> str:
    # A job without sessions follows others; one of a single session asks a model about it.
    mine = [
        job
        for job in jobs
        if job.kind == "extract" and not job.session and job.unit in ("", "sessions")
    ]
    running = sum(job.status is JobStatus.RUNNING for job in mine)
    left = sum(job.total - job.done if job.total is not None else 1 for job in mine)
    waiting = left - running
    if not left:
        return ""
    more = f", {waiting} waiting" if waiting > 0 else ""
    return f"reading {_count(min(running, left), 'session')}{more}"


def _asking(jobs: Sequence[Job]) -> str:
    asked = sum(job.kind == "extract" and job.session is not None for job in jobs)
    return f"asking a model about {_count(asked, 'session')}" if asked else ""


def _dreaming(jobs: Sequence[Job]) -> str:
    names = [PurePath(job.project).name for job in jobs if job.kind == "dream" and job.project]
    if len(names) > _NAMED:
        return f"dreaming in {len(names)} projects"
    return f"dreaming in {' and '.join(names)}" if names else ""


def _count(n: int, what: str) -> str:
    return f"{n} {what}" if n == 1 else f"{n} {what}s"


async def keep_telling(service: Service, parts: Parts) -> None:
    """Tell the manager whenever there is something else to say; nothing runs in between."""
    if not service.notifier.is_heard:
        return
    while not service.stop.is_set():
        service.changed.clear()
        jobs = [
            job for job in parts.jobs.all() if job.status in (JobStatus.PENDING, JobStatus.RUNNING)
        ]
        try:
            said = describe(await asyncio.to_thread(_look, parts, jobs))
        except (OSError, sqlite3.Error, MemorydError) as exc:
            said = f"cannot look at the store: {exc}"  # its own trouble tells it in status
        if refused := parts.health.troubles.get("reload"):  # asked last: it may have come meanwhile
            said = f"reload failed: {refused.detail}"
        if not service.stop.is_set():
            service.notifier.tell(said)
        await service.changed.wait()
        with contextlib.suppress(TimeoutError):  # much may change within a second
            async with asyncio.timeout(_PAUSE_S):
                await service.stop.wait()


def _look(parts: Parts, jobs: Sequence[Job]) -> Doing:
    return Doing(
        trouble=_trouble(parts),
        scanned=parts.clockwork.scanned.is_set(),
        jobs=jobs,
        projects=len(parts.projects.all()),
    )


def _trouble(parts: Parts) -> str | None:
    return next(
        (f"degraded: {each.what}: {each.detail}" for each in parts.health.all_troubles()), None
    )
