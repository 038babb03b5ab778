"""Which texts may state the same fact: those that share rare words, never all pairs."""

import re
from collections import Counter
from collections.abc import Hashable, Iterable
from functools import lru_cache
from itertools import pairwise
from typing import Generic, TypeVar

from memoryd.domain import fingerprint_text
from memoryd.llm import is_unspaced

_RAREST = 8  # words a text is looked up by
_LONGEST_POSTING = 64  # a word of more texts than that sets none of them apart
_ENOUGH = 32  # texts with a word in common
_MOST = 8  # of them worth a closer look: those that share most

_RUN = re.compile(r"[^\W_]+")

_Name = TypeVar("_Name", bound=Hashable)


@lru_cache(maxsize=1 << 13)  # a dream looks at each text until nothing more is to be done
def words_of(text: str) -> tuple[str, ...]:
    """Return the words of a text, where a script has none the pairs of its letters."""
    words: dict[str, None] = {}
    for run in _RUN.findall(fingerprint_text(text)):
        pairs = map("".join, pairwise(run)) if len(run) > 2 and is_unspaced(run) else (run,)
        words.update(dict.fromkeys(pairs))
    return tuple(words)


class Neighbours(Generic[_Name]):
    """Texts by their rarest words, as counted over *texts*."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._counts = Counter(word for text in texts for word in words_of(text))
        self._postings: dict[str, list[_Name]] = {}

    def rarest(self, text: str) -> list[str]:
        """Return the words that a text is found by."""
        return sorted(words_of(text), key=lambda word: (self._counts[word], word))[:_RAREST]

    def add(self, name: _Name, words: Iterable[str]) -> None:
        """Make a text one that can be found by its rarest *words*."""
        for word in words:
            self._postings.setdefault(word, []).append(name)

    def near(self, words: Iterable[str]) -> list[_Name]:
        """Return the texts that share most of the rarest *words* of one, at most eight."""
        shared: Counter[_Name] = Counter()
        for word in words:
            posting = self._postings.get(word, ())
            if len(posting) <= _LONGEST_POSTING:
                shared.update(posting)
            if len(shared) >= _ENOUGH:
                break
        return [name for name, _ in shared.most_common(_MOST)]
