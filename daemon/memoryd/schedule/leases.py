"""Work under a lease: done while the lease is renewed, given up when it is lost or we stop."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class LeaseLostError(Exception):
    """Somebody else works on it now; what was made must not be put in place."""


async def hold(
    work: Coroutine[Any, Any, T], renew: Callable[[], Awaitable[bool]], *, every_s: float
) -> T:
    """Return what *work* returns; *renew* is asked every so often whether it is still ours.

    Raise LeaseLostError, with the work cancelled, once it is not.
    """
    task = asyncio.ensure_future(work)
    try:
        while not (await asyncio.wait({task}, timeout=every_s))[0]:
            if not await renew():
                raise LeaseLostError
        return task.result()
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def finish(work: Awaitable[T]) -> T:
    """Return what *work* returns; when cancelled, let it come to its end first.

    For what puts results in place: stopped halfway, it would have to be done once more.
    """
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait({task})
        raise


async def acquire(claiming: Awaitable[T], give_back: Callable[[T], Awaitable[None]]) -> T:
    """Return what *claiming* returns; when cancelled meanwhile, *give_back* that first."""
    task = asyncio.ensure_future(claiming)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await give_back(await task)
        raise
