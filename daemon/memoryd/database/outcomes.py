"""What was done, what was not and why, and which memories were handed out."""

import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from memoryd.domain import isoformat, parse_time

from .connection import Connection

SCHEMA = """
CREATE TABLE IF NOT EXISTS injections (
  session TEXT NOT NULL, memory TEXT NOT NULL, version TEXT NOT NULL, at TEXT NOT NULL,
  PRIMARY KEY (session, memory)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS runs (
  kind TEXT PRIMARY KEY, at TEXT NOT NULL, project TEXT, status TEXT NOT NULL, reason TEXT,
  duration_ms REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS skipped (
  kind TEXT NOT NULL, reason TEXT NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (kind, reason)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS skipped_hours (
  hour INTEGER NOT NULL, kind TEXT NOT NULL, reason TEXT NOT NULL, n INTEGER NOT NULL,
  PRIMARY KEY (hour, kind, reason)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS dreams (
  project TEXT PRIMARY KEY, at TEXT NOT NULL, status TEXT NOT NULL, reason TEXT,
  idle INTEGER NOT NULL
) WITHOUT ROWID;
"""


_HOURS_KEPT = 48


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """The latest outcome of one kind of work."""

    kind: str
    at: datetime
    project: str | None
    status: str
    reason: str | None
    duration_ms: float


@dataclass(frozen=True, slots=True, kw_only=True)
class DreamRow:
    """The latest try to tidy one project; None is the user's own memories.

    `idle` counts the tries in a row, each of them due, that changed nothing.
    """

    project: str | None
    at: datetime
    status: str
    reason: str | None
    idle: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Injection:
    """One memory handed to one session; `version` tells whether it changed since."""

    session: str
    memory: str
    version: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class HandedOut:
    """How many memories were handed to how many sessions."""

    memories: int
    sessions: int


