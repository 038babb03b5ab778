"""The same trouble over and over: said once a minute, with how often it was left out."""

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

_ONCE_IN_S = 60.0
_KEPT = 1000
# What differs between two records of the same trouble, or says nothing about which it is.
_NO_KEY = frozenset({"exc_info", "stack_info"})

_Key = tuple[str, int, str]


@dataclass(slots=True)
class _Seen:
    """When a record was last let through, and how many like it were not since."""

    at_s: float
    suppressed: int = 0


@dataclass(slots=True, eq=False)
class Repeats(logging.Filter):
    """Lets a warning or an error through once a minute; the next one says what was left out.

    Two are the same when the call said the same of both. What is bound around a call, such as the
    job or the request it happens in, does not tell them apart: a call that must not be left out
    names its job or request itself. What is below a warning is always let through.
    """

    clock: Callable[[], float] = time.monotonic
    _seen: dict[_Key, _Seen] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether *record* is to be written; one that is may get `suppressed`."""
        if record.levelno < logging.WARNING:
            return True
        now = self.clock()
        with self._lock:
            key = _key(record)
            seen = self._seen.get(key)
            if seen and now - seen.at_s < _ONCE_IN_S:
                seen.suppressed += 1
                return False
            if len(self._seen) >= _KEPT:
                self._forget_old(now)
            self._seen[key] = _Seen(now)
        if seen and seen.suppressed:
            _tell(record, seen.suppressed)
        return True

    def _forget_old(self, now: float) -> None:
        recent = {key: each for key, each in self._seen.items() if now - each.at_s < _ONCE_IN_S}
        # So many different troubles within a minute are not worth telling apart any longer.
        self._seen = recent if len(recent) < _KEPT else {}


def _key(record: logging.LogRecord) -> _Key:
    said = record.msg
    if isinstance(said, dict):
        text = repr([(name, said[name]) for name in sorted(said.keys() - _NO_KEY)])
    else:
        text = record.getMessage()
    return record.name, record.levelno, text


def _tell(record: logging.LogRecord, suppressed: int) -> None:
    if isinstance(record.msg, dict):
        record.msg["suppressed"] = suppressed
    else:
        record.msg, record.args = f"{record.getMessage()} suppressed={suppressed}", ()
