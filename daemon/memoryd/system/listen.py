"""The socket: bound by us, published by rename, answered for our own user only."""

import contextlib
import os
import secrets
import socket
import stat
import struct
from collections.abc import Iterator
from pathlib import Path

from memoryd.errors import CannotServeError
from memoryd_client.errors import UnsafeSocketError
from memoryd_client.locate import check_directory, check_length

from .files import make_private_dir

_BACKLOG = 128
_SOL_LOCAL, _LOCAL_PEERCRED = 0, 1  # macOS: struct xucred {u_int version; uid_t uid; …}


@contextlib.contextmanager
def listen(path: Path) -> Iterator[socket.socket]:
    """Listen on *path*; the caller must hold the instance lock.

    Bound under a temporary name and renamed, so a stale socket is replaced with no window in
    which the path is missing. Unlinked at the end only if it is still ours. Raise
    CannotServeError when the directory is unsafe, the path too long or not a socket's.
    """
    try:
        check_length(path)
        make_private_dir(path.parent)
        check_directory(path.parent)
        _refuse_other_files(path)
    except UnsafeSocketError as exc:
        raise CannotServeError(str(exc), hint=exc.hint) from exc
    except OSError as exc:
        raise CannotServeError(
            f"cannot make the socket's directory {path.parent}: {exc.strerror}",
            hint="set MEMORYD_SOCKET to a path in a directory of your own",
        ) from exc
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as sock:
        ours = _publish(sock, path)
        try:
            yield sock
        finally:
            with contextlib.suppress(OSError):  # gone or unreachable: nothing of ours to remove
                found = path.lstat()
                if (found.st_dev, found.st_ino) == ours:
                    path.unlink()


def is_answered(path: Path) -> bool:
    """Tell whether somebody listens on *path*; what cannot be asked does not answer."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.setblocking(False)
        try:
            probe.connect(os.fspath(path))
        except BlockingIOError:  # a full backlog is somebody's
            return True
        except (OSError, ValueError):
            return False
        return True


def _refuse_other_files(path: Path) -> None:
    with contextlib.suppress(FileNotFoundError):
        if not stat.S_ISSOCK(path.lstat().st_mode):
            raise CannotServeError(
                f"{path} is not a socket and will not be replaced by one",
                hint="set MEMORYD_SOCKET to another path, or move that file away",
            )


def _publish(sock: socket.socket, path: Path) -> tuple[int, int]:
    temp = path.with_name(f".{secrets.token_hex(3)}")
    before = os.umask(0o177)
    try:
        sock.bind(os.fspath(temp))
        sock.listen(_BACKLOG)
        temp.rename(path)
    except OSError as exc:
        with contextlib.suppress(OSError):
            temp.unlink()
        raise CannotServeError(
            f"cannot listen on {path}: {exc.strerror or exc}",
            hint="set MEMORYD_SOCKET to another path",
        ) from exc
    finally:
        os.umask(before)
    made = path.lstat()
    return made.st_dev, made.st_ino


def peer_uid(sock: socket.socket) -> int | None:
    """Return the uid of the process at the other end; None when the kernel does not tell."""
    try:
        if hasattr(socket, "SO_PEERCRED"):
            raw = sock.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
            return int(struct.unpack("3i", raw)[1])
        raw = sock.getsockopt(_SOL_LOCAL, _LOCAL_PEERCRED, 76)
        return int(struct.unpack_from("=I", raw, 4)[0])
    except (OSError, struct.error):
        return None
