"""A daemon of its own for a minute: nothing of the user's is written, and nothing stays."""

import contextlib
import json
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from memoryd_client.client import Client
from memoryd_client.errors import MemorydError, NotRunningError, TimedOutError

# Each agent that memoryd reads, and the variable that moves its directory.
AGENTS = {"claude-code": "CLAUDE_CONFIG_DIR", "codex": "CODEX_HOME", "qwen-code": "QWEN_HOME"}

# The user's own settings, and what a service manager tells its service.
_NOT_INHERITED = ("MEMORYD_", "QWEN_CODE_MEMORY_", "NOTIFY_", "WATCHDOG_", "LISTEN_", "JOURNAL_")
_ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 0.02, 0.2
_STOP_S = 3.0
_LOG_TAIL_BYTES = 4096


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What the daemon is to read: these agents, at home or only in *path*."""

    agents: Sequence[str]
    path: Path | None = None


@contextlib.contextmanager
def throwaway_folder(on_removed: Callable[[], None]) -> Iterator[Path]:
    """Give a short-named folder of our own, remove it whatever happens, and then say so.

    A signal that asks this process to end becomes KeyboardInterrupt, so that it does so tidily.
    """
    # Not in TMPDIR: the path of a socket has little room.
    folder = Path(tempfile.mkdtemp(prefix="memoryd-", dir="/tmp"))
    with _signals(_interrupt):
        try:
            yield folder
        finally:
            with _signals(signal.SIG_IGN):
                _remove(folder)
            on_removed()


@contextlib.contextmanager
def throwaway_daemon(
    folder: Path, reading: Reading, env: Mapping[str, str], is_over: Callable[[], bool]
) -> Iterator[Client]:
    """Run a daemon in *folder*, which is made for it, and give a client.

    Raise TimedOutError when it does not answer before time *is_over*.
    """
    folder.mkdir(mode=0o700)
    child_env = prepare(folder, reading, env)
    with (folder / "daemon.log").open("wb") as log:
        # -P: a folder named memoryd in the current directory must not be run.
        command = [sys.executable, "-P", "-m", "memoryd", "run"]
        daemon = subprocess.Popen(
            command,
            env=child_env,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            process_group=0,  # ^C is for us; we end it
        )
    try:
        with Client(folder, socket=child_env["MEMORYD_SOCKET"]) as client:
            _wait_for(client, daemon, folder / "daemon.log", is_over)
            yield client
    finally:
        with _signals(signal.SIG_IGN):
            _end(daemon)


def prepare(folder: Path, reading: Reading, env: Mapping[str, str]) -> dict[str, str]:
    """Write the settings of a daemon in *folder* and return the environment it needs."""
    config = folder / "config.yaml"
    agents = {
        agent: {
            "enabled": agent in reading.agents,
            "paths": [str(reading.path)] if reading.path and agent in reading.agents else [],
        }
        for agent in AGENTS
    }
    # All that is here counts as over, and none as too old: it is looked at only once.
    memories = {"enabled": True, "minRolloutIdleHours": 0, "maxRolloutAgeDays": 3650}
    settings = {"agents": agents, "memories": memories}
    config.write_text(json.dumps(settings), encoding="utf-8")  # JSON is YAML as well
    child = {name: value for name, value in env.items() if not name.startswith(_NOT_INHERITED)}
    child["MEMORYD_BASE_DIR"] = str(folder / "base")
    child["MEMORYD_STATE_DIR"] = str(folder / "state")
    child["MEMORYD_CONFIG"] = str(config)
    child["MEMORYD_SOCKET"] = str(folder / "run" / "s")
    if reading.path:
        nothing = folder / "nothing"
        nothing.mkdir()
        child |= dict.fromkeys(AGENTS.values(), str(nothing))
    return child


@contextlib.contextmanager
def _signals(handler: "Callable[[int, object], None] | signal.Handlers") -> Iterator[None]:
    """Handle signals that ask this process to end by *handler* for a while."""
    before = {number: signal.signal(number, handler) for number in _ENDING}
    try:
        yield
    finally:
        for number, earlier in before.items():
            signal.signal(number, earlier)


def _interrupt(_number: int, _frame: object) -> None:
    for number in _ENDING:  # once is enough: the tidying up must not be interrupted
        signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt


def _wait_for(
    client: Client, daemon: "subprocess.Popen[bytes]", log: Path, is_over: Callable[[], bool]
) -> None:
    pause_s = _FIRST_PAUSE_S
    while True:
        with contextlib.suppress(NotRunningError):  # it has not come that far
            if client.ping():
                return
        if daemon.poll() is not None:
            raise MemorydError(
                f"the daemon could not start: {_last_line(log)}",
                hint=f"run `{sys.executable} -m memoryd run` to see it all",
            )
        if is_over():
            raise TimedOutError("the daemon did not start in time", hint="try again")
        time.sleep(pause_s)
        pause_s = min(2 * pause_s, _LONGEST_PAUSE_S)


def _last_line(log: Path) -> str:
    with log.open("rb") as file:
        file.seek(max(0, log.stat().st_size - _LOG_TAIL_BYTES))
        lines = file.read().decode("utf-8", "replace").strip().splitlines()
    return lines[-1] if lines else "it said nothing"


def _end(daemon: "subprocess.Popen[bytes]") -> None:
    for ask in (daemon.terminate, daemon.terminate, daemon.kill):  # the second one hurries it
        ask()
        with contextlib.suppress(subprocess.TimeoutExpired):
            daemon.wait(_STOP_S)
            return


def _remove(folder: Path) -> None:
    try:
        shutil.rmtree(folder)
    except OSError as exc:
        raise MemorydError(f"cannot remove {folder}: {exc}", hint="remove it by hand") from exc
