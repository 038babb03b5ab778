"""What may be worked on now, and why the rest waits. Decisions over values.

Clocks jump, so a lease or delay that reaches further than twice what is granted is not believed:
whatever the clock was when it was written, nothing waits for ever.
"""

from datetime import datetime, timedelta
from enum import StrEnum

from memoryd.config import Memories

from .rollout_jobs import RolloutJob, RolloutStatus
from .threads import Thread

_INTERACTIVE = ("cli", "app")


class Wait(StrEnum):
    """Why a job is not started."""

    FORGOTTEN = "forgotten"
    NOT_INTERACTIVE = "not_interactive"
    UP_TO_DATE = "up_to_date"
    ACTIVE = "active"
    TOO_OLD = "too_old"
    NOT_IDLE = "not_idle"
    RUNNING = "running"
    RETRY_LATER = "retry_later"
    RETRIES_EXHAUSTED = "retries_exhausted"


# These end by themselves, and soon; a session that waits so is one of those looked at.
PASSING = (Wait.RUNNING, Wait.RETRY_LATER)


def find_stage1_wait(
    thread: Thread, job: RolloutJob | None, rules: Memories, *, active: bool, now: datetime
) -> Wait | None:
    """Say why nothing is extracted from a session now; None: it may be."""
    age = now - thread.updated
    if thread.forgotten:
        return Wait.FORGOTTEN
    if thread.source_kind not in _INTERACTIVE:
        return Wait.NOT_INTERACTIVE
    if job and job.last_success_watermark == thread.revision:
        return Wait.UP_TO_DATE
    if active:
        return Wait.ACTIVE
    if now - max(thread.updated, thread.arrived) > timedelta(days=rules.max_rollout_age_days):
        return Wait.TOO_OLD
    if abs(age) < timedelta(hours=rules.min_rollout_idle_hours):  # further ahead: a clock was wrong
        return Wait.NOT_IDLE
    if job is None:
        return None
    if is_running(job, stage1_lease(rules), now=now):
        return Wait.RUNNING
    if job.input_watermark != thread.revision:
        return None
    return _find_retry_wait(job, timedelta(seconds=rules.stage1_retry_delay_seconds), now)


def find_consolidation_wait(
    job: RolloutJob | None, rules: Memories, *, now: datetime
) -> Wait | None:
    """Say why a project is not consolidated now; None: it may be."""
    if job is None:
        return Wait.UP_TO_DATE
    if is_running(job, phase2_lease(rules), now=now):
        return Wait.RUNNING
    if not is_dirty(job):
        return Wait.UP_TO_DATE
    return _find_retry_wait(job, timedelta(seconds=rules.phase2_retry_delay_seconds), now)


def is_dirty(job: RolloutJob) -> bool:
    """Tell whether something was asked for since the last success."""
    done = job.last_success_watermark
    return job.input_watermark is not None and (done is None or job.input_watermark > done)


def is_running(job: RolloutJob, lease: timedelta, *, now: datetime) -> bool:
    """Tell whether somebody owns a job and his lease is not over."""
    return job.status is RolloutStatus.RUNNING and _is_ahead(job.lease_until, lease, now)


def stage1_lease(rules: Memories) -> timedelta:
    """Return for how long an extraction is granted at a time."""
    return timedelta(seconds=rules.stage1_lease_seconds)


def phase2_lease(rules: Memories) -> timedelta:
    """Return for how long a consolidation is granted at a time."""
    return timedelta(seconds=rules.phase2_lease_seconds)


def _find_retry_wait(job: RolloutJob, delay: timedelta, now: datetime) -> Wait | None:
    if job.retries_left <= 0:
        return Wait.RETRIES_EXHAUSTED
    return Wait.RETRY_LATER if _is_ahead(job.retry_at, delay, now) else None


def _is_ahead(until: datetime | None, granted: timedelta, now: datetime) -> bool:
    return until is not None and now < until <= now + 2 * granted
