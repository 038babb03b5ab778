"""The MCP server in a TOML file: one table, after all that is there already."""

import json
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .base import CannotEditError
from .launch import MCP_MARK

_NAME = "memoryd"
_PARENT = "mcp_servers"
_HEADER = re.compile(
    rf"^[ \t]*\[[ \t]*{_PARENT}[ \t]*\.[ \t]*{_NAME}[ \t]*(?:\.[^\]\n]*)?\]", re.MULTILINE
)
_BLANK_LINE = re.compile(r"(?<=\n)\r?\n\Z")
_ANY_HEADER = re.compile(r"^[ \t]*\[", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class TomlServer:
    """The table `[mcp_servers.memoryd]` with these keys; what a user adds to it stays."""

    path: Path
    server: dict[str, object]
    kind = "table"

    def put(self, old: bytes | None, *, known: bool) -> bytes:
        """Return the file with our table at its end, or with its keys set right where it is."""
        text = _decode(self.path, old or b"")
        before = _parse(self.path, text)
        there = _server(self.path, before)
        if there is None:
            new = _append(text, self.by_hand())
        elif _keys(there) == _keys(self.server):
            return old or b""
        elif known or is_ours(there):
            new = _set_keys(text, self.server)
        else:
            raise CannotEditError(
                f"{self.path} has an MCP server named {_NAME} that memoryd did not write"
            )
        expected = dict(before)
        expected[_PARENT] = {**before.get(_PARENT, {}), _NAME: {**(there or {}), **self.server}}
        return _checked(self.path, new, expected)

    def ours(self, now: bytes | None) -> str:
        """Return the command line of the server as it is there."""
        there = _server(self.path, _parse(self.path, _decode(self.path, now or b"")))
        return "" if there is None else json.dumps(_keys(there))

    def by_hand(self) -> str:
        """Return our table."""
        lines = [f"{key} = {_render(value)}" for key, value in self.server.items()]
        return "\n".join([f"[{_PARENT}.{_NAME}]", *lines, ""])


def take_server(path: Path, now: bytes) -> bytes:
    """Return the file without our table, and without the tables below it."""
    if _NAME.encode() not in now:  # whatever else it is
        return now
    text = _decode(path, now)
    before = _parse(path, text)
    there = _server(path, before)
    if there is None or not is_ours(there):
        return now
    new = text
    while found := _HEADER.search(new):
        kept = _BLANK_LINE.sub("", new[: found.start()])
        new = kept + new[_end_of_table(new, found.end()) :]
    rest = {name: server for name, server in before[_PARENT].items() if name != _NAME}
    return _checked(path, new, {**before, _PARENT: rest})


def is_ours(server: dict[str, Any]) -> bool:
    """Tell whether a server's command line is one that we write."""
    args = server.get("args")
    return isinstance(args, list) and any(str(arg).endswith(MCP_MARK) for arg in args)


def _end_of_table(text: str, start: int) -> int:
    """Return where the last key of a table ends: comments after it belong to what follows."""
    following = _ANY_HEADER.search(text, start)
    lines = text[start : following.start() if following else len(text)].splitlines(keepends=True)
    while lines and (not lines[-1].strip() or lines[-1].lstrip().startswith("#")):
        lines.pop()
    return start + sum(map(len, lines))


def _append(text: str, table: str) -> str:
    newline = "\r\n" if "\r\n" in text else "\n"
    gap = "" if not text else newline if text.endswith("\n") else newline * 2
    return text + gap + table.replace("\n", newline)


def _set_keys(text: str, server: dict[str, object]) -> str:
    found = _HEADER.search(text)
    if not found:
        return text
    end = _end_of_table(text, found.end())
    table = text[found.start() : end]
    for key, value in server.items():
        line = re.compile(rf"^[ \t]*{key}[ \t]*=[^\r\n]*", re.MULTILINE)
        if there := line.search(table):
            table = table[: there.start()] + f"{key} = {_render(value)}" + table[there.end() :]
    return text[: found.start()] + table + text[end:]


def _checked(path: Path, text: str, expected: dict[str, Any]) -> bytes:
    # Text alone cannot tell a header from a line in a multi-line string: the parser decides.
    try:
        holds = _shape(tomllib.loads(text)) == _shape(expected)
    except tomllib.TOMLDecodeError:
        holds = False
    if not holds:
        raise CannotEditError(f"{path} is written in a way that cannot be changed safely")
    return text.encode()


def _shape(document: dict[str, Any]) -> str:
    # By its text, since nan is not equal to itself; a list of no servers is as good as none.
    return repr({key: value for key, value in document.items() if key != _PARENT or value})


def _server(path: Path, document: dict[str, Any]) -> dict[str, Any] | None:
    servers = document.get(_PARENT, {})
    there = servers.get(_NAME, {}) if isinstance(servers, dict) else None
    if not isinstance(there, dict):
        raise CannotEditError(f"{path}: {_PARENT} is not a table of tables")
    return there if _NAME in servers else None


def _keys(server: dict[str, Any]) -> list[object]:
    return [server.get("command"), server.get("args")]


def _render(value: object) -> str:
    # A JSON string is a TOML string as well, except for DEL and what is not a character.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _parse(path: Path, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as exc:
        raise CannotEditError(f"{path} is not TOML: {exc}") from exc


def _decode(path: Path, content: bytes) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as exc:
        raise CannotEditError(f"{path} is not UTF-8") from exc
