"""What a model is asked about a session, and the form its answer must have."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from msgspec import Meta, Struct

from memoryd.lifecycle.rollouts import count_tokens
from memoryd.llm import Ask
from memoryd.prompts import Prompts

from .slices import Slice
from .standing import Standing, render_standing

PURPOSE = "extract"
_MOST_PATCHES = 20
_MAX_OUTPUT_TOKENS = 3000
_MEMORIES_PART = 5  # of the limit, one part for the memories that stand
_NONE = "(none)"

_Text = Annotated[str, Meta(max_length=2000)]
_Name = Annotated[str, Meta(min_length=1, max_length=300)]


class PatchAnswer(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One change to memory that a model proposes. Nothing in it is believed unchecked."""

    op: Literal["add", "update", "supersede"]
    type: Literal["user", "feedback", "project", "reference"]
    scope: Literal["project", "user"]
    summary: Annotated[str, Meta(min_length=1, max_length=2000)]
    records: Annotated[list[_Name], Meta(max_length=10)]
    why: _Text | None = None
    how_to_apply: _Text | None = None
    target: _Name | None = None


class ExtractAnswer(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All changes that a model proposes for one session."""

    patches: Annotated[list[PatchAnswer], Meta(max_length=_MOST_PATCHES)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is asked, and what the answer is held against."""

    system: str
    user: str
    slice: Slice
    standing: tuple[Standing, ...]

    @property
    def tokens(self) -> int:
        """About how many tokens it is."""
        return count_tokens(self.system) + count_tokens(self.user)

    @property
    def ask(self) -> Ask[ExtractAnswer]:
        """The same for a model."""
        return Ask(
            system=self.system,
            user=self.user,
            schema=ExtractAnswer,
            max_output_tokens=_MAX_OUTPUT_TOKENS,
            purpose=PURPOSE,
        )


def split_limit(limit: int) -> tuple[int, int]:
    """Return how much of *limit* the session may take and how much the memories that stand."""
    memories = limit // _MEMORIES_PART
    return limit - memories, memories


def write_question(prompts: Prompts, slice_: Slice, standing: Sequence[Standing]) -> Question:
    """Return the question about *slice_*. Blocking; raise ConfigError for a prompt that is off."""
    return Question(
        system=prompts.fill("extract_system"),
        user=prompts.fill(
            "extract_input",
            memories_json=render_standing(standing) or _NONE,
            entries_json=slice_.render(),
        ),
        slice=slice_,
        standing=tuple(standing),
    )


def fingerprint_words(prompts: Prompts) -> str:
    """Return what changes whenever the words of the question do. Blocking; as above."""
    empty = prompts.fill("extract_input", memories_json="", entries_json="")
    words = f"{prompts.fill('extract_system')}\0{empty}"
    return hashlib.sha256(words.encode()).hexdigest()[:16]
