"""Which of the memories that a prompt reached are given, and what is said of the others."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from typing import Final, NamedTuple

from memoryd.domain import MemoryType

from .asking import Asking
from .expiry import end_of_validity
from .meaning import Near
from .postings import Entry, Texts
from .relevance import COMMON, Match, Question
from .succession import tells_of_change
from .tool_noise import is_usage_note

# How much more or less than a plain prompt's a memory must be worth. Twice as much, and half as
# much, is to hold the need of a memory for half, and for twice, as likely.
_BAR_FACTORS: Final = {
    Asking.OURS: 0.5,
    Asking.PLAIN: 1.0,
    Asking.GENERAL: 2.0,
    Asking.EDIT: 2.0,
}
_STANDING: Final = frozenset({MemoryType.USER, MemoryType.FEEDBACK})
_STANDING_FACTOR: Final = 0.5
_MAY_NEED: Final = frozenset({Asking.OURS, Asking.PLAIN})
_MEANING_FACTOR: Final = 2.0  # what a nat of words counts that cover half of the prompt


@dataclass(frozen=True, kw_only=True)  # without slots, which leave no place for what is cached
class Facts:
    """What is known of a memory besides its words; what its texts say is read when asked for."""

    type: MemoryType
    updated: datetime
    texts: Texts

    @cached_property
    def usage_note(self) -> bool:
        """True when it only says how a tool is called."""
        return is_usage_note(f"{self._heading}\n{self.texts.body}")

    @cached_property
    def changed(self) -> bool:
        """True when it tells of a change."""
        return tells_of_change(self._heading, self.texts.body)

    @cached_property
    def ends(self) -> date | None:
        """The last day on which it holds by its own word."""
        return end_of_validity(self._heading, self.texts.body, self.updated.date())

    def read(self) -> None:
        """Read all of it now."""
        _ = self.usage_note, self.changed, self.ends

    @property
    def _heading(self) -> str:
        return f"{self.texts.title}\n{self.texts.description}"

    def is_over(self, today: date | None) -> bool:
        """Tell whether the memory says that it held until a day before *today*."""
        return today is not None and self.ends is not None and self.ends < today


class Found(NamedTuple):
    """A memory that a prompt reached, and what it is worth to it."""

    entry: Entry
    match: Match
    facts: Facts
    worth: float
    near: Near | None

    @property
    def rank(self) -> float:
        """How likely it is the memory that is needed, in nats: by its words and its meaning."""
        return self.worth + (self.near.nats if self.near else 0.0)

    @property
    def is_noticed(self) -> bool:
        """Tell whether it takes a reason not to give the memory."""
        return self.match.strongest >= COMMON or self.near is not None

    def inherit(self, older: "Found") -> "Found":
        """Return the memory with what the *older* one that it stands in for is worth."""
        near = max(filter(None, (self.near, older.near)), default=None)
        return self._replace(worth=max(self.worth, older.worth), near=near)

    def matched(self, text: str) -> tuple[str, ...]:
        """Return what of the prompt *text* found it, in words."""
        words = as_typed(text, self.match.places)
        return (*words, _closeness(self.near)) if self.near else words


def by_rank(found: Found) -> tuple[float, float]:
    """Return the key to sort by: the likeliest first, of equals the newest."""
    return -found.rank, -found.facts.updated.timestamp()


@dataclass(frozen=True, slots=True)
class Gate:
    """Lets memories through that are worth it: *bar* is the least worth to a plain prompt."""

    question: Question
    asking: Asking
    bar: float

    def lets(self, found: Found, *, first: bool) -> bool:
        """Tell whether a memory is given.

        One memory answers a question; more must be worth it by themselves. A standing wish is
        owed to the work that it is about: that its title names and the prompt opens with. Only
        the first may be given for its meaning alone.
        """
        least = self.bar * _BAR_FACTORS[self.asking]
        if not first:
            least = max(least, self.bar)
        if self._is_owed(found):
            least = min(least, self.bar * _STANDING_FACTOR)
        if found.worth >= least and found.worth > 0:
            return True
        return first and self._is_meant(found)

    def _is_meant(self, found: Found) -> bool:
        """Tell whether meaning alone lets a memory through that words do not.

        What words tell below the bar is left out: a memory that is not needed shares a word and
        is close as well. A wish is close to every question of its field, so it is given for its
        meaning only to those who ask for what was once said.
        """
        if found.near is None or self.asking not in _MAY_NEED:
            return False
        if self.asking is Asking.PLAIN and found.facts.type in _STANDING:
            return False
        least = self.bar * _BAR_FACTORS[self.asking]
        return _MEANING_FACTOR * found.near.nats >= least

    def _is_owed(self, found: Found) -> bool:
        return (
            found.facts.type in _STANDING
            and self.asking in _MAY_NEED
            and not self.question.opening.isdisjoint(found.entry.title)
        )

    def shortfall(self, found: Found, text: str, limit: int) -> str:
        """Return in words why a memory that nothing speaks against is not given."""
        if self.lets(found, first=False):
            return f"better ones fill the limit of {limit}"
        if self.lets(found, first=True):
            return "a better one answers the question"
        if found.near:
            return f"weak match: {_closeness(found.near)}"
        if found.match.strongest < 2 * COMMON:
            return "weak match: only common words"
        words = as_typed(text, found.match.places)
        if len(words) == 1:
            return f"weak match: only “{words[0]}”"
        return f"weak match: covers {found.match.coverage:.0%} of the prompt"


def _closeness(near: Near) -> str:
    return f"close in meaning ({near.cosine:.2f})"


def as_typed(text: str, places: Iterable[tuple[int, int]]) -> tuple[str, ...]:
    """Return the words at these places, those that touch joined, each once."""
    joined: list[tuple[int, int]] = []
    for start, end in places:
        if joined and start <= joined[-1][1]:
            joined[-1] = joined[-1][0], end
        else:
            joined.append((start, end))
    return tuple(dict.fromkeys(text[start:end] for start, end in joined))
