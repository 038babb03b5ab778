"""Consolidation: one job for each project, over all that its sessions taught."""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from memoryd.config import Memories

from . import rollout_jobs
from .connection import Connection, storable
from .eligibility import Wait, find_consolidation_wait, is_running, phase2_lease
from .rollout_jobs import JobKind, Lease, RolloutJob, to_seconds, to_time

_KIND = JobKind.CONSOLIDATE
_PRUNED_AT_ONCE = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage1Output:
    """What one session taught, as consolidation reads it.

    `selected`: the last consolidation that succeeded has read this very text.
    """

    thread: str
    agent: str
    session: str
    path: str
    cwd: str
    source_updated: datetime
    source_revision: int
    raw_memory: str
    rollout_summary: str
    rollout_slug: str | None
    digest: bytes | None
    generated: datetime
    usage_count: int
    last_usage: datetime | None
    selected: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsolidationClaim:
    """The right to consolidate one project, from exactly these *inputs*, ordered by thread."""

    project: str
    lease: Lease
    watermark: int
    inputs: tuple[Stage1Output, ...]


@dataclass(frozen=True, slots=True)
class ConsolidationState:
    """One project's job, and why it is not started (None: it may be)."""

    job: RolloutJob
    wait: Wait | None

    @property
    def project(self) -> str:
        """The root of the project."""
        return self.job.key


@dataclass(frozen=True, slots=True)
class Consolidations:
    """The consolidations of all projects; of one project never two at once."""

    connection: Connection

    def claim(
        self, project: str, rules: Memories, *, worker: str, now: datetime
    ) -> ConsolidationClaim | Wait:
        """Claim a project with all there is to consolidate, or say why not.

        Whatever is learnt or dropped from here on makes the project due again.
        """
        key = storable(project)
        with self.connection.decision() as db:
            job = rollout_jobs.read_job(db, _KIND, key)
            wait = find_consolidation_wait(job, rules, now=now)
            if wait or job is None or job.input_watermark is None:
                return wait or Wait.UP_TO_DATE
            lease = rollout_jobs.take(
                db,
                _KIND,
                key,
                watermark=job.input_watermark,
                worker=worker,
                now=now,
                lease=phase2_lease(rules),
            )
            return ConsolidationClaim(
                project=key,
                lease=lease,
                watermark=job.input_watermark,
                inputs=_select(db, key, rules.max_raw_memories_for_global),
            )

    def renew(self, claim: ConsolidationClaim, rules: Memories, *, now: datetime) -> bool:
        """Extend a claim; False when it was lost: stop, and put nothing in place."""
        with self.connection.decision() as db:
            return rollout_jobs.renew(db, claim.lease, now=now, length=phase2_lease(rules))

    def complete(self, claim: ConsolidationClaim, *, now: datetime) -> bool:
        """Note that a project was consolidated from its inputs; False when the claim was lost."""
        with self.connection.decision() as db:
            if not rollout_jobs.succeed(db, claim.lease, watermark=claim.watermark, now=now):
                return False
            _select_exactly(db, claim.project, claim.inputs)
            return True

    def fail(
        self, claim: ConsolidationClaim, error: str, rules: Memories, *, now: datetime
    ) -> bool:
        """Note why a consolidation failed, and when to try again.

        Also when the claim was lost, to one whose lease is over in its turn. Return False when
        nothing was noted. *error* is shown to people; the caller has taken secrets out of it.
        """
        delay = timedelta(seconds=rules.phase2_retry_delay_seconds)
        with self.connection.decision() as db:
            if rollout_jobs.fail(db, claim.lease, error=error, now=now, delay=delay):
                return True
            job = rollout_jobs.read_job(db, _KIND, claim.project)
            if job is None or is_running(job, phase2_lease(rules), now=now):
                return False
            return rollout_jobs.fail_abandoned(
                db, _KIND, claim.project, error=error, now=now, delay=delay
            )

    def release(self, claim: ConsolidationClaim, reason: str, *, now: datetime) -> bool:
        """Give a claim back untried, at no cost; False when it was lost."""
        with self.connection.decision() as db:
            return rollout_jobs.release(db, claim.lease, reason=reason, now=now)

    def outputs(self) -> list[Stage1Output]:
        """Return what all sessions of all projects taught, by thread."""
        with self.connection.transaction() as db:
            rows = db.execute(
                "SELECT * FROM stage1_outputs JOIN threads ON thread_id = id ORDER BY thread_id"
            ).fetchall()
        return [_output(row) for row in rows]

    def enqueue(self, project: str, *, at: datetime, force: bool) -> None:
        """Ask for a consolidation of a project as of a time.

        Forced, whatever was done before, and with all retries for the sessions that failed;
        otherwise only when nothing was asked for as of that time or later.
        """
        with self.connection.decision() as db:
            rollout_jobs.mark_dirty(db, project, at=at, force=force)
            if force:
                db.execute(
                    "UPDATE jobs SET retry_remaining = ?, retry_at = NULL"
                    " WHERE kind = ? AND status = 'error'"
                    " AND job_key IN (SELECT id FROM threads WHERE project = ?)",
                    (rollout_jobs.RETRIES, JobKind.STAGE1, storable(project)),
                )

    def states(self, rules: Memories, *, now: datetime) -> list[ConsolidationState]:
        """Return how it stands with each project that ever had something to consolidate."""
        with self.connection.transaction() as db:
            jobs = rollout_jobs.read_jobs(db, _KIND)
        return [
            ConsolidationState(job, find_consolidation_wait(job, rules, now=now)) for job in jobs
        ]

    def prune(self, *, unused_since: datetime) -> int:
        """Drop outputs that lost their place among a project's inputs and were of no use since.

        The stalest go first, a few hundred at a time; return how many. What no consolidation has
        weighed yet stays. The sessions are not extracted again unless they change.
        """
        with self.connection.decision() as db:
            gone = db.execute(
                "DELETE FROM stage1_outputs WHERE thread_id IN ("
                "SELECT thread_id FROM stage1_outputs JOIN threads ON thread_id = id"
                " JOIN jobs ON kind = ? AND job_key = project"
                " WHERE NOT forgotten AND selected_revision IS NULL"
                " AND last_success_watermark >= input_watermark"
                " AND coalesce(last_usage, source_updated_at) < ?"
                " ORDER BY coalesce(last_usage, source_updated_at), thread_id LIMIT ?)",
                (_KIND, to_seconds(unused_since), _PRUNED_AT_ONCE),
            )
            return gone.rowcount


