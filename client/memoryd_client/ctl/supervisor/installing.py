"""Installing and taking back: one file, and what the service manager makes of it."""

import contextlib
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from memoryd_client.errors import MemorydError
from memoryd_client.integrations import files

from .base import Supervisor
from .mark import Mark, read_mark


class ForeignFileError(MemorydError):
    """A file of that name is not ours."""

    hint = "move it away, then run the same command again"


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What is to become of the file."""

    path: Path
    old: bytes | None
    new: bytes | None

    @property
    def action(self) -> Literal["create", "change", "delete", "unchanged"]:
        """What that is in one word."""
        if self.old == self.new:
            return "unchanged"
        if self.old is None:
            return "create"
        return "delete" if self.new is None else "change"


def installed(supervisor: Supervisor) -> Mark | None:
    """Return the mark of our file, None when there is no such file, or not of ours."""
    try:
        content = files.read(supervisor.file)
    except files.FileError:
        return None
    return read_mark(content) if content else None


def plan_install(
    supervisor: Supervisor, program: Path, places: Mapping[str, str], socket: str
) -> Change:
    """Return what an installation writes; raise ForeignFileError, FileError or UnitError."""
    old, mark = _read_ours(supervisor)
    missing = (str(path) for path in _missing(supervisor))
    made = dict.fromkeys([*(mark.directories if mark else ()), *missing])
    new = supervisor.render(str(program), places, Mark(socket, tuple(made)))
    return Change(path=supervisor.file, old=old, new=new)


def plan_uninstall(supervisor: Supervisor) -> Change:
    """Return what taking it back removes; raise ForeignFileError or FileError."""
    old, _ = _read_ours(supervisor)
    return Change(path=supervisor.file, old=old, new=None)


def install(supervisor: Supervisor, change: Change) -> None:
    """Write the file and have it heeded; when that fails all is as it was before."""
    missing = _missing(supervisor)
    with contextlib.ExitStack() as undo:
        undo.callback(files.remove_empty, missing)
        _make(supervisor.folders)
        if change.new is not None and change.action != "unchanged":
            undo.callback(_put_back, supervisor, change)
            files.write(change.path, change.new, expected=change.old, new_mode=supervisor.mode)
        supervisor.register()
        undo.pop_all()


def uninstall(supervisor: Supervisor, change: Change) -> None:
    """Stop the daemon, delete the file and the directories that were made for it."""
    mark = read_mark(change.old or b"")
    supervisor.unregister()
    files.delete(change.path, expected=change.old)
    supervisor.forget()
    files.remove_empty(Path(path) for path in (mark.directories if mark else ()))


def _read_ours(supervisor: Supervisor) -> tuple[bytes | None, Mark | None]:
    path = supervisor.file
    _check_owner(path)
    if path.is_symlink():
        raise ForeignFileError(f"{path} is a symbolic link, which memoryctl did not make")
    content = files.read(path)
    mark = None if content is None else read_mark(content)
    if content is not None and mark is None:
        raise ForeignFileError(f"{path} was not written by memoryctl")
    return content, mark


def _check_owner(path: Path) -> None:
    """Raise FileError when *path* would come into somebody else's home, as it would with sudo."""
    folder = next(folder for folder in path.parents if folder.exists())
    owner = folder.stat().st_uid
    if owner != os.geteuid():
        raise files.FileError(
            f"{folder} belongs to uid {owner}, not to you ({os.geteuid()})",
            hint="run it as the user whose service it is, without sudo",
        )


def _missing(supervisor: Supervisor) -> list[Path]:
    found = (path for folder in supervisor.folders for path in files.missing(folder / "any"))
    return list(dict.fromkeys(found))


def _make(folders: Iterable[Path]) -> None:
    for folder in folders:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as exc:
            raise files.FileError(
                f"cannot make {folder}: {exc.strerror}", hint="make it yours, and writable"
            ) from exc


def _put_back(supervisor: Supervisor, change: Change) -> None:
    if files.read(change.path) != change.new:
        return  # it was not written
    if change.old is None:
        files.delete(change.path, expected=change.new)
    else:
        files.write(change.path, change.old, expected=change.new)
    supervisor.forget()
