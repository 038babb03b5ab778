"""Texts that give orders to a memory, whoever wrote them: what follows from those is not learnt."""

import re
from collections.abc import Iterable, Mapping
from typing import Final

from memoryd.llm import fold_letters

from .order_phrases import OVERRIDE, OVERRIDE_UNSPACED, VERBS, WIPE, WIPE_UNSPACED
from .shared_words import share

_MOST_CHARS: Final = 100_000
_MOSTLY: Final = 0.8  # of a statement's words
_VERBS: Final = tuple(VERBS.split())
_INVISIBLE: Final = re.compile("[\u00ad\u200b-\u200f\u2060-\u206f\ufeff\U000e0000-\U000e007f]")
# What was pasted or quoted: an order in it reaches to its end and no further.
_QUOTED: Final = re.compile(
    r"```.*?(?:```|\Z)|^(?:[ \t]*>[^\n]*(?:\n|\Z))+|\"[^\"]*\"|“[^”]*”|„[^“”]*[“”]|«[^»]*»"
    r"|「[^」]*」|『[^』]*』|`[^`\n]*`",
    re.DOTALL | re.MULTILINE,
)


def gives_orders(text: str) -> bool:
    """Tell whether *text* says that nothing said before counts, or to forget everything."""
    folded = _folded(text)
    return _find_override(folded) is not None or _finds(_WIPE, folded) is not None


def follows_order(statement: str, said: Iterable[str]) -> bool:
    """Tell whether *statement* comes from what follows "ignore previous instructions" in *said*.

    It does not when it is said apart from that as well.
    """
    texts = [text[:_MOST_CHARS] for text in said]
    left = [without_orders(text) for text in texts]
    return left != texts and share(statement, left) < _MOSTLY


def without_orders(text: str) -> str:
    """Return *text* without orders to ignore what was said, and without all that they lead."""
    if _find_override(_folded(text)) is None:
        return text
    text = _INVISIBLE.sub("", text)
    text = _QUOTED.sub(lambda q: " " if _find_override(_folded(q[0])) else q[0], text)
    order = _find_override(_folded(text))
    return text if order is None else text[: order.start()]


def _folded(text: str) -> str:
    return fold_letters(_INVISIBLE.sub("", text))


def _find_override(folded: str) -> re.Match[str] | None:
    return _finds(_OVERRIDE, folded) if any(verb in folded for verb in _VERBS) else None


def _finds(patterns: Iterable[re.Pattern[str]], folded: str) -> re.Match[str] | None:
    found = filter(None, (pattern.search(folded) for pattern in patterns))
    return min(found, key=lambda match: match.start(), default=None)


def _compile(
    spaced: Mapping[str, Iterable[str]], unspaced: Mapping[str, Iterable[str]]
) -> tuple[re.Pattern[str], ...]:
    words = "|".join(row for rows in spaced.values() for row in rows).replace(" ", r"\s+")
    parts = "|".join(row for rows in unspaced.values() for row in rows)
    return re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.DOTALL), re.compile(parts)


_OVERRIDE: Final = _compile(OVERRIDE, OVERRIDE_UNSPACED)
_WIPE: Final = _compile(WIPE, WIPE_UNSPACED)
