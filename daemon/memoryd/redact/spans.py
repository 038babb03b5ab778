"""Where a secret stands in a text, and the mark that takes its place."""

from collections.abc import Iterable
from typing import Final, NamedTuple

MARK: Final = "[redacted:"
# No kind is longer, so a mark that covers a position begins at most this far before it.
_LONGEST_MARK: Final = 40


class Span(NamedTuple):
    """One secret: its place in the text and what it is."""

    start: int
    end: int
    kind: str


def in_mark(text: str, at: int) -> bool:
    """Tell whether the character at *at* belongs to a mark."""
    opened = text.rfind(MARK, max(0, at - _LONGEST_MARK), at)
    return opened >= 0 and text.find("]", opened, at) < 0


def clip(text: str, span: Span) -> Span:
    """Return *span* without what a mark covers: what is redacted once stays as it is."""
    if in_mark(text, span.start):
        return span._replace(end=span.start)
    mark = text.find(MARK, span.start, span.end)
    return span if mark < 0 else span._replace(end=mark)


def merge(spans: Iterable[Span]) -> list[Span]:
    """Return disjoint spans in order; of spans that overlap the first given names the kind."""
    ranked = sorted(enumerate(spans), key=lambda item: (item[1].start, item[0]))
    merged: list[tuple[int, Span]] = []
    for rank, span in ranked:
        if merged and span.start < merged[-1][1].end:
            best, last = merged[-1]
            kind = span.kind if rank < best else last.kind
            merged[-1] = (min(rank, best), Span(last.start, max(last.end, span.end), kind))
        elif span.start < span.end:
            merged.append((rank, span))
    return [span for _, span in merged]


def replace(text: str, spans: Iterable[Span]) -> str:
    """Return *text* with a mark in place of each of the disjoint *spans*."""
    parts: list[str] = []
    done = 0
    for span in spans:
        parts += (text[done : span.start], MARK, span.kind, "]")
        done = span.end
    return "".join([*parts, text[done:]])
