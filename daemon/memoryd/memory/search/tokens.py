"""Text cut into the keys by which memories are found, in any script.

Every key knows the place it was typed at, so that a match can be shown as typed, and so that
overlapping keys (an identifier and its parts, the bigrams of a Chinese phrase) count once.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from .han import fold_han
from .stems import stem

_LONGEST_KEY: Final = 64
_MOST_PIECES: Final = 12

# str.isalnum and \w know nothing of combining marks, which half of Asia writes its vowels with.
_MARKS: Final = (
    "\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc"
    "\u0900-\u0963\u0971-\u0df3\u0f71-\u0f84\u1a17-\u1a7f\u1b00-\u1bf3"
)
# Scripts that put no space between words, and Korean, which hangs its particles on them.
_UNSPACED: Final = re.compile(
    "["
    "\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ece\u1000-\u109f\u1780-\u17d3"  # Thai Lao Burmese Khmer
    "\u3041-\u3096\u3099-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff"  # kana
    "\u1100-\u11ff\u3131-\u318e\uac00-\ud7ff"  # Hangul
    "\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # Han
    "]+"
)
_RUN: Final = re.compile(rf"[\w{_MARKS}]+(?:[.:/\\@#+$%'’-]+[\w{_MARKS}]+)*(?:\+\+|#)?")
_COMPONENT: Final = re.compile(r"[^:/\\@#+$%]+")
_PIECE: Final = re.compile(rf"\d+|[A-Z]+(?![^\W\d_A-Z])|[A-Z]?(?:(?![A-Z\d_])[\w{_MARKS}])+|[A-Z]+")
_JOINT: Final = re.compile(r"[-_'’]|(?<!\d)\.|\.(?!\d)")
_VERSION: Final = re.compile(r"v(?=\d)")
_INVISIBLE: Final = dict.fromkeys([0xAD, *range(0x200B, 0x2010), *range(0x202A, 0x202F), 0xFEFF])
_ACCENTS: Final = re.compile("[\u0300-\u036f\u0591-\u05bd\u064b-\u065f\u0670]+")
_BARE: Final = str.maketrans("đłøı", "dloi")
_SPELLED: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe"})


class Token(NamedTuple):
    """A place in a text and the keys it is found under, the closest to what was typed first."""

    keys: tuple[str, ...]
    start: int
    end: int


def normalise(text: str) -> str:
    """Return the form of *text* that tokens point into: NFKC without invisible characters."""
    return unicodedata.normalize("NFKC", text.translate(_INVISIBLE))


def tokens(text: str) -> list[str]:
    """Return every key of *text* in order, repeats included."""
    return [key for token in scan(normalise(text)) for key in token.keys]


def scan(text: str) -> Iterator[Token]:
    """Yield the tokens of a normalised text in order, an identifier before its parts."""
    at = 0
    for run in _UNSPACED.finditer(text):
        yield from _scan_spaced(text, at, run.start())
        yield from _scan_unspaced(text, run.start(), run.end())
        at = run.end()
    yield from _scan_spaced(text, at, len(text))


def _scan_unspaced(text: str, start: int, end: int) -> Iterator[Token]:
    folded = fold_han(text[start:end])
    for at in range(start, max(start + 1, end - 1)):
        stop = min(at + 2, end)
        pair, same = text[at:stop], folded[at - start : stop - start]
        yield Token((pair,) if pair == same else (pair, same), at, stop)


def _scan_spaced(text: str, start: int, end: int) -> Iterator[Token]:
    for run in _RUN.finditer(text, start, end):
        begin, stop = run.span()
        if run[0].isalpha() and run[0][1:].islower():
            yield Token(_forms(run[0].casefold()), begin, stop)
        else:
            yield from _scan_compound(text, begin, stop)


def _scan_compound(text: str, start: int, end: int) -> Iterator[Token]:
    components = [part.span() for part in _COMPONENT.finditer(text, start, end)]
    if components != [(start, end)] and end - start <= _LONGEST_KEY:
        yield Token((text[start:end].casefold(),), start, end)
    for begin, stop in components:
        yield from _scan_component(text, begin, stop)


def _scan_component(text: str, start: int, end: int) -> Iterator[Token]:
    pieces = [piece.span() for piece in _PIECE.finditer(text, start, end)]
    if not pieces:
        return
    if pieces == [(start, end)]:
        yield Token(_forms(text[start:end].casefold()), start, end)
        return
    if end - start <= _LONGEST_KEY:
        whole = _JOINT.sub("", text[start:end].casefold())
        bare = _VERSION.sub("", whole, count=1)
        yield Token((whole,) if bare == whole else (whole, bare), start, end)
    for begin, stop in pieces:
        if stop - begin > 1:
            yield Token(_forms(text[begin:stop].casefold()), begin, stop)


@lru_cache(maxsize=1 << 14)
def _forms(word: str) -> tuple[str, ...]:
    word = word[:_LONGEST_KEY]
    if word.isascii():
        return (stem(word),)
    spellings = (word, _fold(word), word.translate(_SPELLED))
    return tuple(dict.fromkeys(stem(spelling) for spelling in spellings if spelling))


def _fold(word: str) -> str:
    if "\u0400" <= word[0] <= "\u04ff":
        return word  # here the marks make other letters, not accents
    bare = _ACCENTS.sub("", unicodedata.normalize("NFD", word))
    return unicodedata.normalize("NFC", bare).translate(_BARE)
