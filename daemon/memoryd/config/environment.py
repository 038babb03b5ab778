"""Variables that go before the settings file."""

import re
from collections.abc import Mapping
from typing import Literal, get_origin

from memoryd.errors import ConfigError

from .document import YAML_ERRORS, Key, Origins, explain, load_yaml
from .settings import Settings
from .tree import leaves

_SCOPES = ("git-root", "workspace")
_SCOPE_VARIABLES = ("MEMORYD_PROJECT_SCOPE", "QWEN_CODE_MEMORY_PROJECT_SCOPE")


def override(tree: dict[str, object], env: Mapping[str, str], origins: Origins) -> None:
    """Set in *tree* what the environment says; raise ConfigError for what is not YAML."""
    for path, kind in leaves(Settings).items():
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
        return load_yaml(text)[1]
    except YAML_ERRORS as exc:
        raise ConfigError(explain(exc), key=name) from exc


def _set(tree: dict[str, object], path: Key, value: object) -> None:
    for part in path[:-1]:
        tree = tree.setdefault(part, {})  # type: ignore[assignment]  # sections are dicts, checked before
    tree[path[-1]] = value


def _is_text(kind: object) -> bool:
    return kind in (str, str | None) or get_origin(kind) is Literal


def _shout(key: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|-", "_", key).upper()


def scope_complaint(env: Mapping[str, str]) -> str | None:
    """Say which variable names no scope there is; git-root is then in force."""
    name, scope = _asked_scope(env)
    if not scope or scope in _SCOPES:
        return None
    return f"{name} is {scope[:40]!r}; it can be {' or '.join(_SCOPES)}"


def _asked_scope(env: Mapping[str, str]) -> tuple[str, str]:
    asked = ((name, env.get(name, "").strip().lower()) for name in _SCOPE_VARIABLES)
    return next(((name, scope) for name, scope in asked if scope), ("", ""))
