"""Which memory states a fact already: the same type, the same words or others for it."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Final, NamedTuple

from memoryd.domain import MemoryType, fold

from .document import Document
from .likeness import is_same_fact
from .search.han import fold_han

_RUN: Final = re.compile(r"[a-z]+|[^\W\da-z_]+|\d+")
_WRITTEN_APART: Final = "\u2e80"  # scripts before this one put blanks between words
_PIECE_CHARS: Final = 4  # few enough that most forms of a word begin alike
_RAREST: Final = 6
_MOST_COMPARED: Final = 16
_SHARED: Final = 0.4  # of the pieces of the shorter wording
_COURTESY: Final = 6  # pieces that the same fact may be said with and without


class _Place(NamedTuple):
    path: str
    entry: int
    summary: str
    exact: str
    pieces: frozenset[str]


class Facts:
    """Finds facts by type and words; told of each document that changes.

    A fact in other words shares most of its rarer words: only the few places that do are compared,
    however many there are.
    """

    def __init__(self) -> None:
        self._places: dict[int, _Place] = {}
        self._numbers: dict[str, list[int]] = {}  # of places, by key
        self._of_path: dict[str, list[int]] = {}
        self._next = 0

    def put(self, path: str, document: Document | None) -> None:
        """Take note of what *path* states now; None when it is gone."""
        for number in self._of_path.pop(path, ()):
            place = self._places.pop(number)
            for key in (place.exact, *place.pieces):
                self._numbers[key].remove(number)
                if not self._numbers[key]:
                    del self._numbers[key]
        if document and document.entries:
            kind = document.type
            self._of_path[path] = [
                self._add(_Place(path, at, entry.summary, *_keys(kind, entry.summary)))
                for at, entry in enumerate(document.entries)
            ]

    def _add(self, place: _Place) -> int:
        number = self._next
        self._next += 1
        self._places[number] = place
        for key in (place.exact, *place.pieces):
            self._numbers.setdefault(key, []).append(number)
        return number

    def find(
        self, kind: MemoryType, summary: str, documents: Mapping[str, Document]
    ) -> tuple[Document, int] | None:
        """Return document and index of the entry that states a fact; a pinned one before others."""
        places = [self._places[number] for number in self._likely(kind, summary)]
        found = [
            (documents[place.path], place.entry)
            for place in places
            if is_same_fact(place.summary, summary)
        ]
        return min(found, key=lambda place: (not place[0].pinned, place[0].relative), default=None)

    def _likely(self, kind: MemoryType, summary: str) -> dict[int, None]:
        """Return the places worth comparing: the same text, and what shares the rarest pieces."""
        exact, pieces = _keys(kind, summary)
        known = (self._numbers.get(piece, ()) for piece in pieces)
        rarest = sorted(filter(None, known), key=len)[:_RAREST]
        shared = Counter(chain.from_iterable(rarest)).most_common(_MOST_COMPARED)
        near = [number for number, _ in shared if _are_near(self._places[number].pieces, pieces)]
        return dict.fromkeys((*self._numbers.get(exact, ()), *near))


def _are_near(a: frozenset[str], b: frozenset[str]) -> bool:
    few, many = sorted((len(a), len(b)))
    # What is twice as long, courtesy aside, says more than the other.
    return many <= 2 * few + _COURTESY and len(a & b) >= _SHARED * few


def _keys(kind: MemoryType, summary: str) -> tuple[str, frozenset[str]]:
    """Return a key of the whole text and one of each piece of it; keys of a type are its own."""
    text = fold_han(fold(summary))
    return f"{kind}={text}", frozenset(f"{kind}:{piece}" for piece in _cut(text))


def _cut(text: str) -> Iterator[str]:
    for run in _RUN.findall(text):
        if run < _WRITTEN_APART:
            yield run[:_PIECE_CHARS]
        else:
            yield from (run[at : at + 2] for at in range(max(1, len(run) - 1)))
