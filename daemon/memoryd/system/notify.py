"""Tell the service manager what we are doing (the sd_notify datagram protocol)."""

import contextlib
import os
import socket
import time
from collections.abc import Iterator, Mapping

from memoryd.errors import MemorydError

_OURS = (
    *("NOTIFY_SOCKET", "WATCHDOG_PID", "WATCHDOG_USEC"),
    *("LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"),
)


class Notifier:
    """Sends states to NOTIFY_SOCKET; silent where there is none."""

    def __init__(self, env: Mapping[str, str]) -> None:
        address = env.get("NOTIFY_SOCKET", "")
        # A leading @ names a socket in the abstract name space.
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self._status: str | int = ""

    @property
    def is_heard(self) -> bool:
        """Tell whether there is anybody to tell."""
        return bool(self._address)

    def tell(self, status: str) -> None:
        """Say in words what we are doing, unless that was the last we said."""
        if status != self._status:
            self.send(STATUS=status)

    def send(self, **state: str | int) -> None:
        """Send for example READY=1; errors are swallowed, a manager is a courtesy."""
        if not self._address:
            return
        self._status = state.get("STATUS", self._status)
        text = "\n".join(f"{key}={_one_line(value)}" for key, value in state.items())
        with (
            contextlib.suppress(OSError),
            socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock,
        ):
            sock.setblocking(False)
            sock.sendto(text.encode(), self._address)

    def reloading(self) -> None:
        """Say that settings are being taken up; READY=1 says that this is over."""
        self.send(RELOADING=1, MONOTONIC_USEC=time.monotonic_ns() // 1000)

    @contextlib.contextmanager
    def last_words(self) -> Iterator[None]:
        """Say what we die of, if it is an error."""
        try:
            yield
        except Exception as exc:
            number = _errno(exc)
            self.send(STATUS=_why(exc), **({"ERRNO": number} if number else {}))
            raise


def _why(error: Exception) -> str:
    # Of what was not foreseen only the name: its text may hold anything.
    if not isinstance(error, MemorydError | OSError):
        return f"failed: {type(error).__name__}; the log tells more"
    hint = getattr(error, "hint", None)
    return f"failed: {error}" + (f" ({hint})" if hint else "")


def _errno(error: Exception) -> int | None:
    known = (each for each in (error, error.__cause__) if isinstance(each, OSError))
    return next((each.errno for each in known if each.errno), None)


def _one_line(value: str | int) -> str:
    # A line break would begin a state of its own, and a NUL make the manager drop them all.
    plain = (char if char.isprintable() else " " for char in str(value))
    return " ".join("".join(plain).split())


def forget_manager() -> None:
    """Keep child processes from speaking to our service manager in our name."""
    for name in _OURS:
        os.environ.pop(name, None)
