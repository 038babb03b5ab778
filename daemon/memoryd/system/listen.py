"""The socket: bound by us, published by rename, answered for our own user only."""

import contextlib
import os
import secrets
import socket
import stat
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from memoryd.errors import CannotServeError
from memoryd_client.errors import UnsafeSocketError
from memoryd_client.locate import check_directory, check_length

from .files import Identity, identify, make_private_dir

# All sessions of a person may knock at once while a big turn of the event loop lasts; the system
# lowers it to what it allows.
BACKLOG = 1024
_SOL_LOCAL, _LOCAL_PEERCRED = 0, 1  # macOS: struct xucred {u_int version; uid_t uid; …}


@dataclass(slots=True)
class Listener:
    """A listening socket and the name under which clients find it.

    `ours` is the file that we made of that name, None if a service manager did.
    """

    path: Path
    socket: socket.socket
    ours: Identity | None
    _seen: Identity | None

    def is_found(self) -> bool:
        """Tell whether clients that follow the name come to our socket."""
        return self._seen is not None and identify(self.path) == self._seen

    def publish_again(self) -> None:
        """Listen anew under the same name. Raise CannotServeError when it cannot be had."""
        fresh, made = _open(self.path)
        self.socket.close()
        self.socket, self.ours, self._seen = fresh, made, made


@contextlib.contextmanager
def hold_address(path: Path, passed: socket.socket | None = None) -> Iterator[Listener]:
    """Listen on *path*, or take the socket there that was *passed* to us.

    The caller must hold the instance lock. Unlinked at the end only if it is still ours; one that
    was passed is left to whoever made it. Raise CannotServeError when the directory is unsafe, the
    path too long or not a socket's.
    """
    if passed is None:
        sock, made = _open(path)
        listener = Listener(path, sock, ours=made, _seen=made)
    else:
        _check(path)
        listener = Listener(path, passed, ours=None, _seen=identify(path))
    try:
        yield listener
    finally:
        with contextlib.suppress(OSError):  # gone or unreachable: nothing of ours to remove
            if listener.ours and identify(path) == listener.ours:
                path.unlink()
        listener.socket.close()


@contextlib.contextmanager
def listen(path: Path, *, alone: bool = False) -> Iterator[socket.socket]:
    """Listen on *path* as `hold_address` does, for who needs no more than the socket.

    With *alone* no lock says whose the path is: CannotServeError, too, when somebody answers there.
    """
    if alone:
        _refuse_others(path)
    with hold_address(path) as listener:
        yield listener.socket


def _open(path: Path) -> tuple[socket.socket, Identity]:
    """Listen on *path*, in place of the socket that is there.

    Bound under a temporary name and renamed, so a stale socket is replaced with no window in
    which the path is missing.
    """
    _check(path)
    try:
        sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    except OSError as exc:
        raise CannotServeError(
            f"cannot make a socket: {exc.strerror}", hint="raise the limit of open files"
        ) from exc
    try:
        return sock, _publish(sock, path)
    except BaseException:
        sock.close()
        raise


def _check(path: Path) -> None:
    try:
        check_length(path)
        _make_directory(path.parent)
        check_directory(path.parent)
        _refuse_other_files(path)
    except UnsafeSocketError as exc:
        raise CannotServeError(str(exc), hint=exc.hint) from exc
    except OSError as exc:
        raise CannotServeError(
            f"cannot make the socket's directory {path.parent}: {exc.strerror}",
            hint="set MEMORYD_SOCKET to a path in a directory of your own",
        ) from exc


def _make_directory(path: Path) -> None:
    if not path.exists():
        make_private_dir(path)
        # What cleans up old files leaves directories alone that have the sticky bit.
        path.chmod(0o1700)


def _refuse_others(path: Path) -> None:
    if _is_answered(path):
        raise CannotServeError(
            f"somebody answers on {path} already", hint="choose a path that is no other socket's"
        )


def _is_answered(path: Path) -> bool:
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


def _publish(sock: socket.socket, path: Path) -> Identity:
    temp = path.with_name(f".{secrets.token_hex(3)}")
    try:
        sock.bind(os.fspath(temp))
        temp.chmod(0o600)  # nobody else enters the directory; a umask would hold for all threads
        sock.listen(BACKLOG)
        temp.rename(path)
    except OSError as exc:
        with contextlib.suppress(OSError):
            temp.unlink()
        raise CannotServeError(
            f"cannot listen on {path}: {exc.strerror or exc}",
            hint="set MEMORYD_SOCKET to another path",
        ) from exc
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
