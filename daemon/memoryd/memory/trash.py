"""What every change to a memory directory leaves behind, so that it can be taken back.

One directory an operation: the files as they were, then `manifest.json`, which makes it count.
It is complete before the operation touches its first file. A directory without a manifest is
what a killed writer left, and is swept.
"""

import hashlib
import os
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec

from memoryd.errors import NotFoundError, NotReadyError
from memoryd.system.files import atomic_write, fsync_dir, make_private_dir, remove
from memoryd.system.inside import confined, read_below, read_plain

from .times import compact_time

_MANIFEST = "manifest.json"
_UNFINISHED = "unfinished"
_VERSION = 1
_REMEMBERED = 512  # records, the newest: those of a day are counted again and again
_TOKEN = re.compile(r"(?P<time>\d{8}T\d{9}Z)-(?P<operation>[a-z][a-z-]*?)(?:-(?P<number>\d+))?")


class FileChange(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """One file of an operation: where its old bytes are kept, the hash of its new ones."""

    path: str
    before: str | None
    before_mtime_ns: int | None
    after: str | None


class FolderMove(msgspec.Struct, frozen=True, kw_only=True):
    """One folder of the state directory that an operation put away whole, or brought back.

    While it is away it lies in the record of *keeper*; an operation that puts it away without
    naming one keeps it itself.
    """

    name: str
    away: bool
    keeper: str = ""


class TombstoneChange(msgspec.Struct, frozen=True, kw_only=True):
    """One tombstone that an operation moved; times are ISO, None is «no tombstone»."""

    hash: str
    before: str | None
    after: str | None


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """What an operation did, and by whom."""

    version: int = _VERSION
    operation: str
    by: str
    at: datetime
    detail: str = ""
    undoes: str | None = None
    files: tuple[FileChange, ...]
    tombstones: tuple[TombstoneChange, ...] = ()
    folders: tuple[FolderMove, ...] = ()


class _Versioned(msgspec.Struct):
    version: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Preimage:
    """A file as it was before an operation; without data, it was not there."""

    path: str
    data: bytes | None
    mtime_ns: int | None
    after: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One operation, for people. `token` undoes it; `undone` says that this has been done."""

    token: str
    operation: str
    by: str
    at: datetime
    files: tuple[str, ...]
    detail: str
    undoes: str | None
    undone: bool


def folder_id(name: str) -> str:
    """Return how people are told of a folder beside the memories."""
    return f"memory://{name}"


def hash_bytes(data: bytes | None) -> str | None:
    """Return how a manifest names the content of a file; None when there is no file."""
    return None if data is None else hashlib.sha256(data).hexdigest()


class Trash:
    """The recorded operations of one memory directory. No I/O before the first call."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self._known: dict[str, tuple[object, Manifest]] = {}

    def record(
        self,
        files: Sequence[Preimage],
        *,
        operation: str,
        by: str,
        at: datetime,
        detail: str = "",
        undoes: str | None = None,
        tombstones: Sequence[TombstoneChange] = (),
        folders: Sequence[FolderMove] = (),
        whole: bool = False,
    ) -> str:
        """Keep the files as they are now; return the token that undoes the operation.

        One that is to be done *whole* is unfinished from here on, until `end` says otherwise.
        """
        token = self._new_token(operation, at)
        directory = self.directory / token
        make_private_dir(self.directory)
        directory.mkdir(mode=0o700, exist_ok=True)  # lasts with the record, below
        changes = []
        for number, file in enumerate(files):
            name = None if file.data is None else f"{number:04}.md"
            if file.data is not None:
                atomic_write(directory / f"{number:04}.md", file.data, mtime_ns=file.mtime_ns)
            changes.append(
                FileChange(
                    path=file.path, before=name, before_mtime_ns=file.mtime_ns, after=file.after
                )
            )
        manifest = Manifest(
            operation=operation,
            by=by,
            at=at.astimezone(UTC),
            detail=detail,
            undoes=undoes,
            files=tuple(changes),
            tombstones=tuple(tombstones),
            folders=tuple(
                msgspec.structs.replace(each, keeper=each.keeper or token) for each in folders
            ),
        )
        if whole:  # before the record, or a kill between the two leaves one that did not happen
            atomic_write(self.directory / _UNFINISHED, token.encode())
        self._write_manifest(token, manifest)
        fsync_dir(self.directory)
        return token

    def _write_manifest(self, token: str, manifest: Manifest) -> None:
        self._known.pop(token, None)
        data = msgspec.json.format(msgspec.json.encode(manifest), indent=2)
        atomic_write(self.directory / token / _MANIFEST, data + b"\n")

    def rewrite(self, token: str, manifest: Manifest, files: Mapping[str, bytes | None]) -> None:
        """Put other bytes in the place of kept ones, by their name (None: remove them).

        A record that is about no file any more goes itself.
        """
        if not manifest.files and not manifest.folders:
            self.drop(token)
            return
        for name, data in files.items():  # before the record: a kill must not leave the old bytes
            path = confined(self.directory / token, name)
            if data is None:
                remove(path)
            else:
                atomic_write(path, data, mtime_ns=path.stat().st_mtime_ns)
        self._write_manifest(token, manifest)

    def end(self) -> None:
        """Note that nothing is half done."""
        remove(self.directory / _UNFINISHED)

    def unfinished(self) -> str | None:
        """Return the operation that began and did not end, None when there is none."""
        try:
            token = (self.directory / _UNFINISHED).read_text(encoding="utf-8", errors="replace")
        except (FileNotFoundError, NotADirectoryError):
            return None
        if _TOKEN.fullmatch(token) and (self.directory / token / _MANIFEST).exists():
            return token
        return None  # not begun, or taken back already, but for this note

    def drop(self, token: str) -> None:
        """Remove the record of an operation that did not happen."""
        self._known.pop(token, None)
        remove(self.directory / token / _MANIFEST)  # first, or half a removal is taken for a record
        shutil.rmtree(self.directory / token)

    def _new_token(self, operation: str, at: datetime) -> str:
        if not re.fullmatch(r"[a-z]+(-[a-z]+)*", operation):
            raise ValueError(f"not the name of an operation: {operation!r}")
        listed = self._listed()
        # A clock that went back must not put what is done now before what was done earlier.
        time = max([compact_time(at), *(before for before, _, _ in listed[-1:])])
        taken = [number for before, number, _ in listed if before == time]
        suffix = f"-{max(taken) + 1}" if taken else ""
        return f"{time}-{operation}{suffix}"

    def tokens(self) -> list[str]:
        """Return the tokens of all operations, oldest first; their records may be unreadable."""
        return [token for _, _, token in self._listed()]

    def _listed(self) -> list[tuple[str, int, str]]:
        """Return time, number and token of each directory, oldest first."""
        try:
            with os.scandir(self.directory) as entries:
                names = [each.name for each in entries if each.is_dir(follow_symlinks=False)]
        except (FileNotFoundError, NotADirectoryError):
            return []
        found = [match for match in map(_TOKEN.fullmatch, names) if match]
        return sorted((match["time"], int(match["number"] or 1), match[0]) for match in found)

    def read(self, token: str) -> Manifest:
        """Return what an operation did. Raise NotFoundError, or NotReadyError if it is unknown."""
        manifest = self._look_up(token) if _TOKEN.fullmatch(token) else None
        if manifest is None:
            raise NotFoundError(f"nothing to undo under {token!r}", hint="see the history")
        return manifest

    def _look_up(self, token: str) -> Manifest | None:
        path = self.directory / token / _MANIFEST
        try:
            found = path.lstat()
            stamp = (found.st_ino, found.st_ctime_ns, found.st_size)
            known = self._known.get(token)
            if known and known[0] == stamp:
                return known[1]
            manifest = _decode(read_plain(path), path)
        except (FileNotFoundError, NotADirectoryError):
            return None
        self._known[token] = (stamp, manifest)
        if len(self._known) > 2 * _REMEMBERED:
            self._known = dict(sorted(self._known.copy().items())[-_REMEMBERED:])
        return manifest

    def preimages(self, token: str) -> list[Preimage]:
        """Return the files of an operation as they were before it."""
        directory = self.directory / token
        found = []
        for file in self.read(token).files:
            try:
                data = read_below(directory, file.before) if file.before else None
            except FileNotFoundError as exc:
                raise NotFoundError(f"the old {file.path} is no longer kept: {exc}") from exc
            found.append(
                Preimage(path=file.path, data=data, mtime_ns=file.before_mtime_ns, after=file.after)
            )
        return found

    def records(self, *, as_known: bool = False) -> Iterator[Record]:
        """Yield the operations, newest first; what cannot be read is passed over.

        *as_known*: do not look whether somebody wrote a record anew since it was read.
        """
        undone: set[str] = set()
        for _, _, token in reversed(self._listed()):
            try:
                known = self._known.get(token) if as_known else None
                manifest = known[1] if known else self.read(token)
            except (NotFoundError, NotReadyError):
                continue
            if manifest.undoes and token not in undone:
                undone.add(manifest.undoes)
            yield Record(
                token=token,
                operation=manifest.operation,
                by=manifest.by,
                at=manifest.at,
                files=(
                    *(file.path for file in manifest.files),
                    *(folder_id(folder.name) for folder in manifest.folders),
                ),
                detail=manifest.detail,
                undoes=manifest.undoes,
                undone=token in undone,
            )

    def expire(self, *, now: datetime, keep: timedelta) -> int:
        """Remove what is older than *keep*, and what a killed writer left; return how many."""
        oldest = compact_time(now - keep)
        removed = 0
        for time, _, token in self._listed():
            manifest = self.directory / token / _MANIFEST
            if time < oldest or not manifest.exists():
                self.drop(token)
                removed += 1
        return removed


def _decode(raw: bytes, path: Path) -> Manifest:
    try:
        version = msgspec.json.decode(raw, type=_Versioned).version
        if version == _VERSION:
            return msgspec.json.decode(raw, type=Manifest)
    except msgspec.DecodeError as exc:
        raise NotReadyError(f"{path} cannot be read: {exc}") from exc
    raise NotReadyError(
        f"{path} has version {version}, this memoryd knows {_VERSION}", hint="upgrade memoryd"
    )
