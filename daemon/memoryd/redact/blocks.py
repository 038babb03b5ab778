"""Secrets of several lines: `<private>` blocks and PEM keys."""

import re
from collections.abc import Iterator
from typing import Final

from .spans import Span, replace

_TAG: Final = re.compile(rb"<(/?)private(?:\s[^<>]{0,200})?>")
_PEM: Final = re.compile(rb"-----begin (?:[a-z0-9]{1,20} ){0,4}private key(?: block)?-----")
_PEM_END: Final = re.compile(rb"-----end [a-z0-9 ]{0,80}-----")
# A key cut off before its end: headers, then lines of base64, with real or escaped line breaks.
_PEM_LINES: Final = re.compile(
    rb"(?:(?:\\[nr]|\s)++[a-z-]{1,20}: [^\\\n]*+)*+"
    rb"(?:(?:\\[nr]|\s)++[a-z0-9+/=]{16,}+)*+(?:(?:\\[nr]|\s)++[a-z0-9+/]++=++)?"
)
_PEM_BODY: Final = re.compile(rb"[a-z0-9+/]{20}")


def without_private(text: str) -> str:
    """Return *text* with a mark in place of each block that a person marked as private."""
    return replace(text, _private(text.encode("ascii", "replace").lower()))


def find_blocks(lowered: bytes) -> Iterator[Span]:
    """Find the blocks a person marked as private, and private keys."""
    if b"<private" in lowered:
        yield from _private(lowered)
    if b"private key" in lowered:
        yield from _pem(lowered)


def _private(lowered: bytes) -> Iterator[Span]:
    """Take each run of opening tags with all closing tags that follow before the next opening.

    A block that is never closed reaches to the end: what was to stay unsaid does, though a
    statement behind a forgotten tag is lost. A tag in backticks is only spoken about.
    """
    start = end = -1
    for tag in _TAG.finditer(lowered):
        if _is_quoted(lowered, tag):
            continue
        if tag[1]:
            end = tag.end()
        elif start < 0:
            start, end = tag.start(), -1
        elif end >= 0:
            yield Span(start, end, "private")
            start, end = tag.start(), -1
    if start >= 0 and end >= 0:
        yield Span(start, end, "private")
    elif start >= 0:
        yield Span(start, len(lowered), "private")


def _is_quoted(lowered: bytes, tag: re.Match[bytes]) -> bool:
    around = lowered[max(0, tag.start() - 1) : tag.start()] + lowered[tag.end() : tag.end() + 1]
    return around == b"``"


def _pem(lowered: bytes) -> Iterator[Span]:
    for begin in _PEM.finditer(lowered):
        dashes = lowered.find(b"-----", begin.end())
        end = _PEM_END.match(lowered, dashes) if dashes >= 0 else None
        end = end or _PEM_LINES.match(lowered, begin.end())
        if end and _PEM_BODY.search(lowered, begin.end(), end.end()):
            yield Span(begin.start(), end.end(), "private-key")
