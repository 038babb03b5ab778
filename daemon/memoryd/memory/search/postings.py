"""Which memory holds which key, and how prominently: an inverted index changed in place.

Memories are numbered in the order in which they come and no number is given out twice, so every
posting is sorted by nature: an entry is added at its end and found by bisection.
"""

import heapq
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, repeat
from operator import add
from typing import Final, final

from .tokens import LONGEST_KEY, keys_of, pieces

# What a mention weighs in the title, and in the description, above one in the body.
_MORE_IN_TITLE: Final = 3
_MORE_IN_DESCRIPTION: Final = 2

# Forms of one word differ at the end: Ordnung, Ordnungen; olvida, olvidarse.
_SHORTEST_INFLECTED: Final = 6
_STEADY_LETTERS: Final = 5
_LOOSE_LETTERS: Final = 3
_MOST_RELATIVES: Final = 4
_MOST_LOOKED_AT: Final = 4 * _MOST_RELATIVES

_FEW: Final = 16
_WORTH_BISECTING: Final = 16  # how many are looked at in the time that one is found in
_MOST_ENTRIES_READ: Final = 4_000
_LEAST_SWEPT: Final = 1_000
_SPARE: Final = 8  # times as many are looked at while a filter may take some away
_LIGHT_GAIN: Final = 1 / (1 + 1)


@final
@dataclass(slots=True, eq=False)
class Posting:
    """The memories that hold a key, by number.

    *mentions* are the newest, a number for each time that the key was mentioned. They are
    counted when somebody asks: thousands of memories come at once, and few keys are asked for.
    """

    key: str
    mentions: list[int] = field(default_factory=list)
    _numbers: list[int] = field(default_factory=list)
    _heavy: dict[int, int] = field(default_factory=dict)

    @property
    def numbers(self) -> list[int]:
        """Return the numbers of the memories that hold the key, in order."""
        if self.mentions:
            self.count()
        return self._numbers

    @property
    def heavy(self) -> dict[int, int]:
        """Return the weights of the key in memories in which it weighs more than 1."""
        if self.mentions:
            self.count()
        return self._heavy

    def holds(self, number: int) -> bool:
        """Tell whether a memory holds the key."""
        numbers = self.numbers
        place = bisect_left(numbers, number)
        return place < len(numbers) and numbers[place] == number

    def weights_in(self, numbers: frozenset[int]) -> list[tuple[int, int]]:
        """Return which of these memories hold the key, and how prominently."""
        mine = self.numbers
        if len(mine) > _WORTH_BISECTING * len(numbers):
            places = [(number, bisect_left(mine, number, 0, len(mine) - 1)) for number in numbers]
            held: Iterable[int] = [number for number, place in places if mine[place] == number]
        else:
            held = numbers.intersection(mine)
        return [(number, self._heavy.get(number, 1)) for number in held]

    def discard(self, number: int) -> None:
        """Let go of a memory that holds the key."""
        numbers = self.numbers
        del numbers[bisect_left(numbers, number)]
        self._heavy.pop(number, None)

    def count(self) -> None:
        """Count the mentions that came since the last time."""
        counts = Counter(self.mentions)
        self._numbers.extend(counts)
        if len(counts) < len(self.mentions):
            self._heavy.update({number: count for number, count in counts.items() if count > 1})
        self.mentions.clear()


_Tokens = tuple[tuple[Posting, ...], ...]
_Found = Posting | _Tokens  # a piece of text is nearly always one token with one key


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
    first_keys: Callable[[str], tuple[Posting, ...]]

    @cached_property
    def title(self) -> tuple[Posting, ...]:
        """Return the first key of each word of the title."""
        return self.first_keys(self.texts.title)

    @cached_property
    def heading(self) -> tuple[Posting, ...]:
        """Return the first key of each word of title and description, in order."""
        described = self.first_keys(self.texts.description)
        return tuple(dict.fromkeys((*self.title, *described)))

    def holds(self, posting: Posting) -> bool:
        """Tell whether the memory holds the key of *posting*."""
        return posting.holds(self.number)


