"""The sessions that the two-phase pipeline may learn from."""

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from .connection import Connection, storable
from .rollout_jobs import JobKind, delete_job, mark_dirty, to_seconds

SCHEMA = """
CREATE TABLE IF NOT EXISTS threads (
  id TEXT PRIMARY KEY, agent TEXT NOT NULL, session TEXT NOT NULL, project TEXT NOT NULL,
  updated_at INTEGER NOT NULL, arrived_at INTEGER NOT NULL, rollout_path TEXT NOT NULL,
  cwd TEXT NOT NULL, source_kind TEXT NOT NULL, content TEXT NOT NULL, revision INTEGER NOT NULL,
  forgotten INTEGER NOT NULL, cleared_by TEXT
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS threads_by_time ON threads (updated_at);
"""
# What `forgotten` says besides no: for good, or for as long as the clearing `cleared_by` stands.
FORGOTTEN, CLEARED = 1, 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Sighting:
    """A session as it was found on disk.

    `project` is the root its work belongs to. `content` marks what the transcript holds (a size
    and a hash, say): a file that was only touched keeps it. `source_kind` is `cli` or `app` where
    a person sat before it, something else where a program did. `arrived` is when the file came to
    be here: an old session that was copied is no old one. None: with its last change.
    """

    agent: str
    session: str
    project: str
    updated: datetime
    path: str
    cwd: str
    content: str
    source_kind: str = "cli"
    arrived: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Thread:
    """A known session. `revision` grows by one with each change of what its transcript holds."""

    id: str
    agent: str
    session: str
    project: str
    updated: datetime
    arrived: datetime
    path: str
    cwd: str
    source_kind: str
    revision: int
    forgotten: bool


def thread_id(agent: str, session: str) -> str:
    """Return the id of a session among those of all agents."""
    return storable(f"{agent}:{session}")


@dataclass(frozen=True, slots=True)
class Threads:
    """The known sessions; one that was forgotten is never learnt from again."""

    connection: Connection

    def register(self, sightings: Iterable[Sighting], *, now: datetime) -> None:
        """Add sessions, or take up what changed of them; times to come count as now."""
        found = list(sightings)  # whatever it takes to find them, nobody waits for it
        with self.connection.decision() as db:
            for sighting in found:
                _register(db, sighting, now)

    def all(self) -> list[Thread]:
        """Return all known sessions by id."""
        with self.connection.transaction() as db:
            return [thread_of(row) for row in db.execute("SELECT * FROM threads ORDER BY id")]

    def named(self, name: str, project: str) -> list[str]:
        """Return the ids of a project's sessions of that id, alone or with their agent's name."""
        with self.connection.transaction() as db:
            rows = db.execute(
                "SELECT id FROM threads WHERE project = :project AND NOT forgotten"
                " AND (id = :name OR session = :name) ORDER BY id",
                {"project": storable(project), "name": storable(name)},
            )
            return [row["id"] for row in rows]

    def remove(self, ids: Iterable[str], *, now: datetime) -> None:
        """Drop sessions whose transcripts are gone, and what was learnt from them."""
        with self.connection.decision() as db:
            for each in ids:
                _drop_learnt(db, each, now)
                db.execute("DELETE FROM threads WHERE id = ? AND NOT forgotten", (each,))

    def forget(self, ids: Iterable[str], *, now: datetime) -> None:
        """Drop what was learnt from sessions, and never learn from them again."""
        with self.connection.decision() as db:
            for each in ids:
                _drop_learnt(db, each, now)
                db.execute("UPDATE threads SET forgotten = ? WHERE id = ?", (FORGOTTEN, each))


def thread_of(row: sqlite3.Row) -> Thread:
    """Return the session in a row that has the columns of `threads`."""
    return Thread(
        id=row["id"],
        agent=row["agent"],
        session=row["session"],
        project=row["project"],
        updated=datetime.fromtimestamp(row["updated_at"], UTC),
        arrived=datetime.fromtimestamp(row["arrived_at"], UTC),
        path=row["rollout_path"],
        cwd=row["cwd"],
        source_kind=row["source_kind"],
        revision=row["revision"],
        forgotten=bool(row["forgotten"]),
    )


def _register(db: sqlite3.Connection, sighting: Sighting, now: datetime) -> None:
    values = {
        "id": thread_id(sighting.agent, sighting.session),
        "agent": sighting.agent,
        "session": storable(sighting.session),
        "project": storable(sighting.project),
        "updated": to_seconds(min(sighting.updated, now)),
        "arrived": to_seconds(min(sighting.arrived or sighting.updated, now)),
        "path": storable(sighting.path),
        "cwd": storable(sighting.cwd),
        "kind": sighting.source_kind,
        "content": storable(sighting.content),
    }
    _tell_both_projects(db, values, now)
    cleared_by = _find_clearing(db, values)
    db.execute(
        "INSERT INTO threads VALUES (:id, :agent, :session, :project, :updated, :arrived, :path,"
        " :cwd, :kind, :content, 1, :forgotten, :cleared_by) ON CONFLICT (id) DO UPDATE SET"
        " project = :project, rollout_path = :path, arrived_at = :arrived, cwd = :cwd,"
        " source_kind = :kind, content = :content,"
        " revision = revision + (content IS NOT :content),"
        " updated_at = CASE content WHEN :content THEN min(updated_at, :now) ELSE :updated END",
        {
            **values,
            "now": to_seconds(now),
            "forgotten": CLEARED if cleared_by else 0,
            "cleared_by": cleared_by,
        },
    )


def _find_clearing(db: sqlite3.Connection, values: dict[str, object]) -> str | None:
    """Return the clearing that a session met only now was over before."""
    found = db.execute(
        "SELECT token FROM clearings WHERE project = :project AND at > :updated"
        " AND state != 'undone' ORDER BY at LIMIT 1",
        values,
    ).fetchone()
    return found["token"] if found else None


def _tell_both_projects(db: sqlite3.Connection, values: dict[str, object], now: datetime) -> None:
    # What was learnt from a session moves with it.
    moved = db.execute(
        "SELECT project FROM threads JOIN stage1_outputs ON thread_id = id"
        " WHERE id = :id AND project IS NOT :project",
        values,
    ).fetchone()
    if moved:
        mark_dirty(db, moved["project"], at=now, force=True)
        mark_dirty(db, str(values["project"]), at=now, force=True)


def _drop_learnt(db: sqlite3.Connection, thread: str, now: datetime) -> None:
    learnt = db.execute(
        "SELECT project FROM threads JOIN stage1_outputs ON thread_id = id WHERE id = ?", (thread,)
    ).fetchone()
    if learnt:
        db.execute("DELETE FROM stage1_outputs WHERE thread_id = ?", (thread,))
        mark_dirty(db, learnt["project"], at=now, force=True)
    delete_job(db, JobKind.STAGE1, thread)
