"""Of two memories on one matter the newer speaks.

Facts move: a tool is replaced, a limit raised, a place given up. The memory that says so seldom
names the one it makes obsolete, but it speaks of the same things, and it is the newer one.
"""

from collections.abc import Callable, Mapping
from typing import Final

from .postings import Entry, Posting

_SAME_MATTER: Final = 0.4  # of what the older heading tells
_DISTINCTIVE: Final = 2.0  # what a word tells that sets a memory apart from its likes


def stands_in(
    newer: Entry,
    older: Entry,
    *,
    asked: Mapping[Posting, float],
    tells: Callable[[Posting], float],
) -> bool:
    """Tell whether *newer* can be given in the place of *older*, to a prompt that *asked*.

    It can when it speaks of what the heading of the older one says. It cannot when the older one
    has a name of its own: a word of its title that the prompt names, or that sets it apart from a
    newer one named alike (the second of two servers does not replace the first).
    """
    shared = set(newer.postings[: newer.heading]).intersection(older.postings[: older.heading])
    if not shared:
        return False
    spoken = shared.union(newer.postings)
    heading = {posting: tells(posting) for posting in older.postings[: older.heading]}
    common = sum(told for posting, told in heading.items() if posting in spoken)
    if common < _SAME_MATTER * sum(heading.values()):
        return False
    own = [posting for posting in older.postings[: older.title] if posting not in spoken]
    if any(posting in asked for posting in own):
        return False
    named_alike = not shared.isdisjoint(older.postings[: older.title])
    return not (named_alike and any(heading[posting] >= _DISTINCTIVE for posting in own))
