"""What a text states, sentence by sentence, so that new words can be traced to old ones.

A text may be made of whole sentences that were said, in other places and without courtesy.
Sentences that differ in one place may be drawn together: «CI runs on A» and «CI runs on B» say
«CI runs on A and B». Anything shorter than a sentence is never taken out of it: a half may say
the opposite of the whole.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice

from memoryd.memory import normal_form

from .replaced import is_negated

_CODE = r"`[^`]*`"
# An end, unless it is one of an abbreviation (`e.g.`).
_END = re.compile(rf"(?P<code>{_CODE})|(?<!\b[^\W\d_]\.)(?<=[.!?…])\s+|;\s+|(?<=[。！？；])")
_TOKEN = re.compile(
    rf"{_CODE}|[,、]|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|"
    r"[^\s,、`\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+"
)
_AND = frozenset((",", "、", "and", "und", "et", "y", "e", "и", "和", "与", "及", "と", "와", "과"))
_OR = frozenset(("or", "nor", "oder", "noch", "ou", "ni", "o", "или", "ни", "或"))
_MOST_TOKENS = 80
_MOST_SIDE_BY_SIDE = 6  # tokens that take one place
_MOST_READINGS = 64
_LONGEST_DRAWN = 2000  # no model may write a longer text; those that are longer are pages


@lru_cache(maxsize=1 << 12)
def sentences(text: str) -> tuple[str, ...]:
    """Return the sentences of a text, with what stands in code left whole."""
    parts: list[str] = []
    start = 0
    for end in _END.finditer(text):
        if not end["code"]:
            parts.append(text[start : end.start()])
            start = end.end()
    trimmed = (part.strip(" ;") for part in (*parts, text[start:]))
    return tuple(part for part in trimmed if part)


@lru_cache(maxsize=1 << 12)
def stated(text: str) -> frozenset[str]:
    """Return the normal form of each statement in a text, those drawn together one by one."""
    found = sentences(text)
    drawn = found if len(text) <= _LONGEST_DRAWN else ()
    apart = (form for sentence in drawn for reading in _readings(sentence) for form in reading)
    return frozenset((*map(normal_form, found), *apart))


def states(texts: Iterable[str], said: str) -> bool:
    """Tell whether *texts* state every sentence of what was *said*."""
    there = frozenset[str]().union(*map(stated, texts))
    return all(normal_form(sentence) in there for sentence in sentences(said))


class Said:
    """Texts that were said, and which others are made of nothing but them."""

    def __init__(self, texts: Iterable[str]) -> None:
        # By normal form: in which texts it is which sentence.
        self._places: dict[str, set[tuple[int, int]]] = {}
        for number, text in enumerate(texts):
            for at, sentence in enumerate(sentences(text)):
                self._places.setdefault(normal_form(sentence), set()).add((number, at))

    def makes(self, text: str) -> bool:
        """Tell whether *text* says what was said, and no sentence follows a wrong one.

        Where one refers to the one before (`It is fast.`) another must not come in between.
        """
        before: set[tuple[int, int]] = set()
        found = sentences(text)
        for number, sentence in enumerate(found):
            places = self._find(sentence)
            if number:
                places = {(n, at) for n, at in places if at == 0 or (n, at - 1) in before}
            if not places:
                return False
            before = places
        return bool(found)

    def _find(self, sentence: str) -> set[tuple[int, int]]:
        if places := self._places.get(normal_form(sentence)):
            return places
        for reading in _readings(sentence):
            if all(form in self._places for form in reading):
                return self._places[reading[0]]
        return set()


@lru_cache(maxsize=1 << 12)
def _readings(sentence: str) -> tuple[tuple[str, ...], ...]:
    tokens = _TOKEN.findall(sentence)
    if len(tokens) > _MOST_TOKENS or not any(map(_is_join, tokens)):
        return ()
    found = islice(_draw_apart(tokens), _MOST_READINGS)
    return tuple(tuple(map(normal_form, reading)) for reading in found)


def _draw_apart(tokens: list[str]) -> Iterator[list[str]]:
    """Yield what a sentence may be short for: parts of one length that take turns in one place."""
    for first in (at for at, token in enumerate(tokens) if _is_join(token)):
        for size in range(1, min(first, _MOST_SIDE_BY_SIDE) + 1):
            start, end = first - size, first
            parts = [tokens[start:first]]
            joins: set[str] = set()
            while part := _next_part(tokens, end, size):
                at, words = part
                joins.update(map(str.casefold, tokens[end:at]))
                parts.append(words)
                end = at + size
            before, behind = tokens[:start], tokens[end:]
            if len(parts) > 1 and (before or behind) and _is_plain(parts, joins, before):
                yield [" ".join([*before, *part, *behind]) for part in parts]


def _next_part(tokens: list[str], at: int, size: int) -> tuple[int, list[str]] | None:
    start = at
    while start < len(tokens) and _is_join(tokens[start]):
        start += 1
    words = tokens[start : start + size]
    is_whole = start > at and len(words) == size and not any(map(_is_join, words))
    return (start, words) if is_whole else None


def _is_plain(parts: list[list[str]], joins: set[str], before: list[str]) -> bool:
    """Tell whether all parts hold alike: only after a `not` does `or` join what holds together."""
    if any(is_negated(" ".join(part)) for part in parts):
        return False
    return joins <= _AND or is_negated(" ".join(before))


def _is_join(token: str) -> bool:
    return token.casefold() in _AND or token.casefold() in _OR
