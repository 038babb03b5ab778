"""What a model advises a dream to do: one question, asked before anything is locked."""

import asyncio
import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Literal

import structlog

from memoryd.config import Settings
from memoryd.database import Database
from memoryd.errors import BudgetExhaustedError, ConfigError, ModelError
from memoryd.prompts import Prompts

from .due import Place

if TYPE_CHECKING:
    from memoryd.lifecycle.dream import Advice, Dreamt, Listing
    from memoryd.llm import Models

log = structlog.get_logger(__name__)

_FEWEST = 2  # facts between which there may be something to do
_MAX_OUTPUT_TOKENS = 4096
_BYTES_PER_TOKEN = 3
_MAX_SHOWN = 300

Skip = Literal["model_refused", "model_failed", "model_budget"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """What a model had to say: its advice, or in `words` why there is none.

    `skipped` is set where there should have been some. `question` tells one question from others.
    """

    advice: "Advice | None" = None
    question: str = ""
    skipped: Skip | None = None
    words: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What became of the model's part of a dream; `in_vain`: no use in asking the same again."""

    words: str
    skipped: Skip | None = None
    advised: bool = False
    in_vain: bool = False

    @property
    def outcome(self) -> str | None:
        """One word for telemetry; None where no model was asked."""
        if self.skipped:
            return self.skipped.removeprefix("model_")
        return "advised" if self.advised else "nothing" if self.in_vain else None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Question:
    system: str
    user: str
    listing: "Listing"
    hash: str


@dataclass(slots=True, kw_only=True)
class Adviser:
    """Asks the model of role `default` about the memories of a place; never two at a time."""

    models: "Models"
    prompts: Prompts
    database: Database
    settings: Callable[[], Settings]
    clock: Callable[[], datetime]
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    def find_obstacle(self) -> str | None:
        """Return why no model is asked, if so."""
        if self.settings().dream.model == "off":
            return "dream.model is off"
        return None if "default" in self.models.roles else "models.roles.default names none"

    async def advise(self, place: Place, *, again: bool = False) -> Heard:
        """Ask about *place*; what was asked in vain before only if it is to be asked *again*.

        Raise DreamRefusedError or OSError when there can be no dream.
        """
        if self.find_obstacle():
            return Heard()
        async with self._turn:
            try:
                question = await asyncio.to_thread(self._prepare, place)
            except ConfigError as exc:
                return _failed(str(exc))
            if question is None:
                return Heard()
            in_vain = self.database.dream_questions.in_vain
            if not again and await asyncio.to_thread(in_vain, place.root) == question.hash:
                return Heard(words="not asked, nothing changed since an answer was of no use")
            return await self._ask(question)

    async def outlook(self, place: Place) -> Heard:
        """Return what `advise` would ask, in words; nothing is asked."""
        try:
            question = await asyncio.to_thread(self._prepare, place)
        except ConfigError as exc:
            return _failed(str(exc))
        if question is None:
            return Heard()
        size = -(-len((question.system + question.user).encode()) // _BYTES_PER_TOKEN)
        count = len(question.listing.lines)
        return Heard(words=f"would be asked about {count} facts, in some {size} tokens")

    def _prepare(self, place: Place) -> _Question | None:
        # It takes long to load, and a daemon that starts must answer first.
        from memoryd.lifecycle.dream import show  # noqa: PLC0415 -- see above

        percent = self.settings().dream.max_loss_percent
        listing = show(place.store, max_loss_percent=percent, now=self.clock())
        if listing.may_change < _FEWEST:
            return None
        system = self.prompts.fill("dream_system")
        user = self.prompts.fill(
            "dream_input", facts=listing.text, most_lost=str(listing.most_lost)
        )
        asked = "\0".join([str(self.models.roles["default"]), system, user])
        digest = hashlib.sha256(asked.encode()).hexdigest()
        return _Question(system=system, user=user, listing=listing, hash=digest)

    async def _ask(self, question: _Question) -> Heard:
        from memoryd.lifecycle.dream import Advice, Proposal  # noqa: PLC0415 -- as above
        from memoryd.llm import Ask  # noqa: PLC0415 -- as above

        ask = Ask(
            system=question.system,
            user=question.user,
            schema=Proposal,
            max_output_tokens=_MAX_OUTPUT_TOKENS,
            purpose="dream",
        )
        try:
            answer = await self.models.ask("default", ask)
        except BudgetExhaustedError as exc:
            return Heard(skipped="model_budget", words=f"skipped: {_cut(str(exc))}")
        except ModelError as exc:
            return _failed(str(exc))
        log.info(
            "a model advised a dream",
            facts=len(question.listing.lines),
            operations=len(answer.value.operations),
        )
        return Heard(advice=Advice(answer.value, question.listing), question=question.hash)


def judge(heard: Heard, dreamt: "Dreamt") -> Verdict:
    """Return what became of the model's part, once the dream is done."""
    if heard.advice is None:
        return Verdict(words=heard.words, skipped=heard.skipped)
    words = _cut(dreamt.model_words)
    if dreamt.refused:
        return Verdict(words=words, skipped="model_refused", in_vain=not dreamt.refused.conflict)
    return Verdict(
        words=words, advised=dreamt.advised > 0, in_vain=not heard.advice.proposal.operations
    )


def _failed(reason: str) -> Heard:
    return Heard(skipped="model_failed", words=f"failed: {_cut(reason)}")


def _cut(text: str) -> str:
    return text if len(text) <= _MAX_SHOWN else f"{text[:_MAX_SHOWN]}…"
