"""What an agent's integration is made of: the files it needs, and what its user should know."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from memoryd_client.errors import MemorydError

from .launch import Launch


class CannotEditError(MemorydError):
    """A file is left alone; the message says why."""


class Edit(Protocol):
    """Our part of one file.

    Bytes in, bytes out; None is a file that does not exist. All raise CannotEditError when the
    file is not what it should be.
    """

    @property
    def path(self) -> Path:
        """Which file."""

    @property
    def kind(self) -> str:
        """What kind of edit it is, to take it back without knowing how it was made."""

    def put(self, old: bytes | None, *, known: bool) -> bytes:
        """Return the file with our part; *known* when it has one already."""

    def ours(self, now: bytes | None) -> str:
        """Return our part as it stands there, for comparison; empty when there is none."""

    def by_hand(self) -> str:
        """Return what a person would have to add."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Agent:
    """One coding agent: where it lives, what it needs, what its user should know."""

    name: str  # as the daemon calls it
    title: str
    program: str
    folder_variable: str
    folder_name: str
    edits: Callable[[Path, Launch], list[Edit]]
    warnings: Callable[[Path, Mapping[str, str]], list[str]]
    note: str  # what there is to do after a set-up

    def folder(self, env: Mapping[str, str]) -> Path:
        """Return where the agent keeps its settings."""
        chosen = env.get(self.folder_variable)
        home = Path(env.get("HOME") or Path.home())
        if not chosen:
            return home / self.folder_name
        return Path(home, chosen[2:]) if chosen.startswith("~/") else Path(chosen).absolute()
