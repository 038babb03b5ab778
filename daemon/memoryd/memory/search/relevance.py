"""What a match is worth: the pure arithmetic of recall.

A prompt is a list of terms. A term tells something when it is met in a memory: the more, the
fewer texts hold it (`information`, in nats above a word that stands anywhere). A memory earns
what its terms tell in the measure in which it is about them; the sum is the evidence for it.
From that goes what any memory would earn by chance, so that a long paste does not reach
everything. What is left counts the more, the more of the prompt it covers.
"""

import heapq
import math
import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from .common_words import chance
from .postings import Entry, Postings
from .tokens import Token, scan
from .vocabulary import Posting

COMMON: Final = math.log(2)
"""What a word tells that one text in ten holds; to tell less is to be common."""

_COMMON_SHARE: Final = 0.1
_NOT_GRAMMAR: Final = 0.4  # what a word tells that one text in five holds
_PRIOR_TEXTS: Final = 150  # how many texts of common knowledge are set beside the store's own
_ITSELF: Final = 0.5  # how much of one holder says nothing about others: it may be the one sought
_OTHER_ENDING: Final = 0.7  # what meeting another form of the word tells, of meeting the word
_COVERAGE: Final = 2.0  # evidence that covers the whole prompt counts 1 + 2 times
_K1: Final = 2.0  # BM25's two: how slowly repetition saturates,
_B: Final = 0.6  # and how much of that depends on the length
_QUESTION: Final = 30.0  # what a question of ten plain words tells
_MOST_TERMS: Final = 64
_PASSAGE_END: Final = re.compile(r"[.!?;:…](?=\s)|[。！？；]|\n")


class Option(NamedTuple):
    """A posting that a term may be met in, and what meeting it there tells."""

    posting: Posting
    information: float


class Term(NamedTuple):
    """A place in the prompt, what it tells when met, and where it may be met."""

    start: int
    end: int
    passage: int
    information: float
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Match:
    """How a memory meets the prompt.

    *worth* ranks memories and lets them through; *coverage* is the share of what the prompt
    says that the memory speaks of; *strongest* is what the best single term tells; *places* are
    the spans of the prompt that were met, common words left out where others were met.
    """

    worth: float
    coverage: float
    strongest: float
    places: tuple[tuple[int, int], ...]


class Question:
    """A prompt read against an index: ready to weigh memories.

    *told* is what meeting each posting tells; *opening* are the postings of the first word that
    is not grammar: in an order, mostly what is to be done.
    """

    def __init__(self, text: str, postings: Postings) -> None:
        terms = _read_terms(text, postings)
        self.opening = _opening(terms)
        self._whole = _information_by_passage(terms)
        self._terms = _most_telling(terms)
        self._by_chance = _chance_evidence(self._terms)
        self._size, self._mean_length = len(postings), postings.mean_length
        self._tells: dict[Posting, float] = {}
        self._places: dict[Posting, list[int]] = {}
        self.told: dict[Posting, float] = {}
        for place, term in enumerate(self._terms):
            for option in term.options:
                self._places.setdefault(option.posting, []).append(place)
                self.told[option.posting] = option.information

    def tells(self, posting: Posting) -> float:
        """Return what it tells to meet the key of *posting*."""
        told = self._tells.get(posting)
        if told is None:
            told = self._tells[posting] = _information(posting.key, posting, self._size)
        return told

    def weigh(self, entries: Sequence[Entry]) -> list[Match]:
        """Return how memories meet the prompt; a term within another that was met is not met."""
        held: dict[int, dict[Posting, int]] = {entry.number: {} for entry in entries}
        numbers = frozenset(held)
        for posting in self.told:
            for number, weight in posting.weights_in(numbers):
                held[number][posting] = weight
        return [self._weigh(entry, held[entry.number]) for entry in entries]

    def _weigh(self, entry: Entry, held: Mapping[Posting, int]) -> Match:
        norm = _K1 * (1 - _B + _B * entry.length / self._mean_length)
        evidence = strongest = 0.0
        told: defaultdict[int, float] = defaultdict(float)
        covered = 0
        met = []
        for place in sorted({place for posting in held for place in self._places[posting]}):
            term = self._terms[place]
            share = _uncovered(term, covered)
            if share:
                gain, tells = _earn(term, held, norm)
                evidence += share * gain
                told[term.passage] += share * tells
                strongest = max(strongest, tells)
                met.append((tells, term.start, term.end))
                covered = term.end
        coverage = max(
            (min(1.0, tells / self._whole[passage]) for passage, tells in told.items()), default=0.0
        )
        worth = (evidence - self._by_chance) * (1 + _COVERAGE * coverage)
        least = min(COMMON, strongest)
        places = tuple((start, end) for tells, start, end in met if tells >= least)
        return Match(worth, coverage, strongest, places)


