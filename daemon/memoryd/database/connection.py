"""One connection to the file: opening it, refusing what cannot be trusted, one lock."""

import sqlite3
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path

from memoryd.errors import CannotServeError

_BUSY_S = 5.0
_PAUSE_S = 0.05
_TRIES = int(_BUSY_S / _PAUSE_S)


class Connection:
    """One connection behind one lock; every call is short and blocking, so call it in a thread."""

    def __init__(self, raw: sqlite3.Connection) -> None:
        self._raw = raw
        self._lock = threading.Lock()

    def close(self) -> None:
        """Close for good."""
        with self._lock:
            self._raw.close()

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Read, or write blindly; all or nothing."""
        with self._lock, self._raw:
            yield self._raw

    @contextmanager
    def decision(self) -> Iterator[sqlite3.Connection]:
        """Read, decide and write, while no other process writes; all or nothing."""
        with self._lock, self._raw:
            self._raw.execute("BEGIN IMMEDIATE")
            yield self._raw

    def scrub(self) -> None:
        """Leave no byte of what was deleted.

        A deleted row stays in free pages and in the log until both are written anew.
        """
        with self._lock:
            self._raw.execute("VACUUM")
            self._raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def storable(text: str) -> str:
    """Return a text that can be stored; what in it is not Unicode becomes question marks."""
    return text.encode("utf-8", "replace").decode()


def _readable(text: bytes) -> str:
    return text.decode("utf-8", "replace")  # after a bit flipped on disk


def connect(path: Path, *, schema: str, version: int, upgrades: Mapping[int, str]) -> Connection:
    """Open the file, and bring it from any older version to *version*.

    *upgrades* say, by the version that brought it, what tables of older ones lack.

    Raise CannotServeError when it is from a newer one, sqlite3.DatabaseError when it is damaged.
    """
    path.touch(mode=0o600)
    db = sqlite3.connect(path, timeout=_BUSY_S, check_same_thread=False)
    try:
        db.row_factory = sqlite3.Row
        db.text_factory = _readable
        _use_log(db)
        db.execute("PRAGMA synchronous = NORMAL")
        with closing(db.execute("PRAGMA user_version")) as cursor:
            found = cursor.fetchone()[0]
        _refuse_newer(path, found, version)
        if found < version:
            lacks = "".join(sql for since, sql in upgrades.items() if 0 < found < since)
            bring = f"{lacks} {schema} PRAGMA user_version = {version};"
            db.executescript(f"BEGIN IMMEDIATE; {bring} COMMIT;")
        _refuse_damaged(db)
    except BaseException:
        db.close()
        raise
    return Connection(db)


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
