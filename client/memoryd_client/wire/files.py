"""What comes as a file and not as JSON."""

from dataclasses import dataclass

__all__ = ["Resource"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Resource:
    """What a `memory://` address names: a file's bytes and media type, or a directory's names."""

    media: str
    data: bytes
    entries: list[str] | None = None
