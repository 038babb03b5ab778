"""The database: all its tables, and how it is opened."""

import contextlib
import sqlite3
import time
from collections.abc import Iterable
from datetime import datetime, timedelta
from pathlib import Path

from memoryd.errors import CannotServeError
from memoryd.system.files import make_private_dir

from . import (
    clearings,
    dream_questions,
    ledger,
    model_reads,
    outcomes,
    rollout_jobs,
    sessions,
    stage1,
    threads,
    usage,
)
from .clearings import Clearings
from .connection import Connection, connect
from .consolidations import Consolidations
from .dream_questions import DreamQuestions
from .model_reads import ModelReads
from .outcomes import Outcomes
from .sessions import Sessions
from .stage1 import Stage1
from .threads import Threads
from .usage import Usage

VERSION = 4
_TABLES = (
    sessions,
    outcomes,
    ledger,
    threads,
    stage1,
    rollout_jobs,
    clearings,
    usage,
    dream_questions,
    model_reads,
)
_SCHEMA = "".join(module.SCHEMA for module in _TABLES)


class Database(Sessions, Outcomes):
    """All tables in one file; every call is short and blocking, so call it in a thread."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.threads = Threads(connection)
        self.stage1 = Stage1(connection)
        self.consolidations = Consolidations(connection)
        self.clearings = Clearings(connection)
        self.usage = Usage(connection)
        self.dream_questions = DreamQuestions(connection)
        self.model_reads = ModelReads(connection)

    def erase_names(self, memories: Iterable[str]) -> None:
        """Drop the names of memories from all bookkeeping, to the last byte on disk."""
        names = list(memories)
        self.usage.erase(names)
        self.erase_handed_out(names)

    def close(self) -> None:
        """Close for good."""
        self.connection.close()


def open_database(path: Path, *, now: datetime) -> tuple[Database, Path | None]:
    """Open or create the database.

    One that cannot be read is set aside and a new one begun; its new place is returned. The same
    is done with one that is damaged or taken away later. Raise CannotServeError when it is from a
    newer memoryd or the disk refuses.
    """
    started_s = time.monotonic()

    def open_now() -> tuple[sqlite3.Connection, Path | None]:
        make_private_dir(path.parent)
        at = now + timedelta(seconds=time.monotonic() - started_s)
        return _open_or_replace(path, at)

    try:
        connection = Connection(path, open_now)
    except (OSError, sqlite3.OperationalError) as exc:
        raise CannotServeError(
            f"cannot open {path}: {exc}",
            hint="check that its directory is writable and its disk has room",
        ) from exc
    return Database(connection), connection.set_aside


def _open_or_replace(path: Path, now: datetime) -> tuple[sqlite3.Connection, Path | None]:
    try:
        return _connect(path), None
    except sqlite3.OperationalError:  # the disk's fault; the file may be sound
        raise
    except (sqlite3.DatabaseError, UnicodeDecodeError):  # the latter from names in a broken schema
        aside = path.with_name(f"{path.name}.corrupt.{now:%Y%m%dT%H%M%SZ}")
    for suffix in ("", "-wal", "-shm"):
        with contextlib.suppress(FileNotFoundError):
            path.with_name(path.name + suffix).rename(aside.with_name(aside.name + suffix))
    return _connect(path), aside


def _connect(path: Path) -> sqlite3.Connection:
    return connect(path, schema=_SCHEMA, version=VERSION, upgrades=sessions.UPGRADES)
