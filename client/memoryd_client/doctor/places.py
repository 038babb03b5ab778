"""Looking at files and disks, changing nothing."""

import os
import re
import stat
from collections.abc import Iterable
from pathlib import Path

from .values import Disk, Inotify, Place

_KINDS = (
    (stat.S_ISDIR, "dir"),
    (stat.S_ISREG, "file"),
    (stat.S_ISSOCK, "socket"),
    (stat.S_ISLNK, "link"),
)
_FLOCK = re.compile(r"^\d+: FLOCK +ADVISORY +WRITE (\d+) [0-9a-f]+:[0-9a-f]+:(\d+) ", re.MULTILINE)


def look_at(path: Path, *, follow: bool = False) -> Place:
    """Return how a path stands; a link counts as one unless it is to be followed."""
    try:
        found = path.stat() if follow else path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return Place(path=str(path), kind="missing", writable=_can_be_made(path))
    except OSError as exc:
        return Place(path=str(path), kind="other", trouble=exc.strerror or str(exc))
    kind = next((name for is_one, name in _KINDS if is_one(found.st_mode)), "other")
    return Place(
        path=str(path),
        kind=kind,
        uid=found.st_uid,
        mode=stat.S_IMODE(found.st_mode),
        inode=found.st_ino,
        changed_s=found.st_mtime,
        writable=os.access(path, os.W_OK | (os.X_OK if kind == "dir" else 0)),
    )


def measure(path: Path) -> Disk:
    """Return how much room there is where *path* lies or would lie. Raise OSError."""
    found = os.statvfs(_standing(path))
    return Disk(
        path=str(path),
        free_bytes=found.f_bavail * found.f_frsize,
        has_inodes=not found.f_files or found.f_favail > 0,
    )


def locks_of(pid: int, table: str) -> frozenset[int] | None:
    """Return the inodes that a process has locked by the kernel's *table*; None: it lists none."""
    held = frozenset(int(inode) for owner, inode in _FLOCK.findall(table) if int(owner) == pid)
    return held or None


def read_inotify(roots: Iterable[Path]) -> Inotify | None:
    """Return the limits of watching, and how much of them *roots* need; None without inotify."""
    limits = Path("/proc/sys/fs/inotify")
    try:
        watches = int((limits / "max_user_watches").read_text("ascii"))
        instances = int((limits / "max_user_instances").read_text("ascii"))
    except (OSError, ValueError):
        return None
    return Inotify(
        max_watches=watches,
        max_instances=instances,
        instances=_instances(),
        folders=_count_folders(roots, most=watches + 1),
    )


def _count_folders(roots: Iterable[Path], *, most: int) -> int:
    folders = 0
    for root in roots:
        for _ in os.walk(root):
            folders += 1
            if folders >= most:
                return folders
    return folders


def _instances() -> int:
    """Count the inotify instances of our processes, as far as those can be seen."""
    count = 0
    for process in Path("/proc").iterdir():
        if process.name.isdecimal():
            try:
                names = [os.readlink(fd) for fd in (process / "fd").iterdir()]  # noqa: PTH115 -- no path
            except OSError:  # gone, or not ours
                continue
            count += names.count("anon_inode:inotify")
    return count


def _can_be_made(path: Path) -> bool:
    above = _standing(path)
    return above.is_dir() and os.access(above, os.W_OK | os.X_OK)


def _standing(path: Path) -> Path:
    """Return the nearest directory above *path* that is there, or itself."""
    return next(each for each in (path, *path.parents) if os.path.lexists(each))
