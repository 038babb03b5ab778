"""Hints that something moved; what moved is for the reconciler to find out."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from pathlib import Path

import structlog
import watchfiles

log = structlog.get_logger(__name__)

# step is also the quiet time that closes a batch: 500 ms means two wake-ups a second when idle.
_STEP_MS = 500
_DEBOUNCE_MS = 1000
_RUST_TIMEOUT_MS = 60_000
_POLL_MS = 10_000
_SUFFIXES = (".jsonl", ".jsonl.zst", ".json", ".md")


class WatchFailedError(Exception):
    """The watcher died; rescan, wait, and watch again."""


async def watch(roots: Iterable[Path], stop: asyncio.Event) -> AsyncIterator[set[Path]]:
    """Yield the paths that changed below *roots*, in batches, until *stop* is set.

    Directories are watched, never files. Missing roots are left out: the caller looks for them
    from time to time and starts again. Raise WatchFailedError when watching ends for any other
    reason than *stop* (limits reached, a root removed, a name that is not UTF-8).
    """
    present = [root for root in roots if _is_there(root)]
    if not present:
        await stop.wait()
        return
    try:
        async for changes in watchfiles.awatch(
            *present,
            watch_filter=_is_ours,
            debounce=_DEBOUNCE_MS,
            step=_STEP_MS,
            stop_event=stop,
            poll_delay_ms=_POLL_MS,
            recursive=True,
            ignore_permission_denied=True,
            rust_timeout=_RUST_TIMEOUT_MS,
        ):
            yield {Path(path) for _, path in changes}
    except ExceptionGroup as exc:  # watchfiles waits in a task group, which wraps what went wrong
        raise WatchFailedError(str(exc.exceptions[0])) from exc
    except (OSError, RuntimeError) as exc:
        raise WatchFailedError(str(exc)) from exc


def _is_there(root: Path) -> bool:
    try:
        return root.is_dir()
    except OSError:  # below a directory that is closed to us
        return False


def _is_ours(change: watchfiles.Change, path: str) -> bool:
    # A new directory may already hold files that no event will ever name.
    if change is watchfiles.Change.added and "." not in path.rpartition("/")[2]:
        return True
    return path.endswith(_SUFFIXES)
