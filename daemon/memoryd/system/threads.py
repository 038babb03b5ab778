"""Threads that know for whom they work, and a queue that does not grow without bound."""

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
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

    Whoever is refused at once can turn elsewhere or try again; in a queue without end everybody
    would be answered too late.
    """

    def __init__(self, threads: int, name: str, *, waiting: int) -> None:
        super().__init__(max_workers=threads, thread_name_prefix=name)
        self._places = threading.Semaphore(threads + waiting)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Queue a call. Raise BusyError when too many wait already."""
        if not self._places.acquire(blocking=False):
            raise BusyError("too many requests are waiting", hint="try again in a moment")
        try:
            future = super().submit(fn, *args, **kwargs)
        except RuntimeError:  # shut down
            self._places.release()
            raise
        future.add_done_callback(lambda _: self._places.release())
        return future
