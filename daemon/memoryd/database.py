"""Bookkeeping in SQLite: how far sessions were read, what was counted, what was handed out.

Losing this file loses no memory: sessions are read again and the gate finds every fact known.
"""

import contextlib
import json
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from memoryd.domain import isoformat, parse_time
from memoryd.errors import CannotServeError
from memoryd.system.files import make_private_dir

VERSION = 2

_SCHEMA = """
CREATE TABLE IF NOT EXISTS sessions (
  agent TEXT NOT NULL, session TEXT NOT NULL, path TEXT NOT NULL, project TEXT, cwd TEXT,
  size INTEGER NOT NULL, inode INTEGER NOT NULL, mtime_ns INTEGER NOT NULL,
  offset INTEGER NOT NULL, tail_hash TEXT NOT NULL, state TEXT NOT NULL,
  private INTEGER NOT NULL, complete INTEGER NOT NULL,
  messages INTEGER NOT NULL, human INTEGER NOT NULL,
  bad_lines INTEGER NOT NULL, oversize_lines INTEGER NOT NULL,
  PRIMARY KEY (agent, session)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS seen (
  record TEXT PRIMARY KEY, agent TEXT NOT NULL, session TEXT NOT NULL
) WITHOUT ROWID;
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
CREATE TABLE IF NOT EXISTS dreams (
  project TEXT PRIMARY KEY, at TEXT NOT NULL, status TEXT NOT NULL, reason TEXT,
  idle INTEGER NOT NULL
) WITHOUT ROWID;
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionRow:
    """What is known of one session. `project` is the root directory its work belongs to."""

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


class Database:
    """One connection behind one lock; every call is short and blocking, so call it in a thread."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._lock = threading.Lock()

    def close(self) -> None:
        """Close for good."""
        with self._lock:
            self._connection.close()

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._lock, self._connection:
            yield self._connection

    def sessions(self) -> dict[tuple[str, str], SessionRow]:
        """Return all known sessions by (agent, session)."""
        with self._transaction() as db:
            rows = db.execute("SELECT * FROM sessions").fetchall()
        return {(row["agent"], row["session"]): _session(row) for row in rows}

    def session(self, agent: str, session: str) -> SessionRow | None:
        """Return one session, if it is known."""
        with self._transaction() as db:
            row = db.execute(
                "SELECT * FROM sessions WHERE agent = ? AND session = ?", (agent, session)
            ).fetchone()
        return _session(row) if row else None

    def save(self, row: SessionRow, seen: Iterable[str], unseen: Iterable[str] = ()) -> None:
        """Move a session's cursor, and mark human records as seen, in one step."""
        values = {name: getattr(row, name) for name in SessionRow.__slots__}
        values["path"] = _storable(row.path)
        values["inode"] = (row.inode + 2**63) % 2**64 - 2**63  # SQLite's integers are signed
        values["state"] = json.dumps(row.state, separators=(",", ":"))
        names, marks = ",".join(values), ",".join(f":{name}" for name in values)
        with self._transaction() as db:
            db.execute(f"INSERT OR REPLACE INTO sessions ({names}) VALUES ({marks})", values)  # noqa: S608 -- names are SessionRow's own
            db.executemany("DELETE FROM seen WHERE record = ?", [(record,) for record in unseen])
            db.executemany(
                "INSERT OR IGNORE INTO seen VALUES (?, ?, ?)",
                [(record, row.agent, row.session) for record in seen],
            )

    def seen_elsewhere(self, records: Iterable[str], agent: str, session: str) -> set[str]:
        """Return those records that another session has said already (a resume, fork or copy)."""
        found = set()
        with self._transaction() as db:
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
        below = _storable(root.rstrip("/")) + "/"
        with self._transaction() as db:
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

    def sessions_by_project(self) -> dict[str, int]:
        """Return how many sessions each project root has."""
        with self._transaction() as db:
            rows = db.execute(
                "SELECT project, COUNT(*) AS n FROM sessions"
                " WHERE project IS NOT NULL GROUP BY project"
            ).fetchall()
        return {row["project"]: row["n"] for row in rows}

    def inject(self, session: str, versions: Mapping[str, str], at: datetime) -> None:
        """Remember which memories, in which version, a session was handed."""
        with self._transaction() as db:
            db.executemany(
                "INSERT OR REPLACE INTO injections VALUES (?, ?, ?, ?)",
                [(session, memory, version, isoformat(at)) for memory, version in versions.items()],
            )

    def injected(self, session: str) -> dict[str, str]:
        """Return what a session was handed: memory id to version."""
        with self._transaction() as db:
            rows = db.execute(
                "SELECT memory, version FROM injections WHERE session = ?", (session,)
            ).fetchall()
        return {row["memory"]: row["version"] for row in rows}

    def injections(self, session: str | None, limit: int) -> list[Injection]:
        """Return what was handed out, newest first."""
        where, values = ("WHERE session = ?", [session]) if session else ("", [])
        with self._transaction() as db:
            rows = db.execute(
                f"SELECT * FROM injections {where} ORDER BY at DESC, memory LIMIT ?",  # noqa: S608 -- where is one of two literals
                [*values, limit],
            ).fetchall()
        return [
            Injection(session=r["session"], memory=r["memory"], version=r["version"], at=_time(r))
            for r in rows
        ]

    def forget_injections(self, before: datetime) -> None:
        """Drop what sessions were handed before a time: they are over."""
        with self._transaction() as db:
            db.execute("DELETE FROM injections WHERE at < ?", (isoformat(before),))

    def erase_handed_out(self, memories: Iterable[str]) -> None:
        """Drop the names of memories from what sessions were handed, to the last byte on disk."""
        with self._transaction() as db:
            db.executemany(
                "DELETE FROM injections WHERE memory = ?", [(memory,) for memory in memories]
            )
        with self._lock:
            # A deleted row stays in free pages and in the log until both are written anew.
            self._connection.execute("VACUUM")
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def record_run(self, run: Run) -> None:
        """Keep the latest outcome of a kind of work."""
        with self._transaction() as db:
            db.execute(
                "INSERT OR REPLACE INTO runs VALUES (?, ?, ?, ?, ?, ?)",
                (run.kind, isoformat(run.at), run.project, run.status, run.reason, run.duration_ms),
            )

    def last_runs(self) -> dict[str, Run]:
        """Return the latest outcome by kind of work."""
        with self._transaction() as db:
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

    def sessions_since(
        self, project: str | None, since: datetime | None, *, other_than: str | None
    ) -> int:
        """Return how many sessions of a project (None: of all) changed after a time."""
        since_ns = int(since.timestamp() * 1e9) if since else -1
        with self._transaction() as db:
            row = db.execute(
                "SELECT COUNT(*) AS n FROM sessions WHERE NOT private AND mtime_ns > :since"
                " AND session IS NOT :session AND (:project IS NULL OR project = :project)",
                {"since": since_ns, "session": other_than, "project": project},
            ).fetchone()
        return int(row["n"])

    def record_dream(self, row: DreamRow) -> None:
        """Keep the latest try to tidy a project."""
        with self._transaction() as db:
            db.execute(
                "INSERT OR REPLACE INTO dreams VALUES (?, ?, ?, ?, ?)",
                (row.project or "", isoformat(row.at), row.status, row.reason, row.idle),
            )

    def dreams(self) -> dict[str | None, DreamRow]:
        """Return the latest try to tidy each project."""
        with self._transaction() as db:
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

    def count_skipped(self, kind: str, reasons: Mapping[str, int]) -> None:
        """Add to the counts of what was not done, by reason."""
        with self._transaction() as db:
            db.executemany(
                "INSERT INTO skipped VALUES (?, ?, ?)"
                " ON CONFLICT (kind, reason) DO UPDATE SET n = n + excluded.n",
                [(kind, reason, n) for reason, n in reasons.items()],
            )

    def skipped(self) -> dict[str, dict[str, int]]:
        """Return the counts of what was not done: kind, then reason."""
        counts: dict[str, dict[str, int]] = {}
        with self._transaction() as db:
            for row in db.execute("SELECT * FROM skipped ORDER BY kind, reason"):
                counts.setdefault(row["kind"], {})[row["reason"]] = row["n"]
        return counts


