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

LONGEST_KEY: Final = 64

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
_BREAKS: Final = str.maketrans(dict.fromkeys('!"&()*,;<=>?[]^`{|}~', " "))
_CHUNK: Final = re.compile(r"\S+")
_COMPONENT: Final = re.compile(r"[^:/\\@#+$%]+")
_PIECE: Final = re.compile(rf"\d+|[A-Z]+(?![^\W\d_A-Z])|[A-Z]?(?:(?![A-Z\d_])[\w{_MARKS}])+|[A-Z]+")
_JOINT: Final = re.compile(r"[-_'’]|(?<!\d)\.|\.(?!\d)")
_VERSION: Final = re.compile(r"v(?=\d)")
_INVISIBLE: Final = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\ufeff]+")
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
    if text.isascii():
        return text
    return unicodedata.normalize("NFKC", _INVISIBLE.sub("", text))


def tokens(text: str) -> list[str]:
    """Return every key of *text* in order, repeats included."""
    return [key for token in scan(normalise(text)) for key in token.keys]


def scan(text: str) -> Iterator[Token]:
    """Yield the tokens of a normalised text in order, an identifier before its parts."""
    for at, end in _spans(text):
        piece = text[at:end]
        for keys, start, stop in _cut_short(piece) if end - at <= LONGEST_KEY else _cut(piece):
            yield Token(keys, at + start, at + stop)


def pieces(text: str) -> list[str]:
    """Return a normalised text cut so that `keys_of` the pieces are what `scan` yields, in order.

    It takes a tenth of the time of a scan, and thousands of texts are read at every start.
    """
    if text.isascii():
        return text.translate(_BREAKS).split()
    return [text[at:end] for at, end in _spans(text)] if _UNSPACED.search(text) else text.split()


def keys_of(piece: str) -> list[tuple[str, ...]]:
    """Return the keys of each token of a piece."""
    if _is_word(piece):
        return [_forms(piece.casefold())]
    return [token.keys for token in _cut(piece)]


def _spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield where the pieces of a text stand: what is between spaces, or two characters."""
    at = 0
    for run in _UNSPACED.finditer(text):
        start, end = run.span()
        yield from (chunk.span() for chunk in _CHUNK.finditer(text, at, start))
        for at in range(start, max(start + 1, end - 1)):
            yield at, min(at + 2, end)
        at = end
    yield from (chunk.span() for chunk in _CHUNK.finditer(text, at))


def _cut(text: str) -> Iterator[Token]:
    """Yield the tokens of a piece, which depend on nothing around it."""
    if _UNSPACED.match(text):
        same = fold_han(text)
        yield Token((text,) if text == same else (text, same), 0, len(text))
        return
    for run in _RUN.finditer(text):
        start, end = run.span()
        if _is_word(run[0]):
            yield Token(_forms(run[0].casefold()), start, end)
        else:
            yield from _cut_compound(text, start, end)


@lru_cache(maxsize=1 << 12)  # people and logs repeat themselves
def _cut_short(text: str) -> tuple[Token, ...]:
    return tuple(_cut(text))


def _is_word(text: str) -> bool:
    return text.isalpha() and text[1:].islower()


def _cut_compound(text: str, start: int, end: int) -> Iterator[Token]:
    components = [part.span() for part in _COMPONENT.finditer(text, start, end)]
    if components != [(start, end)] and end - start <= LONGEST_KEY:
        yield Token((text[start:end].casefold(),), start, end)
    for begin, stop in components:
        yield from _cut_component(text, begin, stop)


def _cut_component(text: str, start: int, end: int) -> Iterator[Token]:
    pieces = [piece.span() for piece in _PIECE.finditer(text, start, end)]
    if not pieces:
        return
    if pieces == [(start, end)]:
        yield Token(_forms(text[start:end].casefold()), start, end)
        return
    if end - start <= LONGEST_KEY:
        whole = _JOINT.sub("", text[start:end].casefold())
        bare = _VERSION.sub("", whole, count=1)
        yield Token((whole,) if bare == whole else (whole, bare), start, end)
    for begin, stop in pieces:
        if stop - begin > 1:
            yield Token(_forms(text[begin:stop].casefold()), begin, stop)


@lru_cache(maxsize=1 << 14)
def _forms(word: str) -> tuple[str, ...]:
    word = word[:LONGEST_KEY]
    if word.isascii():
        return (stem(word),)
    spellings = (word, _fold(word), word.translate(_SPELLED))
    return tuple(dict.fromkeys(stem(spelling) for spelling in spellings if spelling))


def _fold(word: str) -> str:
    if "\u0400" <= word[0] <= "\u04ff":
        return word  # here the marks make other letters, not accents
    bare = _ACCENTS.sub("", unicodedata.normalize("NFD", word))
    return unicodedata.normalize("NFC", bare).translate(_BARE)
