"""Which agents are here, and which versions of them, without running any."""

import json
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from .base import Agent
from .files import FileError, read

_VERSION = re.compile(r"\d+\.\d+\.\d+[\w.+-]*")
_LEVELS = 4  # from a program up to the package.json of its package


@dataclass(frozen=True, slots=True, kw_only=True)
class Installed:
    """What is here of one agent; `versions` as far as they can be told, first on PATH first."""

    folder: Path
    found: bool
    versions: tuple[str, ...]


def detect(agent: Agent, env: Mapping[str, str]) -> Installed:
    """Look for an agent's program on PATH, and for its folder."""
    folder = agent.folder(env)
    programs = list(_programs(agent.program, env.get("PATH", "")))
    versions = dict.fromkeys(filter(None, map(_version, programs)))
    found = bool(programs) or folder.is_dir()
    return Installed(folder=folder, found=found, versions=tuple(versions))


def _programs(name: str, path: str) -> Iterator[Path]:
    for folder in path.split(os.pathsep):
        program = Path(folder, name)
        if folder and program.is_file() and os.access(program, os.X_OK):
            yield program


def _version(program: Path) -> str | None:
    """Return the version by where *program* lies: running it would write to the user's home."""
    real = Path(os.path.realpath(program))
    if _VERSION.fullmatch(real.name):  # installers of single files name them by their version
        return real.name
    for folder in list(real.parents)[:_LEVELS]:
        try:
            package = json.loads(read(folder / "package.json") or b"null")
        except (FileError, ValueError, RecursionError):
            return None
        if isinstance(package, dict) and isinstance(package.get("version"), str):
            return str(package["version"])
    return None