class Outcomes:
    """Runs, dreams, skips and injections."""

    connection: Connection

    def inject(self, session: str, versions: Mapping[str, str], at: datetime) -> None:
        """Remember which memories, in which version, a session was handed."""
        with self.connection.transaction() as db:
            db.executemany(
                "INSERT OR REPLACE INTO injections VALUES (?, ?, ?, ?)",
                [(session, memory, version, isoformat(at)) for memory, version in versions.items()],
            )

    def injected(self, session: str) -> dict[str, str]:
        """Return what a session was handed: memory id to version."""
        with self.connection.transaction() as db:
            rows = db.execute(
                "SELECT memory, version FROM injections WHERE session = ?", (session,)
            ).fetchall()
        return {row["memory"]: row["version"] for row in rows}

    def injections(self, session: str | None, limit: int) -> list[Injection]:
        """Return what was handed out, newest first."""
        where, values = ("WHERE session = ?", [session]) if session else ("", [])
        with self.connection.transaction() as db:
            rows = db.execute(
                f"SELECT * FROM injections {where} ORDER BY at DESC, memory LIMIT ?",  # noqa: S608 -- where is one of two literals
                [*values, limit],
            ).fetchall()
        return [
            Injection(session=r["session"], memory=r["memory"], version=r["version"], at=_time(r))
            for r in rows
        ]

    def handed_out(self, since: datetime) -> HandedOut:
        """Return what was handed out since a time."""
        with self.connection.transaction() as db:
            row = db.execute(
                "SELECT COUNT(*) AS memories, COUNT(DISTINCT session) AS sessions"
                " FROM injections WHERE at >= ?",
                (isoformat(since),),
            ).fetchone()
        return HandedOut(memories=row["memories"], sessions=row["sessions"])

    def forget_injections(self, before: datetime) -> None:
        """Drop what sessions were handed before a time: they are over."""
        with self.connection.transaction() as db:
            db.execute("DELETE FROM injections WHERE at < ?", (isoformat(before),))

    def erase_handed_out(self, memories: Iterable[str]) -> None:
        """Drop the names of memories from what sessions were handed, to the last byte on disk."""
        with self.connection.transaction() as db:
            db.executemany(
                "DELETE FROM injections WHERE memory = ?", [(memory,) for memory in memories]
            )
        self.connection.scrub()

    def record_run(self, run: Run) -> None:
        """Keep the latest outcome of a kind of work."""
        with self.connection.transaction() as db:
            db.execute(
                "INSERT OR REPLACE INTO runs VALUES (?, ?, ?, ?, ?, ?)",
                (run.kind, isoformat(run.at), run.project, run.status, run.reason, run.duration_ms),
            )

    def last_runs(self) -> dict[str, Run]:
        """Return the latest outcome by kind of work."""
        with self.connection.transaction() as db:
            rows = db.execute("SELECT * FROM runs").fetchall()
        return {
            row["kind"]: Run(
                kind=row["kind"],
                at=_time(row),
                project=row["project"],
                status=row["status"],
                reason=row["reason"],
                duration_ms=row["duration_ms"],
            )
            for row in rows
        }

    def record_dream(self, row: DreamRow) -> None:
        """Keep the latest try to tidy a project."""
        with self.connection.transaction() as db:
            db.execute(
                "INSERT OR REPLACE INTO dreams VALUES (?, ?, ?, ?, ?)",
                (row.project or "", isoformat(row.at), row.status, row.reason, row.idle),
            )

    def dreams(self) -> dict[str | None, DreamRow]:
        """Return the latest try to tidy each project."""
        with self.connection.transaction() as db:
            rows = db.execute("SELECT * FROM dreams").fetchall()
        return {
            row["project"] or None: DreamRow(
                project=row["project"] or None,
                at=_time(row),
                status=row["status"],
                reason=row["reason"],
                idle=row["idle"],
            )
            for row in rows
        }

    def count_skipped(self, kind: str, reasons: Mapping[str, int], *, now: datetime) -> None:
        """Add to the counts of what was not done, by reason: since ever, and in this hour."""
        hour = _hour(now)
        with self.connection.transaction() as db:
            db.execute("DELETE FROM skipped_hours WHERE hour < ?", (hour - _HOURS_KEPT,))
            db.executemany(
                "INSERT INTO skipped_hours VALUES (?, ?, ?, ?)"
                " ON CONFLICT (hour, kind, reason) DO UPDATE SET n = n + excluded.n",
                [(hour, kind, reason, n) for reason, n in reasons.items()],
            )
            db.executemany(
                "INSERT INTO skipped VALUES (?, ?, ?)"
                " ON CONFLICT (kind, reason) DO UPDATE SET n = n + excluded.n",
                [(kind, reason, n) for reason, n in reasons.items()],
            )

    def skipped(self) -> dict[str, dict[str, int]]:
        """Return the counts of what was not done since ever: kind, then reason."""
        with self.connection.transaction() as db:
            return _by_kind(db.execute("SELECT * FROM skipped ORDER BY kind, reason"))

    def skipped_since(self, since: datetime) -> dict[str, dict[str, int]]:
        """Return the same for the hours since a time, the one it falls into included."""
        with self.connection.transaction() as db:
            return _by_kind(
                db.execute(
                    "SELECT kind, reason, SUM(n) AS n FROM skipped_hours WHERE hour >= ?"
                    " GROUP BY kind, reason ORDER BY kind, reason",
                    (_hour(since),),
                )
            )


def _by_kind(rows: Iterable[sqlite3.Row]) -> dict[str, dict[str, int]]:
    counts: dict[str, dict[str, int]] = {}
    for row in rows:
        counts.setdefault(row["kind"], {})[row["reason"]] = row["n"]
    return counts


def _hour(at: datetime) -> int:
    return int(at.timestamp() // timedelta(hours=1).total_seconds())


def _time(row: sqlite3.Row) -> datetime:
    at = parse_time(row["at"])
    assert at is not None  # noqa: S101 -- written by isoformat
    return at
