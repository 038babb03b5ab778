"""Whose a file of a memory root is: ours, or a person's that is never touched.

Markdown of ours bears a mark. Beside a skill a mark would be part of the script, so a list in the
root says what was written there; a file that is not as it was listed was changed by a person.
"""

import hashlib
from collections.abc import Mapping

import msgspec

from memoryd.errors import NotReadyError

from .marks import is_ours
from .names import BESIDE, is_beside

UNREADABLE = b"\0cannot be read"
_VERSION = 1


class _Listed(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    version: int
    files: dict[str, str]


class _Versioned(msgspec.Struct):
    version: int


_LISTED = msgspec.json.Decoder(_Listed)
_VERSIONED = msgspec.json.Decoder(_Versioned)


def owned_in(present: Mapping[str, bytes]) -> frozenset[str]:
    """Return the paths of the files that we wrote and nobody changed."""
    listed = _read(present.get(BESIDE, b""))
    return frozenset(
        path
        for path, data in present.items()
        if data != UNREADABLE
        and (
            path == BESIDE
            or (listed.get(path) == _hash(data) if is_beside(path) else is_ours(data))
        )
    )


def list_owned(files: Mapping[str, bytes]) -> bytes:
    """Return the list of the files of ours that bear no mark; empty when there are none."""
    listed = {path: _hash(data) for path, data in sorted(files.items()) if is_beside(path)}
    listing = msgspec.json.encode(_Listed(version=_VERSION, files=listed))
    return msgspec.json.format(listing, indent=1) + b"\n" if listed else b""


def is_listing(data: bytes) -> bool:
    """Tell whether *data* is such a list."""
    try:
        return bool(_read(data))
    except NotReadyError:  # what is written now is of no later version
        return False


def _read(data: bytes) -> dict[str, str]:
    """Read the list; from a damaged one nothing is known, and nothing is ours.

    Raise NotReadyError for one of the future, which is neither guessed at nor overwritten.
    """
    try:
        version = _VERSIONED.decode(data).version
        if version <= _VERSION:
            return _LISTED.decode(data).files
    except (msgspec.DecodeError, RecursionError):
        return {}
    raise NotReadyError(
        f"{BESIDE} of a memory root has version {version}, this memoryd knows {_VERSION}",
        hint="upgrade memoryd, or move the file away",
    )


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
