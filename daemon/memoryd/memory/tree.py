"""The memory files on disk: each is read once for as long as it does not change."""

import os
import re
import stat
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType

from memoryd.system.files import is_scarcity

from .document import MAX_BODY_BYTES, MAX_HEADER_BYTES, Document, UnreadableError, parse
from .index_file import INDEX_NAME
from .times import from_mtime

# A whole walk is due when the time since the last one exceeds this many times its duration, so
# that walking takes 3 % of the time at most; of twenty small stores not more than of a large one.
_WALK_INTERVAL = 30
_LEAST_INTERVAL_S = 0.25
# What changed less than this before it was looked at may change again without a new time.
_CLOCK_TICK_NS = 50_000_000
_UNSURE = -1
_MAX_FILE_BYTES = MAX_HEADER_BYTES + MAX_BODY_BYTES
_UNUSABLE_NAME = re.compile(r"[\x00-\x1f\ud800-\udfff\\]")
_OPEN_FLAGS = os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK


@dataclass(frozen=True, slots=True)
class _File:
    """A file's time, size and inode when it was read, and the memory in it or why it is none."""

    stamp: tuple[int, int, int] | None
    found: Document | str


@dataclass(slots=True)
class _Folder:
    """A directory as it was when its time was *mtime_ns*; None while there is none."""

    mtime_ns: int | None = None
    files: dict[str, _File] = field(default_factory=dict)
    folders: set[str] = field(default_factory=set)
    skipped: dict[str, str] = field(default_factory=dict)

    def keep(self, path: str, file: _File) -> None:
        """Hold a file; one that is no memory is said to be skipped."""
        self.files[path] = file
        if isinstance(file.found, str):
            self.skipped[path] = file.found


class Tree:
    """The memories below one directory, as of the last refresh. No I/O before the first.

    One thread at a time may look; what was found can be asked for by others meanwhile.
    """

    def __init__(self, root: Path, *, monotonic: Callable[[], float]) -> None:
        self._root = os.fspath(root)
        self._monotonic = monotonic
        self._next_walk_s = float("-inf")
        self._folders: dict[str, _Folder] = {"": _Folder()}
        self._changed_in: dict[str, int] = {}
        self._publishing = threading.Lock()
        self._documents: dict[str, Document] = {}
        self.generation = 0
        self.documents: Mapping[str, Document] = MappingProxyType(self._documents)
        self.unreadable: Mapping[str, str] = MappingProxyType({})

    def refresh(self) -> None:
        """Look for changes: in directories whose time moved, and now and then in every file.

        Raise OSError, with nothing changed, when we are out of descriptors or memory.
        """
        started_s = self._monotonic()
        if started_s >= self._next_walk_s:
            changed = self._scan([""], every_folder=True)
            ended_s = self._monotonic()
            pause_s = max(_LEAST_INTERVAL_S, _WALK_INTERVAL * (ended_s - started_s))
            self._next_walk_s = ended_s + pause_s
            self._publish(changed)
            return
        moved = [name for name, folder in self._folders.items() if self._moved(name, folder)]
        if moved:
            self._publish(self._scan(moved))

    def revisit(self, paths: Iterable[str]) -> None:
        """Look at *paths*, which we just wrote or removed, whatever their times say.

        Of the files beside them only those are read whose names or inodes changed.
        """
        folders: dict[str, None] = {}
        for path in paths:
            name = path
            while name:
                name = name.rpartition("/")[0]
                if name in self._folders:
                    folders[name] = None
            folder = self._folders.get(path.rpartition("/")[0])
            if folder and path in folder.files:
                folder.files[path] = replace(folder.files[path], stamp=None)
        self._publish(self._scan(list(folders), names_only=True))

    def changes_since(self, generation: int) -> frozenset[str]:
        """Return the paths that changed, appeared or vanished after *generation*."""
        changed = set()
        with self._publishing:
            for path, when in reversed(self._changed_in.items()):
                if when <= generation:
                    break
                changed.add(path)
        return frozenset(changed)

    def _moved(self, name: str, folder: _Folder) -> bool:
        try:
            mtime_ns = os.stat(self._place(name)).st_mtime_ns  # noqa: PTH116 (with every recall)
        except OSError:
            return folder.mtime_ns is not None
        return mtime_ns != folder.mtime_ns

    def _place(self, name: str) -> str:
        return f"{self._root}/{name}" if name else self._root

    def _scan(
        self, names: list[str], *, every_folder: bool = False, names_only: bool = False
    ) -> set[str]:
        """Read directories again, and below them those that are new, or all."""
        before = self._folders.copy()
        try:
            return self._scan_all(names, every_folder=every_folder, names_only=names_only)
        except OSError:
            self._folders = before  # or what was found before the failure would go unpublished
            raise

    def _scan_all(self, names: list[str], *, every_folder: bool, names_only: bool) -> set[str]:
        changed: set[str] = set()
        while names:
            name = names.pop()
            old = self._folders.get(name, _Folder())
            new = self._list(name, old, names_only=names_only)
            changed.update(
                path
                for path, file in new.files.items()
                if (before := old.files.get(path)) is not file
                and (before is None or before.found != file.found)
            )
            changed |= old.files.keys() - new.files.keys()
            for gone in old.folders - new.folders:
                changed |= self._drop(gone)
            self._folders[name] = new
            names.extend(new.folders if every_folder else new.folders - old.folders)
        return changed

    def _drop(self, name: str) -> set[str]:
        folder = self._folders.pop(name, _Folder())
        return set(folder.files).union(*map(self._drop, folder.folders))

    def _list(self, name: str, old: _Folder, *, names_only: bool) -> _Folder:
        new = _Folder()
        place = self._place(name)
        try:
            with os.scandir(place) as entries:
                # Its time is asked for first: what changes later is found by the next refresh.
                mtime_ns = os.stat(place).st_mtime_ns  # noqa: PTH116 (scandir takes the same)
                new.mtime_ns = mtime_ns if _is_certain(mtime_ns) else _UNSURE
                for entry in entries:
                    path = f"{name}/{entry.name}" if name else entry.name
                    known = old.files.get(path)
                    if known and known.stamp and _is_still(entry, known.stamp, names_only):
                        new.keep(path, known)
                    else:
                        _meet(entry, path, new)
        except (FileNotFoundError, NotADirectoryError):
            return _Folder()
        except OSError as exc:
            if is_scarcity(exc):
                raise
            return _Folder(skipped={name or ".": f"cannot be listed: {exc.strerror}"})
        return new

    def _publish(self, changed: set[str]) -> None:
        self.unreadable = MappingProxyType(
            {path: why for folder in self._folders.values() for path, why in folder.skipped.items()}
        )
        if not changed:
            return
        documents = self._documents.copy()
        for path in changed:
            folder = self._folders.get(path.rpartition("/")[0])
            file = folder.files.get(path) if folder else None
            if file and isinstance(file.found, Document):
                documents[path] = file.found
            else:
                documents.pop(path, None)
        with self._publishing:
            generation = self.generation + 1
            for path in changed:
                self._changed_in.pop(path, None)  # so that it stands last
                self._changed_in[path] = generation
            # In this order: who reads the number without a lock finds at least what it stands for.
            self._documents = documents
            self.documents = MappingProxyType(documents)
            self.generation = generation


