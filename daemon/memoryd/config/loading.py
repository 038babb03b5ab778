"""Settings from file and environment, back to YAML, and what differs between two."""

from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec
import yaml

from .document import Origins, parse, read
from .durations import encode
from .environment import override
from .settings import Settings
from .tree import check_keys, convert

# A change of these cannot be taken up in place: the daemon's parts are built anew.
REBUILDS = frozenset(
    {
        "storage.baseDir",
        "storage.local",
        "storage.worktrees",
        "storage.projectScope",
        "api.readonlySocket",
        "privacy.ignore",
        "recall.semantic",
        "log.format",
    }
)
_REBUILD_BELOW = ("projects.", "models.", "budget.")


def load(file: Path, env: Mapping[str, str]) -> Settings:
    """Read *file* (missing: all defaults) and let the environment override single keys.

    Raise ConfigError naming file, line and key, or the variable.
    """
    origins = Origins(file)
    tree = parse(read(file), origins)
    check_keys(Settings, tree, (), origins)
    override(tree, env, origins)
    return convert(tree, origins)


def dump(settings: Settings) -> str:
    """Write the settings as the YAML a person would."""
    text: str = yaml.safe_dump(_builtins(settings), sort_keys=False, allow_unicode=True)
    return text


def as_plain(settings: Settings) -> object:
    """Return the settings as plain values, named as in the file."""
    return _builtins(settings)


def changes(old: Settings, new: Settings) -> tuple[str, ...]:
    """Return the dotted keys in which two settings differ."""
    before, after = _flatten(_builtins(old)), _flatten(_builtins(new))
    keys = before.keys() | after.keys()  # rules for projects come and go
    return tuple(sorted(key for key in keys if before.get(key) != after.get(key)))


def needs_rebuild(changed: Iterable[str]) -> bool:
    """Tell whether the daemon's parts must be built anew for changes of these keys."""
    return any(key in REBUILDS or key.startswith(_REBUILD_BELOW) for key in changed)


def _builtins(settings: Settings) -> dict[str, object]:
    tree: dict[str, object] = msgspec.to_builtins(settings, enc_hook=encode)
    return tree


def _flatten(tree: Mapping[str, object], prefix: str = "") -> dict[str, object]:
    flat: dict[str, object] = {}
    for key, value in tree.items():
        if isinstance(value, dict):
            flat |= _flatten(value, f"{prefix}{key}.")
        else:
            flat[f"{prefix}{key}"] = value
    return flat
