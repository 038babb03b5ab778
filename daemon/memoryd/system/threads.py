"""Threads that know for whom they work."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from typing import ParamSpec, TypeVar

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
