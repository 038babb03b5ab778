"""A lock that other programs share: a file that holds a PID and goes stale.

Programs that know only the convention take the file by exclusive creation, and throw away one
that is older than an hour, or whose process is gone. We keep to that and are stricter: age alone
takes nothing from a process that lives, and a kernel lock on the same file, which dies with its
holder, decides among ourselves.
"""

import contextlib
import fcntl
import os
import stat
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from types import TracebackType
from typing import Self

from memoryd.errors import BusyError

from .files import temporary

_MAX_BYTES = 64
_OPEN_FLAGS = os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK


@dataclass(frozen=True, slots=True)
class _Found:
    """A lock file as it was looked at."""

    inode: tuple[int, int]
    age_s: float
    pid: int | None
    kernel_locked: bool


class PidLock:
    """The lock file at *path*; enter it to hold it.

    Entering raises BusyError naming the holder, or OSError when the disk refuses. While held,
    `touch` it well within *stale_after*, or others will take it for abandoned. `taken_over` says
    that a dead holder's file had to be removed first.
    """

    def __init__(self, path: Path, *, stale_after: timedelta) -> None:
        self._path = path
        self._stale_after_s = stale_after.total_seconds()
        self._fd = -1
        self.taken_over = False

    def is_held(self) -> bool:
        """Tell whether somebody holds the lock now."""
        found = _look(self._path)
        return found is not None and _holds(found, self._stale_after_s)

    def touch(self) -> None:
        """Show that the holder is alive; before and after it is held there is nothing to show."""
        if self._fd >= 0:
            os.utime(self._fd)

    def __enter__(self) -> Self:
        found = _look(self._path)
        if found:
            if _holds(found, self._stale_after_s):
                raise BusyError(
                    f"{self._path} is held by process {found.pid or 'unknown'}",
                    hint="wait until it is done; a lock whose process is gone is taken over",
                )
            self.taken_over = _take_away(self._path, found)
        try:
            fd = os.open(self._path, _OPEN_FLAGS | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            raise _faster(self._path) from None
        _try_kernel_lock(fd)  # nobody else can hold it on a file that is this new
        os.write(fd, str(os.getpid()).encode())
        self._fd = fd
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        mine = os.fstat(self._fd)
        with contextlib.suppress(FileNotFoundError):
            found = self._path.lstat()
            # Somebody may have taken it from us, thinking we were dead: then it is theirs.
            if (found.st_dev, found.st_ino) == (mine.st_dev, mine.st_ino):
                self._path.unlink()
        fd, self._fd = self._fd, -1
        os.close(fd)


def _look(path: Path) -> _Found | None:
    """Return what stands at *path*; None when there is nothing."""
    try:
        fd = os.open(path, _OPEN_FLAGS)
    except FileNotFoundError:
        return None
    try:
        info = os.fstat(fd)
        text = os.read(fd, _MAX_BYTES) if stat.S_ISREG(info.st_mode) else b""
        return _Found(
            inode=(info.st_dev, info.st_ino),
            age_s=time.time() - info.st_mtime,
            pid=int(text) if text.strip().isdigit() and int(text) > 0 else None,
            kernel_locked=not _try_kernel_lock(fd),
        )
    finally:
        os.close(fd)


def _try_kernel_lock(fd: int) -> bool:
    """Take the kernel's lock on an open file until it is closed; tell whether nobody has it.

    Where there are no such locks (some network file systems), the text of the file must do.
    """
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True


def _holds(found: _Found, stale_after_s: float) -> bool:
    if found.kernel_locked:
        return True
    if found.pid is None:
        # Between its creation and the writing of the PID a lock is empty for an instant.
        return 0 <= found.age_s < 1
    if found.pid == os.getpid() or not _is_alive(found.pid):
        return False
    # Young: its word is good. Old: only if the process that lives is the one that wrote it.
    return found.age_s <= stale_after_s or not _started_after(found.pid, found.age_s)


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True


def _started_after(pid: int, age_s: float) -> bool:
    """Tell whether a process is younger than a file: then the PID is another's by now.

    Only Linux can tell; elsewhere the answer is no.
    """
    try:
        stat_line = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
        uptime_s = float(Path("/proc/uptime").read_text(encoding="ascii").split()[0])
    except (OSError, ValueError):
        return False
    ticks = int(stat_line.rpartition(")")[2].split()[19])
    running_s = uptime_s - ticks / os.sysconf("SC_CLK_TCK")
    return running_s < age_s - 1


def _take_away(path: Path, found: _Found) -> bool:
    """Remove the very file that was looked at; one that another put there stays.

    The kernel's lock lets one of us do so at a time. Those who know no such lock may be faster
    too, so the file is renamed first and looked at again: a removal could hit a new lock.
    """
    with contextlib.suppress(FileNotFoundError), _kernel_lock(path):
        aside = temporary(path.parent)
        path.rename(aside)
        info = aside.lstat()
        if (info.st_dev, info.st_ino) == found.inode:
            aside.unlink()
            return True
        with contextlib.suppress(FileExistsError):
            os.link(aside, path, follow_symlinks=False)
        aside.unlink()
        raise _faster(path)
    return False


@contextlib.contextmanager
def _kernel_lock(path: Path) -> Iterator[None]:
    fd = os.open(path, _OPEN_FLAGS)
    try:
        if not _try_kernel_lock(fd):
            raise _faster(path)
        yield
    finally:
        os.close(fd)


def _faster(path: Path) -> BusyError:
    return BusyError(f"another process was faster to take {path}", hint="wait until it is done")
