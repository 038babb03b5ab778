"""Where things lie: base, state, settings and socket, from environment and home."""

import os
import pwd
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from memoryd.errors import CannotServeError
from memoryd_client.locate import socket_path, state_dir


@dataclass(frozen=True, slots=True, kw_only=True)
class Paths:
    """The daemon's own places. Where memories live is for `base_dir` to say, with the settings."""

    home: Path
    state: Path
    config: Path
    socket: Path

    @property
    def lock(self) -> Path:
        return self.state / "daemon.lock"

    @property
    def daemon_json(self) -> Path:
        return self.state / "daemon.json"

    @property
    def database(self) -> Path:
        return self.state / "memoryd.sqlite3"

    @property
    def meanings(self) -> Path:
        return self.state / "meanings.sqlite3"

    @property
    def scratch(self) -> Path:
        return self.state / "doctor"

    @property
    def prompts(self) -> Path:
        return self.config.parent / "prompts"

    @property
    def log(self) -> Path:
        return self.state / "log" / "memoryd.log"


def locate(env: Mapping[str, str]) -> Paths:
    """Return the daemon's places for this environment.

    Raise CannotServeError when the user has no home.
    """
    home = _home(env)
    chosen = env.get("MEMORYD_CONFIG")
    default = _standard(env, "XDG_CONFIG_HOME", home / ".config") / "config.yaml"
    return Paths(
        home=home,
        state=state_dir(env),
        config=expand(chosen, home) if chosen else default,
        socket=socket_path(env),
    )


def base_dir(env: Mapping[str, str], setting: str | None) -> Path:
    """Return where memories live: the environment, the shared store's variable, the settings."""
    home = _home(env)
    for chosen in (env.get("MEMORYD_BASE_DIR"), env.get("QWEN_CODE_MEMORY_BASE_DIR"), setting):
        if chosen:
            return expand(chosen, home)
    return _standard(env, "XDG_DATA_HOME", home / ".local" / "share")


def expand(path: str, home: Path) -> Path:
    """Return *path* as an absolute one; a leading `~` is *home*."""
    parts = Path(path).parts
    if parts[:1] == ("~",):
        return home.joinpath(*parts[1:])
    return Path(os.path.abspath(path))  # noqa: PTH100 -- resolve() would follow links


def _standard(env: Mapping[str, str], variable: str, usual: Path) -> Path:
    base = Path(env.get(variable, ""))
    if not base.is_absolute():
        mac = sys.platform == "darwin"
        base = _home(env) / "Library" / "Application Support" if mac else usual
    return base / "memoryd"


def _home(env: Mapping[str, str]) -> Path:
    home = Path(env.get("HOME", ""))
    if home.is_absolute():
        return home
    try:
        return Path(pwd.getpwuid(os.getuid()).pw_dir)
    except KeyError:
        raise CannotServeError(
            f"uid {os.getuid()} has no home directory", hint="set HOME"
        ) from None  # the look-up's own error tells nothing more