def _session(row: sqlite3.Row) -> SessionRow:
    values = {name: row[name] for name in SessionRow.__slots__}
    values["inode"] %= 2**64
    values["private"], values["complete"] = bool(row["private"]), bool(row["complete"])
    try:
        values["state"] = json.loads(row["state"])
    except ValueError:  # a flipped bit: the session is read again from its start
        values |= {"state": {}, "offset": 0, "tail_hash": "", "complete": False}
    return SessionRow(**values)


def _storable(path: str) -> str:
    """Return a path as text; bytes in it that are not UTF-8 become question marks."""
    return path.encode("utf-8", "replace").decode()


def _readable(text: bytes) -> str:
    return text.decode("utf-8", "replace")  # after a bit flipped on disk


def _time(row: sqlite3.Row) -> datetime:
    at = parse_time(row["at"])
    assert at is not None  # noqa: S101 -- written by isoformat
    return at


def open_database(path: Path, *, now: datetime) -> tuple[Database, Path | None]:
    """Open or create the database.

    One that cannot be read is set aside and a new one begun; its new place is returned. Raise
    CannotServeError when it is from a newer memoryd or the disk refuses.
    """
    try:
        make_private_dir(path.parent)
        return _open_or_replace(path, now)
    except (OSError, sqlite3.OperationalError) as exc:
        raise CannotServeError(
            f"cannot open {path}: {exc}",
            hint="check that its directory is writable and its disk has room",
        ) from exc


