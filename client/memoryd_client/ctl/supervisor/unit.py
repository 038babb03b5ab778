"""The systemd unit, filled in; no I/O."""

import unicodedata
from collections.abc import Mapping

from memoryd_client.errors import MemorydError

from .mark import Mark
from .templates import PROGRAM

NAME = "memoryd.service"
_BREAKING = ("Cc", "Cs", "Zl", "Zp")  # what could end a line, and what no file can hold
_REFUSED = "'\"\\"  # systemd takes no program with these in its path, escaped or not


class UnitError(MemorydError):
    """A path cannot be written into a unit."""


def render_unit(template: str, program: str, places: Mapping[str, str], mark: Mark) -> str:
    """Return the unit that starts *program*, with *places* in its environment.

    Raise UnitError when systemd could not read one of the paths.
    """
    lines = [f"# {line}" for line in mark.lines()] + [""]
    for line in template.splitlines():
        lines.append(line.replace(PROGRAM, _quoted_program(program)))
        if PROGRAM in line:
            lines += [f"Environment={_quoted(f'{name}={path}')}" for name, path in places.items()]
    return "\n".join(lines) + "\n"


def _quoted_program(path: str) -> str:
    if any(char in _REFUSED for char in path):
        raise UnitError(
            f"systemd starts no program with quotes or backslashes in its path: {path}",
            hint="make a link to it with a plainer name, and install with --program LINK",
        )
    return _quoted(path)


def _quoted(text: str) -> str:
    """Return one word of a unit: % is doubled, since it begins what systemd fills in.

    A $ stays: in a program's path and in Environment= it stands for itself.
    """
    if any(unicodedata.category(char) in _BREAKING for char in text):
        raise UnitError(
            f"this cannot be written into a unit: {text!r}", hint="use a path of plain characters"
        )
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%")
    return f'"{escaped}"'
