"""The memories of one scope: what stands on disk, and every way to change it."""

import contextlib
import os
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import islice, takewhile
from pathlib import Path, PurePosixPath
from types import MappingProxyType

import structlog

from memoryd.domain import Entry, MemoryType, Patch, Scope, isoformat
from memoryd.errors import (
    BadRequestError,
    ConflictError,
    DeniedError,
    MemorydError,
    NotFoundError,
    NotReadyError,
)
from memoryd.system.files import atomic_write, make_private_dir, sweep_temporaries
from memoryd.system.inside import confined
from memoryd.system.pid_lock import PidLock

from .applying import Applied, Batch
from .by_hand import taken_out
from .document import PINNED, Document, edit, is_pinned, remove_entries
from .facts import Facts
from .index_file import INDEX_NAME, update_index
from .journal import Change, Journal, Undone
from .likeness import normal_form
from .names import file_names, split_id
from .purge import Copy, find_copies, purge
from .state import scaffold_state
from .statefile import set_aside_files
from .times import MILLISECOND, to_mtime
from .tombstones import (
    Tombstones,
    bury,
    hash_fact,
    hash_form,
    load_tombstones,
    save_tombstones,
)
from .trash import FolderMove, Record
from .tree import Tree

log = structlog.get_logger(__name__)

_KEEP = timedelta(days=30)
_LOCK_STALE = timedelta(hours=1)


