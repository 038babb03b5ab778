"""How often memories were of use, as those say who used them: it ranks what is kept and shown."""

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from .connection import Connection, storable
from .rollout_jobs import to_seconds
from .stage1 import raise_usage

SCHEMA = """
CREATE TABLE IF NOT EXISTS usage (
  place TEXT NOT NULL, id TEXT NOT NULL, usage_count INTEGER NOT NULL, last_usage INTEGER NOT NULL,
  PRIMARY KEY (place, id)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS uses (
  session TEXT NOT NULL, place TEXT NOT NULL, id TEXT NOT NULL, at INTEGER NOT NULL,
  PRIMARY KEY (session, place, id)
) WITHOUT ROWID;
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """One thing that was used. `place` tells whose it is: a project's key, or `user`.

    A `thread` whose id it is ranks higher among those that a consolidation reads.
    """

    place: str
    id: str
    is_thread: bool = False


@dataclass(frozen=True, slots=True)
class Used:
    """How often something was used, and when last."""

    count: int
    last: datetime


@dataclass(frozen=True, slots=True)
class Usage:
    """The uses of all memories, artefacts and sessions."""

    connection: Connection

    def count(
        self,
        uses: Iterable[Use],
        *,
        session: str | None,
        now: datetime,
        again_after: timedelta | None,
    ) -> set[Use]:
        """Count uses; return those that were counted.

        What a session used before counts anew only *again_after* that (None: never). Without a
        session each use counts.
        """
        at = to_seconds(now)
        counted = set[Use]()
        with self.connection.decision() as db:
            for use in dict.fromkeys(uses):
                if session is None or _is_news(db, use, storable(session), at, again_after):
                    counted.add(use)
                    _count(db, use, at)
            raise_usage(db, (use.id for use in counted if use.is_thread), now)
        return counted

    def counts(self, place: str) -> dict[str, Used]:
        """Return how often what belongs to a place was used, by id."""
        with self.connection.transaction() as db:
            rows = db.execute("SELECT * FROM usage WHERE place = ?", (storable(place),)).fetchall()
        return {
            row["id"]: Used(row["usage_count"], datetime.fromtimestamp(row["last_usage"], UTC))
            for row in rows
        }

    def forget(self, *, before: datetime) -> None:
        """Drop what was not used since a time; it counts as never used."""
        at = (to_seconds(before),)
        with self.connection.transaction() as db:
            db.execute("DELETE FROM usage WHERE last_usage < ?", at)
            db.execute("DELETE FROM uses WHERE at < ?", at)

    def erase(self, ids: Iterable[str]) -> None:
        """Drop the names of memories; scrub the file to leave no byte of them."""
        named = [(storable(each),) for each in ids]
        with self.connection.transaction() as db:
            db.executemany("DELETE FROM usage WHERE id = ?", named)
            db.executemany("DELETE FROM uses WHERE id = ?", named)


def _is_news(
    db: sqlite3.Connection, use: Use, session: str, at: int, again_after: timedelta | None
) -> bool:
    """Note that a session used something; tell whether it had not, or long ago."""
    key = (session, storable(use.place), storable(use.id))
    row = db.execute(
        "SELECT at FROM uses WHERE session = ? AND place = ? AND id = ?", key
    ).fetchone()
    # A clock that went back leaves a time to come, which would hold for ever.
    if row and (again_after is None or 0 <= at - row["at"] < again_after.total_seconds()):
        return False
    db.execute("INSERT OR REPLACE INTO uses VALUES (?, ?, ?, ?)", (*key, at))
    return True


def _count(db: sqlite3.Connection, use: Use, at: int) -> None:
    db.execute(
        "INSERT INTO usage VALUES (?, ?, 1, ?) ON CONFLICT (place, id) DO UPDATE"
        " SET usage_count = usage_count + 1, last_usage = excluded.last_usage",
        (storable(use.place), storable(use.id), at),
    )
