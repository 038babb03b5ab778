"""Stage 1: one extraction for each session, its claim and what it brought."""

import sqlite3
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from memoryd.config import Memories

from . import rollout_jobs
from .connection import Connection, storable
from .eligibility import PASSING, Wait, find_stage1_wait, is_running, stage1_lease
from .rollout_jobs import JobKind, Lease, RolloutJob, RolloutStatus, to_seconds
from .threads import Thread, thread_of

SCHEMA = """
CREATE TABLE IF NOT EXISTS stage1_outputs (
  thread_id TEXT PRIMARY KEY, source_updated_at INTEGER NOT NULL,
  source_revision INTEGER NOT NULL,
  raw_memory TEXT NOT NULL, rollout_summary TEXT NOT NULL, rollout_slug TEXT, digest BLOB,
  generated_at INTEGER NOT NULL, usage_count INTEGER NOT NULL DEFAULT 0, last_usage INTEGER,
  selected_revision INTEGER
);
"""
_KIND = JobKind.STAGE1
_THREADS_AND_JOBS = f"SELECT * FROM threads LEFT JOIN jobs ON kind = '{_KIND}' AND job_key = id"  # noqa: S608 -- a literal


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """What one session taught. Blank in either text, it taught nothing.

    `digest` is the same in parts, for those who can read it.
    """

    raw_memory: str
    rollout_summary: str
    rollout_slug: str | None = None
    digest: bytes | None = None


@dataclass(frozen=True, slots=True)
class Stage1Claim:
    """The right to extract from one session, as it was when claimed."""

    thread: Thread
    lease: Lease


@dataclass(frozen=True, slots=True)
class Stage1State:
    """One session, its job if it ever had one, and why nothing is done about it (None: it may)."""

    thread: Thread
    job: RolloutJob | None
    wait: Wait | None


@dataclass(frozen=True, slots=True)
class Stage1:
    """The extractions of all sessions; at most `stage1Concurrency` at once, whoever runs them."""

    connection: Connection

    def claim(
        self,
        rules: Memories,
        *,
        worker: str,
        now: datetime,
        active: Collection[str] = (),
        claimed: int = 0,
        project: str | None = None,
    ) -> list[Stage1Claim]:
        """Claim as many sessions as there are free places, those that changed last first.

        *active* are ids of threads to leave alone. *claimed* is how many this start of the
        pipeline has claimed before: call again with it when a place is free, until nothing comes.
        Only those of one *project*, if one is given.
        """
        with self.connection.decision() as db:
            running = _end_dead_leases(db, rules, now)
            places = min(
                rules.stage1_concurrency - len(running), rules.max_rollouts_per_startup - claimed
            )
            threads = _choose(db, rules, places=places, active=active, project=project, now=now)
            return [_take(db, thread, rules, worker, now) for thread in threads]

    def renew(self, claim: Stage1Claim, rules: Memories, *, now: datetime) -> bool:
        """Extend a claim; False when it was lost: stop working on it.

        A lease that is over is renewed only when there is a free place.
        """
        with self.connection.decision() as db:
            running = _end_dead_leases(db, rules, now)
            if claim.thread.id not in running and len(running) >= rules.stage1_concurrency:
                return False
            return rollout_jobs.renew(db, claim.lease, now=now, length=stage1_lease(rules))

    def complete(self, claim: Stage1Claim, extraction: Extraction | None, *, now: datetime) -> bool:
        """Store what a session taught (None: nothing), and ask for a consolidation if that is news.

        Return False, and store nothing, when the claim was lost.
        """
        with self.connection.decision() as db:
            revision = claim.thread.revision
            if not rollout_jobs.succeed(db, claim.lease, watermark=revision, now=now):
                return False
            if _store(db, claim.thread, extraction, now):
                project = _project(db, claim.thread.id)
                rollout_jobs.mark_dirty(db, project, at=claim.thread.updated, force=True)
            return True

    def fail(self, claim: Stage1Claim, error: str, rules: Memories, *, now: datetime) -> bool:
        """Note why an extraction failed, and when to try again; False when the claim was lost.

        *error* is shown to people; the caller has taken secrets out of it.
        """
        delay = timedelta(seconds=rules.stage1_retry_delay_seconds)
        with self.connection.decision() as db:
            return rollout_jobs.fail(db, claim.lease, error=error, now=now, delay=delay)

    def release(self, claim: Stage1Claim, reason: str, *, now: datetime) -> bool:
        """Give a claim back untried, at no cost; False when it was lost."""
        with self.connection.decision() as db:
            return rollout_jobs.release(db, claim.lease, reason=reason, now=now)

    def states(
        self, rules: Memories, *, now: datetime, active: Collection[str] = ()
    ) -> list[Stage1State]:
        """Return how it stands with each session, the one that changed last first."""
        with self.connection.transaction() as db:
            rows = db.execute(f"{_THREADS_AND_JOBS} ORDER BY updated_at DESC, id DESC").fetchall()
        return [_state(row, rules, active, now) for row in rows]

    def rewrite(self, thread: str, extraction: Extraction | None) -> None:
        """Put other texts in place of what a session taught (None: nothing)."""
        values = _values(extraction)
        with self.connection.transaction() as db:
            if values is None:
                db.execute("DELETE FROM stage1_outputs WHERE thread_id = ?", (thread,))
                return
            db.execute(
                "UPDATE stage1_outputs SET raw_memory = ?, rollout_summary = ?, rollout_slug = ?,"
                " digest = ? WHERE thread_id = ?",
                (*values, thread),
            )

    def taught(self) -> int:
        """Return how many sessions taught something."""
        with self.connection.transaction() as db:
            row = db.execute("SELECT COUNT(*) AS n FROM stage1_outputs").fetchone()
        return int(row["n"])

    def count_usage(self, threads: Iterable[str], *, now: datetime) -> None:
        """Note that what these sessions taught was of use: it ranks higher and is kept longer."""
        with self.connection.transaction() as db:
            raise_usage(db, threads, now)


