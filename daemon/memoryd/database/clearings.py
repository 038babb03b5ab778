"""Clearings: a project lets go of all its sessions, until that is taken back.

Whether one stands is told by its record in the trash. Here stands what that means for sessions:
they keep what they taught, unseen by everybody, for as long as there is an undo.
"""

import sqlite3
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from . import rollout_jobs
from .connection import Connection, storable
from .rollout_jobs import JobKind, to_seconds
from .threads import CLEARED, FORGOTTEN

SCHEMA = """
CREATE TABLE IF NOT EXISTS clearings (
  token TEXT PRIMARY KEY, project TEXT NOT NULL, at INTEGER NOT NULL, state TEXT NOT NULL
) WITHOUT ROWID;
"""


class ClearingState(StrEnum):
    """How far a clearing is; one that is over can neither be taken back nor done again."""

    BEGUN = "begun"
    STANDS = "stands"
    UNDONE = "undone"
    OVER = "over"


@dataclass(frozen=True, slots=True, kw_only=True)
class Clearing:
    """One clearing of the project with that root; *token* undoes it."""

    token: str
    project: str
    state: ClearingState


@dataclass(frozen=True, slots=True)
class Clearings:
    """The clearings of all projects."""

    connection: Connection

    def count_sessions(self, project: str) -> int:
        """Return how many sessions of a project would be let go."""
        with self.connection.transaction() as db:
            row = db.execute(
                "SELECT COUNT(*) AS n FROM ("
                "SELECT id FROM threads WHERE project = :project"
                " UNION SELECT agent || ':' || session FROM sessions"
                " WHERE project = :project AND NOT private)"
                " WHERE id NOT IN (SELECT id FROM threads WHERE forgotten)",
                {"project": storable(project)},
            ).fetchone()
        return int(row["n"])

    def begin(self, token: str, project: str, *, now: datetime) -> None:
        """Let go of every session of a project that is known now.

        Whoever works on one has lost his claim. Those that were read, but not registered so far,
        are as good as known.
        """
        values = {"token": token, "project": storable(project), "now": to_seconds(now)}
        with self.connection.decision() as db:
            db.execute("INSERT INTO clearings VALUES (:token, :project, :now, 'begun')", values)
            # Nobody knows yet whether a person sat before it; who registers it says so.
            db.execute(
                "INSERT OR IGNORE INTO threads SELECT agent || ':' || session, agent, session,"
                " project, min(mtime_ns / 1000000000, :now), min(mtime_ns / 1000000000, :now),"
                " path, coalesce(cwd, ''), 'unknown', '', 0, 0, NULL FROM sessions"
                " WHERE project = :project AND NOT private",
                values,
            )
            db.execute(
                "UPDATE threads SET cleared_by = :token WHERE project = :project AND NOT forgotten",
                values,
            )
            _let_go(db, token, str(values["project"]))

    def unfinished(self) -> list[Clearing]:
        """Return the clearings that are not over, oldest first."""
        with self.connection.transaction() as db:
            rows = db.execute("SELECT * FROM clearings WHERE state != 'over' ORDER BY at, token")
            return [
                Clearing(
                    token=row["token"], project=row["project"], state=ClearingState(row["state"])
                )
                for row in rows
            ]

    def settle(self, token: str, *, stands: bool, now: datetime) -> None:
        """Follow what became of a clearing; its sessions go, or may be learnt from again."""
        wanted = ClearingState.STANDS if stands else ClearingState.UNDONE
        with self.connection.decision() as db:
            row = db.execute("SELECT * FROM clearings WHERE token = ?", (token,)).fetchone()
            if row is None or row["state"] in {wanted, ClearingState.OVER}:
                return
            db.execute("UPDATE clearings SET state = ? WHERE token = ?", (wanted, token))
            if stands:
                _let_go(db, token, row["project"])
            else:
                _take_back(db, token, row["project"], now)

    def end(self, token: str) -> None:
        """Make final what became of a clearing: what its sessions taught is dropped for good."""
        with self.connection.decision() as db:
            gone = "SELECT id FROM threads WHERE cleared_by = ? AND forgotten = ?"
            values = (token, CLEARED)
            db.execute(f"DELETE FROM stage1_outputs WHERE thread_id IN ({gone})", values)  # noqa: S608 -- a literal
            db.execute(
                "UPDATE threads SET forgotten = ? WHERE cleared_by = ? AND forgotten = ?",
                (FORGOTTEN, *values),
            )
            db.execute("UPDATE clearings SET state = 'over' WHERE token = ?", (token,))


def _let_go(db: sqlite3.Connection, token: str, project: str) -> None:
    db.execute(
        "UPDATE threads SET forgotten = ? WHERE cleared_by = ? AND NOT forgotten", (CLEARED, token)
    )
    for row in db.execute("SELECT id FROM threads WHERE cleared_by = ?", (token,)).fetchall():
        rollout_jobs.revoke(db, JobKind.STAGE1, row["id"])
    rollout_jobs.delete_job(db, JobKind.CONSOLIDATE, project)


def _take_back(db: sqlite3.Connection, token: str, project: str, now: datetime) -> None:
    db.execute(
        "UPDATE threads SET forgotten = 0 WHERE cleared_by = ? AND forgotten = ?", (token, CLEARED)
    )
    rollout_jobs.mark_dirty(db, project, at=now, force=True)
