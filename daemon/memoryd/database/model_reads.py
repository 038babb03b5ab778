"""How far a model has read each session, and what keeps it from reading on."""

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum

from memoryd.domain import isoformat

from .connection import Connection, storable
from .sessions import SessionRow, session_of

SCHEMA = """
CREATE TABLE IF NOT EXISTS model_reads (
  agent TEXT NOT NULL, session TEXT NOT NULL,
  offset INTEGER NOT NULL, tail_hash TEXT NOT NULL, state TEXT NOT NULL,
  status TEXT NOT NULL, attempts INTEGER NOT NULL, error TEXT, reason TEXT, retry_at REAL,
  tried_offset INTEGER NOT NULL, tried_hash TEXT NOT NULL, tried_with TEXT NOT NULL,
  PRIMARY KEY (agent, session)
) WITHOUT ROWID;
"""
_FAILURES = 3
_LONGEST_WAIT = timedelta(days=2)  # a longer one was set by a clock that has gone back since
_OF_UNREAD = """
FROM sessions s LEFT JOIN model_reads m ON m.agent = s.agent AND m.session = s.session
WHERE NOT s.private AND s.complete AND s.human > 0
  AND (m.status IS NOT 'done' OR m.tried_offset != s.offset OR m.tried_hash != s.tail_hash)
  AND (s.last_at >= :since OR (s.last_at IS NULL AND s.mtime_ns >= :since_ns))
"""


class ReadStatus(StrEnum):
    """Where a session stands with the model."""

    WAITING = "waiting"  # it is tried, again at `retry_at` where one is set
    PARKED = "parked"  # it failed too often; a fix releases it
    DONE = "done"  # all that there was when it was read last is read


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRead:
    """How far the model has read one session. `offset`, `tail_hash` and `state` are its cursor.

    `tried_*` say how long the session was when it was tried last, and with which model and words.
    `reason` is the kind of `error`.
    """

    offset: int = 0
    tail_hash: str = ""
    state: Mapping[str, object] = field(default_factory=dict)
    status: ReadStatus = ReadStatus.WAITING
    attempts: int = 0
    error: str | None = None
    reason: str | None = None
    retry_at: datetime | None = None
    tried_offset: int = 0
    tried_hash: str = ""
    tried_with: str = ""

    def may_be_tried(self, row: SessionRow, *, asked_with: str, now: datetime) -> bool:
        """Tell whether a failure in the past allows a try now.

        What is parked is released when the session grew, or the model or its words are others.
        """
        changed = self.tried_with != asked_with
        if self.status is ReadStatus.PARKED:
            return changed or self._grew(row)
        until = self.retry_at
        return changed or until is None or not now < until <= now + _LONGEST_WAIT

    def failures(self, row: SessionRow, *, asked_with: str) -> int:
        """Return the failures in a row that count against the next try."""
        is_released = self.status is ReadStatus.PARKED and self._grew(row)
        return 0 if is_released or self.tried_with != asked_with else self.attempts

    def _grew(self, row: SessionRow) -> bool:
        return (row.offset, row.tail_hash) != (self.tried_offset, self.tried_hash)


@dataclass(frozen=True, slots=True, kw_only=True)
class Unread:
    """A session with something that the model has not read."""

    row: SessionRow
    read: ModelRead


