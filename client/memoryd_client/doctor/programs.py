"""Asking other programs: the daemon's package about its settings, the manager about its unit."""

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from .places import look_at
from .values import Settings, Unit

_LIMIT_S = 20.0
_NAME = "memoryd.service"
_UNIT_FOLDERS = (".config/systemd/user", ".local/share/systemd/user")


def run(argv: Sequence[str], env: Mapping[str, str]) -> tuple[str, str]:
    """Run a program and return what it printed, and what it complained of. Raise OSError."""
    try:
        done = subprocess.run(
            argv,
            env=env,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_LIMIT_S,
            check=False,
        )
    except subprocess.TimeoutExpired as exc:
        raise OSError(f"{argv[0]} did not end within {_LIMIT_S:.0f} s") from exc
    return done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")


def read_settings(env: Mapping[str, str], home: Path) -> tuple[Settings, Path | None]:
    """Return the settings, and where memories lie by them; None when that cannot be told."""
    argv = [sys.executable, "-P", "-m", "memoryd", "check-config", "--json"]
    try:
        printed, complaint = run(argv, env)
        told = json.loads(printed)
        providers = told["settings"]["models"]["providers"]
        files = {name: each.get("apiKeyFile") for name, each in providers.items()}
        settings = Settings(
            errors=tuple((each["detail"], each["hint"] or "") for each in told["errors"]),
            extracts=told["settings"]["extract"]["enabled"],
            key_files={
                name: look_at(home / file.removeprefix("~/"), follow=True)
                for name, file in files.items()
                if file
            },
        )
        return settings, Path(told["base"])
    except OSError as exc:
        trouble = str(exc)
    except (ValueError, LookupError, TypeError, AttributeError):
        trouble = (complaint.strip().splitlines() or ["it printed something else"])[-1]
    return Settings(errors=None, trouble=trouble, key_files={}), None


def read_unit(env: Mapping[str, str], home: Path, user: str) -> Unit | None:
    """Return the systemd unit of this user, None when none is installed."""
    paths = (home / folder / _NAME for folder in _UNIT_FOLDERS)
    path = next((each for each in paths if each.is_file()), None)
    if path is None:
        return None
    program = program_of(path.read_text("utf-8", "replace"))
    return Unit(
        path=str(path),
        program=program,
        program_runs=os.access(program, os.X_OK),
        verdict=_verify(path, env),
        lingers=_lingers(user),
        remote=bool(env.get("SSH_CONNECTION")),
    )


def program_of(unit: str) -> str:
    """Return the program that a unit starts; empty when it names none."""
    for line in unit.splitlines():
        name, _, value = line.partition("=")
        if name.strip() == "ExecStart":
            try:
                words = shlex.split(value.strip().lstrip("@-:+!"))
            except ValueError:
                return ""
            return words[0] if words else ""
    return ""


def _verify(path: Path, env: Mapping[str, str]) -> str | None:
    # Without a runtime directory it says nothing about the unit.
    child = {"XDG_RUNTIME_DIR": f"/run/user/{os.getuid()}", **env}
    try:
        argv = ["systemd-analyze", "--user", "--man=no", "verify", str(path)]
        return run(argv, child)[1].strip()
    except OSError:
        return None


def _lingers(user: str) -> bool | None:
    if not Path("/run/systemd/system").is_dir():
        return None
    return Path("/var/lib/systemd/linger", user).exists()
