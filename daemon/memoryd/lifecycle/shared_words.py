"""How much of what one text says others say as well: by words, or by pairs of letters."""

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from typing import Final

from memoryd.domain import fold
from memoryd.llm import content_words, fold_letters

_NUMBERED: Final = re.compile(r"[^\W_]*\d[^\W_]*")
_RUN: Final = re.compile(r"[^\W_]+")
# Scripts without blanks between words, and Korean, whose endings are as many as its words.
_UNSPACED: Final = re.compile(
    "[\u0e00-\u0e7f\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]+"
)
_PIECE_CHARS: Final = 5  # few enough that most forms of a word begin alike


def share(text: str, others: Iterable[str]) -> float:
    """Return which part of what *text* says stands in *others*, between 0 and 1."""
    told = telling(text)
    known = frozenset[str]().union(*map(_pieces, others))
    return len(told & known) / len(told) if told else 0.0


def telling(text: str) -> frozenset[str]:
    """Return the pieces of *text* that tell what it is about; all of them when none stands out."""
    folded = fold_letters(fold(text))
    words = content_words(_UNSPACED.sub(" ", folded))
    return frozenset((*_cut(words), *_pairs(folded))) or _pieces(text)


def numbers(text: str) -> frozenset[str]:
    """Return the words of *text* that hold a digit: versions, ports, dates, some names."""
    return frozenset(_NUMBERED.findall(fold(text)))


@lru_cache(maxsize=1 << 8)  # what one message says is held against each statement drawn from it
def _pieces(text: str) -> frozenset[str]:
    folded = fold_letters(fold(text))
    words = _RUN.findall(_UNSPACED.sub(" ", folded).replace("'", ""))
    return frozenset((*_cut(words), *_pairs(folded)))


def _cut(words: Iterable[str]) -> Iterable[str]:
    return (word[:_PIECE_CHARS] for word in words)


def _pairs(folded: str) -> Iterable[str]:
    runs = _UNSPACED.findall(folded)
    return (pair for run in runs for pair in (map("".join, pairwise(run)) if run[1:] else (run,)))
