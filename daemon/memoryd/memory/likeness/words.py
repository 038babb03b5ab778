"""The words of a fact, and which of them no grammar may touch."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from memoryd.memory.search.han import fold_han
from memoryd.memory.search.tokens import normalise

from .courtesy import without_courtesy

_APOSTROPHES: Final = str.maketrans("’‘ʼ", "'''")
_QUOTED: Final = re.compile(
    r'`([^`]+)`|"([^"]+)"|“([^“”]+)”|„([^„“]+)“|«([^«»]+)»|「([^「」]+)」|『([^『』]+)』'
)
_EMPHASIS: Final = re.compile(r"(?<![^\s(])(\*{1,3})(?=[^\s*])([^*]+)(?<=\S)\1(?=[\s.,;:!?)]|$)")
_UNSPACED: Final = (
    "\u3005-\u3007\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
    "\u1100-\u11ff\u3131-\u318e\uac00-\ud7ff"
)
_STOPS: Final = "。、「」『』【】《》〈〉・"
_CHUNK: Final = re.compile(rf"[{_UNSPACED}]+|[{_STOPS}]|[^\s{_UNSPACED}{_STOPS}]+")
_IS_UNSPACED: Final = re.compile(f"[{_UNSPACED}]")
_OPENERS: Final = "([{\"'¿¡„“‚‘«»"
_CLOSERS: Final = ".,;:!?\"'”’»«"
_CLOSING: Final = {")": "(", "]": "[", "}": "{"}
_PROSE: Final = frozenset("-–—―·•.,;:!?\"'()¿¡„“”‚‘’«»")
_QUOTES: Final = frozenset("\"'“”„‚‘’«»")
_LETTERS: Final = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
_CAMEL: Final = re.compile(r"[a-z]+[A-Z]")


class Word(NamedTuple):
    """One word; a literal one (a name, a number, a path, what is quoted) is not to be bent.

    The empty word is where punctuation ends a part of the sentence.
    """

    text: str
    literal: bool = False


BREAK: Final = Word("")


def read_words(text: str) -> list[Word]:
    """Return the words of *text* in order."""
    return _joined(_read(without_courtesy(normalise(text).translate(_APOSTROPHES))))


def _read(text: str) -> Iterator[Word]:
    at = 0
    for quoted in _QUOTED.finditer(text):
        yield from _read_plain(text[at : quoted.start()])
        for word in quoted[quoted.lastindex or 0].split():
            yield Word(word.casefold() if _is_plain(word) else word, literal=True)
        at = quoted.end()
    yield from _read_plain(text[at:])


def _joined(words: Iterator[Word]) -> list[Word]:
    """Join what scripts without blanks write with blanks all the same."""
    joined: list[Word] = []
    for word in words:
        before = joined[-1].text if joined else ""
        if before and _IS_UNSPACED.match(before[-1]) and _IS_UNSPACED.match(word.text):
            joined[-1] = Word(before + word.text, literal=True)
        else:
            joined.append(word)
    return joined


def _read_plain(text: str) -> Iterator[Word]:
    for chunk in _CHUNK.findall(_EMPHASIS.sub(r"\2", text)):
        if chunk.isascii() and chunk.isalpha() and not _CAMEL.match(chunk):
            yield Word(chunk.casefold())
        elif chunk in _STOPS:
            yield BREAK
        elif _IS_UNSPACED.match(chunk):
            yield Word(fold_han(chunk), literal=True)
        elif any(map(str.isalnum, chunk)):
            yield from _read_chunk(chunk)
        elif not _PROSE.issuperset(chunk):
            yield Word(chunk, literal=True)
        else:
            yield BREAK


def _read_chunk(chunk: str) -> Iterator[Word]:
    opened = chunk.lstrip(_OPENERS)
    if not _QUOTES.issuperset(chunk[: len(chunk) - len(opened)]):
        yield BREAK
    word = _without_tail(opened)
    if _is_plain(word):
        yield Word(word.casefold())
    elif word:
        # A capital at the start may be due to the sentence; the others belong to the name.
        yield Word(word[0].lower() + word[1:] if word[1:].islower() else word, literal=True)
    if not _QUOTES.issuperset(opened[len(word) :]):
        yield BREAK


def _without_tail(word: str) -> str:
    """Cut the punctuation off the end; a bracket stays with the one that opens it."""
    while word and (
        word[-1] in _CLOSERS
        or (word[-1] in _CLOSING and word.count(word[-1]) > word.count(_CLOSING[word[-1]]))
    ):
        word = word[:-1]
    return word


def _is_plain(word: str) -> bool:
    return bool(_LETTERS.fullmatch(word)) and not _CAMEL.match(word)