def _select(db: sqlite3.Connection, project: str, limit: int) -> tuple[Stage1Output, ...]:
    rows = db.execute(
        "SELECT * FROM stage1_outputs JOIN threads ON thread_id = id"
        " WHERE project = ? AND NOT forgotten"
        " ORDER BY usage_count DESC, coalesce(last_usage, source_updated_at) DESC,"
        " source_updated_at DESC, thread_id DESC LIMIT ?",
        (project, limit),
    )
    return tuple(sorted(map(_output, rows), key=lambda output: output.thread))


def _select_exactly(db: sqlite3.Connection, project: str, inputs: Sequence[Stage1Output]) -> None:
    db.execute(
        "UPDATE stage1_outputs SET selected_revision = NULL"
        " WHERE thread_id IN (SELECT id FROM threads WHERE project = ?)",
        (project,),
    )
    db.executemany(
        "UPDATE stage1_outputs SET selected_revision = ? WHERE thread_id = ?",
        [(each.source_revision, each.thread) for each in inputs],
    )


def _output(row: sqlite3.Row) -> Stage1Output:
    return Stage1Output(
        thread=row["id"],
        agent=row["agent"],
        session=row["session"],
        path=row["rollout_path"],
        cwd=row["cwd"],
        source_updated=datetime.fromtimestamp(row["source_updated_at"], UTC),
        source_revision=row["source_revision"],
        raw_memory=row["raw_memory"],
        rollout_summary=row["rollout_summary"],
        rollout_slug=row["rollout_slug"],
        digest=row["digest"],
        generated=datetime.fromtimestamp(row["generated_at"], UTC),
        usage_count=row["usage_count"],
        last_usage=to_time(row["last_usage"]),
        selected=row["selected_revision"] == row["source_revision"],
    )
