"""All projects of one user, found by a working directory, also after their repository moved.

A root that has a directory below the base keeps it, whatever its identity becomes. A new root
that is a repository which moved (`lineage`) takes over that project's directory, key and all;
nothing is copied, and two memories are never merged.
"""

import contextlib
import os
import shutil
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

import structlog

from memoryd.domain import Scope
from memoryd.errors import NotReadyError
from memoryd.system.files import is_scarcity
from memoryd.system.inside import stays_inside

from . import lineage, roots
from .git_files import refs_stamp
from .keys import MAX_NAME, distinct_key, sanitise
from .register import Record, Register, record_of, register_of
from .roots import Checkout
from .rules import NO_RULES, Rules
from .state import Meta, read_meta, write_meta
from .store import Store

log = structlog.get_logger(__name__)

_LOCAL_FOLDERS = (".qwen/memory", ".qwen/root", ".qwen/trash")


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """One project with its store.

    *local*: the store lies in the project itself. Not *enabled*: nothing is read, learnt or handed
    out in the directory that was asked about.
    """

    key: str
    root: str
    reason: str
    store: Store
    local: bool = False
    enabled: bool = True

    @property
    def path(self) -> Path:
        """The root as a path; of a foreign machine it leads nowhere."""
        return Path(self.root)

    @property
    def artefacts_dir(self) -> Path:
        """Where what its sessions taught lies, `memory://root`; need not exist."""
        return self.store.state_dir / "root"


