"""The jobs of the two-phase pipeline: who works on what, until when, and what became of it.

A job is owned by a token, for as long as its lease is renewed. Whoever lost it changes nothing
any more. The functions are steps of a transaction; its owner is the caller.
"""

import secrets
import sqlite3
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum

from .connection import storable

SCHEMA = """
CREATE TABLE IF NOT EXISTS jobs (
  kind TEXT NOT NULL, job_key TEXT NOT NULL, status TEXT NOT NULL,
  worker_id TEXT, ownership_token TEXT, started_at INTEGER, finished_at INTEGER,
  lease_until INTEGER, retry_at INTEGER, retry_remaining INTEGER NOT NULL, last_error TEXT,
  input_watermark INTEGER, last_success_watermark INTEGER,
  PRIMARY KEY (kind, job_key)
) WITHOUT ROWID;
"""
RETRIES = 3
_EPOCH = datetime.fromtimestamp(0, UTC)
_SECOND = timedelta(seconds=1)
_MAX_ERROR_CHARS = 500


class JobKind(StrEnum):
    """What a job does: stage 1 is keyed by thread, consolidation by the project's root."""

    STAGE1 = "memory_stage1"
    CONSOLIDATE = "memory_consolidate"


class RolloutStatus(StrEnum):
    """What became of a job last."""

    PENDING = "pending"
    RUNNING = "running"
    DONE = "done"
    ERROR = "error"


@dataclass(frozen=True, slots=True, kw_only=True)
class RolloutJob:
    """One job as it stands.

    There is work when `input_watermark` is beyond `last_success_watermark`.
    """

    kind: JobKind
    key: str
    status: RolloutStatus
    worker: str | None
    started: datetime | None
    finished: datetime | None
    lease_until: datetime | None
    retry_at: datetime | None
    retries_left: int
    error: str | None
    input_watermark: int | None
    last_success_watermark: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Lease:
    """The right to work on one job, until somebody else has taken it over."""

    kind: JobKind
    key: str
    token: str


def to_seconds(at: datetime) -> int:
    """Return a time as whole seconds of the epoch, rounded down."""
    return (at - _EPOCH) // _SECOND  # exactly: a float of it would round


def to_time(seconds: int | None) -> datetime | None:
    """Return the time of a number of seconds, if there is one."""
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC)


def job_of(row: sqlite3.Row) -> RolloutJob:
    """Return the job in a row that has the columns of `jobs`."""
    return RolloutJob(
        kind=JobKind(row["kind"]),
        key=row["job_key"],
        status=RolloutStatus(row["status"]),
        worker=row["worker_id"],
        started=to_time(row["started_at"]),
        finished=to_time(row["finished_at"]),
        lease_until=to_time(row["lease_until"]),
        retry_at=to_time(row["retry_at"]),
        retries_left=row["retry_remaining"],
        error=row["last_error"],
        input_watermark=row["input_watermark"],
        last_success_watermark=row["last_success_watermark"],
    )


def read_jobs(
    db: sqlite3.Connection, kind: JobKind, status: RolloutStatus | None = None
) -> list[RolloutJob]:
    """Return the jobs of a kind (and status) by key."""
    rows = db.execute(
        "SELECT * FROM jobs WHERE kind = :kind AND (:status IS NULL OR status = :status)"
        " ORDER BY job_key",
        {"kind": kind, "status": status},
    )
    return [job_of(row) for row in rows]


def read_job(db: sqlite3.Connection, kind: JobKind, key: str) -> RolloutJob | None:
    """Return one job, if anybody ever touched it."""
    row = db.execute("SELECT * FROM jobs WHERE kind = ? AND job_key = ?", (kind, key)).fetchone()
    return job_of(row) if row else None


def delete_job(db: sqlite3.Connection, kind: JobKind, key: str) -> None:
    """Forget a job; who works on it has lost it."""
    db.execute("DELETE FROM jobs WHERE kind = ? AND job_key = ?", (kind, key))


def take(
    db: sqlite3.Connection,
    kind: JobKind,
    key: str,
    *,
    watermark: int,
    worker: str,
    now: datetime,
    lease: timedelta,
) -> Lease:
    """Make *worker* the owner of a job; an input never tried before has all its retries."""
    values = {
        "kind": kind,
        "key": key,
        "worker": storable(worker),
        "token": secrets.token_hex(16),
        "now": to_seconds(now),
        "until": to_seconds(now + lease),
        "watermark": watermark,
        "retries": RETRIES,
    }
    db.execute(
        "INSERT INTO jobs (kind, job_key, status, worker_id, ownership_token, started_at,"
        " lease_until, retry_remaining, input_watermark)"
        " VALUES (:kind, :key, 'running', :worker, :token, :now, :until, :retries, :watermark)"
        " ON CONFLICT (kind, job_key) DO UPDATE SET status = 'running', worker_id = :worker,"
        " ownership_token = :token, started_at = :now, finished_at = NULL, lease_until = :until,"
        " retry_at = NULL, last_error = NULL, input_watermark = :watermark,"
        " retry_remaining = CASE WHEN input_watermark IS NOT :watermark"
        " THEN :retries ELSE retry_remaining END",
        values,
    )
    return Lease(kind=kind, key=key, token=str(values["token"]))


