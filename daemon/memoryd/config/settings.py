"""The settings: one frozen tree and its defaults."""

from typing import Annotated, Literal

import msgspec

from memoryd.model_settings import Budget, Models

from .durations import Seconds

# A service has no directory of its own that a relative path could start from.
Directory = Annotated[str, msgspec.Meta(pattern=r"^(/|~/)[^\0]*$")]
# As in a `.gitignore`, but without exceptions.
Pattern = Annotated[str, msgspec.Meta(pattern=r"^[^!\0\n][^\0\n]*$")]


class _Section(
    msgspec.Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True
):
    """A part of the tree; unknown keys are errors."""


class Storage(_Section, frozen=True, kw_only=True):
    """Where memories live and which directories share one."""

    base_dir: Directory | None = None
    local: bool = False
    worktrees: Literal["shared", "separate"] = "shared"
    project_scope: Literal["git-root", "workspace"] = "git-root"


class Api(_Section, frozen=True, kw_only=True):
    """Where the API is served besides the socket itself.

    `readonly_socket` is a second socket that answers only what changes nothing; null: none.
    """

    readonly_socket: Directory | None = None


class Extract(_Section, frozen=True, kw_only=True):
    """When sessions are read and learnt from."""

    enabled: bool = True
    quiet_seconds: Seconds = Seconds(1)
    model: Literal["auto", "off"] = "auto"
    model_quiet_seconds: Seconds = Seconds(300)
    model_input_token_limit: int = 8000


class Recall(_Section, frozen=True, kw_only=True):
    """How much of memory a prompt gets."""

    limit: int = 5
    max_body_chars: int = 1200
    selector: Literal["default", "smol"] | None = None
    deadline_ms: int = 100
    semantic: Literal["auto", "off", "use"] = "auto"


class Dream(_Section, frozen=True, kw_only=True):
    """When the memories of a project are tidied, and how much of them a tidying may drop."""

    enabled: bool = True
    min_hours_between_dreams: float = 24
    min_sessions_between_dreams: int = 5
    scan_interval_minutes: float = 10
    lock_stale_minutes: float = 60
    max_loss_percent: float = 25
    model: Literal["auto", "off"] = "auto"


class Memories(_Section, frozen=True, kw_only=True):
    """The two-phase pipeline: which sessions it learns from, how much of them, and how hard."""

    enabled: bool = False
    max_rollout_age_days: float = 30
    min_rollout_idle_hours: float = 12
    max_rollouts_per_startup: int = 64
    summary_injection_token_limit: int = 5000
    thread_scan_limit: int = 300
    max_raw_memories_for_global: int = 200
    stage1_concurrency: int = 8
    stage1_lease_seconds: Seconds = Seconds(120)
    stage1_retry_delay_seconds: Seconds = Seconds(120)
    phase2_lease_seconds: Seconds = Seconds(180)
    phase2_retry_delay_seconds: Seconds = Seconds(180)
    phase2_heartbeat_seconds: Seconds = Seconds(30)
    rollout_payload_percent: float = 0.7
    phase1_input_token_limit: int = 4000
    fallback_token_limit: int = 16000


class Agent(_Section, frozen=True, kw_only=True):
    """One agent: read it or not, and directories to read besides its own."""

    enabled: bool = True
    paths: tuple[Directory, ...] = ()


class Agents(_Section, frozen=True, kw_only=True, rename="kebab"):
    """The agents whose transcripts are read."""

    claude_code: Agent = Agent()
    codex: Agent = Agent()
    qwen_code: Agent = Agent()

    def of(self, agent: str) -> Agent:
        """Return the settings of *agent* as the API spells it."""
        found: Agent = getattr(self, agent.replace("-", "_"))
        return found


class Log(_Section, frozen=True, kw_only=True):
    """What is logged, and in which form."""

    level: Literal["debug", "info", "warning", "error"] = "info"
    format: Literal["auto", "console", "json", "journal"] = "auto"


class Privacy(_Section, frozen=True, kw_only=True):
    """What is never read: patterns of directories, and of transcripts and where they lie.

    One holds for all below it. What begins with / or ~/ is a path, anything else stands anywhere
    in one; `*` and `?` stay within a name, `**` is any number of names.
    """

    ignore: tuple[Pattern, ...] = ()


class ProjectRule(_Section, frozen=True, kw_only=True, omit_defaults=True):
    """What is different in some directories; None: as everywhere."""

    enabled: bool | None = None
    local: bool | None = None
    worktrees: Literal["shared", "separate"] | None = None
    project_scope: Literal["git-root", "workspace"] | None = None


class Settings(_Section, frozen=True, kw_only=True):
    """All settings, with their defaults."""

    storage: Storage = Storage()
    api: Api = Api()
    extract: Extract = Extract()
    dream: Dream = Dream()
    memories: Memories = Memories()
    recall: Recall = Recall()
    models: Models = Models()
    budget: Budget = Budget()
    agents: Agents = Agents()
    privacy: Privacy = Privacy()
    log: Log = Log()
    projects: dict[str, ProjectRule] = {}
