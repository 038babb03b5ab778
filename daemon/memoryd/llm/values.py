"""What is asked of a model and what comes back; no I/O here."""

from dataclasses import dataclass
from typing import Any, Generic, Literal, Protocol, TypeVar

import msgspec

Shape = TypeVar("Shape", bound=msgspec.Struct)

_BYTES_PER_TOKEN = 3  # rather too many tokens than too few, in any script


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask(Generic[Shape]):
    """One question. What stands in *user* is data; the instructions are in *system*.

    An answer may be of use for *within_s* only: nothing is tried again later than that.
    """

    system: str
    user: str
    schema: type[Shape]
    max_output_tokens: int
    purpose: str
    within_s: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """What an answer cost, repairs and retries included; estimated where nothing was reported."""

    calls: int
    input_tokens: int
    output_tokens: int
    estimated: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer(Generic[Shape]):
    """What was asked for, from which model, and what it took."""

    value: Shape
    usage: Usage
    model: str
    duration_ms: float


@dataclass(frozen=True, slots=True)
class Turn:
    """One side's words in a conversation."""

    speaker: Literal["user", "assistant"]
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One call of one model; *model* is None for the provider's own choice."""

    model: str | None
    system: str
    turns: tuple[Turn, ...]
    schema: dict[str, Any]  # a JSON Schema is any JSON object
    max_output_tokens: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion:
    """What a provider gave back: JSON, one hopes. Tokens are None where it does not say."""

    text: str
    input_tokens: int | None = None
    output_tokens: int | None = None
    cut: bool = False


class Provider(Protocol):
    """Somebody who serves models."""

    async def complete(self, request: Request) -> Completion:
        """Call a model once. Raise ModelError; a caller who waits too long cancels."""


def estimate_tokens(*texts: str) -> int:
    """Return an upper guess of how many tokens the texts are."""
    return -(-sum(len(text.encode("utf-8", "replace")) for text in texts) // _BYTES_PER_TOKEN)
