"""The settings: one frozen tree, its defaults, and errors that name file, line and key."""

import difflib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec
import yaml

from memoryd.errors import ConfigError
from memoryd.model_settings import Budget, Models, Provider, find_fault

_MAX_BYTES = 64 * 1024  # PyYAML takes seconds for what is longer
_UNITS = {"": 1.0, "ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0}

# A service has no directory of its own that a relative path could start from.
Directory = Annotated[str, msgspec.Meta(pattern=r"^(/|~/)[^\0]*$")]


class Seconds(float):
    """A duration; settings may write it as a number of seconds or as "500ms", "5m", "2h"."""

    __slots__ = ()


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


class ProjectRule(_Section, frozen=True, kw_only=True, omit_defaults=True):
    """What is different in some directories; None: as everywhere."""

    enabled: bool | None = None
    local: bool | None = None
    worktrees: Literal["shared", "separate"] | None = None
    project_scope: Literal["git-root", "workspace"] | None = None


class Settings(_Section, frozen=True, kw_only=True):
    """All settings, with their defaults."""

    storage: Storage = Storage()
    extract: Extract = Extract()
    dream: Dream = Dream()
    memories: Memories = Memories()
    recall: Recall = Recall()
    models: Models = Models()
    budget: Budget = Budget()
    agents: Agents = Agents()
    log: Log = Log()
    projects: dict[str, ProjectRule] = {}


# A change of these cannot be taken up in place: the daemon's parts are built anew.
REBUILDS = frozenset(
    {
        "storage.baseDir",
        "storage.local",
        "storage.worktrees",
        "storage.projectScope",
        "recall.semantic",
        "log.format",
    }
)
_REBUILD_BELOW = ("projects.", "models.", "budget.")
_SCOPES = ("git-root", "workspace")
_SCOPE_VARIABLES = ("MEMORYD_PROJECT_SCOPE", "QWEN_CODE_MEMORY_PROJECT_SCOPE")


def load(file: Path, env: Mapping[str, str]) -> Settings:
    """Read *file* (missing: all defaults) and let the environment override single keys.

    Raise ConfigError naming file, line and key, or the variable.
    """
    origins = _Origins(file)
    tree = _parse(_read(file), origins)
    _check_keys(Settings, tree, (), origins)
    _override(tree, env, origins)
    for named in _NAMED:
        _check_named(tree, named, origins)
    return _convert(tree, origins)


def dump(settings: Settings) -> str:
    """Write the settings as the YAML a person would."""
    text: str = yaml.safe_dump(_builtins(settings), sort_keys=False, allow_unicode=True)
    return text


def changes(old: Settings, new: Settings) -> tuple[str, ...]:
    """Return the dotted keys in which two settings differ."""
    before, after = _flatten(_builtins(old)), _flatten(_builtins(new))
    keys = before.keys() | after.keys()  # rules for projects come and go
    return tuple(sorted(key for key in keys if before.get(key) != after.get(key)))


def needs_rebuild(changed: Iterable[str]) -> bool:
    """Tell whether the daemon's parts must be built anew for changes of these keys."""
    return any(key in REBUILDS or key.startswith(_REBUILD_BELOW) for key in changed)


def scope_complaint(env: Mapping[str, str]) -> str | None:
    """Say which variable names no scope there is; git-root is then in force."""
    name, scope = _asked_scope(env)
    if not scope or scope in _SCOPES:
        return None
    return f"{name} is {scope[:40]!r}; it can be {' or '.join(_SCOPES)}"


def _asked_scope(env: Mapping[str, str]) -> tuple[str, str]:
    asked = ((name, env.get(name, "").strip().lower()) for name in _SCOPE_VARIABLES)
    return next(((name, scope) for name, scope in asked if scope), ("", ""))


def _builtins(settings: Settings) -> dict[str, object]:
    tree: dict[str, object] = msgspec.to_builtins(settings, enc_hook=_encode)
    return tree


def _flatten(tree: Mapping[str, object], prefix: str = "") -> dict[str, object]:
    flat: dict[str, object] = {}
    for key, value in tree.items():
        if isinstance(value, dict):
            flat |= _flatten(value, f"{prefix}{key}.")
        else:
            flat[f"{prefix}{key}"] = value
    return flat


_Key = tuple[str, ...]
_Known = TypeVar("_Known", bound=msgspec.Struct)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Named:
    """Where the user names the sections, and what such a name looks like."""

    path: _Key
    section: type[msgspec.Struct]
    kinds: str
    pattern: str
    example: str


_NAMED = (
    _Named(
        path=("projects",),
        section=ProjectRule,
        kinds="directories",
        pattern=r"(/|~(/|$))[^\0]*",
        example="a directory or a glob that starts with / or ~/",
    ),
    _Named(
        path=("models", "providers"),
        section=Provider,
        kinds="names of providers",
        pattern=r"[a-z0-9][a-z0-9_-]{0,49}",
        example="a name of small letters, digits, - and _",
    ),
)


@dataclass(frozen=True, slots=True)
class _Origins:
    """Where each key was given: on a line of the file, or in a variable."""

    file: Path
    lines: dict[_Key, int] = field(default_factory=dict)
    variables: dict[_Key, str] = field(default_factory=dict)

    def error(self, message: str, path: _Key) -> ConfigError:
        for length in range(len(path), 0, -1):
            if variable := self.variables.get(path[:length]):
                return ConfigError(message, key=variable)
        return ConfigError(message, file=self.file, line=self.lines.get(path), key=".".join(path))


class _Loader(yaml.SafeLoader):
    """Plain YAML. Aliases are errors: with them a small file can stand for an endless tree."""

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):
            mark = self.peek_event().start_mark  # type: ignore[no-untyped-call]  # its stub has no types
            raise yaml.MarkedYAMLError(problem="aliases are not supported", problem_mark=mark)
        return super().compose_node(parent, index)

    def compose_mapping_node(self, anchor: Any) -> yaml.MappingNode:  # its stub is wrong
        node: yaml.MappingNode = super().compose_mapping_node(anchor)
        for key, _ in node.value:
            if isinstance(key, yaml.ScalarNode):  # a key `on` is a word, not a truth value
                key.tag = self.DEFAULT_SCALAR_TAG
        return node


