"""Prove that the event loop turns: to the service manager, or to a thread of our own.

Everything here is called with the loop running, and ends with its context.
"""

import asyncio
import contextlib
import faulthandler
import logging
import os
import re
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import structlog

from .notify import Notifier

log = structlog.get_logger(__name__)

_SHORTEST_S = 0.05  # whatever a manager asks, we have other things to do
# A loop that has not turned for twelve looks, 120 s, will not turn again.
_LOOK_S, _PATIENCE = 10.0, 12
_LAST_WORDS_S = 5.0
# A start that takes longer than a quarter of an hour is a failed one.
_MORE_EVERY_S, _MORE_TIMES = 10.0, 90


def asked_ping_s(env: Mapping[str, str], pid: int) -> float | None:
    """Return how often the service manager must hear from process *pid*; None when it need not.

    That is a third of the time after which it would kill us.
    """
    usec = env.get("WATCHDOG_USEC", "")
    if env.get("WATCHDOG_PID", str(pid)) != str(pid) or not re.fullmatch(r"[0-9]{1,18}", usec):
        return None
    return max(int(usec) / 3_000_000, _SHORTEST_S) if int(usec) else None


@contextlib.contextmanager
def watched(
    notifier: Notifier, ping_s: float | None, *, platform: str = sys.platform
) -> Iterator[None]:
    """Ping a manager that asks for it every *ping_s*; launchd cannot, there we watch ourselves."""
    with contextlib.ExitStack() as stack:
        if ping_s:
            stack.enter_context(beating(ping_s, lambda: notifier.send(WATCHDOG=1)))
        elif platform == "darwin":
            stack.enter_context(guarded())
        yield


@contextlib.contextmanager
def given_time(
    notifier: Notifier, every_s: float = _MORE_EVERY_S, at_most: int = _MORE_TIMES
) -> Iterator[None]:
    """Ask the manager *every_s*, and *at_most* so many times, to be patient while this lasts."""
    asked = 0

    def ask() -> None:
        nonlocal asked
        asked += 1
        if asked <= at_most:
            notifier.send(EXTEND_TIMEOUT_USEC=round(3 * every_s * 1e6))

    with beating(every_s, ask):
        yield


@contextlib.contextmanager
def beating(every_s: float, beat: Callable[[], None]) -> Iterator[None]:
    """Have the loop call *beat* every *every_s*; the first time after that long."""
    loop = asyncio.get_running_loop()
    timer: asyncio.TimerHandle

    def turn() -> None:
        nonlocal timer
        timer = loop.call_later(every_s, turn)
        beat()

    timer = loop.call_later(every_s, turn)
    try:
        yield
    finally:
        timer.cancel()


@dataclass(slots=True)
class Vigil:
    """Counts looks between which nothing beat.

    Looks and not seconds: while the machine sleeps nobody looks, and no clock is asked.
    """

    patience: int
    _beats: int = -1
    _in_vain: int = 0

    def is_lost(self, beats: int) -> bool:
        """Take one look at the number of *beats* so far; tell whether to give up."""
        self._in_vain = self._in_vain + 1 if beats == self._beats else 0
        self._beats = beats
        return self._in_vain >= self.patience


@contextlib.contextmanager
def guarded(look_s: float = _LOOK_S, patience: int = _PATIENCE) -> Iterator[None]:
    """Abort the process once the loop has not turned for *patience* looks in a row."""
    beats = 0
    ended = threading.Event()

    def beat() -> None:
        nonlocal beats
        beats += 1

    def watch() -> None:
        vigil = Vigil(patience)
        while not ended.wait(look_s):
            if vigil.is_lost(beats):
                _abort(patience * look_s)

    with beating(look_s / 2, beat):
        thread = threading.Thread(target=watch, name="watchdog", daemon=True)
        thread.start()
        try:
            yield
        finally:
            ended.set()
            thread.join()


def _abort(silent_s: float) -> None:
    # Whoever holds the log or reads stderr may be what is stuck.
    words = threading.Thread(target=_say_why, args=[silent_s], daemon=True)
    words.start()
    words.join(_LAST_WORDS_S)
    os.abort()


def _say_why(silent_s: float) -> None:
    sys.stderr.write(f"memoryd: the event loop has not turned for {silent_s:.0f} s; aborting\n")
    sys.stderr.flush()
    faulthandler.dump_traceback(all_threads=True)
    log.critical("the event loop is stuck, aborting", silent_s=silent_s)
    for handler in logging.getLogger().handlers:
        handler.flush()
