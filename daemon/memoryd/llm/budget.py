"""What was spent on models, and whether one more call is allowed. It survives restarts."""

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from memoryd.database import Database
from memoryd.domain import isoformat
from memoryd.model_settings import Budget

from .errors import BudgetExhaustedError
from .values import Role

Outcome = Literal["answered", "bad_answer", "failed", "refused"]

_HOUR_MS, _DAY_MS = 3_600_000, 86_400_000
_KEPT_MS = 30 * _DAY_MS
_JUMP_MS = 5_000  # less is a clock that is being kept right


@dataclass(frozen=True, slots=True)
class Cost:
    """When a call was made and how many tokens it took or may yet take."""

    at_ms: int
    tokens: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """What one role spent in the last hour and the last 24 hours."""

    calls_this_hour: int
    calls_this_day: int
    tokens_this_day: int


@dataclass(frozen=True, slots=True)
class Block:
    """The limit that is reached, and when it frees; None: not as long as it stays that low."""

    limit: str
    frees_in_ms: int | None


def find_block(made: Sequence[Cost], budget: Budget, *, tokens: int, now_ms: int) -> Block | None:
    """Return the limit that forbids a call of so many tokens, the one that frees last."""
    each, weighed = [(call.at_ms, 1) for call in made], [(c.at_ms, c.tokens) for c in made]
    waits = {
        "callsPerHour": _wait_ms(each, _HOUR_MS, budget.calls_per_hour, 1, now_ms),
        "callsPerDay": _wait_ms(each, _DAY_MS, budget.calls_per_day, 1, now_ms),
        "tokensPerDay": _wait_ms(weighed, _DAY_MS, budget.tokens_per_day, tokens, now_ms),
    }
    blocks = [Block(limit, wait) for limit, wait in waits.items() if wait != 0]
    never = _DAY_MS + 1  # later than all that frees
    return max(
        blocks, key=lambda b: never if b.frees_in_ms is None else b.frees_in_ms, default=None
    )


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
    """The calls that were made, in the database; one call is reserved before it is made.

    All methods are short and blocking, so call them in a thread. A reservation that is never
    settled (the daemon was killed, the caller went away) counts in full.

    Time is the wall clock's, since that outlives a restart. When it is seen to jump, the calls
    jump with it; calls that lie in the future count as made now. So a wrong clock neither gives
    a budget away nor withholds it for longer than a day. For that, a database has one ledger.
    """

    def __init__(
        self,
        database: Database,
        budget: Budget,
        *,
        now: datetime,
        elapsed: Callable[[], float] = awake_or_asleep_s,
    ) -> None:
        self._database, self._budget, self._elapsed = database, budget, elapsed
        self._seen = self._read_clocks(now)
        self._lock = threading.Lock()  # calls are moved in the order in which the clock was read

    def reserve(self, role: Role, purpose: str, model: str, *, tokens: int, now: datetime) -> int:
        """Write a call down before it is made, and return its number.

        *tokens* is the most it may take. Raise BudgetExhaustedError when a limit is reached.
        """
        with self._at(now) as (db, now_ms):
            made = [
                Cost(row["at_ms"], row["input_tokens"] + row["output_tokens"])
                for row in db.execute("SELECT * FROM calls WHERE at_ms > ?", (now_ms - _DAY_MS,))
            ]
            block = find_block(made, self._budget, tokens=tokens, now_ms=now_ms)
            if not block:
                db.execute("DELETE FROM calls WHERE at_ms <= ?", (now_ms - _KEPT_MS,))
                cursor = db.execute(
                    "INSERT INTO calls (at_ms, role, purpose, model, input_tokens, output_tokens,"
                    " estimated, outcome) VALUES (?, ?, ?, ?, ?, 0, 1, 'started')",
                    (now_ms, role, purpose, model, tokens),
                )
                return int(cursor.lastrowid or 0)
        raise _exhausted(block, role, now)

    def settle(
        self,
        call: int,
        outcome: Outcome,
        *,
        input_tokens: int,
        output_tokens: int,
        estimated: bool,
    ) -> None:
        """Write down what a reserved call took in the end."""
        with self._database.connection.decision() as db:
            db.execute(
                "UPDATE calls SET outcome = ?, input_tokens = ?, output_tokens = ?, estimated = ?"
                " WHERE id = ?",
                (outcome, input_tokens, output_tokens, estimated, call),
            )

    def spent(self, now: datetime) -> dict[str, Spent]:
        """Return what each role spent that spent anything in the last 24 hours."""
        with self._at(now) as (db, now_ms):
            rows = db.execute(
                "SELECT role, SUM(at_ms > ?) AS hour, COUNT(*) AS day,"
                " SUM(input_tokens + output_tokens) AS tokens"
                " FROM calls WHERE at_ms > ? GROUP BY role ORDER BY role",
                (now_ms - _HOUR_MS, now_ms - _DAY_MS),
            ).fetchall()
        return {
            row["role"]: Spent(
                calls_this_hour=row["hour"],
                calls_this_day=row["day"],
                tokens_this_day=row["tokens"],
            )
            for row in rows
        }

    def _read_clocks(self, now: datetime) -> tuple[int, int]:
        return int(now.timestamp() * 1000), int(self._elapsed() * 1000)

    @contextmanager
    def _at(self, now: datetime) -> Iterator[tuple[sqlite3.Connection, int]]:
        with self._lock:
            seen = now_ms, elapsed_ms = self._read_clocks(now)
            jump_ms = (now_ms - self._seen[0]) - (elapsed_ms - self._seen[1])
            with self._database.connection.decision() as db:
                if abs(jump_ms) > _JUMP_MS:
                    db.execute("UPDATE calls SET at_ms = at_ms + ?", (jump_ms,))
                db.execute("UPDATE calls SET at_ms = :now WHERE at_ms > :now", {"now": now_ms})
                yield db, now_ms
            self._seen = seen  # not before the calls are moved for good


def _exhausted(block: Block, role: Role, now: datetime) -> BudgetExhaustedError:
    spent = f"no model call for role {role}: budget.{block.limit} is reached"
    if block.frees_in_ms is None:
        return BudgetExhaustedError(
            f"{spent}; it is lower than this one call needs",
            hint=f"raise budget.{block.limit}",
            frees_in_s=None,
        )
    frees = isoformat(now + timedelta(milliseconds=block.frees_in_ms))
    return BudgetExhaustedError(
        f"{spent} until {frees}",
        hint=f"wait, or raise budget.{block.limit}",
        frees_in_s=block.frees_in_ms / 1000,
    )
