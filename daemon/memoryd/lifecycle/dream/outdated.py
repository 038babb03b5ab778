"""What a newer fact says no longer to hold: it goes, where that is beyond doubt."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from memoryd.domain import MemoryType, fold
from memoryd.llm import content_words, fold_letters

from .draft import Draft
from .neighbours import words_of
from .replaced import Replaced, find_replaced, is_negated, weak_letters, weak_words
from .values import Kind

_MOST_CHARS = 400  # a longer text says more than one thing
_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Fact:
    path: str
    memory_id: str
    summary: str
    type: MemoryType
    at: float


_Filed = dict[tuple[MemoryType, str], list[_Fact]]


def drop_outdated(draft: Draft, *, most: int) -> int:
    """Take out at most *most* facts that newer ones say no longer to hold; return how many.

    A fact that took others up counts for them, too.
    """
    facts = [
        _Fact(
            path=path,
            memory_id=draft.id_at(path, index),
            summary=document.entries[index].summary,
            type=document.type,
            at=document.updated.timestamp(),
        )
        for (path, index), document in draft.places()
        if len(document.entries[index].summary) <= _MOST_CHARS
    ]
    said = [(fact, found) for fact in facts if (found := find_replaced(fact.summary))]
    if not said:
        return 0
    speaking = {fact.memory_id for fact, _ in said}
    words = {word for _, found in said for each in found for word in words_of(each.old)}
    silent = [fact for fact in facts if fact.memory_id not in speaking]
    filed = _filed([fact for fact in silent if not draft.is_fixed(fact.path)], words)
    gone: set[str] = set()
    lost = 0
    for newer, replaced in sorted(said, key=lambda pair: (-pair[0].at, pair[0].memory_id)):
        for older in _outdated(newer, replaced, filed):
            weight = 1 + len(draft.taken_up(older.memory_id))
            fits = lost + weight <= most and older.memory_id not in gone
            if fits and _take_out(draft, newer, older):
                gone.add(older.memory_id)
                lost += weight
    return lost


def _filed(facts: list[_Fact], words: set[str]) -> _Filed:
    filed: _Filed = {}
    for fact in facts:
        for word in words.intersection(words_of(fact.summary)):
            filed.setdefault((fact.type, word), []).append(fact)
    return filed


def _outdated(newer: _Fact, replaced: tuple[Replaced, ...], filed: _Filed) -> Iterator[_Fact]:
    for said in replaced:
        postings = [filed.get((newer.type, word), []) for word in words_of(said.old)]
        for older in min(postings, key=len, default=[]):
            if older.at < newer.at and contradicts(said, older.summary):
                yield older


def contradicts(said: Replaced, older: str) -> bool:
    """Tell whether *older* states what was *said* to hold no longer, and nothing beyond that."""
    old, new, about, told = map(telling_words, (said.old, said.new, said.about, older))
    if not old or not old <= told or is_negated(older):
        return False
    if new and new <= told:
        return False
    return told - old <= about | new and about <= told


def telling_words(text: str) -> frozenset[str]:
    """Return the words, or letters, that say what a text is about."""
    letters = {letter for run in _UNSPACED.findall(text) for letter in run} - weak_letters()
    spaced = fold_letters(fold(_UNSPACED.sub(" ", text)))
    return frozenset(letters.union(content_words(spaced)) - weak_words())


def _take_out(draft: Draft, newer: _Fact, older: _Fact) -> bool:
    if older.path not in draft.documents or not draft.drop(older.path, older.memory_id):
        return False
    draft.say(
        Kind.SUPERSEDE,
        [older.memory_id],
        newer.path,
        f"{older.summary!r} no longer holds: {newer.summary!r}",
    )
    return True
