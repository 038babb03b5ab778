"""Has a process end before any chosen one of the system calls that change files."""

import os
import sqlite3
import traceback
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

KILLED = 9
# What changes a file or a directory; `open` only counts when it may write or create.
_CALLS = (
    *("write", "pwrite", "truncate", "ftruncate", "fsync", "utime", "fchmod"),
    *("rename", "replace", "link", "symlink", "unlink", "remove", "mkdir", "rmdir"),
)
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT
_left: int | None = None


def arm(steps: int) -> None:
    """Let this process end before its *steps*-th change from now on."""
    global _left  # noqa: PLW0603 -- one process has one life
    _left = steps


def run_until_killed(open_: Callable[[], T], work: Callable[[T], object], *, steps: int) -> bool:
    """Do *work* in a child that ends before its *steps*-th change; tell whether it did all.

    What `open_` does, and hands to the work, does not count.
    """
    child = os.fork()
    if child == 0:
        code = 1
        try:
            opened = open_()
            arm(steps)
            work(opened)
            code = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(code)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if code not in (0, KILLED):
        raise AssertionError(f"the work failed in its child, which ended with {code}")
    return code == 0


def _step(half: Callable[[], object] | None = None) -> None:
    global _left  # noqa: PLW0603 -- see arm
    if _left is None:
        return
    _left -= 1
    if _left == 0:
        if half:
            half()
        os._exit(KILLED)


def patch() -> None:
    """Count the changes of this process, and of those it forks, from now on."""
    for name in _CALLS:
        setattr(os, name, _counted(getattr(os, name)))
    os.open = _counted_open(os.open)
    connect = sqlite3.connect
    sqlite3.connect = lambda *args, **kwargs: connect(*args, **kwargs, factory=_Connection)


def _counted(call):
    def counted(*args, **kwargs):
        # What is written may be cut off anywhere.
        torn = call.__name__ == "write" and len(args[1]) > 1
        _step((lambda: call(args[0], args[1][: len(args[1]) // 2])) if torn else None)
        return call(*args, **kwargs)

    counted.__name__ = call.__name__
    return counted


def _counted_open(call):
    def counted(path, flags, *args, **kwargs):
        if flags & _WRITES:
            _step()
        return call(path, flags, *args, **kwargs)

    return counted


class _Connection(sqlite3.Connection):
    """Ends before and after each commit and each statement that is not only a question."""

    def execute(self, sql, *args):
        if not sql.lstrip().upper().startswith("SELECT"):
            _step()
        return super().execute(sql, *args)

    def executemany(self, sql, *args):
        _step()
        return super().executemany(sql, *args)

    def executescript(self, sql):
        _step()
        return super().executescript(sql)

    def __exit__(self, *raised):
        if self.in_transaction:
            _step()
        return super().__exit__(*raised)
