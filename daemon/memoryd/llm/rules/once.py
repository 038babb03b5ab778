"""Tables that take long to make, and that several threads want at the same moment."""

from collections.abc import Callable
from functools import cache, wraps
from threading import RLock
from typing import TypeVar

T = TypeVar("T")


def once(make: Callable[[], T]) -> Callable[[], T]:
    """Return *make* so that it runs once: who comes meanwhile waits for what it returns.

    `functools.cache` lets everybody make it who comes before the first has done.
    """
    made, lock = cache(make), RLock()

    @wraps(make)
    def get() -> T:
        with lock:
            return made()

    return get
