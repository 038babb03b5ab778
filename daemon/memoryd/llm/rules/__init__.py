"""The built-in rules: no model, no network, the same words always give the same patches."""

from .dates import SpokenDate, find_dates, write_out
from .kinds import classify
from .phrases import content_words
from .sentences import own_words
from .session import propose
from .wording import fold_letters, is_unspaced

__all__ = [
    "SpokenDate",
    "classify",
    "content_words",
    "find_dates",
    "fold_letters",
    "is_unspaced",
    "own_words",
    "propose",
    "write_out",
]
