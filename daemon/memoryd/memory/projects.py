"""Which project a directory belongs to, and which store a project has."""

import hashlib
import os
import re
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal

from memoryd.domain import Scope

from .state import read_meta
from .store import Store

_MAX_PATH = 4096  # what Linux takes; macOS takes less
_MAX_NAME = 255
_MAX_GIT_FILE_BYTES = 8192


@dataclass(frozen=True, slots=True)
class ProjectRoot:
    """The directory that stands for a project, and why it was chosen."""

    path: str
    reason: str


def find_root(cwd: str, *, worktrees: Literal["shared", "separate"] = "shared") -> ProjectRoot:
    """Return the project a working directory belongs to.

    The first directory at or above *cwd* that holds `.git`; a linked worktree belongs to its main
    repository unless *worktrees* says `separate`; without git, the directory itself. A directory
    that is gone still counts: what exists above it may be its repository. A path of another
    system (a Windows drive) stands for itself.
    """
    if not _is_path(cwd):
        return ProjectRoot(cwd, "not a path of this machine")
    start = Path(os.path.realpath(cwd))
    for directory in (start, *start.parents):
        marker = directory / ".git"
        try:
            if marker.is_dir():
                return ProjectRoot(str(directory), "git repository")
            if marker.is_file():
                return _linked(directory, marker, worktrees)
        except OSError:  # not ours to look at: no repository for us
            continue
    return ProjectRoot(str(start), "no git repository; the directory itself")


def _is_path(cwd: str) -> bool:
    try:
        size = len(os.fsencode(cwd))
    except UnicodeEncodeError:
        return False
    return cwd.startswith("/") and "\0" not in cwd and size < _MAX_PATH


def _linked(directory: Path, marker: Path, worktrees: str) -> ProjectRoot:
    with marker.open("rb") as file:
        text = os.fsdecode(file.read(_MAX_GIT_FILE_BYTES))
    match = re.match(r"gitdir:\s*([^\0]+?)\s*$", text, re.MULTILINE)
    if not match or worktrees == "separate":
        return ProjectRoot(str(directory), "git repository")
    git_dir = Path(os.path.realpath(directory / match[1]))
    if git_dir.parent.name != "worktrees":
        return ProjectRoot(str(directory), "git submodule")
    main = git_dir.parent.parent
    root = main.parent if main.name == ".git" else main  # a bare repository stands for itself
    return ProjectRoot(str(root), f"worktree of {root.name}")


def sanitise(root: str) -> str:
    """Return the shared layout's key: each UTF-16 unit outside A-Z, a-z, 0-9 becomes `-`."""
    return re.sub(r"[^A-Za-z0-9]", lambda found: "-" if found[0] < "\U00010000" else "--", root)


def _distinct(key: str, root: str) -> str:
    digest = hashlib.sha256(root.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    # A name has 255 bytes; a long one keeps its tail, which tells people more.
    return f"{key[-(_MAX_NAME - 9) :]}-{digest}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """One project with its store."""

    key: str
    root: str
    reason: str
    store: Store

    @property
    def path(self) -> Path:
        """The root as a path; of a foreign machine it leads nowhere."""
        return Path(self.root)


class Projects:
    """All stores under one base: the user's own, and one a project. Thread-safe."""

    def __init__(
        self,
        base: Path,
        *,
        local: bool,
        worktrees: Literal["shared", "separate"],
        clock: Callable[[], datetime],
    ) -> None:
        self.base = base
        self.user = Store(base / "memories", base, Scope.USER, clock=clock)
        self._local = local
        self._worktrees = worktrees
        self._clock = clock
        self._lock = threading.RLock()
        self._by_root: dict[str, Project] = {}

    def of(self, cwd: str) -> Project:
        """Return the project of a working directory; nothing is created on disk."""
        found = find_root(cwd, worktrees=self._worktrees)
        with self._lock:
            project = self._by_root.get(found.path)
            if project is None:
                project = self._by_root[found.path] = self._open(found)
            return project

    def all(self) -> list[Project]:
        """Return every project that has a directory under the base, or was asked for."""
        with self._lock:
            folder = self.base / "projects"
            state_dirs = sorted(folder.iterdir()) if folder.is_dir() else []
            for state_dir in state_dirs:
                root = self._owner(state_dir)
                if root and root not in self._by_root:
                    self._by_root[root] = self._open(ProjectRoot(root, find_root(root).reason))
            return sorted(self._by_root.values(), key=lambda project: project.root)

    def _open(self, found: ProjectRoot) -> Project:
        key = self._key(found.path)
        state_dir = self.base / "projects" / key
        if self._local and Path(found.path).is_dir():
            state_dir = Path(found.path, ".qwen")
        store = Store(state_dir / "memory", state_dir, Scope.PROJECT, clock=self._clock)
        return Project(key=key, root=found.path, reason=found.reason, store=store)

    def _key(self, root: str) -> str:
        # Two roots may sanitise alike; the second one gets a digest, and keeps it. A directory
        # that names no root yet was made by the agent that shares this layout, and is adopted.
        key = sanitise(root)
        distinct = _distinct(key, root)
        folder = self.base / "projects"
        if len(key) > _MAX_NAME or self._owner(folder / distinct) == root:
            return distinct
        taken = {project.key: project.root for project in self._by_root.values()}
        if taken.get(key, root) == root and self._owner(folder / key) in (None, root):
            return key
        return distinct

    def _owner(self, state_dir: Path) -> str | None:
        if not (state_dir / "meta.json").is_file():
            return None
        return read_meta(state_dir, now=self._clock()).project_root
