"""What a model may answer when it is asked to tidy: operations on facts that it was shown.

The form forbids what it does not name, and requires all it names: endpoints that force an answer
into a form take no other.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

import msgspec

_MOST_OPERATIONS = 32
_MOST_SOURCES = 16
_MOST_FACTS = 8

_Id = Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
_Text = Annotated[str, msgspec.Meta(min_length=1, max_length=2000)]


class ProposedFact(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One fact as it is to stand. Null leaves the reasons as the sources have them."""

    summary: _Text
    why: _Text | None
    how_to_apply: _Text | None


class ProposedOperation(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One thing to do to the facts with these ids."""

    op: Literal["merge", "rewrite", "supersede", "split", "delete"]
    sources: Annotated[list[_Id], msgspec.Meta(min_length=1, max_length=_MOST_SOURCES)]
    target: _Id | None
    facts: Annotated[list[ProposedFact], msgspec.Meta(max_length=_MOST_FACTS)]
    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]


class Proposal(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All that is to be done; nothing is a good answer."""

    operations: Annotated[list[ProposedOperation], msgspec.Meta(max_length=_MOST_OPERATIONS)]


@dataclass(frozen=True, slots=True)
class Shown:
    """The file that a fact stood in when it was shown."""

    path: str
    raw: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """The facts of one store as a model is shown them, one JSON object a line.

    `may_change` counts those that are not pinned; at most `most_lost` of all may be lost.
    """

    lines: tuple[str, ...]
    shown: Mapping[str, Shown]
    may_change: int
    most_lost: int

    @property
    def text(self) -> str:
        """All lines."""
        return "\n".join(self.lines)


@dataclass(frozen=True, slots=True)
class Advice:
    """A model's proposal, and what it had seen when it made it."""

    proposal: Proposal
    listing: Listing