def _earn(term: Term, held: Mapping[Posting, int], norm: float) -> tuple[float, float]:
    """Return what a memory earns by the option it meets best, and what that tells."""
    best = 0.0, 0.0
    for option in term.options:
        weight = held.get(option.posting)
        if weight:
            gain = option.information * (1 + _K1) * weight / (weight + norm)
            best = max(best, (gain, option.information))
    return best


def _read_terms(text: str, postings: Postings) -> list[Term]:
    """Return the distinct terms of a normalised prompt, in order.

    Other endings are looked for in prompts of a person's length only: a paste has words enough.
    """
    ends = [end.end() for end in _PASSAGE_END.finditer(text)]
    distinct: dict[str, Token] = {}
    for token in scan(text):
        distinct.setdefault(token.keys[0], token)
    inflect = len(distinct) <= _MOST_TERMS
    return [
        _read_term(token, bisect_right(ends, token.start), postings, inflect=inflect)
        for token in distinct.values()
    ]


def _read_term(token: Token, passage: int, postings: Postings, *, inflect: bool) -> Term:
    size = len(postings)
    key = token.keys[0]
    first = postings.words.find(key)
    told = _information(key, first, size)
    spelled = [posting for other in token.keys[1:] if (posting := postings.words.find(other))]
    inflected = postings.words.relatives(key) if inflect else []
    options = [Option(first, told)] if first else []
    for posting, share in (
        *((posting, 1.0) for posting in spelled),
        *((posting, _OTHER_ENDING) for posting in inflected),
    ):
        tells = min(told, _information(posting.key, posting, size))
        options.append(Option(posting, share * tells))
    return Term(token.start, token.end, passage, told, tuple(options))


def _information(key: str, posting: Posting | None, size: int) -> float:
    """Return what it tells to meet *key*: less, the likelier another text holds it as well."""
    holders = len(posting.numbers) - _ITSELF if posting else 0.0
    likely = (holders + _PRIOR_TEXTS * chance(key)) / (size + _PRIOR_TEXTS)
    return math.log1p(_COMMON_SHARE / likely)


def _opening(terms: Sequence[Term]) -> frozenset[Posting]:
    first = next((term for term in terms if term.information >= _NOT_GRAMMAR), None)
    return frozenset(option.posting for option in first.options) if first else frozenset()


def _most_telling(terms: Sequence[Term]) -> list[Term]:
    """Return the terms that some memory holds; of too many those that tell most, in order."""
    held = [place for place, term in enumerate(terms) if term.options]
    best = heapq.nlargest(_MOST_TERMS, held, key=lambda place: terms[place].information)
    return [terms[place] for place in sorted(best)]


def _information_by_passage(terms: Sequence[Term]) -> dict[int, float]:
    """Return what each passage tells, overlapping terms counted once.

    A passage shorter than a question counts as a question, unless it is all that was said.
    """
    told: defaultdict[int, float] = defaultdict(float)
    covered = 0
    for term in terms:
        share = _uncovered(term, covered)
        if share:
            told[term.passage] += share * term.information
            covered = term.end
    least = min(_QUESTION, sum(told.values()))
    return {passage: max(least, tells) for passage, tells in told.items()}


def _chance_evidence(terms: Sequence[Term]) -> float:
    """Return the evidence that a memory drawn by lot is to be expected to earn."""
    told = (term.options[0].information for term in terms)
    return sum(tells * _COMMON_SHARE / math.expm1(tells) for tells in told)


def _uncovered(term: Term, covered: int) -> float:
    """Return the share of the term's place that no term before it took."""
    if term.start >= covered:
        return 1.0
    return max(0, term.end - covered) / (term.end - term.start)
