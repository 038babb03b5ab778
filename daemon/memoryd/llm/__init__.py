"""What turns words into proposed memories."""

from .rules import (
    SpokenDate,
    classify,
    content_words,
    find_dates,
    fold_letters,
    is_unspaced,
    propose,
    write_out,
)

__all__ = [
    "SpokenDate",
    "classify",
    "content_words",
    "find_dates",
    "fold_letters",
    "is_unspaced",
    "propose",
    "write_out",
]
