"""Which keys a text is found under, and the posting of each: words that were met, until swept.

It knows nothing of who holds a key, so that what it hands out can refer to it without a circle.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import chain
from typing import Final, final

from .tokens import LONGEST_KEY, keys_of, pieces

# Forms of one word differ at the end: Ordnung, Ordnungen; olvida, olvidarse.
_SHORTEST_INFLECTED: Final = 6
_STEADY_LETTERS: Final = 5
_LOOSE_LETTERS: Final = 3
_MOST_RELATIVES: Final = 4
_MOST_LOOKED_AT: Final = 4 * _MOST_RELATIVES

_WORTH_BISECTING: Final = 16  # how many are looked at in the time that one is found in


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


class Vocabulary:
    """Pieces of text to keys to postings."""

    def __init__(self) -> None:
        self._postings: dict[str, Posting] = {}
        self._pieces: dict[str, _Found] = {}
        self._inflected: list[str] = []
        self._in_order = True

    def mention(self, number: int, mentioned: list[str]) -> int:
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

    def read(self, *texts: str) -> set[Posting]:
        """Return what *texts* are found under."""
        return {
            posting
            for piece in set(chain.from_iterable(map(pieces, texts)))
            for keys in self._tokens(piece)
            for posting in keys
        }

    def first_keys(self, text: str) -> tuple[Posting, ...]:
        """Return the first key of each word of *text*, in order."""
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

    def sweep(self) -> None:
        """Forget keys and pieces that no memory holds any more."""
        self._postings = {key: held for key, held in self._postings.items() if held.numbers}
        self._inflected = sorted(filter(_inflects, self._postings))
        self._in_order = True
        self._pieces.clear()


def _inflects(key: str) -> bool:
    return len(key) >= _SHORTEST_INFLECTED and key.isalpha()