# What PyYAML raises is its own errors, and whatever its constructors stumble over.
_YAML_ERRORS = (
    yaml.YAMLError,
    ValueError,
    LookupError,
    AttributeError,
    ArithmeticError,
    RecursionError,
)


def _read(file: Path) -> bytes:
    try:
        with file.open("rb") as opened:
            raw = opened.read(_MAX_BYTES + 1)
    except FileNotFoundError:
        return b""
    except OSError as exc:
        raise ConfigError(f"cannot read: {exc.strerror}", file=file) from exc
    if len(raw) > _MAX_BYTES:
        raise ConfigError("larger than 64 KiB; this is not a settings file", file=file)
    return raw


def _parse(raw: bytes, origins: _Origins) -> dict[str, object]:
    try:
        node, tree = _load_yaml(raw)
    except _YAML_ERRORS as exc:
        mark = getattr(exc, "problem_mark", None)
        line = mark.line + 1 if mark else None
        raise ConfigError(_explain(exc), file=origins.file, line=line) from exc
    if tree is None:
        return {}
    if not isinstance(tree, dict):
        raise ConfigError(
            "expected sections such as `recall:`, got something else", file=origins.file, line=1
        )
    _note_lines(node, (), origins)
    return tree


def _load_yaml(text: bytes | str) -> tuple[yaml.Node | None, object]:
    loader = _Loader(text)
    try:
        node = loader.get_single_node()
        return node, None if node is None else loader.construct_document(node)
    finally:
        loader.dispose()


