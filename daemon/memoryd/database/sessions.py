"""How far sessions were read, and which of a person's records are known already."""

import json
import sqlite3
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from memoryd.domain import isoformat, parse_time

from .connection import Connection, storable

SCHEMA = """
CREATE TABLE IF NOT EXISTS sessions (
  agent TEXT NOT NULL, session TEXT NOT NULL, path TEXT NOT NULL, project TEXT, cwd TEXT,
  size INTEGER NOT NULL, inode INTEGER NOT NULL, mtime_ns INTEGER NOT NULL,
  offset INTEGER NOT NULL, tail_hash TEXT NOT NULL, state TEXT NOT NULL,
  private INTEGER NOT NULL, complete INTEGER NOT NULL,
  messages INTEGER NOT NULL, human INTEGER NOT NULL,
  bad_lines INTEGER NOT NULL, oversize_lines INTEGER NOT NULL, last_at TEXT,
  PRIMARY KEY (agent, session)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS seen (
  record TEXT PRIMARY KEY, agent TEXT NOT NULL, session TEXT NOT NULL
) WITHOUT ROWID;
"""
# By the version that brought it: what an older table lacks.
UPGRADES = {3: "ALTER TABLE sessions ADD COLUMN last_at TEXT;"}


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionRow:
    """What is known of one session. `project` is the root directory its work belongs to.

    `last_at` is the latest time that its own records tell; a copied file keeps it.
    """

    agent: str
    session: str
    path: str
    project: str | None
    cwd: str | None
    size: int
    inode: int
    mtime_ns: int
    offset: int = 0
    tail_hash: str = ""
    state: Mapping[str, object]
    private: bool = False
    complete: bool = False
    messages: int = 0
    human: int = 0
    bad_lines: int = 0
    oversize_lines: int = 0
    last_at: datetime | None = None

    @property
    def moved_at(self) -> datetime:
        """When something last happened in the session."""
        return self.last_at or datetime.fromtimestamp(self.mtime_ns / 1e9, UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    """What was read of the sessions below one directory."""

    sessions: int
    messages: int
    human: int
    bytes: int
    bad_lines: int
    oversize_lines: int
    last_change_ns: int | None


class Sessions:
    """The sessions of all agents."""

    connection: Connection

    def sessions(self) -> dict[tuple[str, str], SessionRow]:
        """Return all known sessions by (agent, session)."""
        with self.connection.transaction() as db:
            rows = db.execute("SELECT * FROM sessions").fetchall()
        return {(row["agent"], row["session"]): session_of(row) for row in rows}

    def session(self, agent: str, session: str) -> SessionRow | None:
        """Return one session, if it is known."""
        with self.connection.transaction() as db:
            row = db.execute(
                "SELECT * FROM sessions WHERE agent = ? AND session = ?", (agent, session)
            ).fetchone()
        return session_of(row) if row else None

    def is_private(self, session: str) -> bool:
        """Tell whether a session of that id, whichever agent's, asks not to be remembered."""
        with self.connection.transaction() as db:
            row = db.execute(
                "SELECT 1 FROM sessions WHERE session = ? AND private LIMIT 1", (storable(session),)
            ).fetchone()
        return row is not None

    def save(self, row: SessionRow, seen: Iterable[str], unseen: Iterable[str] = ()) -> None:
        """Move a session's cursor, and mark human records as seen, in one step."""
        values = {name: getattr(row, name) for name in SessionRow.__slots__}
        values["path"] = storable(row.path)
        values["inode"] = (row.inode + 2**63) % 2**64 - 2**63  # SQLite's integers are signed
        values["state"] = json.dumps(row.state, separators=(",", ":"))
        values["last_at"] = isoformat(row.last_at) if row.last_at else None
        names, marks = ",".join(values), ",".join(f":{name}" for name in values)
        with self.connection.transaction() as db:
            db.execute(f"INSERT OR REPLACE INTO sessions ({names}) VALUES ({marks})", values)  # noqa: S608 -- names are SessionRow's own
            db.executemany("DELETE FROM seen WHERE record = ?", [(record,) for record in unseen])
            db.executemany(
                "INSERT OR IGNORE INTO seen VALUES (?, ?, ?)",
                [(record, row.agent, row.session) for record in seen],
            )

    def forget_sessions(self, agent: str, *, but: Collection[str] = ()) -> None:
        """Drop the sessions of *agent*, as if they had never been read, *but* these."""
        kept = json.dumps(list(but))
        with self.connection.transaction() as db:
            for table in ("sessions", "seen"):
                db.execute(
                    f"DELETE FROM {table} WHERE agent = ?"  # noqa: S608 -- one of two literals
                    " AND session NOT IN (SELECT value FROM json_each(?))",
                    (agent, kept),
                )

    def seen_elsewhere(self, records: Iterable[str], agent: str, session: str) -> set[str]:
        """Return those records that another session has said already (a resume, fork or copy)."""
        found = set()
        with self.connection.transaction() as db:
            for record in records:
                row = db.execute(
                    "SELECT 1 FROM seen WHERE record = ? AND NOT (agent = ? AND session = ?)",
                    (record, agent, session),
                ).fetchone()
                if row:
                    found.add(record)
        return found

    def totals(self, root: str) -> Totals:
        """Return what was read below a directory."""
        below = storable(root.rstrip("/")) + "/"
        with self.connection.transaction() as db:
            row = db.execute(
                "SELECT COUNT(*) AS sessions, TOTAL(messages) AS messages, TOTAL(human) AS human,"
                " TOTAL(size) AS bytes, TOTAL(bad_lines) AS bad_lines,"
                " TOTAL(oversize_lines) AS oversize_lines, MAX(mtime_ns) AS last_change_ns"
                " FROM sessions WHERE substr(path, 1, ?) = ?",
                (len(below), below),
            ).fetchone()
        return Totals(
            last_change_ns=row["last_change_ns"],
            **{name: int(row[name]) for name in Totals.__slots__ if name != "last_change_ns"},
        )

    def count_sessions(self) -> int:
        """Return how many sessions are known."""
        with self.connection.transaction() as db:
            return int(db.execute("SELECT COUNT(*) FROM sessions").fetchone()[0])

    def sessions_by_project(self) -> dict[str, int]:
        """Return how many sessions each project root has."""
        with self.connection.transaction() as db:
            rows = db.execute(
                "SELECT project, COUNT(*) AS n FROM sessions"
                " WHERE project IS NOT NULL GROUP BY project"
            ).fetchall()
        return {row["project"]: row["n"] for row in rows}

    def sessions_since(
        self, project: str | None, since: datetime | None, *, other_than: str | None
    ) -> int:
        """Return how many sessions of a project (None: of all) changed after a time."""
        since_ns = int(since.timestamp() * 1e9) if since else -1
        with self.connection.transaction() as db:
            row = db.execute(
                "SELECT COUNT(*) AS n FROM sessions WHERE NOT private AND mtime_ns > :since"
                " AND session IS NOT :session AND (:project IS NULL OR project = :project)",
                {"since": since_ns, "session": other_than, "project": project},
            ).fetchone()
        return int(row["n"])


def session_of(row: sqlite3.Row) -> SessionRow:
    """Return the session in a row that has the columns of `sessions`."""
    values = {name: row[name] for name in SessionRow.__slots__}
    values["inode"] %= 2**64
    values["last_at"] = parse_time(row["last_at"]) if row["last_at"] else None
    values["private"], values["complete"] = bool(row["private"]), bool(row["complete"])
    try:
        values["state"] = json.loads(row["state"])
    except ValueError:  # a flipped bit: the session is read again from its start
        values |= {"state": {}, "offset": 0, "tail_hash": "", "complete": False}
    return SessionRow(**values)
