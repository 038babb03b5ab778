"""launchd hands sockets over by a call of macOS's C library."""

import ctypes
import errno
import os
from typing import Any, Protocol, cast

from memoryd.errors import CannotServeError

_NAME = b"http"  # of the socket, in the property list


class Libc(Protocol):
    """What we need of it: functions of ctypes, which knows no signatures."""

    launch_activate_socket: Any
    free: Any


def load_libc() -> Libc:
    """Return the C library of this process."""
    return cast("Libc", ctypes.CDLL(None))


def passed_by_launchd(libc: Libc) -> list[int]:
    """Return the descriptors that launchd holds for us. A second call finds none."""
    found, count = ctypes.POINTER(ctypes.c_int)(), ctypes.c_size_t()
    failed = libc.launch_activate_socket(_NAME, ctypes.byref(found), ctypes.byref(count))
    if failed in (errno.ENOENT, errno.ESRCH):  # no such socket in the list, or launchd is not here
        return []
    if failed:
        raise CannotServeError(
            f"launchd does not give us our socket: {os.strerror(failed)}",
            hint="remove Sockets from the property list; memoryd makes its own",
        )
    try:
        return found[: count.value]
    finally:
        libc.free(found)
