"""Which memory holds which key, and how prominently: an inverted index changed in place.

Memories are numbered in the order in which they come and no number is given out twice, so every
posting is sorted by nature: an entry is added at its end and found by bisection.
"""

import heapq
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import repeat
from operator import add
from typing import Final

from .tokens import pieces
from .vocabulary import Posting, Vocabulary

# What a mention weighs in the title, and in the description, above one in the body.
_MORE_IN_TITLE: Final = 3
_MORE_IN_DESCRIPTION: Final = 2

_FEW: Final = 16
_MOST_ENTRIES_READ: Final = 4_000
_LEAST_SWEPT: Final = 1_000
_SPARE: Final = 8  # times as many are looked at while a filter may take some away
_LIGHT_GAIN: Final = 1 / (1 + 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Texts:
    """What of a memory is read, normalised."""

    title: str
    description: str
    body: str


@dataclass(frozen=True, eq=False)  # without slots, which leave no place for what is cached
class Entry:
    """One memory: its id, its number, its length in tokens.

    What it says is asked for of few memories, and read again from its texts.
    """

    id: str
    number: int
    length: int
    texts: Texts
    words: Vocabulary

    @cached_property
    def title(self) -> tuple[Posting, ...]:
        """Return the first key of each word of the title."""
        return self.words.first_keys(self.texts.title)

    @cached_property
    def heading(self) -> tuple[Posting, ...]:
        """Return the first key of each word of title and description, in order."""
        described = self.words.first_keys(self.texts.description)
        return tuple(dict.fromkeys((*self.title, *described)))

    def holds(self, posting: Posting) -> bool:
        """Tell whether the memory holds the key of *posting*."""
        return posting.holds(self.number)


class Postings:
    """Keys to memories and back."""

    def __init__(self) -> None:
        self.words = Vocabulary()
        self._numbers: dict[str, int] = {}
        self._entries: dict[int, Entry] = {}
        self._next = 0
        self._length = 0
        self._discarded = 0

    def __len__(self) -> int:
        return len(self._numbers)

    @property
    def mean_length(self) -> float:
        """Return the mean length of a memory in tokens, at least 1."""
        return max(1.0, self._length / max(1, len(self._numbers)))

    def put(self, id_: str, texts: Texts) -> None:
        """Hold *id_* under the keys of its texts, and under no others."""
        self.discard(id_)
        number, self._next = self._next, self._next + 1
        title, description = pieces(texts.title), pieces(texts.description)
        length = self.words.mention(number, title + description + pieces(texts.body))
        self.words.mention(number, _MORE_IN_TITLE * title + _MORE_IN_DESCRIPTION * description)
        self._numbers[id_] = number
        self._entries[number] = Entry(id_, number, length, texts, self.words)
        self._length += length

    def discard(self, id_: str) -> None:
        """Let go of *id_*; one that is not held is fine."""
        number = self._numbers.pop(id_, None)
        if number is None:
            return
        entry = self._entries.pop(number)
        self._length -= entry.length
        texts = entry.texts
        for posting in self.words.read(texts.title, texts.description, texts.body):
            posting.discard(number)
        self._discarded += 1
        if self._discarded > max(_LEAST_SWEPT, len(self._numbers)):
            self.words.sweep()
            self._discarded = 0

    def entry(self, id_: str) -> Entry | None:
        """Return the entry of *id_*, or None when it is not held."""
        number = self._numbers.get(id_)
        return None if number is None else self._entries[number]

    def holders(self, postings: Iterable[Posting]) -> list[Entry]:
        """Return the memories that hold one of *postings*, of those that few hold."""
        few = (posting for posting in postings if len(posting.numbers) <= _FEW)
        return [self._entries[number] for number in {n for each in few for n in each.numbers}]

    def best(
        self,
        told: Mapping[Posting, float],
        *,
        count: int,
        enough: float,
        admits: Callable[[Entry], bool] | None,
    ) -> list[Entry]:
        """Return about the *count* memories that earn most, by a quick count.

        *told* is what each posting tells. The most telling are read first; once there are
        *count* memories, those that tell less than *enough* are not read. Reading stops after
        a set number of entries in any case, so that the time taken is bounded.
        """
        earned: dict[int, float] = {}
        left = _MOST_ENTRIES_READ
        for posting in sorted(told, key=told.__getitem__, reverse=True):
            tells = told[posting]
            left -= len(posting.numbers)
            many = len(earned) >= (count if admits is None else _SPARE * count)
            if (left < 0 and earned) or (tells < enough and many):
                break
            _earn(earned, posting, tells)
        numbers = self._pick(earned, count, admits)
        return [self._entries[number] for number in numbers]

    def _pick(
        self, earned: dict[int, float], count: int, admits: Callable[[Entry], bool] | None
    ) -> list[int]:
        """Return the numbers that *earned* most; few are shown to the filter while it lets pass."""
        entries = self._entries
        wanted = count
        while True:
            is_all = len(earned) <= wanted
            least = 0.0 if is_all else heapq.nlargest(wanted, earned.values())[-1]
            reached = [number for number, gain in earned.items() if gain >= least]
            if admits is not None:
                reached = [number for number in reached if admits(entries[number])]
            if is_all or len(reached) >= count:
                return _most_earning(earned, reached, count)
            wanted *= _SPARE


def _earn(earned: dict[int, float], posting: Posting, tells: float) -> None:
    light = tells * _LIGHT_GAIN
    numbers = posting.numbers
    before = map(earned.get, numbers, repeat(0.0))
    earned.update(zip(numbers, map(add, before, repeat(light)), strict=True))
    for number, weight in posting.heavy.items():
        earned[number] += tells * (weight / (weight + 1)) - light


def _most_earning(earned: Mapping[int, float], numbers: list[int], count: int) -> list[int]:
    """Return the best *count* of *numbers*, with those that equal the last: of many the newest."""
    if len(numbers) <= count:
        return numbers
    least = heapq.nlargest(count, map(earned.__getitem__, numbers))[-1]
    better = [number for number in numbers if earned[number] > least]
    equal = sorted(number for number in numbers if earned[number] == least)
    return sorted(better + equal[len(better) - 2 * count :])
