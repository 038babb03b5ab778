"""What a person accepts for good of that which the agent has just said."""

import re

from memoryd.domain import Entry, MemoryType, Scope, collapse

from .facts import Fact
from .phrases import Cues
from .wording import fold_letters

_MAX_ASSENT = 160
_MAX_OFFER = 300
_TRIM = " \t\n,.;:!?-–—，、。：！？"
_QUESTION = re.compile(r"[?？]\s*$")
_PARAGRAPH = re.compile(r"\n\s*\n")


def find_assent(offer: str, answer: str, cues: Cues) -> Fact | None:
    """Return what *answer*, a person's, makes a rule of *offer*, the agent's words before it.

    The agent's words count only where the person's are few and plainly mean them.
    """
    offer = _PARAGRAPH.split(offer.strip())[-1]
    if not offer or "```" in offer or len(offer) > _MAX_OFFER or len(answer) > _MAX_ASSENT:
        return None
    kind = "settles" if _QUESTION.search(offer) else "confirms"
    said = fold_letters(answer.strip())
    if not cues.has(kind, said) or cues.has("unsure", said) or _QUESTION.search(answer):
        return None
    folded = fold_letters(offer)
    return Fact(
        type=MemoryType.FEEDBACK,
        scope=Scope.USER if Cues(folded).has("manner", folded) else Scope.PROJECT,
        entry=Entry(summary=collapse(f"{answer.strip(_TRIM)}: {offer.strip(_TRIM)}")),
    )
