"""One connection to the file: opening it, refusing what cannot be trusted, one lock.

The file may be taken away or damaged while we run. What is written to a file that has no name any
more is lost, so each call first looks whether the file is still the one that was opened.
"""

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path

import structlog

from memoryd.errors import CannotServeError, NotReadyError

log = structlog.get_logger(__name__)

_BUSY_S = 5.0
_PAUSE_S = 0.05
_TRIES = int(_BUSY_S / _PAUSE_S)


_FILES = ("", "-wal", "-shm")
_DAMAGE = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_IOERR})


class Connection:
    """One connection behind one lock; every call is short and blocking, so call it in a thread.

    `open_` returns a connection to the file at *path* and, when it could not be read, where it was
    put; it is called now, and again when that file is gone, another, or damaged. `begun_anew`
    tells of each time that happened: the place of the old file, None when it was taken away.
    Every call raises NotReadyError while the file is from a newer memoryd.
    """

    def __init__(
        self, path: Path, open_: Callable[[], tuple[sqlite3.Connection, Path | None]]
    ) -> None:
        self._path = path
        self._open = open_
        self._lock = threading.Lock()
        self._is_doubtful = self._is_other = False
        self._raw, self.set_aside = open_()
        self._files = self._identities()
        self.begun_anew: list[Path | None] = []

    def close(self) -> None:
        """Close for good."""
        with self._lock:
            self._raw.close()

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Read, or write blindly; all or nothing."""
        with self._in_use() as db, db:
            yield db

    @contextmanager
    def decision(self) -> Iterator[sqlite3.Connection]:
        """Read, decide and write, while no other process writes; all or nothing."""
        with self._in_use() as db, db:
            db.execute("BEGIN IMMEDIATE")
            yield db

    @contextmanager
    def _in_use(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            if self._is_doubtful or _identity(self._path) != self._files[0]:
                self._open_again()
            try:
                yield self._raw
            except sqlite3.DatabaseError as exc:
                # Its lowest byte is the error; the others say which kind of it.
                self._is_doubtful |= getattr(exc, "sqlite_errorcode", 0) & 0xFF in _DAMAGE
                raise

    def _open_again(self) -> None:
        self._is_doubtful = True  # until it is open: closed, the old one serves nobody
        self._is_other |= _identity(self._path) != self._files[0]
        self._raw.close()
        if self._is_other:
            self._drop_companions()
        try:
            self._raw, aside = self._open()
        except CannotServeError as exc:
            raise NotReadyError(str(exc), hint=exc.hint) from exc
        self._files = self._identities()
        anew, self._is_doubtful, self._is_other = self._is_other, False, False
        if aside or anew:
            log.warning("the bookkeeping was begun anew", moved_to=str(aside) if aside else None)
            self.begun_anew.append(aside)

    def _drop_companions(self) -> None:
        """Remove the log of a file that is gone: another in its place would be taken to own it."""
        for suffix, ours, found in zip(_FILES, self._files, self._identities(), strict=True):
            if suffix and found is not None and found == ours:
                self._path.with_name(self._path.name + suffix).unlink(missing_ok=True)

    def _identities(self) -> list[tuple[int, int] | None]:
        return [_identity(self._path.with_name(self._path.name + suffix)) for suffix in _FILES]

    def scrub(self) -> None:
        """Leave no byte of what was deleted.

        A deleted row stays in free pages and in the log until both are written anew.
        """
        with self._in_use() as db:
            db.execute("VACUUM")
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def storable(text: str) -> str:
    """Return a text that can be stored; what in it is not Unicode becomes question marks."""
    return text.encode("utf-8", "replace").decode()


def _readable(text: bytes) -> str:
    return text.decode("utf-8", "replace")  # after a bit flipped on disk


def connect(
    path: Path, *, schema: str, version: int, upgrades: Mapping[int, str]
) -> sqlite3.Connection:
    """Open the file, and bring it from any older version to *version*.

    *upgrades* say, by the version that brought it, what tables of older ones lack.

    Raise CannotServeError when it is from a newer one, sqlite3.DatabaseError when it is damaged.
    """
    path.touch(mode=0o600)
    db = sqlite3.connect(path, timeout=_BUSY_S, check_same_thread=False)
    try:
        db.row_factory = sqlite3.Row
        db.text_factory = _readable
        with closing(db.execute("PRAGMA user_version")) as cursor:
            found = cursor.fetchone()[0]
        _refuse_newer(path, found, version)  # before anything is written, the mode included
        _use_log(db)
        db.execute("PRAGMA synchronous = NORMAL")
        if found < version:
            lacks = "".join(sql for since, sql in upgrades.items() if 0 < found < since)
            bring = f"{lacks} {schema} PRAGMA user_version = {version};"
            db.executescript(f"BEGIN IMMEDIATE; {bring} COMMIT;")
        _refuse_damaged(db)
    except BaseException:
        db.close()
        raise
    return db


def _use_log(db: sqlite3.Connection) -> None:
    """Write ahead, whoever else opens a new file at the same moment.

    SQLite does not wait for the others here, as it does elsewhere.
    """
    for last in (*[False] * _TRIES, True):
        try:
            db.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as exc:
            if last or exc.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            time.sleep(_PAUSE_S)
        else:
            return


def _refuse_damaged(db: sqlite3.Connection) -> None:
    with closing(db.execute("PRAGMA quick_check(1)")) as cursor:
        found = cursor.fetchone()[0]
    if found != "ok":
        raise sqlite3.DatabaseError(found)


def _refuse_newer(path: Path, found: int, ours: int) -> None:
    if found > ours:
        raise CannotServeError(
            f"{path} was written by a newer memoryd (format {found}, ours is {ours})",
            hint="upgrade memoryd, or move that file away; no memory is kept in it",
        )