class Postings:
    """Keys to memories and back."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._entries: dict[int, Entry] = {}
        self._postings: dict[str, Posting] = {}
        self._pieces: dict[str, _Found] = {}
        self._inflected: list[str] = []
        self._in_order = True
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
        length = self._add(number, title + description + pieces(texts.body))
        self._add(number, _MORE_IN_TITLE * title + _MORE_IN_DESCRIPTION * description)
        self._numbers[id_] = number
        self._entries[number] = Entry(id_, number, length, texts, self._first_keys)
        self._length += length

    def _add(self, number: int, mentioned: list[str]) -> int:
        """Note the pieces that the newest memory mentions; return how many tokens they are."""
        length = len(mentioned)
        known = self._pieces.get
        for piece in mentioned:
            found = known(piece)
            if found is None:
                found = self._meet(piece)
            if type(found) is Posting:  # isinstance takes longer, a hundred times a memory
                found.mentions.append(number)
            else:
                length += len(found) - 1
                for posting in chain.from_iterable(found):
                    posting.mentions.append(number)
        return length

    def discard(self, id_: str) -> None:
        """Let go of *id_*; one that is not held is fine."""
        number = self._numbers.pop(id_, None)
        if number is None:
            return
        entry = self._entries.pop(number)
        self._length -= entry.length
        texts = entry.texts
        for posting in self._read(texts.title, texts.description, texts.body):
            posting.discard(number)
        self._discarded += 1
        if self._discarded > max(_LEAST_SWEPT, len(self._numbers)):
            self._sweep()

    def entry(self, id_: str) -> Entry | None:
        """Return the entry of *id_*, or None when it is not held."""
        number = self._numbers.get(id_)
        return None if number is None else self._entries[number]

    def find(self, key: str) -> Posting | None:
        """Return the posting of *key*, or None when no memory holds it."""
        posting = self._postings.get(key)
        return posting if posting and posting.numbers else None

    def relatives(self, key: str) -> list[Posting]:
        """Return the postings of words that differ from *key* only in their ending."""
        found: list[Posting] = []
        if not _inflects(key):
            return found
        steady = key[: max(_STEADY_LETTERS, len(key) - 2)]
        if not self._in_order:  # thousands of words come at once when a store is read
            self._inflected.sort()
            self._in_order = True
        looked_at = 0
        for place in range(bisect_left(self._inflected, steady), len(self._inflected)):
            word = self._inflected[place]
            enough = looked_at == _MOST_LOOKED_AT or len(found) == _MOST_RELATIVES
            if enough or not word.startswith(steady):
                break
            posting = self.find(word)
            looked_at += posting is not None
            if posting and word != key and abs(len(word) - len(key)) <= _LOOSE_LETTERS:
                found.append(posting)
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

    def _read(self, *texts: str) -> set[Posting]:
        """Return what *texts* are found under."""
        return {
            posting
            for piece in set(chain.from_iterable(map(pieces, texts)))
            for keys in self._tokens(piece)
            for posting in keys
        }

    def _first_keys(self, text: str) -> tuple[Posting, ...]:
        found = (first for piece in pieces(text) for first, *_ in self._tokens(piece))
        return tuple(dict.fromkeys(found))

    def _tokens(self, piece: str) -> _Tokens:
        found = self._pieces.get(piece) or self._meet(piece)
        return ((found,),) if isinstance(found, Posting) else found

    def _meet(self, piece: str) -> _Found:
        """Open the postings of a piece that was not read before, or was too long to be kept."""
        keys = keys_of(piece)
        found: _Found
        if len(keys) == 1 == len(keys[0]):
            found = self._open(keys[0][0])
        else:
            found = tuple(tuple(map(self._open, each)) for each in keys)
        if len(piece) <= LONGEST_KEY:
            self._pieces[piece] = found
        return found

    def _open(self, key: str) -> Posting:
        posting = self._postings.get(key)
        if posting is None:
            posting = self._postings[key] = Posting(key)
            if _inflects(key):
                self._inflected.append(key)
                self._in_order = False
        return posting

    def _sweep(self) -> None:
        """Forget keys and pieces that no memory holds any more."""
        self._postings = {key: held for key, held in self._postings.items() if held.numbers}
        self._inflected = sorted(filter(_inflects, self._postings))
        self._in_order = True
        self._pieces.clear()
        self._discarded = 0


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


def _inflects(key: str) -> bool:
    return len(key) >= _SHORTEST_INFLECTED and key.isalpha()
