"""What became of a change, and how to take it back."""

from dataclasses import dataclass, field

from .memories import Memory

__all__ = [
    "Change",
    "Cleared",
    "Deleted",
    "ForgetCandidate",
    "Forgotten",
    "History",
    "Learned",
    "Rejection",
    "Remembered",
    "Undone",
    "Used",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rejection:
    """Why a text was not remembered."""

    code: str
    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Remembered:
    """What became of a text to remember: a memory, or the reason why not."""

    memory: Memory | None = None
    merged_into: str | None = None
    rejected: Rejection | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Learned:
    """What became of a lesson: its line, `known` if it stood there, or the reason why not.

    `path` is where sessions read it and `file` the same on disk: to take a lesson back, delete its
    line. `dropped` are lines that made room.
    """

    lesson: str | None = None
    known: bool
    path: str | None = None
    file: str | None = None
    dropped: list[str] = field(default_factory=list)
    rejected: Rejection | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgetCandidate(Memory):
    """One entry that a forget would remove."""

    summary: str
    why: str | None = None
    how_to_apply: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgotten:
    """The candidates of a forget and, once applied, what is gone and how to undo it.

    Of a purge, `purged` counts the copies in the trash (that would be, or are) removed too, and
    `unreachable` names the places that may still hold the text.
    """

    strategy: str
    candidates: list[ForgetCandidate]
    forgotten: list[str]
    undo: str | None = None
    purged: int = 0
    unreachable: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cleared:
    """What a clearing removed, ids of memories and places in `memory://root`, and how to undo it.

    `kept` are the pinned memories, which stay. So many `sessions` are not learnt from again.
    """

    cleared: list[str]
    undo: str | None = None
    kept: list[str] = field(default_factory=list)
    sessions: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Deleted:
    """How to take a deletion back."""

    undo: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone:
    """What an undo brought back."""

    restored: list[str]
    operation: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Used:
    """Which uses were counted, and which ids nothing here has.

    One that the session reported a moment ago is in neither.
    """

    counted: list[str]
    unknown: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One change to a memory directory."""

    at: str
    operation: str
    by: str
    files: list[str]
    undo: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """Changes, newest first."""

    changes: list[Change]
