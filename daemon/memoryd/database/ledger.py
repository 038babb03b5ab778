"""What was spent on models, and whether one more call is allowed. It survives restarts."""

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, get_args

from memoryd.model_settings import Budget, Limits, Role

from .connection import Connection

CallOutcome = Literal["answered", "bad_answer", "failed", "refused"]

SCHEMA = """
CREATE TABLE IF NOT EXISTS calls (
  id INTEGER PRIMARY KEY, at_ms INTEGER NOT NULL, role TEXT NOT NULL, purpose TEXT NOT NULL,
  model TEXT NOT NULL, input_tokens INTEGER NOT NULL, output_tokens INTEGER NOT NULL,
  estimated INTEGER NOT NULL, outcome TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS calls_by_time ON calls (at_ms);
"""

_HOUR_MS, _DAY_MS = 3_600_000, 86_400_000
_KEPT_MS = 30 * _DAY_MS
_JUMP_MS = 5_000  # less is a clock that is being kept right

_MADE = "SELECT at_ms, role, input_tokens + output_tokens AS tokens FROM calls WHERE at_ms > ?"
_SPENT = """
SELECT role, purpose,
  SUM(late) AS hour_calls, SUM(late * tokens) AS hour_tokens, MAX(late AND guess) AS hour_guess,
  COUNT(*) AS day_calls, SUM(tokens) AS day_tokens, MAX(guess) AS day_guess
FROM (
  SELECT role, purpose, at_ms > :hour AS late, input_tokens + output_tokens AS tokens,
    estimated AND input_tokens + output_tokens > 0 AS guess
  FROM calls WHERE at_ms > :day
)
GROUP BY role, purpose ORDER BY role, purpose
"""


