"""What was written where, and what had been there: enough to take it back to the byte."""

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from memoryd_client.errors import MemorydError

from .files import FileError, read, remove_empty, write

_VERSION = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One file as it was written: digests, and the part of it that is ours."""

    agent: str
    kind: str
    ours: str
    after: str
    before: str | None = None  # also the name of the backup; None: there was no file
    folders: tuple[str, ...] = ()  # made for it, outermost first
    written: bool = False  # False: recorded, and then perhaps interrupted


class Records:
    """The records and backups in one directory of our own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file = folder / "manifest.json"
        self._records = _load(self._file)

    def get(self, path: Path) -> Record | None:
        """Return what is recorded of *path*."""
        return self._records.get(str(path))

    def of(self, agent: str) -> dict[Path, Record]:
        """Return the records of one agent, in the order of writing."""
        return {Path(path): one for path, one in self._records.items() if one.agent == agent}

    def keep(self, content: bytes) -> str:
        """Keep a copy of *content* and return its name."""
        name = digest(content)
        self._put(self._folder / "backups" / name, content)
        return name

    def backup(self, name: str) -> bytes:
        """Return a copy that was kept; raise FileError when it is damaged or gone."""
        content = read(self._folder / "backups" / name)
        if content is None or digest(content) != name:
            raise FileError(
                f"the backup {self._folder / 'backups' / name} is damaged or gone",
                hint="take out by hand what memoryd has added",
            )
        return content

    def set(self, path: Path, record: Record) -> None:
        """Record *path*, on disk before this returns."""
        self._records[str(path)] = record
        self._save()

    def drop(self, path: Path, *, with_backup: bool) -> None:
        """Forget *path*, and its backup when nobody needs it any more."""
        dropped = self._records.pop(str(path))
        if self._records:
            self._save()
        else:
            self._file.unlink(missing_ok=True)
        needed = {record.before for record in self._records.values()}
        if with_backup and dropped.before and dropped.before not in needed:
            (self._folder / "backups" / dropped.before).unlink(missing_ok=True)
        remove_empty([self._folder, self._folder / "backups"])

    def _save(self) -> None:
        files = {path: asdict(record) for path, record in self._records.items()}
        content = json.dumps({"version": _VERSION, "files": files}, indent=2) + "\n"
        self._put(self._file, content.encode())

    def _put(self, path: Path, content: bytes) -> None:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write(path, content, expected=read(path))


def digest(content: bytes) -> str:
    """Return the SHA-256 of *content*."""
    return hashlib.sha256(content).hexdigest()


def _load(file: Path) -> dict[str, Record]:
    content = read(file)
    if content is None:
        return {}
    try:
        manifest = json.loads(content)
        readable = manifest["version"] == _VERSION
        found = {path: _record(one) for path, one in manifest["files"].items()} if readable else {}
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as exc:
        raise MemorydError(
            f"cannot make sense of {file}: {exc}", hint="move it away to begin anew"
        ) from exc
    if not readable:
        raise MemorydError(
            f"{file} was written by another version of memoryctl", hint="use that one"
        )
    return found


def _record(fields: dict[str, Any]) -> Record:
    return Record(**{**fields, "folders": tuple(fields["folders"])})
