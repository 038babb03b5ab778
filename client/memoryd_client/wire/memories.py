"""Memories, and the answers that carry them."""

from dataclasses import dataclass, field

__all__ = [
    "Entries",
    "Entry",
    "Explanation",
    "Guidance",
    "Memory",
    "MemoryDetail",
    "MemoryList",
    "Recall",
    "RecalledMemory",
    "RejectedMemory",
    "Source",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where a memory comes from."""

    agent: str
    session: str
    record: str
    at: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """One memory as lists and recalls show it; `entry` is set for one entry of several.

    How often its file was used is told by lists, and of one memory.
    """

    id: str
    scope: str
    type: str
    title: str
    description: str
    path: str
    entry: int | None = None
    created: str = ""
    updated: str = ""
    age_days: int = 0
    pinned: bool = False
    sources: list[Source]
    usage_count: int = 0
    last_usage: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One fact within a memory."""

    summary: str
    why: str | None = None
    how_to_apply: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryDetail(Memory):
    """One memory, whole."""

    body: str
    entries: list[Entry]
    raw: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryList:
    """One page of memories; `next` asks for the following page."""

    memories: list[Memory]
    next: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RecalledMemory(Memory):
    """A memory that a query needs, and why it was chosen."""

    score: float
    matched: list[str]
    freshness: str
    truncated: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RejectedMemory:
    """A candidate that lost, and why."""

    id: str
    score: float
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """Why candidates of a recall were not chosen."""

    rejected: list[RejectedMemory]


@dataclass(frozen=True, slots=True, kw_only=True)
class Recall:
    """The answer to a recall; `prompt` is ready to be put before a model.

    `skipped` says why nothing was looked for: `disabled` where the settings have memory off.
    """

    strategy: str
    documents: list[RecalledMemory]
    prompt: str
    docs_scanned: int
    duration_ms: float
    explain: Explanation | None = None
    skipped: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Guidance:
    """What a new session gets; `text` is empty when there is nothing to say, or memory off.

    `sources` are ids of memories and `memory://` addresses, `told` those memories of which all is
    told. `skipped` says why there is no text
    where something is known: `disabled`, or `no_room` within the limit of the settings.
    """

    text: str
    tokens: int
    sources: list[str]
    empty: bool
    skipped: str | None = None
    told: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entries:
    """The names in a directory."""

    entries: list[str]
