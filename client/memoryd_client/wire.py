"""The words of the API, shared by client and daemon: numbers, codes, replies.

Replies are plain frozen dataclasses. `load` builds one from decoded JSON and ignores fields it
does not know, so a newer daemon can talk to an older client.
"""

import types
import typing
from dataclasses import dataclass, fields, is_dataclass
from functools import cache

API = 1
API_MIN = 1

HEADER_VERSION = "Memoryd-Version"
HEADER_API = "Memoryd-Api"
HEADER_API_MIN = "Memoryd-Api-Min"
HEADER_INSTANCE = "Memoryd-Instance"
HEADER_REQUEST_ID = "X-Request-Id"

MAX_BODY_BYTES = 1024 * 1024
MAX_QUERY_CHARS = 32_768
MAX_TEXT_CHARS = 8_192
MAX_RECALL = 5
MAX_FORGET_WITHOUT_IDS = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where a memory comes from."""

    agent: str
    session: str
    record: str
    at: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """One memory as lists and recalls show it; `entry` is set for one entry of several."""

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
    """The answer to a recall; `prompt` is ready to be put before a model."""

    strategy: str
    documents: list[RecalledMemory]
    prompt: str
    docs_scanned: int
    duration_ms: float
    explain: Explanation | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Guidance:
    """What a new session gets; `text` is empty when there is nothing to say."""

    text: str
    tokens: int
    sources: list[str]
    empty: bool


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
class MemoryList:
    """One page of memories; `next` asks for the following page."""

    memories: list[Memory]
    next: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgetCandidate(Memory):
    """One entry that a forget would remove."""

    summary: str
    why: str | None = None
    how_to_apply: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgotten:
    """The candidates of a forget and, once applied, what is gone and how to undo it."""

    strategy: str
    candidates: list[ForgetCandidate]
    forgotten: list[str]
    undo: str | None = None


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far a job is."""

    done: int = 0
    total: int | None = None
    unit: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One piece of background work."""

    id: str
    kind: str
    project: str | None
    session: str | None
    status: str
    reason: str | None
    progress: Progress
    created: str
    updated: str
    attempts: int
    error: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class JobList:
    """Jobs, newest first."""

    jobs: list[Job]


@dataclass(frozen=True, slots=True, kw_only=True)
class Started:
    """A job that was started, or why none was."""

    job: str | None = None
    skipped: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """One project: where it lies, under which key, and why that key."""

    key: str
    root: str
    reason: str
    memory_dir: str
    memories: int
    sessions: int
    last_extraction_at: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectList:
    """All projects the daemon knows."""

    projects: list[Project]


@dataclass(frozen=True, slots=True, kw_only=True)
class Injection:
    """One memory handed to one session."""

    session_id: str
    id: str
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class InjectionList:
    """What sessions were handed, newest first."""

    injections: list[Injection]


@dataclass(frozen=True, slots=True, kw_only=True)
class Root:
    """One watched directory of transcripts and what was read of it."""

    agent: str
    path: str
    exists: bool
    sessions: int
    messages: int
    human_messages: int
    bytes: int
    bad_lines: int
    oversize_lines: int
    last_change: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LastRun:
    """The latest outcome of one kind of work."""

    at: str
    project: str | None
    status: str
    reason: str | None
    duration_ms: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Trouble:
    """Something a person should know of, and what to do about it."""

    what: str
    detail: str
    hint: str | None = None
    at: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Queue:
    """Work that waits and work that runs."""

    running: int
    pending: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """What the daemon does, what it did, and what it did not and why."""

    version: str
    pid: int
    uptime_s: float
    ready: bool
    reasons: list[str]
    roots: list[Root]
    projects: int
    memories: int
    queue: Queue
    last: dict[str, LastRun | None]
    skipped: dict[str, dict[str, int]]
    errors: list[Trouble]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reloaded:
    """What a reload of the settings changed."""

    changed: list[str]
    needs_restart: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stopping:
    """The daemon heard, and stops."""

    stopping: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """An error reply (`application/problem+json`)."""

    type: str
    title: str
    status: int
    code: str
    detail: str
    request_id: str
    hint: str | None = None


T = typing.TypeVar("T")


def load(cls: type[T], value: object) -> T:
    """Build *cls* from decoded JSON, ignoring fields it does not have.

    Raise ValueError when a field is missing or of another shape.
    """
    return typing.cast("T", _convert(cls, value))


@cache
def _hints(cls: type) -> dict[str, object]:
    return typing.get_type_hints(cls)


def _convert(kind: object, value: object) -> object:
    if is_dataclass(kind):
        if not isinstance(value, dict):
            raise ValueError(f"expected an object for {kind!r}, got {type(value).__name__}")
        hints = _hints(typing.cast("type", kind))
        known = {
            f.name: _convert(hints[f.name], value[f.name]) for f in fields(kind) if f.name in value
        }
        try:
            return typing.cast("type", kind)(**known)
        except TypeError as exc:
            raise ValueError(str(exc)) from exc
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if origin is list and isinstance(value, list):
        return [_convert(args[0], item) for item in value]
    if origin is dict and isinstance(value, dict):
        return {key: _convert(args[1], item) for key, item in value.items()}
    if origin in (types.UnionType, typing.Union):
        if value is None:
            return None
        return _convert(next(a for a in args if a is not type(None)), value)
    return value
