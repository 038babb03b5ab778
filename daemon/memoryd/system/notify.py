"""Tell the service manager what we are doing (the sd_notify datagram protocol)."""

import contextlib
import os
import socket
from collections.abc import Mapping


class Notifier:
    """Sends states to NOTIFY_SOCKET; silent where there is none."""

    def __init__(self, env: Mapping[str, str]) -> None:
        address = env.get("NOTIFY_SOCKET", "")
        # A leading @ names a socket in the abstract name space.
        self._address = "\0" + address[1:] if address.startswith("@") else address

    def send(self, **state: str | int) -> None:
        """Send for example READY=1; errors are swallowed, a manager is a courtesy."""
        if not self._address:
            return
        text = "\n".join(f"{key}={_one_line(value)}" for key, value in state.items())
        with (
            contextlib.suppress(OSError),
            socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock,
        ):
            sock.setblocking(False)
            sock.sendto(text.encode(), self._address)


def _one_line(value: str | int) -> str:
    # A line break would begin a state of its own, and a NUL make the manager drop them all.
    plain = (char if char.isprintable() else " " for char in str(value))
    return " ".join("".join(plain).split())


def forget_manager() -> None:
    """Keep child processes from speaking to our service manager in our name."""
    for name in ("NOTIFY_SOCKET", "LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"):
        os.environ.pop(name, None)
