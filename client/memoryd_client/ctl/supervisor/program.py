"""Which program a service manager is to start, and whether it will still be there tomorrow."""

import os
import shutil
import sys
from collections.abc import Iterable, Mapping
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path

from memoryd_client.errors import MemorydError

# Where things are removed by age or at the next boot; macOS has the second half.
TEMPORARY = (
    *("/tmp", "/var/tmp", "/dev/shm"),  # noqa: S108 -- nothing is written there
    *("/private/tmp", "/private/var/tmp", "/private/var/folders"),
)
_TEST_TOOLS = (".tox", ".nox", ".eggs")
_BUILT = ("build", "dist")
_PROJECT_FILES = ("pyproject.toml", "setup.py", "meson.build")


class ProgramError(MemorydError):
    """There is no program that could be started at each login."""

    hint = (
        "install memoryd where it stays, for example with `pipx install memoryd`, "
        "or name its program with --program"
    )


def find_program(
    named: str | None, env: Mapping[str, str], *, temporary: Iterable[str] = TEMPORARY
) -> Path:
    """Return the daemon's program, absolute: the one *named*, or this installation's own.

    Raise ProgramError when there is none, or when it will not last.
    """
    path = Path(os.path.abspath(named)) if named else _own_program(env)  # noqa: PTH100 -- links stay
    if path is None:
        raise ProgramError("memoryd's own program is not to be found")
    if not (path.is_file() and os.access(path, os.X_OK)):
        raise ProgramError(f"{path} is not a program that can be run")
    for each in dict.fromkeys((path, Path(os.path.realpath(path)))):
        if reason := why_it_will_not_last(each, env, temporary):
            raise ProgramError(f"{each} will not be there for long: it is in {reason}")
    return path


def why_it_will_not_last(
    path: Path, env: Mapping[str, str], temporary: Iterable[str] = TEMPORARY
) -> str | None:
    """Return what kind of passing place *path* is in, None when it is in none."""
    if inside := _within(path, [*temporary, env.get("TMPDIR", "")]):
        return f"a temporary directory ({inside})"
    if inside := _within(path, _caches(env)):
        return f"a cache ({inside})"
    for folder in path.parents:
        if folder.name in _TEST_TOOLS:
            return f"a test environment ({folder})"
        if folder.name in _BUILT and any(
            (folder.parent / name).exists() for name in _PROJECT_FILES
        ):
            return f"a build directory ({folder})"
    return None


def _own_program(env: Mapping[str, str]) -> Path | None:
    beside = Path(sys.executable).with_name("memoryd")
    on_path = shutil.which("memoryd", path=env.get("PATH"))
    candidates = [*_recorded(), beside, *([Path(on_path)] if on_path else [])]
    return next((path.absolute() for path in candidates if path.is_file()), None)


def _recorded() -> Iterable[Path]:
    """Return the script that the installer noted: right for a user's or a system's scheme, too."""
    try:
        noted = files("memoryd") or []
    except PackageNotFoundError:
        return []
    scripts = (file for file in noted if file.name == "memoryd" and file.parent.name == "bin")
    return [Path(os.path.normpath(file.locate())) for file in scripts]


def _caches(env: Mapping[str, str]) -> list[str]:
    home = env.get("HOME") or str(Path.home())
    # uvx runs out of uv's cache, `pipx run` out of one of its own.
    pipx = [env.get("PIPX_HOME", ""), f"{home}/.local/pipx", f"{home}/.local/share/pipx"]
    named = [env.get("XDG_CACHE_HOME", ""), env.get("UV_CACHE_DIR", ""), f"{home}/.cache"]
    return [*named, f"{home}/Library/Caches", *(f"{root}/.cache" for root in pipx if root)]


def _within(path: Path, folders: Iterable[str]) -> str | None:
    for folder in folders:
        real = Path(os.path.realpath(folder))
        if folder.startswith("/") and (path.is_relative_to(folder) or path.is_relative_to(real)):
            return folder
    return None
