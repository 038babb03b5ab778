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
    """A pool in which few wait: about as many as the work is begun of within *longest_wait_s*.

    By how long it took of late; one for each thread may wait however long it takes. Whoever is
    refused at once can turn elsewhere or try again; in a queue without end everybody would be
    answered too late.
    """

    def __init__(self, threads: int, name: str, *, longest_wait_s: float) -> None:
        super().__init__(max_workers=threads, thread_name_prefix=name)
        self._size = threads
        self._longest_wait_s = longest_wait_s
        self._lock = threading.Lock()
        self._inside = 0
        self._took_s = _FIRST_GUESS_S

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Queue a call. Raise BusyError when too many wait already."""
        with self._lock:
            ahead = self._inside - self._size
            if ahead >= self._size and ahead * self._took_s > self._longest_wait_s * self._size:
                raise BusyError("too many requests are waiting", hint="try again in a moment")
            self._inside += 1
        try:
            future = super().submit(self._timed, partial(fn, *args, **kwargs))
        except RuntimeError:  # shut down
            self._leave(None)
            raise
        future.add_done_callback(self._leave)
        return future

    def _leave(self, _: object) -> None:
        with self._lock:
            self._inside -= 1

    def _timed(self, work: Callable[[], T]) -> T:
        began_s = time.monotonic()
        try:
            return work()
        finally:
            self._took_s += _WEIGHT * (time.monotonic() - began_s - self._took_s)
