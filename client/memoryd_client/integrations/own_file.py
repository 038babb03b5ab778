"""A file that is all ours."""

import hashlib
from dataclasses import dataclass
from pathlib import Path

from .base import CannotEditError


@dataclass(frozen=True, slots=True)
class OwnFile:
    """A whole file with this content."""

    path: Path
    content: bytes
    kind = "file"

    def put(self, old: bytes | None, *, known: bool) -> bytes:
        """Return the content, unless a file stands there that we did not write."""
        if old is not None and old != self.content and not known:
            raise CannotEditError(
                f"{self.path} is a file that memoryd did not write",
                hint="move it away, or do without ours",
            )
        return self.content

    def ours(self, now: bytes | None) -> str:
        """Return the digest of the whole file."""
        return "" if now is None else hashlib.sha256(now).hexdigest()

    def by_hand(self) -> str:
        """Return the whole file."""
        return self.content.decode()
