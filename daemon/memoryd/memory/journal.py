"""How files change: what was is kept first, then tombstones move, then files, one by one.

A killed writer leaves each file old or new. The record tells both apart, so that the operation
can be run again, or undone. One that must be done whole or not at all says so before its first
step, and is taken back by whoever looks next.

A folder beside the memories can be part of an operation. It is put away and brought back whole,
by one rename, with all that its files are besides their bytes.
"""

import contextlib
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import msgspec

from memoryd.domain import isoformat
from memoryd.errors import ConflictError, MemorydError, NotFoundError
from memoryd.system.files import atomic_write, move, remove
from memoryd.system.inside import confined, read_plain

from .times import later, read_time, to_mtime
from .tombstones import load_tombstones, save_tombstones
from .trash import FolderMove, Preimage, TombstoneChange, Trash, folder_id, hash_bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One file to write, or without data to remove.

    `mtime_ns` is when the fact was stated; left out, the file's time moves on by a millisecond.
    """

    path: str
    data: bytes | None
    mtime_ns: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone:
    """What an undo did. Its own token takes the undo back."""

    token: str
    operation: str
    restored: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Present:
    data: bytes | None = None
    mtime_ns: int | None = None


class Journal:
    """Changes the files of one memory directory, and takes changes back."""

    def __init__(self, memory_dir: Path, state_dir: Path) -> None:
        self._memory_dir = memory_dir
        self._state_dir = state_dir
        self.trash = Trash(state_dir / "trash")

    def write(
        self,
        changes: Sequence[Change],
        *,
        operation: str,
        by: str,
        now: datetime,
        base: Mapping[str, bytes | None],
        tombstones: Mapping[str, datetime | None] | None = None,
        detail: str = "",
        undoes: str | None = None,
        whole: bool = False,
        folders: Sequence[FolderMove] = (),
        prepare: Callable[[str], None] | None = None,
    ) -> str | None:
        """Make *changes*; return the token that undoes them, None when there is nothing to do.

        *base* is what the caller saw in the files: raise ConflictError, with nothing changed,
        when one says something else by now. With *whole*, all is done or, after a failure or
        a kill and `recover`, nothing. *prepare* is told the token once the operation is recorded
        and before anything changes; a MemorydError it raises is a failure like any other.
        """
        stones = load_tombstones(self._state_dir, now=now)
        moved = {
            fact: at for fact, at in (tombstones or {}).items() if stones.times.get(fact) != at
        }
        files: list[tuple[Change, Preimage]] = []
        for change in changes:
            present = self._present(change.path)
            if change.path in base and base[change.path] != present.data:
                raise ConflictError(f"{change.path} was changed in the meantime", hint="try again")
            dated = _dated(change, present, now)
            if (dated.data, dated.mtime_ns) != (present.data, present.mtime_ns):
                files.append((dated, _preimage(change, present)))
        if not files and not moved and not folders:
            return None
        token = self.trash.record(
            [preimage for _, preimage in files],
            operation=operation,
            by=by,
            at=now,
            detail=detail,
            undoes=undoes,
            tombstones=[
                TombstoneChange(hash=fact, before=_iso(stones.times.get(fact)), after=_iso(at))
                for fact, at in moved.items()
            ],
            folders=folders,
            whole=whole,
        )
        with self._whole(now) if whole else contextlib.nullcontext():
            if prepare:
                prepare(token)
            if moved:
                save_tombstones(self._state_dir, stones.changed(moved))
            for folder in self.trash.read(token).folders if folders else ():
                self._move(folder, away=folder.away)
            self._put([change for change, _ in files])
        return token

    @contextlib.contextmanager
    def _whole(self, now: datetime) -> Iterator[None]:
        """Let an operation come to its end, or take it back."""
        try:
            yield
        except (OSError, MemorydError):
            self.recover(now=now)
            raise
        self.trash.end()

    def recover(self, *, now: datetime) -> tuple[str, ...]:
        """Take back what was to be done whole and was cut off; return the files it was about.

        A file that somebody changed since is left as it is. So is a folder that was put away and
        in whose place there is a new one; the record stays then, since it holds the old one.
        """
        token = self.trash.unfinished()
        if token is None:
            self.trash.end()
            return ()
        manifest = self.trash.read(token)
        self._put(
            [
                Change(path=old.path, data=old.data, mtime_ns=old.mtime_ns)
                for old in self.trash.preimages(token)
                if hash_bytes(self._present(old.path).data) == old.after
            ]
        )
        if manifest.tombstones:
            stones = load_tombstones(self._state_dir, now=now)
            raised = self._raised(manifest.tombstones, now)
            save_tombstones(self._state_dir, stones.changed(raised))
        moved = [folder for folder in manifest.folders if self._is(folder, away=folder.away)]
        stuck = [folder for folder in moved if not self._is_free(folder, away=not folder.away)]
        for folder in moved:
            if folder not in stuck:
                self._move(folder, away=not folder.away)
        if not stuck:
            self.trash.drop(token)
        self.trash.end()
        return tuple(file.path for file in manifest.files)

    def _place(self, folder: FolderMove, *, away: bool) -> Path:
        """Return where a folder lies when it is away, or when it is not."""
        if away:
            return confined(self.trash.directory, f"{folder.keeper}/{folder.name}")
        return confined(self._state_dir, folder.name)

    def _is(self, folder: FolderMove, *, away: bool) -> bool:
        return self._place(folder, away=away).is_dir()

    def _is_free(self, folder: FolderMove, *, away: bool) -> bool:
        place = self._place(folder, away=away)
        return not os.path.lexists(place) or (place.is_dir() and not any(place.iterdir()))

    def _move(self, folder: FolderMove, *, away: bool) -> None:
        move(self._place(folder, away=not away), self._place(folder, away=away))

    def _put(self, changes: Sequence[Change]) -> None:
        # Writing comes before removing: a file that moves is never nowhere.
        for change in sorted(changes, key=lambda change: change.data is None):
            path = confined(self._memory_dir, change.path)
            if change.data is None:
                remove(path)
            else:
                atomic_write(path, change.data, mtime_ns=change.mtime_ns)

    def _present(self, relative: str) -> _Present:
        path = confined(self._memory_dir, relative)
        try:
            return _Present(read_plain(path, follow=True), path.stat().st_mtime_ns)
        except (FileNotFoundError, NotADirectoryError):
            return _Present()

    def moves_folders(self, token: str | None) -> bool:
        """Tell whether to undo an operation (None: the latest) is to move whole folders."""
        return bool(self.trash.read(token or self._latest()).folders)

    def undo(self, token: str | None, *, by: str, now: datetime) -> Undone:
        """Take an operation back; None is the latest that is not taken back.

        Raise NotFoundError, or ConflictError naming the file that was changed since.
        """
        token = token or self._latest()
        manifest = self.trash.read(token)
        changes: list[Change] = []
        base: dict[str, bytes | None] = {}
        for old in self.trash.preimages(token):
            present = self._present(old.path)
            if present == _Present(old.data, old.mtime_ns):
                continue
            if hash_bytes(present.data) not in {old.after, hash_bytes(old.data)}:
                raise ConflictError(
                    f"{old.path} was changed after {token}",
                    hint=f"the file as it was before is kept in the trash under {token}",
                )
            base[old.path] = present.data
            changes.append(Change(path=old.path, data=old.data, mtime_ns=old.mtime_ns))
        folders = self._turned(token, manifest.folders)
        undoing = self.write(
            changes,
            operation="undo",
            by=by,
            now=now,
            base=base,
            tombstones=self._raised(manifest.tombstones, now),
            detail=manifest.operation,
            undoes=token,
            folders=folders,
            whole=bool(folders),
        )
        if undoing is None:
            raise ConflictError(f"{token} is undone already")
        restored = (
            *(change.path for change in changes),
            *(folder_id(folder.name) for folder in folders),
        )
        return Undone(token=undoing, operation=manifest.operation, restored=restored)

    def _turned(self, token: str, folders: Sequence[FolderMove]) -> list[FolderMove]:
        """Return the moves that take those of an operation back, as far as there is a need."""
        turned = []
        for folder in folders:
            if not self._is(folder, away=folder.away):
                continue
            if folder.away and not self._is_free(folder, away=False):
                raise ConflictError(
                    f"{folder_id(folder.name)} was written anew after {token}",
                    hint=f"move {self._place(folder, away=False)} away first; the old one is kept"
                    f" in {self._place(folder, away=True)}",
                )
            if not folder.away:
                self.trash.read(folder.keeper)  # or it would be swept with what has no record
            turned.append(msgspec.structs.replace(folder, away=not folder.away))
        return turned

    def _latest(self) -> str:
        for record in self.trash.records():
            if not record.undoes and not record.undone:
                return record.token
        raise NotFoundError("there is nothing to undo")

    def _raised(
        self, changes: Sequence[TombstoneChange], now: datetime
    ) -> dict[str, datetime | None]:
        """Return the tombstones as they were, but for those that moved again since."""
        times = load_tombstones(self._state_dir, now=now).times
        return {
            change.hash: read_time(change.before)
            for change in changes
            if _iso(times.get(change.hash)) == change.after
        }


def _dated(change: Change, present: _Present, now: datetime) -> Change:
    if change.data is None:
        return Change(path=change.path, data=None)
    mtime_ns = change.mtime_ns
    if mtime_ns is None:
        mtime_ns = to_mtime(now) if present.mtime_ns is None else later(present.mtime_ns)
    return Change(path=change.path, data=change.data, mtime_ns=mtime_ns)


def _preimage(change: Change, present: _Present) -> Preimage:
    return Preimage(
        path=change.path,
        data=present.data,
        mtime_ns=present.mtime_ns,
        after=hash_bytes(change.data),
    )


def _iso(at: datetime | None) -> str | None:
    return isoformat(at) if at else None
