"""The normal form of a fact: its words without what politeness, grammar and word order add.

Two wordings are one fact when their normal forms are equal, which makes the relation an
equivalence, and lets a hash of the form stand for the fact. What is not known to be mere wording
stays in the form: a false merge loses a fact, a missed one only keeps it twice.
"""

from functools import lru_cache
from typing import Final

from memoryd.domain import fold

_LONGEST: Final = 2000  # characters; what is longer than any fact is compared as it stands


def is_same_fact(a: str, b: str) -> bool:
    """Tell whether two wordings state the same fact, nothing more and nothing less.

    Never true where a number, name, identifier, path, negation or word of substance differs.
    """
    return a == b or normal_form(a) == normal_form(b)


@lru_cache(maxsize=1 << 12)
def normal_form(text: str) -> str:
    """Return what all wordings of one fact share; a key to compare, not a text to show."""
    if len(text) > _LONGEST:
        return fold(text)
    # Their tables take long to load, and a daemon that starts must answer first.
    from .clauses import cut  # noqa: PLC0415 -- see above
    from .words import read_words  # noqa: PLC0415 -- see above

    clauses = cut(read_words(text))
    heads = [at for at, clause in enumerate(clauses) if not clause.marker]
    if len(heads) == 1:  # `in CI, use X` is `use X in CI`: what stands in front moves to the end
        clauses = clauses[heads[0] :] + clauses[: heads[0]]
    words = [word for clause in clauses for word in (clause.marker, *clause.words) if word]
    return " ".join(words) or fold(text)
