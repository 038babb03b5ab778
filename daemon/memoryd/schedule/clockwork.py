"""The timers: reconcile at start, on hints, and every five minutes whatever the hints say.

What failed is tried again sooner: a disk that was full has room before anybody thinks of us.
"""

import asyncio
import contextlib
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import structlog

from memoryd.sources.watch import WatchFailedError, watch

from .reconcile import Reconciler, Wanted

log = structlog.get_logger(__name__)

_RECONCILE_S = 300.0
_LOOK_AT_ROOTS_S = 30.0
_RETRY_WATCH_S = 10.0
# A session that never falls quiet is read all the same, after this many quiet times.
_PATIENCE = 4


@dataclass(slots=True)
class Clockwork:
    """Runs the reconciler when it is time to; `scanned` is set once it has run."""

    reconciler: Reconciler
    watch_error: str | None = None
    scan_error: str | None = None
    retry_s: float = 5.0
    scanned: asyncio.Event = field(default_factory=asyncio.Event)
    _dirty: asyncio.Event = field(default_factory=asyncio.Event)
    _expected: dict[str, asyncio.Event] = field(default_factory=dict)
    _retry: asyncio.TimerHandle | None = None
    _failures: int = 0

    def __post_init__(self) -> None:
        self.reconciler.on_ended = self._note_end

    def poke(self) -> None:
        """Say that something may have moved."""
        self._dirty.set()

    @contextlib.contextmanager
    def expecting(self, name: str, told: asyncio.Event) -> Iterator[None]:
        """Meanwhile set *told* once the watch tells of a file called *name*."""
        self._expected[name] = told
        try:
            yield
        finally:
            del self._expected[name]

    async def run(self, stop: asyncio.Event) -> None:
        """Reconcile until *stop* (and a poke)."""
        cause = "start"
        while not stop.is_set():
            try:
                await self.reconciler.reconcile(cause, Wanted())
                self.scan_error = None
            except Exception as exc:  # a scan that fails is tried again; it must not end the daemon
                log.exception("reconcile failed", cause=cause)
                self.scan_error = str(exc)
                self._note_end(failed=True)
            self.scanned.set()
            cause = await self._wait(stop)
        if self._retry:
            self._retry.cancel()

    def _note_end(self, *, failed: bool) -> None:
        """Look again soon after a failure, and ever later while there is no end to them."""
        if not failed:
            self._failures = 0
        elif self._retry is None:
            # No more than thirty times doubled: the wait is at its longest long before.
            wait_s = min(_RECONCILE_S, self.retry_s * 2 ** min(self._failures, 30))
            self._failures += 1
            self._retry = asyncio.get_running_loop().call_later(wait_s, self._look_again)

    def _look_again(self) -> None:
        self._retry = None
        self.poke()

    async def _wait(self, stop: asyncio.Event) -> str:
        try:
            async with asyncio.timeout(_RECONCILE_S):
                await self._dirty.wait()
        except TimeoutError:
            return "timer"
        quiet_s = float(self.reconciler.settings().extract.quiet_seconds)
        deadline = time.monotonic() + _PATIENCE * quiet_s
        while self._dirty.is_set() and not stop.is_set() and time.monotonic() < deadline:
            self._dirty.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(quiet_s):
                    await self._dirty.wait()
        self._dirty.clear()
        return "dirty"

    async def watch(self, stop: asyncio.Event) -> None:
        """Turn file events into pokes; when watching fails, rescan and watch again."""
        while not stop.is_set():
            ended = asyncio.Event()
            roots = self._watched()
            guard = asyncio.create_task(self._end_when_due(roots, stop, ended), name="roots")
            try:
                async for changed in watch(roots, ended):
                    self.watch_error = None
                    for path in changed if self._expected else ():
                        if expected := self._expected.get(path.name):
                            expected.set()
                    self.poke()
            except WatchFailedError as exc:
                self.watch_error = str(exc)
                self.reconciler.extractor.telemetry.metrics.watcher_restarts.inc()
                log.warning("watching failed, will try again", error=str(exc))
                self.poke()
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(_RETRY_WATCH_S):
                        await stop.wait()
            finally:
                ended.set()
                await guard

    def _watched(self) -> list[Path]:
        return [
            *(root for _, root in self.reconciler.places()),
            self.reconciler.extractor.projects.base,
        ]

    async def _end_when_due(
        self, roots: Sequence[Path], stop: asyncio.Event, ended: asyncio.Event
    ) -> None:
        """End the watch on *stop*, and when a root appeared, went, or is another directory now."""
        before = [_identity(root) for root in roots]
        while not ended.is_set():
            waiting = [asyncio.ensure_future(event.wait()) for event in (stop, ended)]
            await asyncio.wait(
                waiting, timeout=_LOOK_AT_ROOTS_S, return_when=asyncio.FIRST_COMPLETED
            )
            for waiter in waiting:
                waiter.cancel()
            if not ended.is_set():
                self.watch_error = None  # it has been watching for a while now
            now = self._watched()
            if stop.is_set() or now != roots or [_identity(root) for root in now] != before:
                self.poke()
                ended.set()


def _identity(root: Path) -> tuple[int, int] | None:
    try:
        found = root.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