def _is_still(entry: os.DirEntry[str], stamp: tuple[int, int, int], names_only: bool) -> bool:  # noqa: FBT001
    """Tell whether a name stands for the very file that was read; *names_only*: the same one."""
    if names_only:
        return stamp[2] == entry.inode()
    try:
        return stamp == _stamp(entry.stat(follow_symlinks=False))
    except OSError:
        return False


def _meet(entry: os.DirEntry[str], path: str, folder: _Folder) -> None:
    """Add to *folder* what stands under a name in it, if that is of interest."""
    name = entry.name
    is_memory = name.endswith(".md") and name != INDEX_NAME
    if name.startswith(".") or not (is_memory or entry.is_dir()):
        return
    if _UNUSABLE_NAME.search(name):
        shown = os.fsencode(path).decode("utf-8", "backslashreplace")
        why = "the name is no UTF-8 or holds control characters or backslashes"
        folder.skipped[shown] = why
    elif entry.is_symlink():
        folder.skipped[path] = "a symbolic link, which is not followed"
    elif entry.is_dir(follow_symlinks=False):
        folder.folders.add(path)
    elif file := _look(entry, path):
        folder.keep(path, file)


def _look(entry: os.DirEntry[str], path: str) -> _File | None:
    try:
        return _read(entry.path, path)
    except FileNotFoundError:  # gone since the directory was listed
        return None
    except OSError as exc:
        if is_scarcity(exc):  # a memory that is taken for gone would be written a second time
            raise
        return _File(None, f"cannot be read: {exc.strerror}")


def _stamp(info: os.stat_result) -> tuple[int, int, int]:
    return info.st_mtime_ns, info.st_size, info.st_ino


def _is_certain(mtime_ns: int) -> bool:
    return abs(time.time_ns() - mtime_ns) > _CLOCK_TICK_NS


def _read(file: str, path: str) -> _File:
    descriptor = os.open(file, _OPEN_FLAGS)
    try:
        info = os.fstat(descriptor)
        stamp = _stamp(info) if _is_certain(info.st_mtime_ns) else None
        if not stat.S_ISREG(info.st_mode):
            return _File(stamp, "not a regular file")
        raw = os.read(descriptor, min(info.st_size, _MAX_FILE_BYTES + 1))
        try:
            return _File(stamp, parse(raw, relative=path, updated=from_mtime(info.st_mtime_ns)))
        except UnreadableError as exc:
            return _File(stamp, str(exc))
    finally:
        os.close(descriptor)
