"""Which directory stands for a project.

On the way of each recall, hence plain `os` calls. Nothing is cached: a repository may be made,
moved or removed at any time.
"""

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from .git_files import lists_worktree, read_pointer

_MAX_PATH = 4096  # what Linux takes; macOS takes less

NO_REPOSITORY = "no git repository; the directory itself"
GONE = "the directory is not there"
FOREIGN = "not a path of this machine"
_EXACT = "the directory itself, as projectScope says"

Scope = Literal["git-root", "workspace"]
Worktrees = Literal["shared", "separate"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkout:
    """The directory that stands for a project, and why it was chosen.

    `git_dir` holds the configuration of its repository; None without one, and for a linked
    worktree, which lives and dies with the repository in `main`.
    """

    path: str
    reason: str
    git_dir: Path | None = None
    main: str | None = None


def real_path(cwd: str) -> str | None:
    """Return *cwd* with links followed; None for a path of another system (a Windows drive)."""
    try:
        size = len(os.fsencode(cwd))
    except UnicodeEncodeError:
        return None
    if not cwd.startswith("/") or "\0" in cwd or size >= _MAX_PATH:
        return None
    return os.path.realpath(cwd)


def find_checkout(start: str, *, scope: Scope = "git-root") -> Checkout:
    """Return the first directory at or above *start* that is a repository, else *start* itself.

    *start* is a real path. With the scope `workspace` only *start* is looked at. A repository is
    what holds `.git`, or is a bare one. A home or `/` without one stands for itself alone, like
    any directory. A directory that is gone still counts: what exists above it may be its
    repository.
    """
    if scope == "workspace":
        here = checkout_at(start)
        return Checkout(path=start, reason=_EXACT, git_dir=here.git_dir if here else None)
    for directory in _upwards(start):
        if found := checkout_at(directory):
            return found
    return Checkout(path=start, reason=NO_REPOSITORY)


def find_root(cwd: str, *, worktrees: Worktrees = "shared", scope: Scope = "git-root") -> Checkout:
    """Return what stands for the project of *cwd*; a foreign path stands for itself."""
    start = real_path(cwd)
    if start is None:
        return Checkout(path=cwd, reason=FOREIGN)
    return settle(find_checkout(start, scope=scope), worktrees)


def settle(checkout: Checkout, worktrees: Worktrees) -> Checkout:
    """Return the main repository in place of a linked worktree, unless those are kept apart."""
    if checkout.main is None or worktrees == "separate":
        return checkout
    main = checkout_at(checkout.main)
    return Checkout(
        path=checkout.main,
        reason=main.reason if main else checkout.reason,
        git_dir=main.git_dir if main else None,
    )


def _upwards(start: str) -> Iterator[str]:
    yield start
    while start != "/":
        start = start.rpartition("/")[0] or "/"
        yield start


def checkout_at(directory: str) -> Checkout | None:
    """Return the repository of exactly this directory (a real path), if it is one."""
    marker = f"{directory}/.git"
    mode = _mode(marker)
    if stat.S_ISDIR(mode):
        return Checkout(path=directory, reason="git repository", git_dir=Path(directory, ".git"))
    if stat.S_ISREG(mode):
        return _pointed(directory, marker)
    if _is_bare(directory):
        return Checkout(path=directory, reason="bare git repository", git_dir=Path(directory))
    return None


def _mode(path: str) -> int:
    try:
        return os.stat(path).st_mode  # noqa: PTH116 -- on the way of each recall
    except (OSError, ValueError):  # not there, or not ours to look at: no repository for us
        return 0


def _is_bare(directory: str) -> bool:
    return (
        stat.S_ISREG(_mode(f"{directory}/HEAD"))
        and stat.S_ISDIR(_mode(f"{directory}/objects"))
        and stat.S_ISDIR(_mode(f"{directory}/refs"))
        and not directory.endswith("/.git")
    )


def _pointed(directory: str, marker: str) -> Checkout:
    """Judge a `.git` file: of a linked worktree, a submodule, or a repository kept elsewhere."""
    git_dir = _pointer(marker)
    if git_dir is None:
        return Checkout(path=directory, reason="git repository")
    parts = git_dir.split("/")
    if parts[-2] != "worktrees":
        kind = "git submodule" if "modules" in parts else "git repository"
        return Checkout(path=directory, reason=kind, git_dir=Path(git_dir))
    common = "/".join(parts[:-2]) or "/"
    main = _main_checkout(common)
    if lists_worktree(git_dir, directory):
        return Checkout(path=directory, reason=f"worktree of {Path(main).name}", main=main)
    reason = f"git worktree that {common} does not list; `git worktree repair` mends that"
    return Checkout(path=directory, reason=reason)


def _pointer(marker: str) -> str | None:
    try:
        return read_pointer(marker)
    except OSError:
        return None


def _main_checkout(common: str) -> str:
    """Return the directory whose repository lies in *common*; a bare one stands for itself."""
    above, name = os.path.split(common)
    beside = f"{above}/.git"
    if name == ".git" or (stat.S_ISREG(_mode(beside)) and _pointer(beside) == common):
        return above
    return common
