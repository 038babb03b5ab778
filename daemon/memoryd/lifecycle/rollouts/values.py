"""What one session taught, and what is made of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from memoryd.domain import MemoryType, Scope


class Purpose(StrEnum):
    """What a command is run for, in the order in which a change is checked and shipped."""

    SETUP = "setup"
    FORMAT = "format"
    LINT = "lint"
    TYPES = "types"
    TEST = "test"
    BUILD = "build"
    RUN = "run"
    SHIP = "ship"
    OTHER = "other"


CHECKS = (Purpose.FORMAT, Purpose.LINT, Purpose.TYPES, Purpose.TEST, Purpose.BUILD)


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """The record of the session that shows something, and when that was."""

    record: str
    at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """What a person stated for good."""

    text: str
    why: str | None
    how: str | None
    type: MemoryType
    scope: Scope
    origin: Origin


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A command that was run. `form` is what its runs have in common, `shown` one of them.

    `passed` is how it ended last; `origin` is that run. `complaints` are the rules that a check
    named when it failed.
    """

    form: str
    shown: str
    purpose: Purpose
    runs: int
    passed: bool
    origin: Origin
    complaints: tuple[str, ...] = ()


class Cure(StrEnum):
    """How a command that failed was made to work."""

    FIRST = "first"
    INSTEAD = "instead"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fix:
    """A command that failed and the one that helped. `cause` is empty when it is not known."""

    failed: str
    cause: str
    cure: Cure
    command: str
    origin: Origin


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A file of the project and how often it was written."""

    path: str
    writes: int
    origin: Origin


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenEnd:
    """What was not finished: a command that failed last, or a request without an answer."""

    text: str
    is_command: bool
    origin: Origin


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionDigest:
    """All that one session taught. Texts are single lines without secrets.

    `commands` are in the order in which they ended last.
    """

    agent: str
    session: str
    cwd: str | None
    started: datetime | None
    ended: datetime | None
    title: str
    statements: tuple[Statement, ...] = ()
    commands: tuple[Command, ...] = ()
    fixes: tuple[Fix, ...] = ()
    places: tuple[Place, ...] = ()
    open_ends: tuple[OpenEnd, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Rollout:
    """The output of the first phase for one session; both texts empty when it taught nothing.

    `slug` is what `slug_of` makes, or empty. Without a digest only the texts go into the artefacts.
    `uses` is how often it was of use to later sessions.
    """

    session: str
    updated_at: datetime
    raw_memory: str
    rollout_summary: str
    slug: str = ""
    digest: SessionDigest | None = None
    uses: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Skill:
    """A procedure: the name of its folder, the text of its SKILL.md, and files beside that.

    The files are by path in the folder: in scripts/, templates/ or examples/.
    """

    name: str
    content: str
    files: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Consolidated:
    """What the second phase makes of all sessions of a project, whoever makes it.

    `left_out` tells what of an answer was not taken, and why.
    """

    memory_md: str
    memory_summary: str
    skills: tuple[Skill, ...] = ()
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """Sessions against those of the last consolidation; a session that went on counts as added."""

    added: tuple[str, ...] = ()
    retained: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Artefacts:
    """Files to write below the root, and files of ours to take away; paths are relative.

    `seen` are the files as they were when this was decided.
    """

    files: Mapping[str, bytes]
    stale: tuple[str, ...] = ()
    changes: Changes = field(default_factory=Changes)
    seen: Mapping[str, bytes] = field(default_factory=dict)
