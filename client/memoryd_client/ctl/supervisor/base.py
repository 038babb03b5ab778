"""What a service manager does for us, whichever it is."""

import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Protocol

from memoryd_client.errors import MemorydError

from .mark import Mark

_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 0.01, 0.64


class SupervisorError(MemorydError):
    """The service manager cannot be reached, or did not do what it was asked."""


class Supervisor(Protocol):
    """One service manager of this user. All but the properties may raise SupervisorError."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def file(self) -> Path:
        """The file that tells it of us."""

    @property
    def mode(self) -> int:
        """The mode of that file."""

    @property
    def folders(self) -> tuple[Path, ...]:
        """The directories that an installation needs."""

    def render(self, program: str, places: Mapping[str, str], mark: Mark) -> bytes:
        """Return what that file has to say."""

    def check(self) -> None:
        """Raise when it cannot be reached, or would not heed the file."""

    def register(self) -> None:
        """Take the file up, and heed it at each login."""

    def unregister(self) -> None:
        """Stop the daemon and forget the file, before that is deleted."""

    def forget(self) -> None:
        """Forget what is left once the file is deleted; never raises."""

    def start(self, *, afresh: bool) -> None:
        """Have the daemon run; *afresh* if it must be started with what the file says now."""

    def stop(self) -> None:
        """Have the daemon stopped, not to be started again before the next login."""

    def runs(self) -> bool:
        """Tell whether a daemon that it started runs, or is on its way up or down."""

    def linger(self) -> None:
        """Have the daemon run, too, while the user is not logged in."""

    def lingers(self) -> bool | None:
        """Tell whether it does, None when that cannot be told; never raises."""


def doubling(
    total_s: float,
    *,
    sleep: Callable[[float], None] = time.sleep,
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[None]:
    """Yield at once, then after ever longer pauses until *total_s* are over."""
    until = clock() + total_s
    pause_s = _FIRST_PAUSE_S
    yield
    while clock() < until:
        sleep(pause_s)
        pause_s = min(2 * pause_s, _LONGEST_PAUSE_S)
        yield
