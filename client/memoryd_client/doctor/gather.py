"""Gathering what the checks look at. Nothing is changed but by the proof, which cleans up."""

import contextlib
import fcntl
import json
import os
import pwd
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from memoryd_client import wire
from memoryd_client.client import Client
from memoryd_client.errors import MemorydError, NotRunningError
from memoryd_client.locate import state_dir

from .agents import read_agents
from .places import locks_of, look_at, measure, read_inotify
from .programs import read_settings, read_unit
from .values import Announced, Daemon, Disk, Facts, Lock

_PROC_LOCKS = Path("/proc/locks")
_MOST_BYTES = 65_536


@dataclass(frozen=True, slots=True, kw_only=True)
class Here:
    """Where the doctor looks, and when."""

    env: Mapping[str, str]
    socket: str
    installed: str
    now: datetime


def gather(here: Here, client: Client) -> Facts:
    """Look at everything; ask the daemon, if one answers, to prove the loop."""
    user = pwd.getpwuid(os.getuid())
    home = Path(here.env.get("HOME") or user.pw_dir)
    state, socket = state_dir(here.env), Path(here.socket)
    settings, base = read_settings(here.env, home)
    daemon = _ask(client)
    proof = _prove(client) if daemon.running else None
    base = Path(daemon.status.base) if daemon.status else base or state
    roots = [Path(root.path) for root in daemon.status.roots] if daemon.status else []
    announced = _announced(state / "daemon.json")
    return Facts(
        uid=os.geteuid(),
        now_s=here.now.timestamp(),
        installed=here.installed,
        socket=look_at(socket),
        socket_folder=look_at(socket.parent),
        daemon=daemon,
        state=look_at(state, follow=True),
        lock=_lock(state / "daemon.lock", daemon, announced),
        announced=announced,
        base=look_at(base, follow=True),
        database=look_at(state / "memoryd.sqlite3"),
        disks=_disks(base, state),
        settings=settings,
        inotify=read_inotify([*roots, base]),
        unit=read_unit(here.env, home, user.pw_name),
        agents=read_agents(here.env, here.socket, state),
        git=shutil.which("git", path=here.env.get("PATH")) is not None,
        proof=proof,
    )


def _ask(client: Client) -> Daemon:
    try:
        status = client.status()
    except NotRunningError as exc:
        return Daemon(running=False, trouble=str(exc), hint=exc.hint)
    except MemorydError as exc:
        return Daemon(running=True, trouble=str(exc), hint=exc.hint)
    return Daemon(running=True, version=status.version, status=status)


def _prove(client: Client) -> wire.Proof:
    """Have the loop proven; what keeps the daemon from it is told as its first step."""
    try:
        return client.prove()
    except MemorydError as exc:
        step = wire.ProofStep(
            step="begin", ok=False, detail=str(exc), remedy=exc.hint, duration_ms=0
        )
        return wire.Proof(ok=False, steps=[step])


def _disks(*paths: Path) -> tuple[Disk, ...]:
    found = []
    for path in dict.fromkeys(paths):
        with contextlib.suppress(OSError):  # what is wrong there, its own check says
            found.append(measure(path))
    return tuple(found)


def _lock(path: Path, daemon: Daemon, announced: Announced | None) -> Lock:
    place = look_at(path)
    pid = announced.pid if announced and announced.alive else 0
    pid = daemon.status.pid if daemon.status else pid
    if not pid or place.kind != "file":
        return Lock(place=place, held=None)
    if _PROC_LOCKS.exists():
        try:
            table = _PROC_LOCKS.read_text("ascii", "replace")
        except OSError:
            return Lock(place=place, held=None)
        return Lock(place=place, held=locks_of(pid, table))
    return Lock(place=place, held=frozenset({place.inode} if _is_held(path) else {0}))


def _is_held(path: Path) -> bool:
    # Only while a daemon answers: one that starts at this moment must not find it taken.
    try:
        with path.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    return False


def _announced(path: Path) -> Announced | None:
    place = look_at(path)
    if place.kind == "missing":
        return None
    try:
        with path.open("rb") as file:
            told = json.loads(file.read(_MOST_BYTES))
        pid, socket, started = int(told["pid"]), str(told["socket"]), str(told["started_at"])
        started_s = datetime.fromisoformat(started).timestamp()
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return Announced(place=place, pid=0, socket="", started_s=0.0, alive=False)
    return Announced(place=place, pid=pid, socket=socket, started_s=started_s, alive=_is_alive(pid))


def _is_alive(pid: int) -> bool:
    if pid <= 0:
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:  # it is there, and somebody else's
        return True
    return True