def _explain(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "not YAML: nested too deeply"
    problem = getattr(error, "problem", None) or str(error)
    return f"not YAML: {' '.join(problem.split())}"


def _note_lines(node: yaml.Node | None, path: _Key, origins: _Origins) -> None:
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            here = (*path, str(key.value))
            first, origins.lines[here] = origins.lines.get(here), key.start_mark.line + 1
            if first:
                raise origins.error(f"given twice; it is on line {first} already", here)
            _note_lines(value, here, origins)


def _fields(section: type[msgspec.Struct]) -> dict[str, object]:
    hints = get_type_hints(section)
    names = zip(section.__struct_encode_fields__, section.__struct_fields__, strict=True)
    return {encoded: hints[name] for encoded, name in names}


def _is_section(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _check_keys(
    section: type[msgspec.Struct], tree: dict[str, object], path: _Key, origins: _Origins
) -> None:
    known = _fields(section)
    for key, value in list(tree.items()):
        here = (*path, str(key))
        if key not in known:
            near = difflib.get_close_matches(str(key), known, n=1, cutoff=0.0)
            meant = ".".join((*path, near[0]))
            raise origins.error(f"unknown key; did you mean {meant!r}?", here)
        kind = known[key]
        if value is False and "off" in get_args(kind):
            tree[key] = "off"  # which YAML takes for a truth value
        if not _is_section(kind):
            continue
        if value is None:  # all its keys are commented out
            tree[key] = {}
        elif isinstance(value, dict):
            _check_keys(kind, value, here, origins)  # type: ignore[arg-type]  # _is_section narrows
        else:
            raise origins.error("expected a section with keys of its own", here)


def _check_named(tree: dict[str, object], named: _Named, origins: _Origins) -> None:
    *above, last = named.path
    for part in above:
        tree = tree.get(part, {})  # type: ignore[assignment]  # sections are dicts, checked before
    sections = tree.get(last)
    if sections is None:
        tree.pop(last, None)
        return
    if not isinstance(sections, dict):
        raise origins.error(f"expected {named.kinds}, each with keys of its own", named.path)
    for name, section in sections.items():
        path = (*named.path, str(name))
        if not re.fullmatch(named.pattern, str(name)):
            raise origins.error(f"expected {named.example}", path)
        if section is None:
            sections[name] = {}
        elif not isinstance(section, dict):
            raise origins.error("expected a section with keys of its own", path)
        else:
            _check_keys(named.section, section, path, origins)
        _convert_part(sections[name], named.section, path, origins)


def _override(tree: dict[str, object], env: Mapping[str, str], origins: _Origins) -> None:
    for path, kind in _leaves(Settings, ()).items():
        name = "MEMORYD_" + "_".join(_shout(part) for part in path)
        if name in env:
            value = env[name] if _is_text(kind) else _parse_variable(name, env[name])
            _set(tree, path, value)
            origins.variables[path] = name
    if env.get("MEMORYD_LOCAL") == "1" or env.get("QWEN_CODE_MEMORY_LOCAL") == "1":
        _set(tree, ("storage", "local"), value=True)
    if scope := _asked_scope(env)[1]:
        known = scope if scope in _SCOPES else "git-root"
        _set(tree, ("storage", "projectScope"), value=known)


def _parse_variable(name: str, text: str) -> object:
    try:
        return _load_yaml(text)[1]
    except _YAML_ERRORS as exc:
        raise ConfigError(_explain(exc), key=name) from exc


def _set(tree: dict[str, object], path: _Key, value: object) -> None:
    for part in path[:-1]:
        tree = tree.setdefault(part, {})  # type: ignore[assignment]  # sections are dicts, checked before
    tree[path[-1]] = value


def _leaves(section: type[msgspec.Struct], path: _Key) -> dict[_Key, object]:
    leaves: dict[_Key, object] = {}
    for key, kind in _fields(section).items():
        if _is_section(kind):
            leaves |= _leaves(kind, (*path, key))  # type: ignore[arg-type]  # _is_section narrows
        else:
            leaves[*path, key] = kind
    return leaves


def _is_text(kind: object) -> bool:
    return kind in (str, str | None) or get_origin(kind) is Literal


def _shout(key: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|-", "_", key).upper()


def _convert(tree: dict[str, object], origins: _Origins) -> Settings:
    settings = _convert_part(tree, Settings, (), origins)
    _check_ranges(settings, origins)
    if fault := find_fault(settings.models):
        raise origins.error(*fault)
    return settings


def _convert_part(
    tree: dict[str, object], section: type[_Known], above: _Key, origins: _Origins
) -> _Known:
    try:
        return msgspec.convert(tree, section, dec_hook=_decode)
    except msgspec.ValidationError as exc:
        # From the right: the value, which it may quote, can say anything.
        what, found, where = str(exc).rpartition(" - at `$.")
        what, where = (what, where) if found else (where, "")
        path = tuple(filter(None, where.rstrip("`").partition("[")[0].split(".")))
        if choices := _choices(_leaves(section, ()).get(path)):
            what = f"expected one of {', '.join(choices)}"
        raise origins.error(what[:1].lower() + what[1:], (*above, *path)) from exc


def _choices(kind: object) -> tuple[str, ...]:
    options = (kind, *get_args(kind)) if get_origin(kind) is not Literal else (kind,)
    return next((get_args(each) for each in options if get_origin(each) is Literal), ())


def _check_ranges(settings: Settings, origins: _Origins) -> None:
    dream = settings.dream
    bounds = {
        ("extract", "quietSeconds"): (settings.extract.quiet_seconds, 0.1, 3600),
        ("extract", "modelQuietSeconds"): (settings.extract.model_quiet_seconds, 0.1, 86_400),
        ("extract", "modelInputTokenLimit"): (
            settings.extract.model_input_token_limit,
            500,
            1_000_000,
        ),
        ("recall", "deadlineMs"): (settings.recall.deadline_ms, 1, 10_000),
        ("dream", "minHoursBetweenDreams"): (dream.min_hours_between_dreams, 0, 8760),
        ("dream", "minSessionsBetweenDreams"): (dream.min_sessions_between_dreams, 0, 1000),
        ("dream", "scanIntervalMinutes"): (dream.scan_interval_minutes, 0, 1440),
        ("dream", "lockStaleMinutes"): (dream.lock_stale_minutes, 1, 1440),
        ("dream", "maxLossPercent"): (dream.max_loss_percent, 0, 100),
        ("recall", "limit"): (settings.recall.limit, 1, 5),
        ("recall", "maxBodyChars"): (settings.recall.max_body_chars, 100, 100_000),
    } | {("memories", key): bound for key, bound in _bound_memories(settings.memories).items()}
    for path, (value, low, high) in bounds.items():
        if not low <= value <= high:
            raise origins.error(f"must be between {low} and {high}, got {value}", path)


def _bound_memories(memories: Memories) -> dict[str, tuple[float, float, float]]:
    # The same beat renews the leases of both phases; one that comes late must not lose them.
    beat = min(memories.stage1_lease_seconds, memories.phase2_lease_seconds) / 2
    return {
        "maxRolloutAgeDays": (memories.max_rollout_age_days, 0, 3650),
        "minRolloutIdleHours": (memories.min_rollout_idle_hours, 0, 8760),
        "maxRolloutsPerStartup": (memories.max_rollouts_per_startup, 1, 1000),
        "summaryInjectionTokenLimit": (memories.summary_injection_token_limit, 0, 100_000),
        "threadScanLimit": (memories.thread_scan_limit, 1, 100_000),
        "maxRawMemoriesForGlobal": (memories.max_raw_memories_for_global, 1, 4096),
        "stage1Concurrency": (memories.stage1_concurrency, 1, 64),
        "stage1LeaseSeconds": (memories.stage1_lease_seconds, 10, 86_400),
        "stage1RetryDelaySeconds": (memories.stage1_retry_delay_seconds, 0, 86_400),
        "phase2LeaseSeconds": (memories.phase2_lease_seconds, 10, 86_400),
        "phase2RetryDelaySeconds": (memories.phase2_retry_delay_seconds, 0, 86_400),
        "phase2HeartbeatSeconds": (memories.phase2_heartbeat_seconds, 1, beat),
        "rolloutPayloadPercent": (memories.rollout_payload_percent, 0.01, 1),
        "phase1InputTokenLimit": (memories.phase1_input_token_limit, 100, 1_000_000),
        "fallbackTokenLimit": (memories.fallback_token_limit, 2048, 10_000_000),
    }


def _decode(kind: type, value: object) -> object:
    if kind is not Seconds:
        raise NotImplementedError(f"no rule to read {kind!r} from settings")
    match = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([a-z]*)\s*", str(value))
    if isinstance(value, bool) or not match or match[2] not in _UNITS:
        raise ValueError(f"expected a duration such as 2, 500ms or 5m, got {value!r}")
    return Seconds(float(match[1]) * _UNITS[match[2]])


def _encode(value: object) -> object:
    if not isinstance(value, Seconds):
        raise NotImplementedError(f"no rule to write {value!r} as a setting")
    return int(value) if value.is_integer() else float(value)
