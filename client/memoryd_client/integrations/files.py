"""Reading and writing the files of others: through links, all or nothing, never by surprise."""

import contextlib
import os
import stat
import tempfile
from collections.abc import Iterable
from pathlib import Path

from memoryd_client.errors import MemorydError

_MAX_BYTES = 1 << 20
_NEW_MODE = 0o600


class FileError(MemorydError):
    """A file cannot be read or written."""

    hint = "set its permissions right, or add by hand what is shown"


def read(path: Path) -> bytes | None:
    """Return what *path* holds, None when there is nothing."""
    try:
        fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return None
    except OSError as exc:
        raise FileError(f"cannot read {path}: {exc.strerror}") from exc
    try:
        if not stat.S_ISREG(os.fstat(fd).st_mode):
            raise FileError(f"{path} is not a file", hint="move it away")
        with open(fd, "rb", closefd=False) as file:
            content = file.read(_MAX_BYTES + 1)
    finally:
        os.close(fd)
    if len(content) > _MAX_BYTES:
        raise FileError(f"{path} has more than {_MAX_BYTES:,} bytes")
    return content


def write(path: Path, content: bytes, *, expected: bytes | None, new_mode: int = _NEW_MODE) -> None:
    """Write *path*, whole or not at all; a link stays a link, and a file keeps its mode.

    Raise FileError when it does not hold *expected* any more, or not *content* afterwards.
    """
    target = _target(path)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else new_mode
        fd, temporary = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
        try:
            with open(fd, "wb") as file:  # noqa: PTH123 -- it is open already
                os.fchmod(fd, mode)
                file.write(content)
                file.flush()
                os.fsync(fd)
            _check(path, expected)
            Path(temporary).replace(target)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
    except OSError as exc:
        raise FileError(f"cannot write {path}: {exc.strerror}") from exc
    _check(path, content)


def delete(path: Path, *, expected: bytes | None) -> None:
    """Delete what *path* holds; FileError when that is not *expected* any more."""
    _check(path, expected)
    try:
        _target(path).unlink()
    except OSError as exc:
        raise FileError(f"cannot delete {path}: {exc.strerror}") from exc


def missing(path: Path) -> list[Path]:
    """Return the directories that *path* needs and that do not exist, outermost first."""
    return [folder for folder in _target(path).parents if not folder.exists()][::-1]


def remove_empty(folders: Iterable[Path]) -> None:
    """Remove those of *folders*, outermost first, that nothing is in."""
    for folder in reversed(list(folders)):
        with contextlib.suppress(OSError):  # something else is in it
            folder.rmdir()


def _target(path: Path) -> Path:
    return Path(os.path.realpath(path))


def _check(path: Path, expected: bytes | None) -> None:
    if read(path) != expected:
        raise FileError(f"{path} has changed meanwhile", hint="run the same command again")
