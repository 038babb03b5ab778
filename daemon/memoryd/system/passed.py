"""Take the socket that a service manager made for us."""

import os
import re
import socket
import stat
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from memoryd.errors import CannotServeError

_FIRST_FD = 3
_HINT = "let memoryd.socket have one ListenStream= with an absolute path, or disable it"


def take_passed(env: Mapping[str, str], pid: int) -> socket.socket | None:
    """Return the one socket that was passed to process *pid*, None if there is none.

    Raise CannotServeError when more were passed, or something that is not a listening Unix socket
    with a path. May be called once.
    """
    fds: Sequence[int] = passed_by_systemd(env, pid)
    if not fds and sys.platform == "darwin":
        from .launchd import load_libc, passed_by_launchd  # noqa: PLC0415 -- others need no ctypes

        fds = passed_by_launchd(load_libc())
    if len(fds) > 1:
        raise CannotServeError(f"{len(fds)} sockets were passed to memoryd", hint=_HINT)
    return adopt(fds[0]) if fds else None


def socket_path(sock: socket.socket) -> Path:
    """Return the path that *sock* is bound to."""
    return Path(os.fsdecode(sock.getsockname()))


def passed_by_systemd(env: Mapping[str, str], pid: int) -> range:
    """Return the descriptors that are meant for process *pid*."""
    count = env.get("LISTEN_FDS", "")
    if env.get("LISTEN_PID") != str(pid) or not re.fullmatch(r"[0-9]{1,4}", count):
        return range(0)
    return range(_FIRST_FD, _FIRST_FD + int(count))


def adopt(fd: int) -> socket.socket:
    """Return what is open as *fd*. Raise CannotServeError when it is not what we can serve on.

    Then, too, it is closed.
    """
    try:
        os.set_inheritable(fd, False)
        is_socket = stat.S_ISSOCK(os.fstat(fd).st_mode)
    except OSError as exc:
        raise CannotServeError(
            f"no socket was passed as descriptor {fd}: {exc.strerror}", hint=_HINT
        ) from exc
    if not is_socket:
        os.close(fd)
        raise CannotServeError(f"what was passed as descriptor {fd} is no socket", hint=_HINT)
    sock = socket.socket(fileno=fd)
    if complaint := _complain(sock):
        sock.close()
        raise CannotServeError(complaint, hint=_HINT)
    return sock


def _complain(sock: socket.socket) -> str | None:
    listens = sock.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN)
    is_stream = sock.family == socket.AF_UNIX and sock.type == socket.SOCK_STREAM
    if not (listens and is_stream):
        return "what was passed is no listening Unix socket"
    if not os.fsencode(sock.getsockname()).startswith(b"/"):
        return "the socket that was passed has no absolute path"
    return None
