"""Who keeps the daemon running: systemd, launchd or, without either, nobody."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from memoryd_client.errors import MemorydError

from .base import Supervisor, SupervisorError, doubling
from .detached import StartError, start_daemon
from .installing import (
    Change,
    ForeignFileError,
    install,
    installed,
    plan_install,
    plan_uninstall,
    uninstall,
)
from .launchd import Launchd
from .places import inside_of, left_behind, places
from .program import ProgramError, find_program
from .systemd import Systemd

__all__ = [
    "Change",
    "ForeignFileError",
    "Launchd",
    "ProgramError",
    "StartError",
    "Supervisor",
    "SupervisorError",
    "Systemd",
    "doubling",
    "find_program",
    "inside_of",
    "install",
    "installed",
    "left_behind",
    "places",
    "plan_install",
    "plan_uninstall",
    "start_daemon",
    "supervisor_of",
    "uninstall",
]


def supervisor_of(env: Mapping[str, str], *, platform: str = sys.platform) -> Supervisor:
    """Return the service manager of this platform, whether it can be reached or not."""
    home = Path(env.get("HOME") or os.path.expanduser("~"))  # noqa: PTH111 -- Path.home() may raise
    if not home.is_absolute():
        raise MemorydError("there is no home directory", hint="set HOME")
    if platform == "darwin":
        return Launchd(env=env, home=home)
    return Systemd(
        env=env,
        data=_standard(env, "XDG_DATA_HOME", home / ".local" / "share"),
        config=_standard(env, "XDG_CONFIG_HOME", home / ".config"),
    )


def _standard(env: Mapping[str, str], variable: str, usual: Path) -> Path:
    chosen = Path(env.get(variable, ""))
    return chosen if chosen.is_absolute() else usual