class Store:
    """The memories of one scope. Thread-safe; no I/O before the first call.

    Every change looks at the disk first, is one record in the trash, and brings MEMORY.md up to
    date. Files under `pinned/` change only where a person asks for exactly that. `retractions`
    grows with every change but what `apply` adds: something that was told before may be gone.
    """

    def __init__(
        self,
        memory_dir: Path,
        state_dir: Path,
        scope: Scope,
        *,
        clock: Callable[[], datetime],
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.memory_dir = memory_dir
        self.state_dir = state_dir
        self.scope = scope
        self._clock = clock
        self._lock = threading.RLock()
        # Held by who only reads: so whoever has the other lock meanwhile is changing something.
        self._reading = threading.Lock()
        self._tree = Tree(memory_dir, monotonic=monotonic)
        self._journal = Journal(memory_dir, state_dir)
        self._facts = Facts()
        self._facts_generation = 0
        self._reported_generation = 0
        self._mended = False
        self._looked = False
        self.retractions = 0

    @property
    def lock_path(self) -> Path:
        """The lock of who changes many files at once, also of other programs."""
        return self.state_dir / "consolidation.lock"

    def refresh(self) -> frozenset[str]:
        """Look at the disk; return the paths that changed since the last refresh, also by us."""
        with self._lock:
            self._look()
            changed = self._tree.changes_since(self._reported_generation)
            self._reported_generation = self._tree.generation
            return changed

    def glance(self) -> None:
        """Look at the disk as `refresh` does, but wait for no change that is being made.

        What that finds or makes is seen once it is done, since nobody was promised it yet.
        """
        with self._reading:
            if self._lock.acquire(blocking=not self._looked):
                try:
                    self._look()
                finally:
                    self._lock.release()

    def _look(self) -> None:
        """Look at the disk; the first time, mend what a killed writer left half done."""
        if not self._mended and self._journal.trash.unfinished():
            try:
                with PidLock(self.lock_path, stale_after=_LOCK_STALE):
                    paths = self._journal.recover(now=self._clock())
                log.warning("a change that was cut off was taken back", files=len(paths))
            except (MemorydError, OSError) as exc:  # to read is possible all the same
                log.warning("a change that was cut off stands half done", error=str(exc))
        self._mended = True
        before, generation = self._tree.documents, self._tree.generation
        self._tree.refresh()
        if before and self._tree.generation != generation:
            changed = self._tree.changes_since(generation)
            self._bury_taken_out(before, changed)
            self.retractions += not changed.isdisjoint(before)
        self._looked = True

    def _bury_taken_out(self, before: Mapping[str, Document], changed: Collection[str]) -> None:
        """Keep what a person took out by hand from coming back when it is read again."""
        gone = taken_out(
            before,
            self._tree.documents,
            changed=changed,
            unreadable=self._tree.unreadable,
        )
        if gone:
            now = self._clock()
            try:
                stones = load_tombstones(self.state_dir, now=now)
                save_tombstones(self.state_dir, stones.changed(bury(gone, now=now)))
            except OSError as exc:  # to read is possible all the same
                log.warning("what was taken out by hand may come back", error=str(exc))

    def documents(self) -> Mapping[str, Document]:
        """Return a read-only snapshot, path to document, as of the last refresh or change."""
        return self._tree.documents

    def unreadable(self) -> Mapping[str, str]:
        """Return what is skipped and why, by path; also the state files that were set aside."""
        aside = dict.fromkeys(
            set_aside_files(self.state_dir),
            "this state file could not be read and was replaced; restore or remove it",
        )
        return {**self._tree.unreadable, **aside}

    @property
    def generation(self) -> int:
        """A number that grows with every refresh or change that found or made something new."""
        return self._tree.generation

    def changes_since(self, generation: int) -> frozenset[str]:
        """Return the paths that changed, appeared or vanished after *generation* (0: all)."""
        return self._tree.changes_since(generation)

    def get(self, memory_id: str) -> tuple[Document, int | None]:
        """Return a document and the index of the entry; None is the whole file.

        Raise NotFoundError.
        """
        with self._lock:
            self._look()
            return self.known(memory_id)

    def known(self, memory_id: str) -> tuple[Document, int | None]:
        """Return what `get` would, as of the last refresh or change."""
        path, index = split_id(memory_id)
        document = self._tree.documents.get(path)
        if document is None or (index is not None and index >= len(document.entries)):
            raise NotFoundError(f"there is no memory {memory_id!r}", hint="list the memories")
        return document, None if len(document.entries) == 1 else index

    def scaffold(self, *, project_root: Path | None = None) -> None:
        """Create what is missing: the directory, MEMORY.md and the state files."""
        with self._lock:
            make_private_dir(self.memory_dir)
            if not os.path.lexists(self.memory_dir / INDEX_NAME):
                atomic_write(self.memory_dir / INDEX_NAME, b"")
            scaffold_state(
                self.state_dir,
                now=self._clock(),
                project_root=project_root,
                with_cursor=self.scope is Scope.PROJECT,
            )

    def apply(
        self,
        patches: Sequence[Patch],
        *,
        operation: str,
        by: str,
        detail: str = "",
        asked: bool = False,
    ) -> list[Applied]:
        """Put patches into memory, in order; return what became of each.

        *asked* says that a person asked to remember exactly this: what was forgotten before does
        not hold it back. Raise BadRequestError for a patch without a summary.
        """
        with self._lock:
            now = self._clock()
            self._look()
            documents = self._tree.documents
            batch = Batch(
                documents,
                self._current_facts(),
                tombstones=Tombstones() if asked else load_tombstones(self.state_dir, now=now),
                now=now,
                is_free=self._is_free,
            )
            try:
                applied = [batch.apply(patch) for patch in patches]
                changes = [
                    Change(path=path, data=document.raw, mtime_ns=to_mtime(document.updated))
                    for path, document in batch.changed.items()
                ]
                self._write(
                    changes,
                    operation=operation,
                    by=by,
                    detail=detail,
                    now=now,
                    seen=documents,
                    adds=True,
                )
            finally:
                for path in batch.changed:
                    self._facts.put(path, self._tree.documents.get(path))
            return applied

    def _current_facts(self) -> Facts:
        for path in self._tree.changes_since(self._facts_generation):
            self._facts.put(path, self._tree.documents.get(path))
        self._facts_generation = self._tree.generation
        return self._facts

    def _is_free(self, path: str) -> bool:
        return not os.path.lexists(confined(self.memory_dir, path))

    def has_forgotten(self, summary: str, *, at: datetime) -> bool:
        """Tell whether a statement made at *at* was forgotten since."""
        with self._lock:
            now = self._clock()
            return load_tombstones(self.state_dir, now=now).hold_back(summary, at=at, now=now)

    def forget(
        self,
        ids: Iterable[str],
        *,
        by: str,
        operation: str = "forget",
        seen: Mapping[str, Document] = MappingProxyType({}),
    ) -> str:
        """Remove exactly these entries, with a path whole files; return the undo token.

        They stay forgotten when the statement is read again. *seen* are the documents in which
        the caller found them. Raise, with nothing changed, NotFoundError when one of them is not
        there and ConflictError when a document says something else by now.
        """
        with self._lock:
            now = self._clock()
            self._look()
            documents = self._tree.documents
            for path, before in seen.items():
                if path in documents and documents[path].raw != before.raw:
                    raise ConflictError(f"{path} was changed in the meantime", hint="try again")
            picked: dict[str, set[int]] = {}
            for memory_id in ids:
                document, index = self.known(memory_id)
                every = range(len(document.entries))
                picked.setdefault(document.relative, set()).update(
                    every if index is None else [index]
                )
            token = self._write(
                [_without(documents[path], indexes) for path, indexes in picked.items()],
                operation=operation,
                by=by,
                now=now,
                seen=documents,
                forgotten=[
                    documents[path].entries[index].summary
                    for path, indexes in picked.items()
                    for index in indexes
                ],
            )
            if token is None:
                raise BadRequestError("nothing was named that is to be forgotten")
            return token

    def forgotten(self, summaries: Iterable[str]) -> frozenset[str]:
        """Return those of these facts that were forgotten and that no memory states now."""
        with self._lock:
            stones = load_tombstones(self.state_dir, now=self._clock())
            buried = [summary for summary in summaries if stones.times and stones.has(summary)]
            return frozenset(summary for summary in buried if not self._states(summary))

    def _states(self, summary: str) -> bool:
        facts, documents = self._current_facts(), self._tree.documents
        return any(facts.find(kind, summary, documents) for kind in MemoryType)

    def unbury(self, summary: str) -> None:
        """Let a fact be told and kept again that was forgotten."""
        with self._lock:
            stones = load_tombstones(self.state_dir, now=self._clock())
            if stones.has(summary):
                gone = dict.fromkeys((hash_fact(summary), hash_form(summary)))
                save_tombstones(self.state_dir, stones.changed(gone))
                self.retractions += 1

    def delete(self, memory_id: str, *, by: str) -> str:
        """Remove a file or one entry as `forget` does; return the undo token."""
        return self.forget([memory_id], by=by, operation="delete")

    def edit(
        self,
        memory_id: str,
        *,
        by: str,
        title: str | None = None,
        description: str | None = None,
        body: str | None = None,
        if_match: datetime | None = None,
    ) -> Document:
        """Change a file as a person asks; facts that are edited away stay away.

        Raise ConflictError when the file was not last updated at *if_match*, BadRequestError for
        what a memory cannot hold or for the id of one entry of several.
        """
        with self._lock:
            now = self._clock()
            self._look()
            document, index = self.known(memory_id)
            if index is not None:
                raise BadRequestError(f"{memory_id} is a part of a file; edit {document.relative}")
            if if_match and isoformat(if_match) != isoformat(document.updated):
                raise ConflictError(
                    f"{document.relative} was updated at {isoformat(document.updated)}",
                    hint="read it again, then change it",
                )
            changed = edit(document, title=title, description=description, body=body)
            if changed == document:
                return document
            kept = {normal_form(entry.summary) for entry in changed.entries}
            mtime_ns = to_mtime(max(now, document.updated + MILLISECOND))
            self._write(
                [Change(path=document.relative, data=changed.raw, mtime_ns=mtime_ns)],
                operation="edit",
                by=by,
                now=now,
                seen=self._tree.documents,
                forgotten=[
                    entry.summary
                    for entry in document.entries
                    if normal_form(entry.summary) not in kept
                ],
            )
            return self.known(document.relative)[0]

    def pin(self, memory_id: str, *, by: str) -> Document:
        """Move a file to where memoryd only reads it."""
        return self._move(memory_id, by=by, operation="pin", folder=f"{PINNED}/")

    def unpin(self, memory_id: str, *, by: str) -> Document:
        """Move a file back to where memoryd may change it."""
        return self._move(memory_id, by=by, operation="unpin", folder="")

    def _move(self, memory_id: str, *, by: str, operation: str, folder: str) -> Document:
        with self._lock:
            self._look()
            seen = self._tree.documents
            document, _ = self.known(memory_id)
            if document.pinned == bool(folder):
                return document
            stem = PurePosixPath(document.relative).stem
            target = next(
                path
                for path in file_names(f"{folder}{document.type}/{stem}")
                # The very same file there is what a killed move left.
                if self._is_free(path) or (path in seen and seen[path].raw == document.raw)
            )
            mtime_ns = to_mtime(document.updated + MILLISECOND)
            self._write(
                [
                    Change(path=target, data=document.raw, mtime_ns=mtime_ns),
                    Change(path=document.relative, data=None),
                ],
                operation=operation,
                by=by,
                now=self._clock(),
                seen=seen,
            )
            return self.known(target)[0]

    def _write(
        self,
        changes: Sequence[Change],
        *,
        operation: str,
        by: str,
        now: datetime,
        seen: Mapping[str, Document],
        detail: str = "",
        forgotten: Iterable[str] = (),
        adds: bool = False,
    ) -> str | None:
        """Make changes to documents as they were *seen*; say if they only add."""
        with self._changing([change.path for change in changes], adds=adds):
            return self._journal.write(
                changes,
                operation=operation,
                by=by,
                now=now,
                base={
                    change.path: seen[change.path].raw if change.path in seen else None
                    for change in changes
                },
                tombstones=bury(forgotten, now=now),
                detail=detail,
            )

    @contextlib.contextmanager
    def _changing(self, paths: Iterable[str], *, adds: bool = False) -> Iterator[None]:
        """See what has become of *paths*, also of half a change; then mend the index."""
        try:
            yield
        finally:
            self._tree.revisit(paths)
            self.retractions += not adds  # last: who reads it before may still read what was
        self.rebuild_index()

    def commit(
        self,
        changes: Sequence[Change],
        *,
        operation: str,
        by: str,
        detail: str = "",
        base: Mapping[str, bytes | None] | None = None,
        forgotten: Iterable[str] = (),
        asked: bool = False,
        whole: bool = False,
        put_away: str | None = None,
        prepare: Callable[[str], None] | None = None,
    ) -> str | None:
        """Write and remove whole files as one operation; return its undo token, None for no change.

        *base* is what the caller started from; the facts *forgotten* stay forgotten when their old
        statement is read again. With *whole*, a kill leaves all or, once `recover` has run,
        nothing of it. *put_away* is a folder of the state directory that goes too, with all that
        is in it, only for who holds the lock at `lock_path`; *prepare* is told the token before
        anything changes. Raise ConflictError, with nothing changed, when a file says something
        else by now, DeniedError for files under `pinned/` unless *asked*, and BadRequestError for
        what is no memory file.
        """
        for change in changes:
            _check_path(change.path, asked=asked)
        with self._lock, self._changing([change.path for change in changes]):
            now = self._clock()
            return self._journal.write(
                changes,
                operation=operation,
                by=by,
                now=now,
                base=base or {},
                tombstones=bury(forgotten, now=now),
                detail=detail,
                whole=whole,
                folders=[FolderMove(name=put_away, away=True)] if put_away else (),
                prepare=prepare,
            )

    def recover(self) -> tuple[str, ...]:
        """Take back a change that was to be done whole and was cut off; return its files.

        Only for who holds the lock at `lock_path`: what another is doing right now is no ruin.
        """
        paths: list[str] = []
        with self._lock, self._changing(paths):
            paths.extend(self._journal.recover(now=self._clock()))
            return tuple(paths)

    def undo(self, token: str | None = None, *, by: str) -> Undone:
        """Take an operation back; None is the latest that is not taken back.

        Raise NotFoundError, ConflictError naming what was changed since, or BusyError where whole
        folders are to come back and somebody else is at work.
        """
        paths: list[str] = []
        with self._lock, self._alone(token), self._changing(paths):
            undone = self._journal.undo(token, by=by, now=self._clock())
            paths.extend(undone.restored)
            return undone

    def _alone(self, token: str | None) -> contextlib.AbstractContextManager[object]:
        # What is half done for now must not be taken for a ruin.
        if not self._journal.moves_folders(token):
            return contextlib.nullcontext()
        return PidLock(self.lock_path, stale_after=_LOCK_STALE)

    def stands(self, token: str) -> bool | None:
        """Tell whether an operation is done and not taken back; None: no record of it is left.

        Raise NotReadyError while something is half done.
        """
        with self._lock:
            self._look()
            trash = self._journal.trash
            if trash.unfinished():
                raise NotReadyError(f"a change in {self.memory_dir} is half done")
            found = (each for each in trash.records() if each.token == token)
            return next((not each.undone for each in found), None)

    def tombstones(self) -> Tombstones:
        """Return what was forgotten here."""
        with self._lock:
            return load_tombstones(self.state_dir, now=self._clock())

    def trashed(self, is_meant: Callable[[Entry], bool]) -> list[Copy]:
        """Return the old statements in the trash of the facts that are meant."""
        with self._lock:
            return find_copies(self._journal.trash, is_meant)

    def purge(self, copies: Iterable[Copy]) -> None:
        """Remove old statements from the trash for good."""
        with self._lock:
            purge(self._journal.trash, copies)

    def history(self, *, limit: int | None = None) -> list[Record]:
        """Return the operations that can still be seen, newest first."""
        return list(islice(self._journal.trash.records(), limit))

    def done_since(self, since: datetime) -> list[Record]:
        """Return the operations of a time, newest first, each as it was when it was first read."""
        records = self._journal.trash.records(as_known=True)
        return list(takewhile(lambda record: record.at >= since, records))

    def rebuild_index(self) -> bool:
        """Bring MEMORY.md up to date with the last refresh; return whether it was written."""
        with self._lock:
            written = update_index(
                self.memory_dir, self._tree.documents.values(), unreadable=self._tree.unreadable
            )
            if written:
                self._tree.revisit([INDEX_NAME])
            return written

    def tidy(self, *, keep: timedelta = _KEEP) -> int:
        """Remove what killed writers left, and operations older than *keep*; return how many."""
        with self._lock:
            trash = self._journal.trash
            swept = sweep_temporaries(self.memory_dir) + sweep_temporaries(trash.directory)
            return swept + trash.expire(now=self._clock(), keep=keep)


def _without(document: Document, indexes: Collection[int]) -> Change:
    if len(indexes) == len(document.entries):
        return Change(path=document.relative, data=None)
    return Change(path=document.relative, data=remove_entries(document, indexes).raw)


def _check_path(path: str, *, asked: bool) -> None:
    parts = path.split("/")
    if (
        not path.endswith(".md")
        or INDEX_NAME in parts
        or any(part[:1] in {"", "."} for part in parts)
    ):
        raise BadRequestError(f"not the path of a memory: {path!r}")
    if is_pinned(path) and not asked:
        raise DeniedError(f"{path} is pinned", hint="unpin it first")
