"""A thread that writes: no call that logs waits for a disk, a pipe or a terminal."""

import logging
import logging.handlers
import queue
import threading
from collections.abc import Mapping
from typing import Any

import structlog

_FLUSH_S = 1.0


class Handing(logging.handlers.QueueHandler):
    """Hands records over to a thread that gives them to *target*, in order.

    Closing it waits until all is written; flushing it, a second at most, since whoever flushes
    may be about to end a process that hangs.
    """

    def __init__(self, target: logging.Handler) -> None:
        super().__init__(queue.SimpleQueue())
        self._target = target
        self._writing = _Writing(self.queue, target)
        self._writing.start()

    def prepare(self, record: logging.LogRecord) -> logging.LogRecord:
        """Note what is bound around the call, which the other thread could not know."""
        record.bound = structlog.contextvars.get_contextvars()
        return record

    def flush(self) -> None:
        """Wait until what was logged before is written."""
        self._writing.flush(_FLUSH_S)

    def close(self) -> None:
        """Write what is left, and take nothing more."""
        self._writing.stop()
        self._target.close()
        super().close()


class _Writing(logging.handlers.QueueListener):
    def handle(self, record: logging.LogRecord | threading.Event) -> None:
        if isinstance(record, threading.Event):
            record.set()
        else:
            super().handle(record)

    def flush(self, wait_s: float) -> None:
        written = threading.Event()
        self.queue.put_nowait(written)
        written.wait(wait_s)

    def stop(self) -> None:
        if self._thread is not None:  # or a second close would wait for nobody
            super().stop()


def bound(record: logging.LogRecord) -> Mapping[str, Any]:
    """Return what was bound around the call that made *record*."""
    return getattr(record, "bound", {})
