"""What the doctor looks at, and what it finds."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from memoryd_client import wire

Level = Literal["ok", "warn", "fail"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What one check found, and what to do about it."""

    check: str
    level: Level
    detail: str
    remedy: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One path as it stands. `kind` is dir, file, socket, link, other, or missing."""

    path: str
    kind: str
    uid: int = -1
    mode: int = 0
    inode: int = 0
    changed_s: float = 0.0
    writable: bool = False
    trouble: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Disk:
    """How much room there is where something lies."""

    path: str
    free_bytes: int
    has_inodes: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Daemon:
    """The daemon that answers, or why none does. `running` is False when nobody listens."""

    running: bool
    version: str = ""
    status: wire.Status | None = None
    trouble: str = ""
    hint: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lock:
    """The lock file, and the inodes that the daemon holds; None where that cannot be told."""

    place: Place
    held: frozenset[int] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Announced:
    """What `daemon.json` says; `alive` tells whether a process of that number is there."""

    place: Place
    pid: int
    socket: str
    started_s: float
    alive: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings as the daemon's package reads them; None: it could not be asked.

    `key_files` are the files with keys, by provider.
    """

    errors: tuple[tuple[str, str], ...] | None
    trouble: str = ""
    extracts: bool = True
    key_files: Mapping[str, Place]


@dataclass(frozen=True, slots=True, kw_only=True)
class Inotify:
    """What the kernel allows this user to watch, and what is in use or needed."""

    max_watches: int
    max_instances: int
    instances: int
    folders: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """The installed service. `verdict` is what the manager's own check printed; None: not asked."""

    path: str
    program: str
    program_runs: bool
    verdict: str | None
    lingers: bool | None
    remote: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentState:
    """One agent that is here, and what was written for it.

    `steps` are (action, path, why, hint) as a set-up would take them now; `missing` are programs
    and files that its hooks name and that are gone; `keeps_days` is how long it keeps transcripts,
    None where it does not delete them.
    """

    name: str
    title: str
    connected: bool
    steps: tuple[tuple[str, str, str, str], ...]
    missing: tuple[str, ...]
    warnings: tuple[str, ...]
    keeps_days: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """All that was gathered. None: there is no such thing here."""

    uid: int
    now_s: float
    installed: str
    socket: Place
    socket_folder: Place
    daemon: Daemon
    state: Place
    lock: Lock
    announced: Announced | None
    base: Place
    database: Place
    disks: tuple[Disk, ...]
    settings: Settings
    inotify: Inotify | None
    unit: Unit | None
    agents: tuple[AgentState, ...]
    git: bool
    proof: wire.Proof | None