def _open_or_replace(path: Path, now: datetime) -> tuple[Database, Path | None]:
    try:
        return Database(_connect(path)), None
    except sqlite3.OperationalError:  # the disk's fault; the file may be sound
        raise
    except (sqlite3.DatabaseError, UnicodeDecodeError):  # the latter from names in a broken schema
        aside = path.with_name(f"{path.name}.corrupt.{now:%Y%m%dT%H%M%SZ}")
    for suffix in ("", "-wal", "-shm"):
        with contextlib.suppress(FileNotFoundError):
            path.with_name(path.name + suffix).rename(aside.with_name(aside.name + suffix))
    return Database(_connect(path)), aside


def _connect(path: Path) -> sqlite3.Connection:
    path.touch(mode=0o600)
    db = sqlite3.connect(path, timeout=5, check_same_thread=False)
    try:
        db.row_factory = sqlite3.Row
        db.text_factory = _readable
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = NORMAL")
        with closing(db.execute("PRAGMA user_version")) as cursor:
            version = cursor.fetchone()[0]
        _refuse_newer(path, version)
        if version < VERSION:  # so far each version only added tables
            db.executescript(f"BEGIN; {_SCHEMA} PRAGMA user_version = {VERSION}; COMMIT;")
        _refuse_damaged(db)
    except BaseException:
        db.close()
        raise
    return db


def _refuse_damaged(db: sqlite3.Connection) -> None:
    with closing(db.execute("PRAGMA quick_check(1)")) as cursor:
        found = cursor.fetchone()[0]
    if found != "ok":
        raise sqlite3.DatabaseError(found)


def _refuse_newer(path: Path, version: int) -> None:
    if version > VERSION:
        raise CannotServeError(
            f"{path} was written by a newer memoryd (format {version}, ours is {VERSION})",
            hint="upgrade memoryd, or move that file away; no memory is kept in it",
        )
