"""A digest as bytes, to be kept beside the texts that were made of it."""

import msgspec

from .values import SessionDigest

_VERSION = 1


class _Kept(msgspec.Struct, kw_only=True):
    version: int
    digest: SessionDigest


_KEPT = msgspec.json.Decoder(_Kept)


def encode_digest(digest: SessionDigest) -> bytes:
    """Return *digest* as JSON."""
    return msgspec.json.encode(_Kept(version=_VERSION, digest=digest))


def decode_digest(data: bytes) -> SessionDigest | None:
    """Return what `encode_digest` made; None for another version or damage: read it anew."""
    try:
        kept = _KEPT.decode(data)
    except (msgspec.DecodeError, RecursionError):
        return None
    return kept.digest if kept.version == _VERSION else None
