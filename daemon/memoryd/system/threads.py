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


class ContextThreads(ThreadPoolExecutor):
    """A pool whose work sees the context variables of who handed it over.

    `asyncio.to_thread` does this, `loop.run_in_executor` does not, and what a job logs in a thread
    would not say which job it was.
    """

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        run: Callable[..., T] = copy_context().run
        return super().submit(run, fn, *args, **kwargs)


class BoundedThreads(ContextThreads):
    """At most *threads* work, at most *waiting* pieces of work wait; more is refused.

    So is what waited for more than *longest_wait_s* when its turn comes. Whoever is refused soon
    can turn elsewhere or try again; in a queue without end everybody would be answered too late.
    """

    def __init__(self, threads: int, name: str, *, waiting: int, longest_wait_s: float) -> None:
        super().__init__(max_workers=threads, thread_name_prefix=name)
        self._places = threading.Semaphore(threads + waiting)
        self._longest_wait_s = longest_wait_s

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Queue a call. Raise BusyError when too many wait already; the future, when it waited."""
        if not self._places.acquire(blocking=False):
            raise _busy()
        try:
            until_s = time.monotonic() + self._longest_wait_s
            future = super().submit(_in_time, until_s, partial(fn, *args, **kwargs))
        except RuntimeError:  # shut down
            self._places.release()
            raise
        future.add_done_callback(lambda _: self._places.release())
        return future


def _in_time(until_s: float, work: Callable[[], T]) -> T:
    if time.monotonic() > until_s:
        raise _busy()
    return work()


def _busy() -> BusyError:
    return BusyError("too many requests are waiting", hint="try again in a moment")
