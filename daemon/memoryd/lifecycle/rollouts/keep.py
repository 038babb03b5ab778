"""What is kept of a session between the phases: its texts, and beside them its digest."""

import msgspec

from memoryd.database import Extraction, Stage1Output

from .values import Rollout, SessionDigest

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


def rollout_of(output: Stage1Output) -> Rollout:
    """Return what is kept of a session as the second phase reads it."""
    return Rollout(
        session=output.session,
        updated_at=output.source_updated,
        raw_memory=output.raw_memory,
        rollout_summary=output.rollout_summary,
        slug=output.rollout_slug or "",
        digest=decode_digest(output.digest) if output.digest else None,
        uses=output.usage_count,
    )


def extraction_of(rollout: Rollout) -> Extraction | None:
    """Return what is kept of a session; None when it taught nothing."""
    if not (rollout.raw_memory and rollout.rollout_summary):
        return None
    return Extraction(
        raw_memory=rollout.raw_memory,
        rollout_summary=rollout.rollout_summary,
        rollout_slug=rollout.slug or None,
        digest=encode_digest(rollout.digest) if rollout.digest else None,
    )
