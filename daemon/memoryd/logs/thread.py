"""A thread that writes: no call that logs waits for a disk, a pipe or a terminal."""

import logging
import logging.handlers
import queue
import threading
from collections.abc import Callable, Mapping
from typing import Any

import structlog

_FLUSH_S = 1.0
_CLOSE_S = 5.0


class Handing(logging.handlers.QueueHandler):
    """Hands records over to a thread that gives them to *target*, in order.

    Flushing it waits until all is written, closing it as well: a moment at most, since nobody may
    read what is written, and the process is to end all the same.
    """

    def __init__(self, target: logging.Handler) -> None:
        super().__init__(queue.SimpleQueue())
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
        self._writing.end(_CLOSE_S)
        super().close()


class _Writing(logging.handlers.QueueListener):
    """Takes records, and what is to be done once those before it are written."""

    def handle(self, record: logging.LogRecord | Callable[[], object]) -> None:
        if isinstance(record, logging.LogRecord):
            super().handle(record)
        else:
            record()

    def flush(self, wait_s: float) -> None:
        written = threading.Event()
        self.queue.put_nowait(written.set)
        written.wait(wait_s)

    def end(self, wait_s: float) -> None:
        for target in self.handlers:
            self.queue.put_nowait(target.close)
        self.enqueue_sentinel()
        if self._thread is not None:
            self._thread.join(wait_s)


def bound(record: logging.LogRecord) -> Mapping[str, Any]:
    """Return what was bound around the call that made *record*."""
    return getattr(record, "bound", {})
