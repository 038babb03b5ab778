"""The values that walk through the house; no I/O here.

source -> Message -> Patch -> gate -> store -> index -> recall
"""

import re
import unicodedata
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum


class Speaker(StrEnum):
    """Who produced a message. Only a person's words may become rules."""

    PERSON = "person"
    AGENT = "agent"
    TOOL = "tool"


class MemoryType(StrEnum):
    """The four kinds of memory, in the order of the shared layout."""

    USER = "user"
    FEEDBACK = "feedback"
    PROJECT = "project"
    REFERENCE = "reference"


class Scope(StrEnum):
    """Who sees a memory: one project, or all projects of this user."""

    PROJECT = "project"
    USER = "user"


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """One call of a tool by the agent: its name and the file it wrote to, if it named one.

    `command` is what a shell ran, told by sources that are asked for commands; `output` is how
    that which it printed begins and ends. `failed` says what the shell said: in `a | b` only
    the end of `b` counts.
    """

    name: str
    path: str | None = None
    failed: bool = False
    command: str | None = None
    output: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One normalised record of a session.

    `record` is the agent's own record id, or a hash of time and text where it gives none, so
    that copies of one statement (resume, fork, import) share it. `offset` is the byte offset of
    the line in the uncompressed transcript. `cites` tells which memories the agent used: blocks
    of citations as it wrote them, no part of the text, or the path of a file that it read.
    """

    speaker: Speaker
    text: str
    record: str
    at: datetime | None
    offset: int
    tool: ToolCall | None = None
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceRef:
    """Where a memory comes from; shown to people and kept through merges."""

    agent: str
    session: str
    record: str
    at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One fact within a memory. Whitespace runs in each field are collapsed."""

    summary: str
    why: str | None = None
    how_to_apply: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Patch:
    """One proposed change to memory, whoever proposes it."""

    type: MemoryType
    scope: Scope
    entry: Entry
    sources: tuple[SourceRef, ...] = ()
    at: datetime = field(default_factory=lambda: datetime.now(UTC))


def collapse(text: str) -> str:
    """Collapse white space to single spaces and trim."""
    return " ".join(text.split())


def fold(text: str) -> str:
    """Return the form in which two texts are the same text: NFKC, case-folded, collapsed."""
    return collapse(unicodedata.normalize("NFKC", text).casefold())


def fingerprint_text(summary: str) -> str:
    """Return the form in which two summaries state the same fact: folded, bare of punctuation.

    Signs stay (C is not C++, `<` is not `>=`), and so do the marks that many scripts spell with.
    """
    folded = fold(summary)
    if folded.isascii():  # the same, several times as fast
        return collapse(_SILENT_ASCII.sub(" ", folded))
    kept = (char if _tells(char) else " " for char in folded)
    return collapse("".join(kept))


_SILENT_ASCII = re.compile(r"[^a-z0-9 #$+<=>^`|~]")


def fingerprint(summary: str) -> str:
    """Return the form in which two summaries are one fact; never empty for a summary of signs."""
    return fingerprint_text(summary) or fold(summary)


def _tells(char: str) -> bool:
    return char == "#" or unicodedata.category(char)[0] in "LMNS"


def isoformat(at: datetime) -> str:
    """Write a time as the shared layout does: UTC, milliseconds, Z."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def parse_time(text: str) -> datetime | None:
    """Read an ISO time; naive means UTC; None when it is not a time."""
    try:
        at = datetime.fromisoformat(text.strip())
        return at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)
    except (ValueError, OverflowError):
        return None
