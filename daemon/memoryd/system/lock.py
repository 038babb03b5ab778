"""Who is the daemon: a kernel lock decides, daemon.json tells clients."""

import contextlib
import json
import os
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from filelock import Timeout, UnixFileLock

from memoryd.errors import AlreadyRunningError, CannotServeError

from .files import Identity, atomic_write, identify, make_private_dir, remove

_LOOKS, _BETWEEN_LOOKS_S = 20, 0.05


@dataclass(frozen=True, slots=True, kw_only=True)
class Instance:
    """One running daemon, as written for people and clients."""

    pid: int
    start_token: str
    version: str
    api: int
    socket: str
    instance: str
    started_at: str


class InstanceLock:
    """The lock that its holder keeps for the life of the daemon.

    It is a kernel flock: it has no age and dies with its holder. The text inside is for people and
    never proof.
    """

    def __init__(self, path: Path, me: Instance) -> None:
        self._path = path
        self._text = json.dumps(asdict(me)).encode() + b"\n"
        self._lock: UnixFileLock | None = None
        self._file: Identity | None = None

    def take(self) -> None:
        """Take the lock, also once more when its file is gone.

        Raise AlreadyRunningError naming the holder, or CannotServeError.
        """
        file = None

        def write(fd: int) -> None:
            nonlocal file
            found = os.fstat(fd)
            os.truncate(fd, 0)
            os.pwrite(fd, self._text, 0)
            file = found.st_dev, found.st_ino

        lock = UnixFileLock(
            self._path,
            timeout=0,
            mode=0o600,
            thread_local=False,
            fallback_to_soft=False,
            preserve_lock_file=True,
            on_acquired=write,
        )
        try:
            make_private_dir(self._path.parent)
            lock.acquire()
        except Timeout:
            raise AlreadyRunningError(
                f"another memoryd serves already: {_describe(self._path)}",
                hint="stop it with `memoryctl stop`, or use another MEMORYD_STATE_DIR",
            ) from None  # the time-out itself tells nothing more
        except OSError as exc:
            raise CannotServeError(
                f"cannot lock {self._path}: {exc.strerror}",
                hint="put MEMORYD_STATE_DIR on a local disk",
            ) from exc
        self.release()
        self._lock, self._file = lock, file

    def is_found(self) -> bool:
        """Tell whether a second daemon would meet it; none would if the file was removed."""
        return identify(self._path) == self._file

    def release(self) -> None:
        """Let others have it."""
        if self._lock:
            self._lock.release()


@contextlib.contextmanager
def hold_instance_lock(path: Path, me: Instance) -> Iterator[InstanceLock]:
    """Hold the lock meanwhile. Raise AlreadyRunningError naming the holder, or CannotServeError."""
    lock = InstanceLock(path, me)
    lock.take()
    try:
        yield lock
    finally:
        lock.release()


def _describe(path: Path) -> str:
    # The holder writes its name an instant after it got the lock: one that started together
    # with us may not have done so yet.
    for _ in range(_LOOKS):
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
            holder = json.loads(path.read_bytes()[:4096])
            os.kill(holder["pid"], 0)  # what a killed one left is not the holder's name
            return f"pid {holder['pid']}, version {holder['version']}, socket {holder['socket']}"
        time.sleep(_BETWEEN_LOOKS_S)
    return f"holder of {path}"


@contextlib.contextmanager
def publish(path: Path, me: Instance) -> Iterator[None]:
    """Tell clients who serves where; the file goes first when the daemon stops.

    Raise CannotServeError when it cannot be written.
    """
    try:
        atomic_write(path, json.dumps(asdict(me), indent=2).encode() + b"\n")
    except OSError as exc:
        raise CannotServeError(
            f"cannot write {path}: {exc.strerror}",
            hint="make room, or set another MEMORYD_STATE_DIR",
        ) from exc
    ours = identify(path)
    try:
        yield
    finally:
        with contextlib.suppress(OSError):  # a stop must not fail on a full or vanished disk
            if identify(path) == ours:
                remove(path)


def start_token() -> str:
    """Return what tells this process from a later one with the same pid.

    Linux: boot id and start time in clock ticks. Elsewhere the pid alone, never used as proof.
    """
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
        stat = Path("/proc/self/stat").read_text(encoding="ascii")
    except OSError:
        return f"pid:{os.getpid()}"
    return f"{boot}:{stat.rpartition(')')[2].split()[19]}"
