"""Durable files: atomic writes, private directories."""

import contextlib
import errno
import os
import secrets
import stat
from collections.abc import Iterator
from pathlib import Path

_TEMP_PREFIX = ".memoryd-"
_TEMP_SUFFIX = ".tmp"
_SCARCE = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOMEM})

Identity = tuple[int, int]


def identify(path: Path) -> Identity | None:
    """Return which file has this name (device and inode), None when none is to be found."""
    try:
        found = path.lstat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def atomic_write(path: Path, data: bytes, *, mtime_ns: int | None = None) -> None:
    """Replace *path* with *data*, all or nothing, and make it last.

    Temp file in the same directory, fsync, rename, fsync of the directory. A new file is 0600 in
    0700 directories; an existing one keeps its mode. *mtime_ns* sets the modification time before
    the file appears. Raise OSError and leave the old file when anything fails.
    """
    make_private_dir(path.parent)
    mode = 0o600
    with contextlib.suppress(FileNotFoundError):
        found = path.lstat()
        if stat.S_ISREG(found.st_mode):
            mode = stat.S_IMODE(found.st_mode)
    temp = temporary(path.parent)
    fd = os.open(temp, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    try:
        try:
            os.fchmod(fd, mode)
            _write_all(fd, data)
            if mtime_ns is not None:
                os.utime(fd, ns=(mtime_ns, mtime_ns))
            os.fsync(fd)
        finally:
            os.close(fd)
        temp.rename(path)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            temp.unlink()
        raise
    fsync_dir(path.parent)


def temporary(folder: Path) -> Path:
    """Return a new name in *folder*; what a killed process leaves under it is swept."""
    return folder / f"{_TEMP_PREFIX}{secrets.token_hex(6)}{_TEMP_SUFFIX}"


def _write_all(fd: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view) :]


def fsync_dir(path: Path) -> None:
    """Make renames and removals in *path* last, where the file system can promise that."""
    fd = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(fd)
    except OSError as exc:
        if exc.errno != errno.EINVAL:  # some network file systems know no fsync of directories
            raise
    finally:
        os.close(fd)


def move(source: Path, target: Path) -> None:
    """Move a file or folder within one file system, all or nothing, and make it last.

    A file or an empty folder at *target* gives way. Raise OSError when anything else is there.
    """
    make_private_dir(target.parent)
    source.rename(target)
    fsync_dir(target.parent)
    fsync_dir(source.parent)


def remove(path: Path) -> None:
    """Remove a file for good; one that is gone already is fine."""
    with contextlib.suppress(FileNotFoundError):
        path.unlink()
        fsync_dir(path.parent)


def is_scarcity(error: OSError) -> bool:
    """Tell whether it says something of us and not of the file: it may be there and sound."""
    return error.errno in _SCARCE


def make_private_dir(path: Path) -> None:
    """Create *path* and what is missing above it, each 0700 and to last."""
    if path.is_dir():
        return
    make_private_dir(path.parent)
    try:
        path.mkdir(mode=0o700)
    except FileExistsError:
        if not path.is_dir():  # a file or a dangling link, not somebody who was faster
            raise
    else:
        fsync_dir(path.parent)


def sweep_temporaries(root: Path) -> int:
    """Remove what a killed writer left below *root*; return how many files that were."""
    swept = 0
    for path in _walk(root):
        if path.name.startswith(_TEMP_PREFIX) and path.name.endswith(_TEMP_SUFFIX):
            remove(path)
            swept += 1
    return swept


def _walk(root: Path) -> Iterator[Path]:
    for folder, _, names in os.walk(root):  # links to directories are not followed
        for name in names:
            yield Path(folder, name)