class Projects:
    """All stores under one base: the user's own, and one a project. Thread-safe.

    *git* is the program to ask for first commits, None to do without.
    """

    def __init__(
        self,
        base: Path,
        *,
        local: bool,
        worktrees: roots.Worktrees,
        clock: Callable[[], datetime],
        scope: roots.Scope = "git-root",
        rules: Rules = NO_RULES,
        git: str | None = None,
    ) -> None:
        self.base = base
        self.user = Store(base / "memories", base, Scope.USER, clock=clock)
        self._folder = base / "projects"
        self._local = local
        self._worktrees = worktrees
        self._scope = scope
        self._rules = rules
        self._git = git
        self._clock = clock
        self._lock = threading.RLock()
        self._by_root: dict[str, Project] = {}
        self._taken: dict[str, str] = {}
        self._stores: dict[Path, Store] = {}
        self._known: Register | None = None
        self._without_commit: dict[str, object] = {}

    def of(self, cwd: str) -> Project:
        """Return the project of a working directory; nothing is created on disk.

        What changes there is one line: the new root of a repository that moved.
        """
        real = roots.real_path(cwd)
        root = Checkout(path=cwd, reason=roots.FOREIGN) if real is None else self._root(real)
        with self._lock:
            project = self._by_root.get(root.path)
        if project is None:
            project = self._admit(root)
        enabled = self._is_enabled(real or cwd, root.path)
        return project if project.enabled == enabled else replace(project, enabled=enabled)

    def _root(self, real: str) -> Checkout:
        scope = self._scope_at(real)
        found = roots.find_checkout(real, scope=scope)
        if found.main is not None:
            wanted: roots.Worktrees | None = self._rules.get(
                lambda rule: rule.worktrees, found.path, found.main
            )
            return roots.settle(found, wanted or self._worktrees)
        if scope == "workspace" or os.path.lexists(real):
            return found
        with self._lock:
            place, record = self._register().around(real) or ("", None)
        if record is None or (found.git_dir and len(place) <= len(found.path)):
            return found
        return self._stand(record.root)  # the directory is gone, and was this project's

    def _stand(self, root: str) -> Checkout:
        """Return what is at a root now."""
        if roots.real_path(root) is None:
            return Checkout(path=root, reason=roots.FOREIGN)
        if self._scope_at(root) == "workspace":
            return roots.find_checkout(root, scope="workspace")
        return roots.checkout_at(root) or Checkout(
            path=root, reason=roots.NO_REPOSITORY if Path(root).is_dir() else roots.GONE
        )

    def _scope_at(self, real: str) -> roots.Scope:
        said: roots.Scope | None = self._rules.get(lambda rule: rule.project_scope, real)
        return said or self._scope

    def is_ignored(self, *paths: str) -> bool:
        """Tell whether the settings say that one of *paths* is never to be read."""
        return self._rules.is_ignored(*paths)

    def _is_enabled(self, *paths: str) -> bool:
        return (
            not self.is_ignored(*paths)
            and self._rules.get(lambda rule: rule.enabled, *paths) is not False
        )

    def _is_local(self, root: str) -> bool:
        said = self._rules.get(lambda rule: rule.local, root)
        if not (self._local if said is None else said) or not Path(root).is_dir():
            return False
        # What a repository brings along must not make us write somewhere else.
        leads_out = [each for each in _LOCAL_FOLDERS if not stays_inside(Path(root), each)]
        if leads_out:
            log.warning("a link leads out of the project, so its memory is not local", root=root)
        return not leads_out

    def _admit(self, root: Checkout) -> Project:
        moved, alike = None, list[Record]()
        with self._lock:
            if self._may_take_over(root):
                is_new = self._own_key(root.path) is None
                alike = lineage.find_alike(self._register(), root) if is_new else []
        if alike:  # outside the lock, since it may have to ask git
            moved = lineage.find_moved(alike, root, git=self._git)
        with self._lock:
            if root.path not in self._by_root:
                if moved:
                    self._hand_over(moved, root.path)
                self._by_root[root.path] = self._open(root)
            return self._by_root[root.path]

    def _may_take_over(self, root: Checkout) -> bool:
        return self._is_enabled(root.path) and not self._is_local(root.path)

    def _hand_over(self, moved: Record, root: str) -> None:
        meta = self._meta(moved.key)
        if meta is None or meta.project_root != moved.root:
            return  # somebody was faster
        log.info("a repository moved")
        self._write(moved.key, lineage.move(meta, root))
        self._by_root.pop(moved.root, None)
        self._taken[moved.key] = root

    def _open(self, root: Checkout) -> Project:
        key = self._own_key(root.path) or self._new_key(root.path)
        self._taken[key] = root.path
        local, enabled = self._is_local(root.path), self._is_enabled(root.path)
        meta = self._meta(key)
        state_dir = Path(root.path, ".qwen") if local else self._folder / key
        store = self._stores.get(state_dir)
        if store is None:
            store = Store(state_dir / "memory", state_dir, Scope.PROJECT, clock=self._clock)
            self._stores[state_dir] = store
        return Project(
            key=key,
            root=root.path,
            reason=_explain(root, record_of(key, meta) if meta else None, enabled=enabled),
            store=store,
            local=local,
            enabled=enabled,
        )

    def _own_key(self, root: str) -> str | None:
        """Return the key of the directory that is this root's already."""
        plain = sanitise(root)
        for key in (distinct_key(root), plain):
            if len(key) <= MAX_NAME and self._owner(key) == root:
                return key
        if record := self._register().at(root):
            return record.key
        # One that names no root was made by the agent that shares this layout.
        is_its = self._may_have(plain, root) and _holds_memories(self._folder / plain / "memory")
        return plain if is_its else None

    def _new_key(self, root: str) -> str:
        # Two roots may sanitise alike; the second one gets a digest, and keeps it.
        key = sanitise(root)
        return key if self._may_have(key, root) else distinct_key(root)

    def _may_have(self, key: str, root: str) -> bool:
        is_free = len(key) <= MAX_NAME and self._taken.get(key, root) == root
        return is_free and self._owner(key) in (None, root)

    def _owner(self, key: str) -> str | None:
        meta = self._meta(key)
        return meta.project_root if meta else None

    def _meta(self, key: str) -> Meta | None:
        state_dir = self._folder / key
        if not (state_dir / "meta.json").is_file():
            return None
        return read_meta(state_dir, now=self._clock())

    def _write(self, key: str, meta: Meta) -> None:
        if record := record_of(key, meta):
            self._register().put(record)
        try:
            write_meta(self._folder / key, meta)
        except OSError as exc:  # it is known until we end, and found anew after that
            log.warning("which repository a project is could not be noted", error=str(exc))

    def _register(self) -> Register:
        if self._known is None:
            self._known = register_of(self._records())
        return self._known

    def _records(self) -> Iterator[Record]:
        for state_dir in sorted(self._folder.iterdir()) if self._folder.is_dir() else ():
            try:
                meta = self._meta(state_dir.name)
            except (OSError, NotReadyError) as exc:
                # What is wrong with one project is said where that one is used; the others go on.
                if isinstance(exc, OSError) and is_scarcity(exc):
                    raise
                continue
            if meta and (record := record_of(state_dir.name, meta)):
                yield record

    def scaffold(self, project: Project, *, cwd: str | None = None) -> None:
        """Create what is missing of a project's store, and note which repository it is.

        *cwd* is where the work was done that is to be kept.
        """
        project.store.scaffold(project_root=project.path)
        self.note(project, cwd=cwd)

    def note(self, project: Project, *, cwd: str | None = None, afresh: bool = False) -> None:
        """Note a project's identity, and the worktree that *cwd* lies in. Blocking.

        Git is asked for a first commit once, or *afresh*; where there was none, again when there
        may be one. What has no directory yet gets none.
        """
        checkout = self._stand(project.root)
        known = None if project.local else self._meta(project.key)
        if known is None or checkout.git_dir is None:
            return
        before = None if afresh else known.project_identity
        stamp = refs_stamp(checkout.git_dir)
        asked = not afresh and self._without_commit.get(project.root) == stamp
        identity = lineage.identify(checkout, git=None if asked else self._git, known=before)
        if identity is None:
            self._without_commit[project.root] = stamp
        worktree = _worktree(cwd, project.root) if cwd else None
        with self._lock:
            meta = self._meta(project.key)
            if meta is None or meta.project_root != project.root:
                return
            noted = lineage.note(meta, root=project.root, identity=identity, worktree=worktree)
            if noted != meta:
                self._write(project.key, noted)

    def drop(self, project: Project) -> None:
        """Remove a project with all that is kept of it; nothing brings it back. Raise OSError."""
        with self._lock:
            self._by_root.pop(project.root, None)
            self._taken.pop(project.key, None)
            self._stores.pop(project.store.state_dir, None)
            self._register().drop(project.key)
            state_dir = self._folder / project.key
            if state_dir.is_dir():
                shutil.rmtree(state_dir)
            with contextlib.suppress(OSError):  # other projects are in it
                self._folder.rmdir()

    def all(self) -> list[Project]:
        """Return every project that has a directory under the base, or was asked for."""
        with self._lock:
            self._known = register_of(self._records())
            known = {*self._by_root, *(record.root for record in self._known)}
            return [self._as_it_is(root, self._known.at(root)) for root in sorted(known)]

    def _as_it_is(self, root: str, record: Record | None) -> Project:
        checkout = self._stand(root)
        project = self._by_root.get(root)
        if project is None:
            project = self._open(checkout)
            if checkout.reason != roots.GONE:  # asked for once it is back, it says so
                self._by_root[root] = project
            return project
        return replace(project, reason=_explain(checkout, record, enabled=project.enabled))


def _explain(root: Checkout, record: Record | None, *, enabled: bool) -> str:
    reason = lineage.explain(root, record)
    return reason if enabled else f"{reason}; off in the settings"


def _worktree(cwd: str, root: str) -> str | None:
    real = roots.real_path(cwd)
    found = roots.find_checkout(real) if real else None
    return found.path if found and found.main == root else None


def _holds_memories(folder: Path) -> bool:
    return any(
        name.endswith(".md") and name != "MEMORY.md"
        for _, _, names in os.walk(folder)
        for name in names
    )
