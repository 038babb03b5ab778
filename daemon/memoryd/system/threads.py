"""Threads that know for whom they work, and a queue in which nobody waits long."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import ParamSpec, TypeVar

from memoryd.errors import BusyError

P = ParamSpec("P")
T = TypeVar("T")

_FIRST_GUESS_S = 0.005
_WEIGHT = 0.1  # of the latest call, in how long one takes of late


class ContextThreads(ThreadPoolExecutor):
    """A pool whose work sees the context variables of who handed it over.

    `asyncio.to_thread` does this, `loop.run_in_executor` does not, and what a job logs in a thread
    would not say which job it was.
    """

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        run: Callable[..., T] = copy_context().run
        return super().submit(run, fn, *args, **kwargs)


class BoundedThreads(ContextThreads):
    """A pool in which nobody waits for more than *longest_wait_s* before the work begins.

    Refused is at once what would wait longer by how long the work took of late, and in its turn
    what did. Whoever is refused soon can turn elsewhere or try again; in a queue without end
    everybody would be answered too late.
    """

    def __init__(self, threads: int, name: str, *, longest_wait_s: float) -> None:
        super().__init__(max_workers=threads, thread_name_prefix=name)
        self._size = threads
        self._longest_wait_s = longest_wait_s
        self._lock = threading.Lock()
        self._inside = 0
        self._took_s = _FIRST_GUESS_S

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Queue a call. Raise BusyError, here or from the future, for what would be too late."""
        with self._lock:
            waiting = self._inside + 1 - self._size
            if waiting * self._took_s > self._longest_wait_s * self._size:
                raise _busy()
            self._inside += 1
        until_s = time.monotonic() + self._longest_wait_s
        try:
            future = super().submit(self._in_time, until_s, partial(fn, *args, **kwargs))
        except RuntimeError:  # shut down
            self._leave(None)
            raise
        future.add_done_callback(self._leave)
        return future

    def _leave(self, _: object) -> None:
        with self._lock:
            self._inside -= 1

    def _in_time(self, until_s: float, work: Callable[[], T]) -> T:
        began_s = time.monotonic()
        if began_s > until_s:
            raise _busy()
        try:
            return work()
        finally:
            self._took_s += _WEIGHT * (time.monotonic() - began_s - self._took_s)


def _busy() -> BusyError:
    return BusyError("too many requests are waiting", hint="try again in a moment")
