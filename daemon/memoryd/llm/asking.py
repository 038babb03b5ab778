"""One question on its way: redacted, paid for call by call, tried again, repaired once."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from memoryd.database import Block, CallOutcome, Ledger
from memoryd.domain import isoformat
from memoryd.model_settings import Role
from memoryd.redact import redact
from memoryd.telemetry import Telemetry

from .answers import WrongFormError, ask_again, read_answer
from .errors import BadAnswerError, BudgetExhaustedError, ModelError, ModelRefusedError
from .keys import clean
from .values import Completion, Provider, Request, Shape, Usage, estimate_tokens

_TRIES = 3
_FIRST_WAIT_S, _LONGEST_WAIT_S = 1.0, 30.0
_MAX_TOKENS = 100_000_000  # no call takes more, whatever an endpoint says


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """What all questions share: the purse, the reports, time and chance."""

    ledger: Ledger
    telemetry: Telemetry
    clock: Callable[[], datetime]
    elapsed: Callable[[], float]
    sleep: Callable[[float], Awaitable[None]]
    chance: Callable[[], float]


@dataclass(slots=True, kw_only=True)
class Asking:
    """One question to one model; *deadline_s* is by the world's elapsed seconds."""

    world: World
    provider: Provider
    role: Role
    model: str
    purpose: str
    deadline_s: float
    _calls: int = 0
    _input_tokens: int = 0
    _output_tokens: int = 0
    _estimated: bool = False

    @property
    def usage(self) -> Usage:
        """What it took so far, failed calls included."""
        return Usage(
            calls=self._calls,
            input_tokens=self._input_tokens,
            output_tokens=self._output_tokens,
            estimated=self._estimated,
        )

    async def answer(self, request: Request, shape: type[Shape]) -> Shape:
        """Return the answer, read into *shape*. Raise ModelError."""
        try:
            return await self._call_patiently(request, shape)
        except WrongFormError as exc:
            once_more = replace(request, turns=(*request.turns, *ask_again(exc)))
        try:
            return await self._call_patiently(once_more, shape)
        except WrongFormError as exc:
            why = clean(str(exc))
            raise BadAnswerError(
                f"{self.model}: the answer to {self.purpose} has the wrong form twice: {why}",
                hint="this model may be too small for it; give the role another one",
            ) from exc

    async def _call_patiently(self, request: Request, shape: type[Shape]) -> Shape:
        request = await asyncio.to_thread(_presentable, request)
        failures = 0
        while True:
            try:
                return await self._call(request, shape)
            except ModelError as exc:
                failures += exc.again == "later"
                wait_s = 0.0
                if exc.again == "later":
                    wait_s = backoff_s(failures, exc.retry_after_s, self.world.chance())
                late = self.world.elapsed() + wait_s >= self.deadline_s
                if exc.again == "no" or failures == _TRIES or late:
                    raise
            if wait_s:
                await self.world.sleep(wait_s)

    async def _call(self, request: Request, shape: type[Shape]) -> Shape:
        sent = _estimate(request)
        most = sent + request.max_output_tokens
        call = await self._reserve(most)
        try:
            completion = await self.provider.complete(request)
        except ModelError as exc:
            outcome: CallOutcome = "refused" if isinstance(exc, ModelRefusedError) else "failed"
            await self._settle(call, outcome, most if exc.sent else 0)
            raise
        except asyncio.CancelledError:  # nobody knows what it took: the reservation stands
            self._report("cancelled", most, 0, estimated=True)
            raise
        try:
            answer = read_answer(completion, shape)
        except WrongFormError:
            await self._settle(call, "bad_answer", sent, completion)
            raise
        await self._settle(call, "answered", sent, completion)
        return answer

    async def _reserve(self, tokens: int) -> int:
        now = self.world.clock()
        call = await asyncio.to_thread(
            self.world.ledger.reserve,
            self.role,
            self.purpose,
            self.model,
            tokens=tokens,
            now=now,
        )
        if isinstance(call, Block):
            self.world.telemetry.skip("model", "budget_exhausted")
            raise _exhausted(call, self.role, now)
        return call

    async def _settle(
        self, call: int, outcome: CallOutcome, sent: int, completion: Completion | None = None
    ) -> None:
        reported = completion or Completion(text="")
        read, written = _believe(reported.input_tokens), _believe(reported.output_tokens)
        estimated = read is None or written is None
        read = sent if read is None else read
        written = estimate_tokens(reported.text) if written is None else written
        self._report(outcome, read, written, estimated=estimated)
        await asyncio.to_thread(
            self.world.ledger.settle,
            call,
            outcome,
            input_tokens=read,
            output_tokens=written,
            estimated=estimated,
        )

    def _report(self, outcome: str, read: int, written: int, *, estimated: bool) -> None:
        self._calls += 1
        self._input_tokens += read
        self._output_tokens += written
        self._estimated = self._estimated or estimated
        self.world.telemetry.model_call(
            role=self.role,
            purpose=self.purpose,
            model=self.model,
            outcome=outcome,
            input_tokens=read,
            output_tokens=written,
            estimated=estimated,
        )


def _exhausted(block: Block, role: Role, now: datetime) -> BudgetExhaustedError:
    reached = f"no model call for role {role}: {block.limit} is reached"
    if block.frees_in_ms is None:
        return BudgetExhaustedError(
            f"{reached}; it is lower than this one call needs",
            hint=f"raise {block.limit}",
            frees_in_s=None,
        )
    frees = isoformat(now + timedelta(milliseconds=block.frees_in_ms))
    return BudgetExhaustedError(
        f"{reached} until {frees}",
        hint=f"wait, or raise {block.limit}",
        frees_in_s=block.frees_in_ms / 1000,
    )


def backoff_s(failures: int, retry_after_s: float | None, chance: float) -> float:
    """Return how long to wait: as long as was asked for, and a random part of a doubling time."""
    longest_s = min(_LONGEST_WAIT_S, _FIRST_WAIT_S * 2.0 ** (failures - 1))
    return (retry_after_s or 0.0) + chance * longest_s


def _believe(tokens: int | None) -> int | None:
    return tokens if tokens is not None and 0 <= tokens <= _MAX_TOKENS else None


def _presentable(request: Request) -> Request:
    turns = tuple(replace(turn, text=_clean(turn.text)) for turn in request.turns)
    return replace(request, system=_clean(request.system), turns=turns)


def _clean(text: str) -> str:
    # What is no character cannot be sent at all.
    return redact(text.encode("utf-8", "replace").decode()).text


def _estimate(request: Request) -> int:
    texts = (turn.text for turn in request.turns)
    return estimate_tokens(request.system, json.dumps(request.schema), *texts)
