"""The seam to the operating system: one connection to a Unix socket."""

from __future__ import annotations  # see TYPE_CHECKING below

import time

from .locate import check_directory, check_length

_RECEIVE_BYTES = 256 * 1024
_BACKLOG_PAUSE_S = 0.01


TYPE_CHECKING = False  # `typing` takes long to load
if TYPE_CHECKING:
    import socket
    from typing import Protocol

    class Stream(Protocol):
        """One connection; everything above it can be tested with a few bytes."""

        def send(self, data: bytes, timeout_s: float) -> None:
            """Send all of it; raise OSError, TimeoutError among them."""

        def receive(self, timeout_s: float) -> bytes:
            """Return what came, b"" once the peer has closed; raise OSError."""

        def is_stale(self) -> bool:
            """Say whether an idle connection is closed, or has bytes nobody asked for."""

        def close(self) -> None:
            """Close it; more than once is fine."""


class UnixStream:
    """A Stream on a real socket."""

    def __init__(self, sock: socket.socket) -> None:
        self._sock = sock

    def send(self, data: bytes, timeout_s: float) -> None:
        self._sock.settimeout(timeout_s)
        self._sock.sendall(data)

    def receive(self, timeout_s: float) -> bytes:
        self._sock.settimeout(timeout_s)
        return self._sock.recv(_RECEIVE_BYTES)

    def is_stale(self) -> bool:
        import socket  # noqa: PLC0415 -- see connect_unix

        self._sock.settimeout(0)
        try:
            self._sock.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            return False
        except OSError:
            return True
        return True

    def close(self) -> None:
        self._sock.close()


def connect_unix(path: str, timeout_s: float) -> UnixStream:
    """Connect to a socket that nobody else can have put there.

    Raise OSError, TimeoutError among them, or UnsafeSocketError.
    """
    check_address(path)
    import socket  # noqa: PLC0415 -- callers without a daemon need not wait for it to load

    ends_at = time.monotonic() + timeout_s
    sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        sock.settimeout(timeout_s)
        _connect(sock, path, ends_at)
    except BaseException:
        sock.close()
        raise
    return UnixStream(sock)


def check_address(path: str) -> None:
    """Raise UnsafeSocketError, or OSError when there is no such directory."""
    check_length(path)
    check_directory(path.rpartition("/")[0] or "/")


def _connect(sock: socket.socket, path: str, ends_at: float) -> None:
    while True:
        try:
            sock.connect(path)
        except BlockingIOError:  # Linux says so at once while the daemon does not accept
            if time.monotonic() >= ends_at:
                raise TimeoutError from None  # the same, by the name it has elsewhere
            time.sleep(_BACKLOG_PAUSE_S)
        else:
            return