def raise_usage(db: sqlite3.Connection, threads: Iterable[str], now: datetime) -> None:
    """Let what these sessions taught rank higher, as a step of a transaction."""
    db.executemany(
        "UPDATE stage1_outputs SET usage_count = usage_count + 1, last_usage = ?"
        " WHERE thread_id = ?",
        [(to_seconds(now), each) for each in dict.fromkeys(threads)],
    )


def _end_dead_leases(db: sqlite3.Connection, rules: Memories, now: datetime) -> set[str]:
    """Return the threads that are being worked on; those whose lease is over stay out of it.

    Otherwise a clock that goes back would bring leases to life for which there is no place.
    """
    alive = set()
    for job in rollout_jobs.read_jobs(db, _KIND, RolloutStatus.RUNNING):
        if is_running(job, stage1_lease(rules), now=now):
            alive.add(job.key)
        else:
            rollout_jobs.end_lease(db, _KIND, job.key)
    return alive


def _choose(
    db: sqlite3.Connection,
    rules: Memories,
    *,
    places: int,
    active: Collection[str],
    project: str | None,
    now: datetime,
) -> list[Thread]:
    oldest = now - timedelta(days=rules.max_rollout_age_days)
    rows = db.execute(
        f"{_THREADS_AND_JOBS} WHERE max(updated_at, arrived_at) >= :oldest"
        " AND last_success_watermark IS NOT revision"
        " AND (:project IS NULL OR project = :project) ORDER BY updated_at DESC, id DESC",
        {"oldest": to_seconds(oldest), "project": storable(project) if project else None},
    )
    chosen: list[Thread] = []
    looked_at = 0
    for row in rows:
        if len(chosen) >= places or looked_at >= rules.thread_scan_limit:
            break
        state = _state(row, rules, active, now)
        if state.wait is None:
            chosen.append(state.thread)
        looked_at += state.wait is None or state.wait in PASSING
    return chosen


def _state(
    row: sqlite3.Row, rules: Memories, active: Collection[str], now: datetime
) -> Stage1State:
    thread = thread_of(row)
    job = rollout_jobs.job_of(row) if row["kind"] else None
    wait = find_stage1_wait(thread, job, rules, active=thread.id in active, now=now)
    return Stage1State(thread, job, wait)


def _take(
    db: sqlite3.Connection, thread: Thread, rules: Memories, worker: str, now: datetime
) -> Stage1Claim:
    lease = rollout_jobs.take(
        db,
        _KIND,
        thread.id,
        watermark=thread.revision,
        worker=worker,
        now=now,
        lease=stage1_lease(rules),
    )
    return Stage1Claim(thread, lease)


def _store(
    db: sqlite3.Connection, thread: Thread, extraction: Extraction | None, now: datetime
) -> bool:
    """Store or remove the output of a session; tell whether anything changed."""
    values = _values(extraction)
    if values is None:
        gone = db.execute("DELETE FROM stage1_outputs WHERE thread_id = ?", (thread.id,))
        return gone.rowcount == 1
    db.execute(
        "INSERT INTO stage1_outputs (thread_id, source_updated_at, source_revision, raw_memory,"
        " rollout_summary, rollout_slug, digest, generated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (thread_id) DO UPDATE SET source_updated_at = excluded.source_updated_at,"
        " source_revision = excluded.source_revision, raw_memory = excluded.raw_memory,"
        " rollout_summary = excluded.rollout_summary, rollout_slug = excluded.rollout_slug,"
        " digest = excluded.digest,"
        " generated_at = excluded.generated_at",
        (
            thread.id,
            to_seconds(thread.updated),
            thread.revision,
            *values,
            to_seconds(now),
        ),
    )
    return True


def _project(db: sqlite3.Connection, thread: str) -> str:
    # Not the claim's: the session may have moved since.
    row = db.execute("SELECT project FROM threads WHERE id = ?", (thread,)).fetchone()
    return str(row["project"])


def _values(extraction: Extraction | None) -> tuple[str, str, str | None, bytes | None] | None:
    """Return the columns of what a session taught; None when it taught nothing."""
    if extraction is None:
        return None
    raw, summary = storable(extraction.raw_memory), storable(extraction.rollout_summary)
    if not (raw.strip() and summary.strip()):
        return None
    slug = extraction.rollout_slug
    return raw, summary, storable(slug) if slug else None, extraction.digest
