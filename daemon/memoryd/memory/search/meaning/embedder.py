"""What turns texts into vectors."""

from collections.abc import Sequence
from typing import Protocol

from .vectors import Matrix, Vector


class Embedder(Protocol):
    """A model of meaning. Its *name* changes whenever its vectors do. Thread-safe."""

    @property
    def name(self) -> str: ...

    @property
    def dimensions(self) -> int: ...

    def embed(self, texts: Sequence[str]) -> Matrix:
        """Return a unit vector a row for texts that are to be found."""

    def embed_prompt(self, text: str) -> Vector:
        """Return the unit vector of what is asked."""

    def close(self) -> None:
        """Let go of files; nothing is embedded any more."""