@dataclass(frozen=True, slots=True)
class ModelReads:
    """The model's own cursors; a session it has never read has none."""

    connection: Connection

    def unread(self, *, since: datetime) -> list[Unread]:
        """Return the sessions that moved *since* and are not read to their end, latest first."""
        values = {"since": isoformat(since), "since_ns": int(since.timestamp() * 1e9)}
        with self.connection.transaction() as db:
            rows = [session_of(row) for row in db.execute(f"SELECT s.* {_OF_UNREAD}", values)]
            known = db.execute(f"SELECT m.* {_OF_UNREAD} AND m.agent IS NOT NULL", values)
            reads = {(row["agent"], row["session"]): _read(row) for row in known}
        found = [
            Unread(row=row, read=reads.get((row.agent, row.session), ModelRead())) for row in rows
        ]
        return sorted(found, key=lambda unread: unread.row.moved_at, reverse=True)

    def get(self, agent: str, session: str) -> ModelRead:
        """Return how far one session is read."""
        with self.connection.transaction() as db:
            row = db.execute(
                "SELECT * FROM model_reads WHERE agent = ? AND session = ?",
                (agent, storable(session)),
            ).fetchone()
        return _read(row) if row else ModelRead()

    def cover(
        self,
        row: SessionRow,
        *,
        offset: int,
        tail_hash: str,
        state: Mapping[str, object],
        asked_with: str,
    ) -> None:
        """Move the model's cursor: all up to it is read and what it taught is kept."""
        read = ModelRead(
            offset=offset,
            tail_hash=tail_hash,
            state=state,
            status=ReadStatus.DONE,
            tried_offset=row.offset,
            tried_hash=row.tail_hash,
            tried_with=asked_with,
        )
        self._put(row, read)

    def fail(
        self, unread: Unread, error: str, reason: str, *, asked_with: str, retry_at: datetime
    ) -> bool:
        """Note a failure; the third in a row parks the session. Return whether it did.

        *error* is shown to people; the caller has taken secrets out of it.
        """
        attempts = 1 + unread.read.failures(unread.row, asked_with=asked_with)
        parked = attempts >= _FAILURES
        read = replace(
            _tried(unread, error, reason, asked_with),
            status=ReadStatus.PARKED if parked else ReadStatus.WAITING,
            attempts=attempts,
            retry_at=None if parked else retry_at,
        )
        self._put(unread.row, read)
        return parked

    def wait(
        self, unread: Unread, error: str, reason: str, *, asked_with: str, until: datetime
    ) -> None:
        """Have a session wait at no cost: it was not tried."""
        read = replace(
            _tried(unread, error, reason, asked_with),
            status=ReadStatus.WAITING,
            attempts=unread.read.failures(unread.row, asked_with=asked_with),
            retry_at=until,
        )
        self._put(unread.row, read)

    def release(self, reason: str | None = None) -> None:
        """Try again what failed, of one *reason* or of any."""
        with self.connection.transaction() as db:
            db.execute(
                "UPDATE model_reads SET status = 'waiting', attempts = 0, retry_at = NULL"
                " WHERE status IN ('parked', 'waiting') AND (:reason IS NULL OR reason = :reason)",
                {"reason": reason},
            )

    def restart(self, agent: str, session: str) -> None:
        """Have a session read anew from its start."""
        with self.connection.transaction() as db:
            db.execute(
                "DELETE FROM model_reads WHERE agent = ? AND session = ?",
                (storable(agent), storable(session)),
            )

    def troubled(self) -> list[tuple[str, str, ModelRead]]:
        """Return agent, session and state of what waits after a failure, or is parked."""
        with self.connection.transaction() as db:
            rows = db.execute(
                "SELECT * FROM model_reads WHERE error IS NOT NULL ORDER BY agent, session"
            ).fetchall()
        return [(row["agent"], row["session"], _read(row)) for row in rows]

    def _put(self, row: SessionRow, read: ModelRead) -> None:
        values = {name: getattr(read, name) for name in ModelRead.__slots__}
        values["state"] = json.dumps(read.state, separators=(",", ":"))
        values["retry_at"] = read.retry_at.timestamp() if read.retry_at else None
        values |= {"agent": row.agent, "session": storable(row.session)}
        names, marks = ",".join(values), ",".join(f":{name}" for name in values)
        with self.connection.transaction() as db:
            db.execute(f"INSERT OR REPLACE INTO model_reads ({names}) VALUES ({marks})", values)  # noqa: S608 -- names are ModelRead's own


def _tried(unread: Unread, error: str, reason: str, asked_with: str) -> ModelRead:
    return replace(
        unread.read,
        error=storable(error),
        reason=reason,
        tried_offset=unread.row.offset,
        tried_hash=unread.row.tail_hash,
        tried_with=asked_with,
    )


def _read(row: sqlite3.Row) -> ModelRead:
    values = {name: row[name] for name in ModelRead.__slots__}
    values["status"] = ReadStatus(row["status"])
    at = row["retry_at"]
    values["retry_at"] = datetime.fromtimestamp(at, UTC) if at is not None else None
    try:
        values["state"] = json.loads(row["state"])
    except ValueError:  # a flipped bit: the session is read again from its start
        values |= {"state": {}, "offset": 0, "tail_hash": ""}
    return ModelRead(**values)