@dataclass(frozen=True, slots=True)
class Cost:
    """When a call was made, for which role, and how many tokens it took or may yet take."""

    at_ms: int
    role: str
    tokens: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """Calls that were made and tokens they took; *estimated*: some of these nobody reported."""

    calls: int = 0
    tokens: int = 0
    estimated: bool = False

    def __add__(self, other: "Spent") -> "Spent":
        return Spent(
            calls=self.calls + other.calls,
            tokens=self.tokens + other.tokens,
            estimated=self.estimated or other.estimated,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Spending:
    """What a role spent on one purpose in the last hour and the last 24 hours."""

    role: str
    purpose: str
    hour: Spent
    day: Spent


@dataclass(frozen=True, slots=True)
class Block:
    """The key of the limit that is reached, and when it frees; None: not while it is that low."""

    limit: str
    frees_in_ms: int | None


def find_block(
    made: Sequence[Cost], budget: Budget, role: Role, *, tokens: int, now_ms: int
) -> Block | None:
    """Return the limit that forbids *role* a call of so many tokens, the one that frees last."""
    mine = [cost for cost in made if cost.role == role]
    blocks = [
        *_reached("budget", made, budget, tokens, now_ms),
        *_reached(f"budget.roles.{role}", mine, budget.roles.of(role), tokens, now_ms),
    ]
    never = _DAY_MS + 1  # later than all that frees
    return max(
        blocks, key=lambda b: never if b.frees_in_ms is None else b.frees_in_ms, default=None
    )


def _reached(
    key: str, made: Sequence[Cost], limits: Budget | Limits, tokens: int, now_ms: int
) -> Iterator[Block]:
    each, weighed = [(call.at_ms, 1) for call in made], [(c.at_ms, c.tokens) for c in made]
    for name, costs, window_ms, limit, wanted in (
        ("callsPerHour", each, _HOUR_MS, limits.calls_per_hour, 1),
        ("callsPerDay", each, _DAY_MS, limits.calls_per_day, 1),
        ("tokensPerHour", weighed, _HOUR_MS, limits.tokens_per_hour, tokens),
        ("tokensPerDay", weighed, _DAY_MS, limits.tokens_per_day, tokens),
    ):
        if limit is not None:
            wait_ms = _wait_ms(costs, window_ms, limit, wanted, now_ms)
            if wait_ms != 0:
                yield Block(f"{key}.{name}", wait_ms)


def _wait_ms(
    made: Sequence[tuple[int, int]], window_ms: int, limit: int, wanted: int, now_ms: int
) -> int | None:
    inside = sorted((at, cost) for at, cost in made if at > now_ms - window_ms)
    excess = sum(cost for _, cost in inside) + wanted - limit
    if excess <= 0:
        return 0
    for at, cost in inside:
        excess -= cost
        if excess <= 0:
            return at + window_ms - now_ms
    return None


def awake_or_asleep_s() -> float:
    """Return seconds that go on while the machine sleeps, and do not jump with the clock."""
    # On macOS the monotonic clock is the one that goes on; Linux has another for that.
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


class Ledger:
    """The calls that were made; one call is reserved before it is made.

    All methods are short and blocking, so call them in a thread. A reservation that is never
    settled (the daemon was killed, the caller went away) counts in full.

    Time is the wall clock's, since that outlives a restart. When it is seen to jump, the calls
    jump with it; calls that lie in the future count as made now. So a wrong clock neither gives
    a budget away nor withholds it for longer than a day. For that, a database has one ledger.
    """

    def __init__(
        self,
        connection: Connection,
        budget: Budget,
        *,
        now: datetime,
        elapsed: Callable[[], float] = awake_or_asleep_s,
    ) -> None:
        self.budget = budget
        self._connection, self._elapsed = connection, elapsed
        self._seen = self._read_clocks(now)
        self._lock = threading.Lock()  # calls are moved in the order in which the clock was read
        self._refused: dict[Role, int] = {}  # tokens of the latest call, if it was not allowed

    def reserve(
        self, role: Role, purpose: str, model: str, *, tokens: int, now: datetime
    ) -> int | Block:
        """Write a call down before it is made; return its number, or what forbids it.

        *tokens* is the most it may take.
        """
        with self._at(now) as (db, now_ms):
            block = find_block(_made(db, now_ms), self.budget, role, tokens=tokens, now_ms=now_ms)
            if block:
                self._refused[role] = tokens
                return block
            self._refused.pop(role, None)
            db.execute("DELETE FROM calls WHERE at_ms <= ?", (now_ms - _KEPT_MS,))
            cursor = db.execute(
                "INSERT INTO calls (at_ms, role, purpose, model, input_tokens, output_tokens,"
                " estimated, outcome) VALUES (?, ?, ?, ?, ?, 0, 1, 'started')",
                (now_ms, role, purpose, model, tokens),
            )
            return int(cursor.lastrowid or 0)

    def settle(
        self,
        call: int,
        outcome: CallOutcome,
        *,
        input_tokens: int,
        output_tokens: int,
        estimated: bool,
    ) -> None:
        """Write down what a reserved call took in the end."""
        with self._connection.decision() as db:
            db.execute(
                "UPDATE calls SET outcome = ?, input_tokens = ?, output_tokens = ?, estimated = ?"
                " WHERE id = ?",
                (outcome, input_tokens, output_tokens, estimated, call),
            )

    def spent(self, now: datetime) -> list[Spending]:
        """Return what each role spent on each purpose in the last 24 hours, if anything."""
        with self._at(now, reads=True) as (db, now_ms):
            since = {"hour": now_ms - _HOUR_MS, "day": now_ms - _DAY_MS}
            rows = db.execute(_SPENT, since).fetchall()
        return [
            Spending(
                role=row["role"],
                purpose=row["purpose"],
                hour=_spent(row, "hour"),
                day=_spent(row, "day"),
            )
            for row in rows
        ]

    def blocks(self, now: datetime) -> dict[Role, Block]:
        """Return what forbids a role its next call.

        That is the call it was last refused, and otherwise any call at all.
        """
        with self._at(now, reads=True) as (db, now_ms):
            made = _made(db, now_ms)
        blocks: dict[Role, Block] = {}
        for role in get_args(Role):
            wanted = self._refused.get(role, 1)
            if block := find_block(made, self.budget, role, tokens=wanted, now_ms=now_ms):
                blocks[role] = block
        return blocks

    def _read_clocks(self, now: datetime) -> tuple[int, int]:
        return int(now.timestamp() * 1000), int(self._elapsed() * 1000)

    @contextmanager
    def _at(
        self, now: datetime, *, reads: bool = False
    ) -> Iterator[tuple[sqlite3.Connection, int]]:
        with self._lock:
            seen = now_ms, elapsed_ms = self._read_clocks(now)
            jump_ms = (now_ms - self._seen[0]) - (elapsed_ms - self._seen[1])
            # Who only reads must not wait for another process that writes.
            begin = self._connection.transaction if reads else self._connection.decision
            with begin() as db:
                if abs(jump_ms) > _JUMP_MS:
                    db.execute("UPDATE calls SET at_ms = at_ms + ?", (jump_ms,))
                if db.execute("SELECT 1 FROM calls WHERE at_ms > ? LIMIT 1", (now_ms,)).fetchone():
                    db.execute("UPDATE calls SET at_ms = :now WHERE at_ms > :now", {"now": now_ms})
                yield db, now_ms
            self._seen = seen  # not before the calls are moved for good


def _made(db: sqlite3.Connection, now_ms: int) -> list[Cost]:
    rows = db.execute(_MADE, (now_ms - _DAY_MS,)).fetchall()
    return [Cost(row["at_ms"], row["role"], row["tokens"]) for row in rows]


def _spent(row: sqlite3.Row, window: str) -> Spent:
    return Spent(
        calls=row[f"{window}_calls"],
        tokens=row[f"{window}_tokens"],
        estimated=bool(row[f"{window}_guess"]),
    )
