"""What a person accepts for good of that which the agent has just said."""

import re

from memoryd.domain import Entry, MemoryType, Scope, collapse

from .facts import Fact
from .phrases import Cues
from .sentences import split_sentences
from .wording import fold_letters

_MAX_ASSENT = 160
_MAX_OFFER = 300
_TRIM = " \t\n,.;:!?-–—，、。：！？"
_QUESTION = re.compile(r"[?？]\s*$")


def find_assent(offer: str, answer: str, cues: Cues) -> Fact | None:
    """Return what *answer*, a person's, makes a rule of *offer*, the agent's words before it.

    The agent's words count only where the person's are few and plainly mean them.
    """
    offer = _last_paragraph(offer)
    if not offer or len(answer) > _MAX_ASSENT or len(offer) > _MAX_OFFER:
        return None
    kind = "settles" if _QUESTION.search(offer) else "confirms"
    sentences = split_sentences(answer, cues)
    accepts = any(
        cues.has(kind, sentence.folded) and not cues.has("unsure", sentence.folded)
        for sentence in sentences
    )
    if not accepts or _QUESTION.search(answer):
        return None
    summary = collapse(f"{answer.strip(_TRIM)}: {offer.strip(_TRIM)}")
    is_manner = Cues(fold_letters(offer)).has("manner", fold_letters(offer))
    return Fact(
        type=MemoryType.FEEDBACK,
        scope=Scope.USER if is_manner else Scope.PROJECT,
        entry=Entry(summary=summary),
    )


def _last_paragraph(text: str) -> str:
    paragraphs = [part for part in re.split(r"\n\s*\n", text.strip()) if part.strip()]
    last = paragraphs[-1] if paragraphs else ""
    return "" if "```" in last or last.lstrip().startswith(("|", "    ")) else last