def renew(db: sqlite3.Connection, lease: Lease, *, now: datetime, length: timedelta) -> bool:
    """Extend a lease from now on; False when the job is not ours any more."""
    return _change_owned(db, lease, "lease_until = :until", {"until": to_seconds(now + length)})


def end_lease(db: sqlite3.Connection, kind: JobKind, key: str) -> None:
    """Let anybody take over a job; until somebody does, its owner may still end or renew it."""
    db.execute("UPDATE jobs SET lease_until = NULL WHERE kind = ? AND job_key = ?", (kind, key))


def revoke(db: sqlite3.Connection, kind: JobKind, key: str) -> None:
    """Take a job from whoever works on it; it counts as not tried."""
    db.execute(
        "UPDATE jobs SET status = 'pending', ownership_token = NULL, lease_until = NULL"
        " WHERE kind = ? AND job_key = ? AND status = 'running'",
        (kind, key),
    )


def succeed(db: sqlite3.Connection, lease: Lease, *, watermark: int, now: datetime) -> bool:
    """End a job well, up to a watermark; False when it is not ours any more."""
    return _change_owned(
        db,
        lease,
        "status = CASE WHEN input_watermark > :watermark THEN 'pending' ELSE 'done' END,"
        " last_success_watermark = max(coalesce(last_success_watermark, :watermark), :watermark),"
        " ownership_token = NULL, lease_until = NULL, retry_at = NULL, last_error = NULL,"
        " retry_remaining = :retries, finished_at = :now",
        {"watermark": watermark, "retries": RETRIES, "now": to_seconds(now)},
    )


_FAILED = (
    "status = 'error', ownership_token = NULL, lease_until = NULL, retry_at = :retry_at,"
    " retry_remaining = max(retry_remaining - 1, 0), last_error = :error, finished_at = :now"
)


def fail(
    db: sqlite3.Connection, lease: Lease, *, error: str, now: datetime, delay: timedelta
) -> bool:
    """End a job badly, to be tried again after *delay*; False when it is not ours any more."""
    return _change_owned(db, lease, _FAILED, _failure(error, now, delay))


def fail_abandoned(
    db: sqlite3.Connection, kind: JobKind, key: str, *, error: str, now: datetime, delay: timedelta
) -> bool:
    """End a running job badly whoever owns it; the caller knows that its lease is over."""
    changed = db.execute(
        f"UPDATE jobs SET {_FAILED} WHERE kind = :kind AND job_key = :key AND status = 'running'",  # noqa: S608 -- a literal
        {**_failure(error, now, delay), "kind": kind, "key": key},
    )
    return changed.rowcount == 1


def release(db: sqlite3.Connection, lease: Lease, *, reason: str, now: datetime) -> bool:
    """Give a job back untried, at no cost; False when it is not ours any more."""
    return _change_owned(
        db,
        lease,
        "status = 'pending', ownership_token = NULL, lease_until = NULL, last_error = :error,"
        " finished_at = :now",
        {"error": _shorten(reason), "now": to_seconds(now)},
    )


def mark_dirty(db: sqlite3.Connection, project: str, *, at: datetime, force: bool) -> None:
    """Ask for a consolidation of a project as of a time.

    Forced, it is asked for whatever was done before, also while one runs; otherwise only when the
    time is beyond the last that was asked for.
    """
    db.execute(
        "INSERT INTO jobs (kind, job_key, status, retry_remaining, input_watermark)"
        " VALUES (:kind, :key, 'pending', :retries, :at)"
        " ON CONFLICT (kind, job_key)"
        " DO UPDATE SET input_watermark = max(:at, input_watermark + 1),"
        " status = CASE status WHEN 'running' THEN status ELSE 'pending' END,"
        " retry_at = NULL, retry_remaining = :retries"
        " WHERE :force OR input_watermark < :at",
        {
            "kind": JobKind.CONSOLIDATE,
            "key": storable(project),
            "retries": RETRIES,
            "at": to_seconds(at),
            "force": force,
        },
    )


def _change_owned(
    db: sqlite3.Connection, lease: Lease, change: str, values: dict[str, object]
) -> bool:
    changed = db.execute(
        f"UPDATE jobs SET {change} WHERE kind = :kind AND job_key = :key"  # noqa: S608 -- change is a literal of this module
        " AND status = 'running' AND ownership_token = :token",
        {**values, "kind": lease.kind, "key": lease.key, "token": lease.token},
    )
    return changed.rowcount == 1


def _failure(error: str, now: datetime, delay: timedelta) -> dict[str, object]:
    return {
        "error": _shorten(error),
        "now": to_seconds(now),
        "retry_at": to_seconds(now + delay),
    }


def _shorten(text: str) -> str:
    return storable(text)[:_MAX_ERROR_CHARS]
