"""One text, all rules: find what is secret, put a mark in its place."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from .blocks import find_blocks
from .carried import find_carried
from .families import find_tokens
from .named import find_named
from .spans import Span, clip, merge, replace

_ESCAPES: Final = ("\x1b[", "\\u001b[", "\\x1b[", "\\033[", "\\e[")
_COLOUR: Final = re.compile(r"(?:\x1b|\\(?:u001b|x1b|033|e))\[[0-9;]{0,32}[A-Za-z]")


@dataclass(frozen=True, slots=True)
class Finding:
    """A kind of secret and how many of it were taken out."""

    kind: str
    count: int


@dataclass(frozen=True, slots=True)
class Redacted:
    """A text without secrets, and what was taken out of it."""

    text: str
    findings: tuple[Finding, ...] = ()


def redact(text: str) -> Redacted:
    """Return *text* with `[redacted:<kind>]` in place of each secret.

    What is redacted once stays as it is: redacting the result again changes nothing.
    """
    counts: Counter[str] = Counter()
    # A mark is a new boundary, behind which something may show that was part of a longer word.
    # Every round turns characters into marks, and marks are never touched: it ends.
    while spans := merge(_find(text)):
        counts.update(span.kind for span in spans)
        text = replace(text, spans)
    return Redacted(text, tuple(Finding(kind, count) for kind, count in sorted(counts.items())))


def has_secret(text: str) -> bool:
    """Tell whether redacting *text* would change it."""
    return next(_find(text), None) is not None


def _find(text: str) -> Iterator[Span]:
    if any(escape in text for escape in _ESCAPES):  # colours would grow into words and names
        text = _COLOUR.sub(lambda found: " " * len(found[0]), text)
    # One byte a character, so that offsets agree. Searching bytes is several times faster than
    # searching wide strings, and every published token format is ASCII.
    plain = text.encode("ascii", "replace")
    lowered = plain.lower()
    yield from find_blocks(lowered)
    for find in (find_tokens(plain), find_carried(text, lowered), find_named(text, lowered)):
        for span in find:
            clipped = clip(text, span)
            if clipped.start < clipped.end:
                yield clipped
