"""Vectors on disk, by the hash of their text: what was embedded once is not embedded again.

The file is derived. Deleting it loses nothing, and one that cannot be read is begun anew.
"""

import contextlib
import hashlib
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

import numpy as np

from .vectors import Vector

_VERSION: Final = 1
_MOST_ROWS: Final = 50_000
_STORED: Final = np.dtype("<f2")  # half the size; what is lost is far below what a cosine tells


def content_key(text: str) -> bytes:
    """Return the key of a text."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:16]


class Cache:
    """The vectors of one model. Not thread-safe: it belongs to the thread that embeds."""

    def __init__(
        self, file: Path, *, model: str, dimensions: int, most_rows: int = _MOST_ROWS
    ) -> None:
        self._dimensions = dimensions
        self._most_rows = most_rows
        try:
            self._connection = _open(file, model)
        except sqlite3.DatabaseError:
            file.unlink(missing_ok=True)
            self._connection = _open(file, model)

    def get(self, keys: Sequence[bytes]) -> dict[bytes, Vector]:
        """Return the vectors that are known."""
        found: dict[bytes, Vector] = {}
        for key in keys:
            row = self._connection.execute(
                "SELECT vector FROM vectors WHERE key = ?", (key,)
            ).fetchone()
            if row and len(row[0]) == self._dimensions * _STORED.itemsize:
                found[key] = np.frombuffer(row[0], dtype=_STORED).astype(np.float32)
        return found

    def put(self, vectors: Mapping[bytes, Vector]) -> None:
        """Keep vectors; of too many the oldest are let go."""
        rows: Iterable[tuple[bytes, bytes]] = (
            (key, vector.astype(_STORED).tobytes()) for key, vector in vectors.items()
        )
        with self._connection:
            self._connection.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?)", rows)
            self._connection.execute(
                "DELETE FROM vectors WHERE rowid <= (SELECT max(rowid) FROM vectors) - ?",
                (self._most_rows,),
            )

    def close(self) -> None:
        self._connection.close()


def _open(file: Path, model: str) -> sqlite3.Connection:
    """Open the file, emptied unless *model* made what is in it."""
    with contextlib.ExitStack() as on_error:
        connection = sqlite3.connect(file, check_same_thread=False)
        on_error.callback(connection.close)
        file.chmod(0o600)
        connection.execute("PRAGMA synchronous = OFF")  # a loss costs only time
        made_by = f"{_VERSION} {model}"
        with connection:
            connection.execute("CREATE TABLE IF NOT EXISTS made_by (model TEXT)")
            if connection.execute("SELECT model FROM made_by").fetchall() != [(made_by,)]:
                connection.execute("DROP TABLE IF EXISTS vectors")
                connection.execute("DELETE FROM made_by")
                connection.execute("INSERT INTO made_by VALUES (?)", (made_by,))
            connection.execute(
                "CREATE TABLE IF NOT EXISTS vectors (key BLOB PRIMARY KEY, vector BLOB NOT NULL)"
            )
        on_error.pop_all()
    return connection
