"""Finds the phrases of the language tables in a text.

There are thousands of phrases and most texts hold none, so each phrase is filed under its rarest
words: a text's words name the few patterns that are worth trying. A language written without
spaces has single letters and pairs of them in place of words.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from functools import cache, cached_property
from itertools import pairwise

from .languages import LANGUAGES
from .once import once
from .patterns import find_needs, parse_phrases, to_pattern
from .wording import fold_letters, is_unspaced

# A day and a month in numbers.
_NUMBERED = re.compile(r"\d(?:\.\d{1,2}\.(?:20\d\d|\s|$)|/\d|-\d\d-\d)")
_ENGLISH = 0  # its place among LANGUAGES
_WORD = re.compile(r"[^\W_]+")
# In so many messages that they are the last words to look a phrase up by.
_EVERYDAY = """
    a add also an and any are as at be been but by can change code could do file fix for from has
    have i if im in into is it just like make me my need new not now of on or our out please run
    should so test that the them then this to up use want was we what when will with would you your
"""
_TELLING = frozenset(
    {"remember", "recall_that", "standing", "general", "prefers", "role", "decides", "place"}
    | {"retract", "confirms", "corrects", "settles", "request", "informs", "constrains"}
)
_AT_START = frozenset({"corrects", "settles", "request"})  # tell something as first words only
_DATED = frozenset({"due", "dated"})  # tell something together, or one with a number
_NOT_KINDS = frozenset({"spaced", "dates", "common", "letters", "joins"})


@dataclass(frozen=True, eq=False, kw_only=True)
class _Phrase:
    """One phrase; its patterns are made when a text first has its words: most never are."""

    kind: str
    language: int  # its place among LANGUAGES
    tokens: list[str]
    needs: tuple[frozenset[str], ...]  # a text with the phrase has a word of each; rarest first

    @cached_property
    def source(self) -> str:
        return to_pattern(self.tokens, LANGUAGES[self.language])

    @cached_property
    def probe(self) -> str:
        """The pattern for a text that is not cut into sentences yet."""
        anywhere = self.kind not in _AT_START
        return to_pattern(self.tokens, LANGUAGES[self.language], anywhere=anywhere)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Lexicon:
    filed: dict[str, list[_Phrase]]  # by each word of their rarest group
    unfiled: list[_Phrase]  # without a word to look them up by


class Cues:
    """The phrases that a text, and every part of it, can hold."""

    __slots__ = ("_sources",)

    def __init__(self, folded: str) -> None:
        words = _words(folded)
        languages = _languages(folded, words)
        self._sources: dict[str, dict[str, None]] = {}
        for phrase in _possible(words, _lexicon()):
            if phrase.language in languages:
                self._sources.setdefault(phrase.kind, {})[phrase.source] = None

    def may_hold(self, kind: str) -> bool:
        """Tell whether a phrase of *kind* is possible at all."""
        return kind in self._sources

    def find(self, kind: str, part: str) -> re.Match[str] | None:
        """Return the first phrase of *kind* in *part*, the longest of those that begin there."""
        found = (_pattern(source).search(part) for source in self._sources.get(kind, ()))
        return min(
            (match for match in found if match), key=lambda m: (m.start(), -m.end()), default=None
        )

    def has(self, kind: str, part: str) -> bool:
        """Tell whether *part* holds a phrase of *kind*."""
        return any(_pattern(source).search(part) for source in self._sources.get(kind, ()))


def may_tell(folded: str) -> bool:
    """Tell cheaply whether *folded* can state anything; most texts cannot."""
    seen: set[str] = set()
    for phrase in _possible(_words(folded), _telling()):
        if _pattern(phrase.probe).search(folded):
            if phrase.kind in _TELLING:
                return True
            seen.add(phrase.kind)
    if _NUMBERED.search(folded):
        seen.add("dated")
    return seen >= _DATED or ("dated" in seen and any(map(str.isdigit, folded)))


def content_words(folded: str) -> tuple[str, ...]:
    """Return the words, or pairs of letters, that say what *folded* is about, in order."""
    words = _WORD.findall(folded.replace("'", ""))
    if is_unspaced(folded):
        words = [pair for word in words for pair in map("".join, pairwise(word))]
    empty = set(_EVERYDAY.split()).union(*(common for _, _, common in _marks()))
    return tuple(word for word in words if not word.isdigit() and word not in empty)


@cache
def _pattern(source: str) -> re.Pattern[str]:
    return re.compile(source)


def _words(folded: str) -> set[str]:
    words = set(_WORD.findall(folded.replace("'", "")))
    if ":" in folded or "：" in folded:
        words.add(":")
    if is_unspaced(folded):
        words.update(folded)
        words.update(map("".join, pairwise(folded)))
    return words


def _possible(words: set[str], lexicon: _Lexicon) -> Iterator[_Phrase]:
    yield from lexicon.unfiled
    for word in words & lexicon.filed.keys():
        for phrase in lexicon.filed[word]:
            if all(not words.isdisjoint(group) for group in phrase.needs[1:]):
                yield phrase


def _languages(folded: str, words: set[str]) -> set[int]:
    """Return the languages that *folded* may be written in: where words are shared, the likely."""
    by_letters = {n for n, letters, _ in _marks() if letters and letters.search(folded)}
    shares = {n: len(words & common) for n, letters, common in _marks() if not letters}
    most = max(shares.values())
    likely = {n for n, share in shares.items() if share * 2 > most or not most}
    if most < 2:
        likely.add(_ENGLISH)  # of which a few words stand in every language
    return by_letters | likely


@once
def _marks() -> tuple[tuple[int, re.Pattern[str] | None, frozenset[str]], ...]:
    return tuple(
        (
            number,
            re.compile(table.letters) if table.letters else None,
            frozenset(fold_letters(table.common).replace("'", "").split()),
        )
        for number, table in enumerate(LANGUAGES)
    )


@once
def _lexicon() -> _Lexicon:
    return _file(_phrases())


@once
def _telling() -> _Lexicon:
    """Return the part of the lexicon that can make a memory."""
    return _file(phrase for phrase in _phrases() if phrase.kind in _TELLING | _DATED)


def _file(phrases: Iterable[_Phrase]) -> _Lexicon:
    lexicon = _Lexicon(filed={}, unfiled=[])
    for phrase in phrases:
        if not phrase.needs:
            lexicon.unfiled.append(phrase)
        for word in phrase.needs[0] if phrase.needs else ():
            lexicon.filed.setdefault(word, []).append(phrase)
    return lexicon


@once
def _phrases() -> tuple[_Phrase, ...]:
    parsed = [(*line, find_needs(line[2], spaced=LANGUAGES[line[0]].spaced)) for line in _lines()]
    common = Counter(word for *_, groups in parsed for group in groups for word in group)
    common.update(dict.fromkeys(_EVERYDAY.split(), len(parsed)))
    return tuple(
        _Phrase(
            kind=kind,
            language=language,
            tokens=tokens,
            needs=tuple(sorted(groups, key=lambda group: max(common[word] for word in group))),
        )
        for language, kind, tokens, groups in parsed
    )


def _lines() -> Iterator[tuple[int, str, list[str]]]:
    """Yield language, kind and tokens of every phrase."""
    for language, table in enumerate(LANGUAGES):
        texts = {field.name: getattr(table, field.name) for field in fields(table)}
        texts["dated"] = table.dates.phrases()
        for kind, text in texts.items():
            if kind not in _NOT_KINDS:
                yield from ((language, kind, tokens) for tokens in parse_phrases(text))
