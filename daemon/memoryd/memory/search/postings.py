"""Which memory holds which key, and how prominently: an inverted index changed in place.

Memories are numbered in the order in which they come and no number is given out twice, so every
posting is sorted by nature: an entry is added at its end and found by bisection.
"""

from array import array
from bisect import bisect_left, insort
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

_MOST_WEIGHT: Final = 255  # a weight is one byte; what is said that often is said

# Forms of one word differ at the end: Ordnung, Ordnungen; olvida, olvidarse.
_SHORTEST_INFLECTED: Final = 6
_STEADY_LETTERS: Final = 5
_LOOSE_LETTERS: Final = 3
_MOST_RELATIVES: Final = 4

_FEW: Final = 32
_MOST_ENTRIES_READ: Final = 4_000
_SPARE: Final = 8  # times as many are looked at while a filter may take some away
_QUICK_GAINS: Final = tuple(weight / (weight + 1) for weight in range(_MOST_WEIGHT + 1))


@dataclass(slots=True, eq=False)
class Posting:
    """The memories that hold a key, by number, and the weight of the key in each."""

    key: str
    numbers: "array[int]" = field(default_factory=lambda: array("I"))
    weights: "array[int]" = field(default_factory=lambda: array("B"))


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """One memory: its id, its length in tokens, its keys and their weights.

    The words of its title stand first, *title* in number; those of its *heading*, that is of
    title and description, stand before all other keys.
    """

    id: str
    length: int
    title: int
    heading: int
    postings: tuple[Posting, ...]
    weights: bytes


class Postings:
    """Keys to memories and back."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._entries: dict[int, Entry] = {}
        self._postings: dict[str, Posting] = {}
        self._inflected: list[str] = []
        self._next = 0
        self._length = 0

    def __len__(self) -> int:
        return len(self._numbers)

    @property
    def mean_length(self) -> float:
        """Return the mean length of a memory in tokens, at least 1."""
        return max(1.0, self._length / max(1, len(self._numbers)))

    def put(
        self, id_: str, weights: Mapping[str, int], *, length: int, title: int, heading: int
    ) -> None:
        """Hold *id_* under the keys of *weights*, and under no others; see Entry for the rest."""
        self.discard(id_)
        number, self._next = self._next, self._next + 1
        levels = bytes(min(weight, _MOST_WEIGHT) for weight in weights.values())
        postings = tuple(self._open(key) for key in weights)
        for posting, level in zip(postings, levels, strict=True):
            posting.numbers.append(number)
            posting.weights.append(level)
        self._numbers[id_] = number
        self._entries[number] = Entry(id_, length, title, heading, postings, levels)
        self._length += length

    def discard(self, id_: str) -> None:
        """Let go of *id_*; one that is not held is fine."""
        number = self._numbers.pop(id_, None)
        if number is None:
            return
        entry = self._entries.pop(number)
        self._length -= entry.length
        for posting in entry.postings:
            at = bisect_left(posting.numbers, number)
            del posting.numbers[at], posting.weights[at]
            if not posting.numbers:
                self._close(posting.key)

    def find(self, key: str) -> Posting | None:
        """Return the posting of *key*, or None when no memory holds it."""
        return self._postings.get(key)

    def relatives(self, key: str) -> list[Posting]:
        """Return the postings of words that differ from *key* only in their ending."""
        found: list[Posting] = []
        if not _inflects(key):
            return found
        steady = key[: max(_STEADY_LETTERS, len(key) - 2)]
        at = bisect_left(self._inflected, steady)
        for word in self._inflected[at : at + 4 * _MOST_RELATIVES]:
            if not word.startswith(steady) or len(found) == _MOST_RELATIVES:
                break
            if word != key and abs(len(word) - len(key)) <= _LOOSE_LETTERS:
                found.append(self._postings[word])
        return found

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
            for number, weight in zip(posting.numbers, posting.weights, strict=True):
                earned[number] = earned.get(number, 0.0) + tells * _QUICK_GAINS[weight]
        entries = self._entries
        if admits is not None:
            earned = {n: gain for n, gain in earned.items() if admits(entries[n])}
        numbers = list(earned)
        if len(numbers) > count:
            least = sorted(earned.values(), reverse=True)[count - 1]
            equal_or_better = sorted(number for number in numbers if earned[number] >= least)
            numbers = equal_or_better[-2 * count :]  # of very many equals the newest
        return [entries[number] for number in numbers]

    def _open(self, key: str) -> Posting:
        posting = self._postings.get(key)
        if posting is None:
            posting = self._postings[key] = Posting(key)
            if _inflects(key):
                insort(self._inflected, key)
        return posting

    def _close(self, key: str) -> None:
        del self._postings[key]
        if _inflects(key):
            del self._inflected[bisect_left(self._inflected, key)]


def _inflects(key: str) -> bool:
    return len(key) >= _SHORTEST_INFLECTED and key.isalpha()
