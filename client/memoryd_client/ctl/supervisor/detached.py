"""A daemon without a service manager: started once, in a session of its own."""

import contextlib
import fcntl
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from memoryd_client.errors import MemorydError, TimedOutError

from .base import doubling
from .places import untied

_START_S = 30.0  # a busy machine takes its time
_ALREADY_RUNNING = 75
_TAIL_BYTES, _TAIL_LINES = 4096, 5


class StartError(MemorydError):
    """The daemon ended before it served."""


def start_daemon(state: Path, env: Mapping[str, str], serves: Callable[[], bool]) -> bool:
    """Start a daemon with its state in *state* and return when it *serves*.

    Return False when somebody else has started one meanwhile. Raise StartError when it ends,
    TimedOutError when it does not answer in time; it is never killed.
    """
    log = state / "log" / "start.log"
    _make_private(log.parent)
    with _start_lock(state / "start.lock"):
        if serves():
            return False
        for _ in doubling(_START_S):
            # One that stops gives up its address before its lock: what comes between ends with
            # this code, and has to try again.
            code = _start_once(log, env, serves)
            if code is None:
                return True
            if code != _ALREADY_RUNNING or (state / "daemon.json").exists():
                break
        raise StartError(
            f"memoryd ended with exit code {code}: {_tail(log) or 'it said nothing'}",
            hint=f"see {log} and memoryd.log beside it; `memoryd run` shows it in a terminal",
        )


def _start_once(log: Path, env: Mapping[str, str], serves: Callable[[], bool]) -> int | None:
    """Return None once it serves, or the code it ended with."""
    process = _spawn(log, env)
    try:
        for _ in doubling(_START_S):
            if serves():
                return None
            if process.poll() is not None:
                return process.returncode
    finally:
        # It outlives us: that nobody waits for it is meant, and no leak to warn of.
        process.returncode = process.returncode or 0
    raise TimedOutError(
        f"memoryd (pid {process.pid}) runs, but has not answered within {_START_S:.0f} s",
        hint=f"look again with `memoryctl status`, or at {log}",
    )


def _spawn(log: Path, env: Mapping[str, str]) -> "subprocess.Popen[bytes]":
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC
    fd = _open(log, flags)
    try:
        return subprocess.Popen(
            # -P: a folder named memoryd in some directory must not be run.
            [sys.executable, "-P", "-m", "memoryd", "run"],
            env=untied(env),
            cwd="/",
            stdin=subprocess.DEVNULL,
            stdout=fd,
            stderr=fd,
            start_new_session=True,
            umask=0o077,
        )
    except OSError as exc:
        raise StartError(
            f"cannot start {sys.executable}: {exc.strerror}", hint="install memoryd again"
        ) from exc
    finally:
        os.close(fd)


@contextlib.contextmanager
def _start_lock(path: Path) -> Iterator[None]:
    """Let one at a time start a daemon; the file stays, for it is the lock that counts."""
    fd = _open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        for _ in doubling(2 * _START_S):
            with contextlib.suppress(BlockingIOError):
                fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
        else:
            raise TimedOutError(
                "another `memoryctl start` has been at it for a minute",
                hint="look at `memoryctl status`",
            )
        yield
    finally:
        os.close(fd)


def _make_private(folder: Path) -> None:
    try:
        folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
    except OSError as exc:
        raise StartError(
            f"cannot make {folder}: {exc.strerror}",
            hint="set MEMORYD_STATE_DIR to a directory of your own",
        ) from exc


def _open(path: Path, flags: int) -> int:
    try:
        return os.open(path, flags, 0o600)
    except OSError as exc:
        raise StartError(
            f"cannot write {path}: {exc.strerror}",
            hint="set MEMORYD_STATE_DIR to a directory of your own",
        ) from exc


def _tail(log: Path) -> str:
    """Return the last lines of what it said before its own log was open."""
    with log.open("rb") as file:
        file.seek(max(0, log.stat().st_size - _TAIL_BYTES))
        lines = file.read().decode("utf-8", "replace").strip().splitlines()
    return "\n".join(line.strip() for line in lines[-_TAIL_LINES:])
