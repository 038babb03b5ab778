"""YAML in, a plain tree out, and where each of its keys was given."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from memoryd.errors import ConfigError

_MAX_BYTES = 64 * 1024  # PyYAML takes seconds for what is longer

Key = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Origins:
    """Where each key was given: on a line of the file, or in a variable."""

    file: Path
    lines: dict[Key, int] = field(default_factory=dict)
    variables: dict[Key, str] = field(default_factory=dict)

    def error(self, message: str, path: Key) -> ConfigError:
        """Say what is wrong with the key at *path*, where it was given."""
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
YAML_ERRORS = (
    yaml.YAMLError,
    ValueError,
    LookupError,
    AttributeError,
    ArithmeticError,
    RecursionError,
)


def read(file: Path) -> bytes:
    """Return what is in the settings file, nothing when there is none; raise ConfigError."""
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


def parse(raw: bytes, origins: Origins) -> dict[str, object]:
    """Return the tree of sections, and note in *origins* on which line each key stands."""
    try:
        node, tree = load_yaml(raw)
    except YAML_ERRORS as exc:
        mark = getattr(exc, "problem_mark", None)
        line = mark.line + 1 if mark else None
        raise ConfigError(explain(exc), file=origins.file, line=line) from exc
    if tree is None:
        return {}
    if not isinstance(tree, dict):
        raise ConfigError(
            "expected sections such as `recall:`, got something else", file=origins.file, line=1
        )
    _note_lines(node, (), origins)
    return tree


def load_yaml(text: bytes | str) -> tuple[yaml.Node | None, object]:
    """Return the document as nodes and as values; raise one of YAML_ERRORS."""
    loader = _Loader(text)
    try:
        node = loader.get_single_node()
        return node, None if node is None else loader.construct_document(node)
    finally:
        loader.dispose()


def explain(error: Exception) -> str:
    """Say in one line why something is not YAML."""
    if isinstance(error, RecursionError):
        return "not YAML: nested too deeply"
    problem = getattr(error, "problem", None) or str(error)
    return f"not YAML: {' '.join(problem.split())}"


def _note_lines(node: yaml.Node | None, path: Key, origins: Origins) -> None:
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            here = (*path, str(key.value))
            first, origins.lines[here] = origins.lines.get(here), key.start_mark.line + 1
            if first:
                raise origins.error(f"given twice; it is on line {first} already", here)
            _note_lines(value, here, origins)
