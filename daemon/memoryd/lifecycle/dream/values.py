"""What a dream wants to do, and what it says about it."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from memoryd.domain import MemoryType, fingerprint
from memoryd.memory import Change, Document

Alike = Callable[[str, str], bool]
"""Tells whether two summaries state the same fact in other words."""

Key = tuple[MemoryType, str]


class Kind(StrEnum):
    """What a dream does to facts."""

    DEDUPE = "dedupe"  # the same words stood twice
    MERGE = "merge"  # the same fact in other words
    SUPERSEDE = "supersede"  # a newer fact says that this one no longer holds
    ORDER = "order"
    REFERENCE = "reference"  # a link led to a file that another one took up
    SPLIT = "split"
    REWRITE = "rewrite"  # only a model words a fact anew, or says that one is of no use
    DELETE = "delete"
    DATE = "date"  # a day that was named relative to another one


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One thing done: to the facts with these ids (as they were before), in which file."""

    kind: Kind
    sources: tuple[str, ...]
    target: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The files that change, what was done in words, and links that lead nowhere."""

    changes: tuple[Change, ...] = ()
    operations: tuple[Operation, ...] = ()
    topics: tuple[MemoryType, ...] = ()
    dangling: tuple[str, ...] = ()

    @property
    def deduped_entries(self) -> int:
        """How many entries another one took up."""
        merging = {Kind.DEDUPE, Kind.MERGE}
        return sum(operation.kind in merging for operation in self.operations)


def key_of(document: Document, index: int) -> Key:
    """Return what a fact is known by within its store."""
    return document.type, fingerprint(document.entries[index].summary)
