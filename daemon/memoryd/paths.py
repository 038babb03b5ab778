"""Where things lie: base, state, settings and socket, from environment and home."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from memoryd_client.locate import socket_path, state_dir


@dataclass(frozen=True, slots=True, kw_only=True)
class Paths:
    """The daemon's own places. `base` is None until the settings may have their say."""

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
    def log(self) -> Path:
        return self.state / "log" / "memoryd.log"


def locate(env: Mapping[str, str]) -> Paths:
    """Return the daemon's places for this environment."""
    home = Path(env.get("HOME") or os.path.expanduser("~"))  # noqa: PTH111 -- expanduser asks the passwd database when HOME is unset
    config = env.get("MEMORYD_CONFIG")
    return Paths(
        home=home,
        state=state_dir(env),
        config=Path(config) if config else platformdirs.user_config_path("memoryd") / "config.yaml",
        socket=socket_path(env),
    )


def base_dir(env: Mapping[str, str], setting: str | None) -> Path:
    """Return where memories live: the environment, the shared store's variable, the settings."""
    for chosen in (env.get("MEMORYD_BASE_DIR"), env.get("QWEN_CODE_MEMORY_BASE_DIR"), setting):
        if chosen:
            return Path(chosen).expanduser().absolute()
    return platformdirs.user_data_path("memoryd")
