"""Whether a path from outside may be touched: within its root, through no link, a plain file.

Names are judged as text first, then by where they lead. What is read is judged once more by the
descriptor that is read from, since a name may be swapped in between.
"""

import contextlib
import errno
import os
import stat
from pathlib import Path, PurePosixPath

from memoryd.errors import BadRequestError, DeniedError

_FLAGS = os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK  # opening a pipe must not hold us up


def confined(root: Path, relative: str) -> Path:
    """Return *relative* below *root*.

    Refused: *root* itself, absolute paths, `..`, control characters, and what leads out of *root*
    or in a circle through symbolic links. The file need not exist. Raise BadRequestError or
    DeniedError.
    """
    parts = _parts(relative)
    path = root.joinpath(*parts)
    try:
        with contextlib.suppress(FileNotFoundError, NotADirectoryError):
            path.lstat()  # raises for a name that is too long
        inside = not _meets_link(root, parts) or _leads_inside(path, root)
    except OSError as exc:
        kind = BadRequestError if exc.errno == errno.ENAMETOOLONG else DeniedError
        raise kind(f"cannot reach {relative[:100]!r}: {exc.strerror}") from exc
    if not inside:
        raise DeniedError(
            f"{relative!r} escapes the memory directory", hint="remove the symbolic link"
        )
    return path


def _meets_link(root: Path, parts: tuple[str, ...]) -> bool:
    """Tell whether there is a link below *root* on the way; without one there is no way out."""
    place = os.fspath(root)
    for part in parts:
        place = f"{place}/{part}"
        try:
            if stat.S_ISLNK(os.lstat(place).st_mode):
                return True
        except (FileNotFoundError, NotADirectoryError):
            return False
    return False


def _leads_inside(path: Path, root: Path) -> bool:
    with contextlib.suppress(FileNotFoundError, NotADirectoryError):
        path.stat()  # raises for a circle
    return path.resolve().is_relative_to(root.resolve())


def stays_inside(root: Path, relative: str) -> bool:
    """Tell whether *relative*, which need not exist, leads nowhere but below *root*."""
    try:
        confined(root, relative)
    except (BadRequestError, DeniedError):
        return False
    return True


def open_below(root: Path, relative: str) -> int:
    """Open what *relative* names below *root* and return the descriptor, to read from.

    Links that stay inside are followed; each step is taken from the folder that was opened before
    it, so nothing that is swapped meanwhile leads out. Raise OSError besides what `confined` does.
    """
    path = confined(root, relative)
    real = root.resolve()
    try:
        path.parent.resolve().relative_to(real)  # nor leads a way out of it and back
        parts = path.resolve().relative_to(real).parts
    except ValueError:  # swapped since
        raise DeniedError(
            f"{relative!r} escapes the memory directory", hint="remove the symbolic link"
        ) from None
    descriptor = os.open(real, _FLAGS | os.O_DIRECTORY | os.O_NOFOLLOW)
    for part in parts:
        above = descriptor
        try:
            descriptor = os.open(part, _FLAGS | os.O_NOFOLLOW, dir_fd=above)
        finally:
            os.close(above)
    return descriptor


def read_below(root: Path, relative: str, *, most_bytes: int = -1) -> bytes:
    """Return at most *most_bytes* of a plain file below *root*; else as `open_below`."""
    return _read(open_below(root, relative), most_bytes, relative)


def read_plain(path: Path, *, most_bytes: int = -1, follow: bool = False) -> bytes:
    """Return at most *most_bytes* of *path* (-1: all), if it is a plain file; never wait for one.

    With *follow* it may be a link to one, as a person's own files may. Raise OSError.
    """
    flags = _FLAGS if follow else _FLAGS | os.O_NOFOLLOW
    return _read(os.open(path, flags), most_bytes, os.fspath(path))


def is_plain(descriptor: int, *, sole: bool = False) -> bool:
    """Tell whether a descriptor is that of a plain file; *sole*: one that has no other name."""
    found = os.fstat(descriptor)
    return stat.S_ISREG(found.st_mode) and (not sole or found.st_nlink == 1)


def _read(descriptor: int, most_bytes: int, name: str) -> bytes:
    try:
        if not is_plain(descriptor):
            raise OSError(errno.EINVAL, "not a regular file", name)
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            return file.read(most_bytes)
    finally:
        os.close(descriptor)


def _parts(relative: str) -> tuple[str, ...]:
    parts = PurePosixPath(relative).parts
    if any(ord(char) < 32 or 0xD800 <= ord(char) <= 0xDFFF or char == "\x7f" for char in relative):
        raise BadRequestError("a path must not hold control characters or lone surrogates")
    if not parts or relative.startswith("/") or ".." in parts or "\\" in relative:
        raise BadRequestError(f"not a path within the memory directory: {relative[:100]!r}")
    return parts
