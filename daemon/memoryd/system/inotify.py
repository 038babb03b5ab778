"""How many directories this process watches, and how many a user may (Linux)."""

from pathlib import Path

_LIMIT = Path("/proc/sys/fs/inotify/max_user_watches")
_FDS = Path("/proc/self/fd")
_ABOUT_FDS = Path("/proc/self/fdinfo")


def count_watches() -> int | None:
    """Return how many watches this process holds; None where that cannot be told."""
    try:
        return sum(_watches_of(fd) for fd in _FDS.iterdir())
    except OSError:
        return None


def watch_limit() -> int | None:
    """Return how many watches all processes of a user may hold; None where that has no limit."""
    try:
        return int(_LIMIT.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None


def _watches_of(fd: Path) -> int:
    try:
        if str(fd.readlink()) != "anon_inode:inotify":
            return 0
        about = (_ABOUT_FDS / fd.name).read_bytes()
    except FileNotFoundError:  # closed since it was listed
        return 0
    return about.count(b"inotify wd:")
