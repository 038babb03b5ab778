"""Of two memories on one matter the newer speaks.

Facts move: a tool is replaced, a limit raised, a place given up. The memory that says so seldom
names the one it makes obsolete, but it speaks of the same things, and it is the newer one. Often
it says that something changed, too; then less in common will do.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Final

from .casing import lower
from .han import fold_han
from .postings import Entry
from .vocabulary import Posting

_SAME_MATTER: Final = 0.4  # of what the older heading tells
_SAME_CHANGED: Final = 0.2  # the same, to a newer memory that tells of a change
_TELLING: Final = 1.0  # what a word of both headings tells at least, to be what both are about
_DISTINCTIVE: Final = 2.0  # what a word tells that sets a memory apart from its likes
_LONGEST_SENTENCE: Final = 400  # characters
_SENTENCE_END: Final = re.compile(r"[。！？\n]|[.!?](?=\s|$)")

_CHANGE_WORDS: Final = (
    r"no longer|not any ?more|anymore|replaced|replaces|instead of|moved (?:to|from)"
    r"|switched|migrated|dropped|removed|retired|deprecated|superseded|abandoned|gone|renamed"
    r"|shut down|raised (?:to|from|in)|lowered (?:to|from|in)|since|as of|from now on|used to"
    # German
    r"|nicht mehr|ersetzt|umgestellt|abgelöst|abgeschaltet|umgezogen|zurückgenommen"
    r"|anstatt|statt|entfällt|seit|künftig|umbenannt"
    # French, Spanish, Portuguese, Italian, Dutch
    r"|remplac\w+|au lieu d|abandonn\w+|migré\w*|depuis|désormais|n'est plus|ne sont plus"
    r"|ya no|reemplaz\w+|sustitu\w+|en (?:lugar|vez) de|desde|migr(?:ó|ado|ada|ou)|dej[óa] de"
    r"|já não|não mais|substitu\w+|em vez de|deix(?:a|ou) de|pass(?:a|ou) a|retirado"
    r"|non più|sostitui\w+|invece di|al posto di|niet meer|vervangen|in plaats van"
    r"|voortaan|sinds"
    # Polish, Turkish, Swedish
    r"|już nie|zastąpi\w+|zamiast|od teraz|artik|yerine|inte längre|ersatt|istället för|sedan"
    # Russian, Ukrainian
    r"|больше не|замен[её]н\w*|вместо|перев[её]ден\w*|переш\w+|отключ[её]н\w*|теперь|отныне"
    r"|більше не|замінен\w*|замість|відтепер"
)
_CHANGE_UNSPACED: Final = re.compile(
    fold_han(
        # Chinese, Japanese, Korean
        r"改用|换成|改为|改成|换到|迁移|迁到|下线|停用|废弃|弃用|不再|取代|月起|年起|日起|作废"
        r"|廃止|移行|切り?替え|置き換え|代わり|以降|今後|終了|月から|年から|になった|変更され"
        r"|더 이상|대신|폐지|이전했|바뀌|변경되|부터"
    )
)


def _by_first_letter(alternatives: str) -> str:
    """Return a pattern that finds the same in a third of the time: a letter rules out many."""
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for alternative in re.findall(r"(?:\([^()]*\)|[^|()])+", alternatives):
        groups[alternative[0]].append(alternative[1:])
    return "|".join(f"{first}(?:{'|'.join(rest)})" for first, rest in groups.items())


_CHANGE: Final = re.compile(rf"\b(?:{_by_first_letter(_CHANGE_WORDS)})\b")


def tells_of_change(heading: str, body: str) -> bool:
    """Tell whether a memory says first of all that something is no longer as it was.

    Its texts are normalised ones; of the body the first sentence counts.
    """
    told = _SENTENCE_END.split(body[:_LONGEST_SENTENCE].lstrip(), maxsplit=1)[0]
    text = lower(f"{heading}\n{told}")
    if _CHANGE.search(text):
        return True
    return not text.isascii() and _CHANGE_UNSPACED.search(fold_han(text)) is not None


def stands_in(
    newer: Entry,
    older: Entry,
    heading: Mapping[Posting, float],
    *,
    changed: bool,
    asked: Iterable[Posting],
) -> bool:
    """Tell whether *newer* can be given in the place of *older*, to a prompt that *asked*.

    *heading* is what each posting of the older one's heading tells.
    It can when it speaks of what the heading of the older one says. It cannot when the older one
    has a name of its own, a word of its title that sets it apart from a newer one titled alike:
    the second of two servers does not replace the first. If the newer one is *changed*, that is,
    tells of a change, such a name keeps the older one only when the prompt says it, and only as
    long as the two have little in common.
    """
    title = set(older.title)
    shared = {posting for posting in newer.heading if heading.get(posting, 0.0) >= _TELLING}
    if not shared or (shared.isdisjoint(title) and not changed):
        return False
    spoken = set(filter(newer.holds, heading))
    common = sum(told for posting, told in heading.items() if posting in spoken)
    share = common / sum(heading.values())
    if share < (_SAME_CHANGED if changed else _SAME_MATTER):
        return False
    own = title - spoken
    names = {posting for posting in own if heading[posting] >= _DISTINCTIVE}
    if changed:
        return share >= _SAME_MATTER or names.isdisjoint(asked)
    return not names and own.isdisjoint(asked)
