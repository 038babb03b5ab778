"""The daemon itself: its work, its state, its troubles."""

from dataclasses import dataclass, field
from typing import Any

from .budget import Budget

__all__ = [
    "Day",
    "DreamPreview",
    "DreamStep",
    "Event",
    "ExtractPreview",
    "ExtractQuestion",
    "IdleDream",
    "Injection",
    "InjectionList",
    "Job",
    "JobList",
    "LastRun",
    "LogList",
    "PastSessions",
    "Problem",
    "Progress",
    "Project",
    "ProjectList",
    "Proof",
    "ProofStep",
    "Queue",
    "Reloaded",
    "Root",
    "Started",
    "Status",
    "Stopping",
    "Trouble",
]


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
    result: str | None = None


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
class ExtractQuestion:
    """What a model would be asked about one session, and about how long that is.

    `state` is due, not_quiet (yet), waiting (after a failure, `error`) or parked (after several).
    """

    agent: str
    session: str
    project: str | None
    state: str
    tokens: int
    system: str
    user: str
    error: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractPreview:
    """What would be sent to `model`; `skipped` says why nothing is, as things stand.

    `left_out` is how many sessions more wait than are shown.
    """

    model: str | None
    skipped: str | None
    sessions: list[ExtractQuestion]
    left_out: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DreamStep:
    """One thing a dream would do: to which memories, and why."""

    kind: str
    ids: list[str]
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DreamPreview:
    """What a dream would do now; `refused` says why it would not be allowed to.

    `model` says what a model had to say to it, or would be asked; None: no model has a part in it.
    """

    diff: str
    steps: list[DreamStep]
    deduped_entries: int
    refused: list[str]
    model: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class IdleDream:
    """A project whose dreams were due, several times in a row, and changed nothing.

    Without a project, the user's own memories.
    """

    project: str | None
    times: int
    status: str
    reason: str | None
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """One project: where it lies, under which key, and why that key.

    `local`: its memory lies in the project itself. Not `enabled`: off in the settings.
    """

    key: str
    root: str
    reason: str
    memory_dir: str
    memories: int
    sessions: int
    last_extraction_at: str | None = None
    local: bool = False
    enabled: bool = True


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
class PastSessions:
    """What the two-phase pipeline makes of whole sessions, and why some are not learnt from.

    `known` counts them all, `taught` those that something was kept of; `waits` says why others
    are not learnt from now, by reason. `failed` of them were tried and are tried again.
    """

    enabled: bool
    known: int = 0
    taught: int = 0
    failed: int = 0
    waits: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Day:
    """What was done since a time, and what was not and why; kept over restarts.

    `learnt`, `changed` and `forgotten` count memories by who did it: rules, model, person, dream.
    `sessions` moved; `handed_out` memories went to `handed_to` sessions; `dreams` counts projects
    by how the latest dream of each ended; `skipped` is by kind and reason.
    """

    since: str
    learnt: dict[str, int] = field(default_factory=dict)
    changed: dict[str, int] = field(default_factory=dict)
    forgotten: dict[str, int] = field(default_factory=dict)
    undone: int = 0
    sessions: int = 0
    handed_out: int = 0
    handed_to: int = 0
    dreams: dict[str, int] = field(default_factory=dict)
    skipped: dict[str, dict[str, int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """What the daemon does, what it did, and what it did not and why."""

    version: str
    pid: int
    socket: str
    base: str
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
    idle_dreams: list[IdleDream] = field(default_factory=list)
    budget: Budget = field(default_factory=Budget)
    past_sessions: PastSessions = field(default_factory=lambda: PastSessions(enabled=False))
    readonly_socket: str | None = None
    day: Day | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ProofStep:
    """One step of the loop, and what to do when it did not come through."""

    step: str
    ok: bool
    detail: str
    duration_ms: float
    remedy: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """Whether a session that the daemon wrote itself was learnt, recalled and forgotten."""

    ok: bool
    steps: list[ProofStep]


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One event of the stream; give the latest `id` to go on where you stopped."""

    id: str | None
    event: str
    data: dict[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class LogList:
    """Records of the log, oldest first; follow the log from `last` on to miss none after them."""

    records: list[dict[str, Any]]  # any JSON: a record says what its call had to say
    last: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reloaded:
    """What a reload of the settings changed."""

    changed: list[str]


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
