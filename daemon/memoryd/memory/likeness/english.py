"""English inflection, and no more: `build` meets `builds`, never `builder`."""

import re
from functools import lru_cache
from typing import Final

from memoryd.memory.search.stems import irregular

_VOWELS: Final = frozenset("aeiouy")
_FORMS: Final = {"has": "have", "does": "do"}
_PARTICIPLES: Final = {"built": "build"}  # two words to a search: a build is a thing of its own
_KEEP_S: Final = ("ss", "us", "is", "ous", "news")
_TAKES_ES: Final = ("sses", "shes", "tches", "nches", "rches", "xes", "zzes")
_SAME: Final = frozenset(
    [
        "run",
        "set",
        "reset",
        "put",
        "read",
        "cut",
        "split",
        "hit",
        "let",
        "shut",
        "cast",
        "come",
        "become",
    ]
)
# What is left of a verb that lost its e to -ed and -ing.
_LOST_E: Final = re.compile(
    r"(?:[^s]s|[cvzu]|[^n]g|ang|[bdfgkptz]l|[^e]at|creat|[iu]r|[^aeo]in|[^o]id|ud|ut|et|yp|il|dul|ach"
    r"|^[^aeiou]*[aiou][dklmnprt])$"
)


@lru_cache(maxsize=1 << 13)
def base(word: str) -> str:
    """Return a noun without its plural, a verb without its -s."""
    if len(word) < 4 or not word.endswith("s") or word.endswith(_KEEP_S):
        return _FORMS.get(word, word)
    if word.endswith("ies") and len(word) > 4:
        return word.removesuffix("ies") + "y"
    return _FORMS.get(word) or word.removesuffix("es" if word.endswith(_TAKES_ES) else "s")


@lru_cache(maxsize=1 << 13)
def verb_of(word: str) -> str | None:
    """Return the verb whose participle *word* may be; None for other words."""
    if word in _SAME:
        return word
    if found := irregular(word) or _PARTICIPLES.get(word):
        return found
    for suffix in ("ing", "ed"):
        left = word.removesuffix(suffix)
        if left != word and len(left) > 1 and not _VOWELS.isdisjoint(left):
            return _restored(left, suffix)
    return None


def _restored(left: str, suffix: str) -> str:
    if suffix == "ed" and left.endswith("i"):
        return left[:-1] + "y"
    if left[-1] == left[-2] and left[-1] not in "aeioulsz":
        return left[:-1]
    return left + "e" if _LOST_E.search(left) else left
