"""Where the daemon's socket is: one rule for the daemon and all its clients.

Derived from the uid and the home directory, because XDG_RUNTIME_DIR is not set for every caller.
Clients run at every turn of an agent, and pathlib would cost each of them a good part of its time;
so paths are strings here, and Path only where the daemon asks.
"""
# ruff: noqa: PTH100, PTH116, PTH117, PTH118, PTH123

from __future__ import annotations  # Path is named in signatures and not loaded for it

import json
import os
import pwd
import stat
import sys

from .errors import MemorydError, UnsafeSocketError

TYPE_CHECKING = False  # `typing` takes long to load
if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

# sun_path is 108 bytes on Linux and 104 on macOS, one of them for the closing NUL.
MAX_SOCKET_PATH_BYTES = 103
RUN_USER = "/run/user"

_MAX_DAEMON_JSON_BYTES = 65_536
_SOCKET_NAME = "memoryd.sock"


def state_dir(env: Mapping[str, str]) -> Path:
    """Return the directory of the database, the lock and `daemon.json`."""
    from pathlib import Path  # noqa: PLC0415 -- see the module's docstring

    return Path(_state_dir(env))


def socket_path(
    env: Mapping[str, str], explicit: str | None = None, *, run_user: str = RUN_USER
) -> Path:
    """Return where a daemon in this environment listens; *explicit* goes before all else."""
    from pathlib import Path  # noqa: PLC0415 -- see the module's docstring

    return Path(_chosen(env, explicit) or _default_socket(env, run_user))


def find_socket(
    env: Mapping[str, str], explicit: str | None = None, *, run_user: str = RUN_USER
) -> str:
    """Return where a client in this environment connects.

    The same rule, but a running daemon that wrote another address into `daemon.json` is believed:
    it may have been started with other settings.
    """
    chosen = _chosen(env, explicit)
    if chosen:
        return chosen
    announced = _announced(os.path.join(_state_dir(env), "daemon.json"))
    return announced or _default_socket(env, run_user)


def check_length(path: str | os.PathLike[str]) -> None:
    """Raise UnsafeSocketError when no socket can have this path."""
    size = len(os.fsencode(path))
    if size > MAX_SOCKET_PATH_BYTES:
        raise UnsafeSocketError(
            f"the socket path {os.fspath(path)} has {size} bytes; "
            f"sockets allow {MAX_SOCKET_PATH_BYTES}",
            hint="set MEMORYD_SOCKET to a shorter path, for daemon and clients alike",
        )


def check_directory(path: str | os.PathLike[str]) -> None:
    """Raise UnsafeSocketError when somebody else could put a socket into this directory.

    Raise OSError when it cannot be looked at, FileNotFoundError when there is none.
    """
    found = os.lstat(path)
    where = f"the socket's directory {os.fspath(path)}"
    if not stat.S_ISDIR(found.st_mode):
        raise UnsafeSocketError(
            f"{where} is not a directory (a symbolic link does not count)",
            hint="set MEMORYD_SOCKET to a path in a directory of your own",
        )
    if found.st_uid != os.geteuid():
        raise UnsafeSocketError(
            f"{where} belongs to uid {found.st_uid}, not to you ({os.geteuid()})",
            hint="set MEMORYD_SOCKET to a path in a directory of your own",
        )
    mode = stat.S_IMODE(found.st_mode)
    if mode & 0o077:
        raise UnsafeSocketError(
            f"{where} is open to other users (mode {mode:04o})",
            hint=f"close it with `chmod 700 {os.fspath(path)}`",
        )


def _chosen(env: Mapping[str, str], explicit: str | None) -> str | None:
    chosen = explicit or env.get("MEMORYD_SOCKET")
    return _absolute(env, chosen) if chosen else None


def _state_dir(env: Mapping[str, str]) -> str:
    own = env.get("MEMORYD_STATE_DIR")
    if own:
        return _absolute(env, own)
    base = env.get("XDG_STATE_HOME", "")
    if not os.path.isabs(base):
        mac = sys.platform == "darwin"
        base = os.path.join(_home(env), "Library/Application Support" if mac else ".local/state")
    return os.path.join(base, "memoryd")


def _default_socket(env: Mapping[str, str], run_user: str) -> str:
    # A store of its own has a socket of its own, or two of them would meet on one address.
    if not env.get("MEMORYD_STATE_DIR") and sys.platform != "darwin":
        runtime = os.path.join(run_user, str(os.geteuid()))
        if _is_private(runtime):
            return os.path.join(runtime, "memoryd", _SOCKET_NAME)
    return os.path.join(_state_dir(env), "run", _SOCKET_NAME)


def _is_private(path: str) -> bool:
    try:
        found = os.lstat(path)
    except OSError:
        return False
    private = stat.S_IMODE(found.st_mode) == 0o700
    return private and stat.S_ISDIR(found.st_mode) and found.st_uid == os.geteuid()


def _announced(path: str) -> str | None:
    """Return the socket that `daemon.json` names, if the file is ours and the socket exists."""
    try:
        fd = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with open(fd, "rb") as file:
            about = os.fstat(fd)
            if about.st_uid != os.geteuid() or about.st_mode & 0o077:
                return None
            told = json.loads(file.read(_MAX_DAEMON_JSON_BYTES))["socket"]
        usable = isinstance(told, str) and os.path.isabs(told)
        return told if usable and stat.S_ISSOCK(os.stat(told).st_mode) else None
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return None  # absent, foreign or damaged: the rule alone decides


def _absolute(env: Mapping[str, str], path: str) -> str:
    return os.path.join(_home(env), path[2:]) if path.startswith("~/") else os.path.abspath(path)


def _home(env: Mapping[str, str]) -> str:
    home = env.get("HOME", "")
    if os.path.isabs(home):
        return home
    try:
        return pwd.getpwuid(os.getuid()).pw_dir
    except KeyError:
        raise MemorydError(
            f"uid {os.getuid()} has no home directory", hint="set HOME or MEMORYD_STATE_DIR"
        ) from None  # the look-up's own error tells nothing more
