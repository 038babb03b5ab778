"""From arguments to a request, and from a reply's body to values."""

from __future__ import annotations  # naming a reply in a signature must not load them all

import json

from . import wire
from .errors import ProtocolError

TYPE_CHECKING = False  # `typing` takes long to load
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import TypeVar

    _T = TypeVar("_T")

_PLAIN = frozenset(
    b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/:"  # what needs no %
)


def target(path: str, query: Mapping[str, str | None]) -> str:
    """Return the request target; parameters that are None are left out."""
    given = "&".join(f"{name}={quote(value)}" for name, value in query.items() if value is not None)
    return f"{path}?{given}" if given else path


def quote(text: str) -> str:
    """Return *text* as a part of a URL; slashes and colons stay, as memories' ids have them."""
    data = text.encode("utf-8", "surrogatepass")
    return "".join(chr(byte) if byte in _PLAIN else f"%{byte:02X}" for byte in data)


def encode(body: Mapping[str, object]) -> bytes:
    """Return *body* as JSON; fields that are None are left out."""
    return json.dumps({key: value for key, value in body.items() if value is not None}).encode()


def decode(kind: type[_T], content: bytes) -> _T:
    """Return the *kind* that a reply's body holds; raise ProtocolError when it does not."""
    value = decode_json(content)
    try:
        return wire.load(kind, value)
    except ValueError as exc:
        raise ProtocolError(f"the daemon's answer is not what API {wire.API} says: {exc}") from exc


def decode_remembered(kind: type[wire.Remembered], content: bytes) -> wire.Remembered:
    """Return what became of a text: a new memory comes bare, every other outcome in a *kind*."""
    value = decode_json(content)
    if isinstance(value, dict) and "id" in value:
        return kind(memory=decode(wire.Memory, content))
    return decode(kind, content)


def decode_resource(media: str, content: bytes) -> wire.Resource:
    """Return a file as it came, or the names in a directory, which come as JSON."""
    media = media.partition(";")[0].strip()
    if media != "application/json":
        return wire.Resource(media=media, data=content)
    return wire.Resource(media=media, data=content, entries=decode(wire.Entries, content).entries)


def decode_json(content: bytes) -> object:
    """Return what JSON *content* holds; raise ProtocolError when it is none."""
    try:
        return json.loads(content)
    except (ValueError, RecursionError) as exc:
        raise ProtocolError("the daemon's answer is not JSON") from exc
