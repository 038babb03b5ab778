"""Whether a sentence says what was said, whether two say the same thing, or touch one matter."""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

from memoryd.lifecycle.dream import is_negated
from memoryd.lifecycle.shared_words import numbers, share
from memoryd.llm import find_dates, fold_letters

_GROUNDED: Final = 0.5  # of a summary's words; the others are those that make it a sentence
_SUPPORTED: Final = 1 / 3  # of those of a reason, which is told more freely
_RESTATED: Final = 0.75  # of the words of a fact, for its new wording to hold it
_SAME_MATTER: Final = 0.25  # of the words of a fact, for another to be about the same thing
_TOLD: Final = 0.6  # of the words of one of two facts from one message, to be the same one

_DAY: Final = re.compile(r"\b\d{4}-\d\d-\d\d\b")
_MOST_CHARS: Final = 20_000


def is_grounded(summary: str, said: Sequence[str], *, at: datetime | None) -> bool:
    """Tell whether *summary* is drawn from what was *said* at *at*: words, and every number."""
    return share(summary, said) >= _GROUNDED and _knows_numbers(summary, said, at)


def supported(
    detail: str | None, summary: str, said: Sequence[str], *, at: datetime | None
) -> str | None:
    """Return a reason or consequence when something was said that it can rest on."""
    known = (summary, *said)
    if detail and share(detail, known) >= _SUPPORTED and _knows_numbers(detail, known, at):
        return detail
    return None


def restates(old: str, new: str) -> bool:
    """Tell whether *new* says all that *old* does, in its own words and perhaps more exactly."""
    return (
        numbers(old) <= numbers(new)
        and is_negated(old) == is_negated(new)
        and share(old, [new]) >= _RESTATED
    )


def is_same_matter(old: str, new: str) -> bool:
    """Tell whether *new* is about the same thing as *old*."""
    return share(old, [new]) >= _SAME_MATTER


def tells_again(old: str, new: str) -> bool:
    """Tell whether two facts drawn from one message are one fact."""
    return is_negated(old) == is_negated(new) and (
        share(old, [new]) >= _TOLD or share(new, [old]) >= _TOLD
    )


def _knows_numbers(text: str, said: Iterable[str], at: datetime | None) -> bool:
    said = [each[:_MOST_CHARS] for each in said]
    if days := _DAY.findall(text):
        known = {day for each in said for day in _spoken_days(each, at)}
        for day in known.intersection(days):
            text = text.replace(day, " ")
    return numbers(text) <= frozenset[str]().union(*map(numbers, said))


def _spoken_days(said: str, at: datetime | None) -> list[str]:
    dates = find_dates(fold_letters(said), at) if at else []
    return [spoken.day.isoformat() for spoken in dates]
