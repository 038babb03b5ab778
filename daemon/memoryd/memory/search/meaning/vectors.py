"""Unit vectors by id, in one matrix that is changed in place."""

import threading
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

Vector: TypeAlias = npt.NDArray[np.float32]
Matrix: TypeAlias = npt.NDArray[np.float32]

_FIRST_ROWS: Final = 64


class Nearest(NamedTuple):
    """The ids closest to a query, closest first, and how the cosines of all are distributed."""

    ids: list[str]
    cosines: list[float]
    mean: float
    deviation: float
    size: int


class Vectors:
    """The vectors of one index. Thread-safe: one thread puts while others ask."""

    def __init__(self) -> None:
        self._matrix: Matrix = np.empty((0, 0), dtype=np.float32)
        self._ids: list[str] = []
        self._rows: dict[str, int] = {}
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._ids)

    def put(self, id_: str, vector: Vector) -> None:
        """Hold *vector* for *id_*, in the place of the one it had."""
        with self._lock:
            row = self._rows.get(id_)
            if row is None:
                row = self._rows[id_] = len(self._ids)
                self._ids.append(id_)
                self._make_room(len(vector))
            self._matrix[row] = vector

    def discard(self, id_: str) -> None:
        """Let go of *id_*; one that is not held is fine."""
        with self._lock:
            row = self._rows.pop(id_, None)
            if row is None:
                return
            last = self._ids.pop()
            if last != id_:
                self._matrix[row] = self._matrix[len(self._ids)]
                self._ids[row] = last
                self._rows[last] = row

    def nearest(self, query: Vector, count: int) -> Nearest:
        """Return the *count* closest to *query*, a unit vector."""
        with self._lock:
            size = len(self._ids)
            if not size:
                return Nearest([], [], 0.0, 0.0, 0)
            cosines = self._matrix[:size] @ query
            best = _best(cosines, min(count, size))
            return Nearest(
                [self._ids[row] for row in best],
                [float(cosines[row]) for row in best],
                float(cosines.mean()),
                float(cosines.std()),
                size,
            )

    def _make_room(self, dimensions: int) -> None:
        rows = len(self._matrix)
        if len(self._ids) > rows:
            grown = np.empty((max(_FIRST_ROWS, 2 * rows), dimensions), dtype=np.float32)
            if rows:
                grown[:rows] = self._matrix
            self._matrix = grown


def _best(cosines: Vector, count: int) -> npt.NDArray[np.intp]:
    found = np.argpartition(-cosines, count - 1)[:count]
    return found[np.argsort(-cosines[found])]
