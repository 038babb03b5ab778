"""What a sentence comes down to once its opening words are taken off."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from .phrases import Cues, is_unspaced
from .sentences import Sentence

_EDGES = " \t,.:;!-–—，、。：；！\x00"
_PAUSES = frozenset(",.;:!–—，、。：！")
_QUESTION = re.compile(r"[?？]\W*$")
_MAX_OPENERS = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """The words that tell something, as typed and folded, and how they were opened."""

    text: str
    folded: str
    corrects: bool = False  # turns down what the agent did
    requested: bool = False  # a demand in the form of a question

    def after(self, end: int) -> "Clause":
        """Return what follows position *end*."""
        rest = self.folded[end:]
        skip = end + len(rest) - len(rest.lstrip(_EDGES.replace("\x00", "")))
        return replace(self, text=self.text[skip:], folded=self.folded[skip:])

    def before(self, end: int) -> "Clause":
        """Return what stands before position *end*."""
        return replace(self, text=self.text[:end].rstrip(_EDGES), folded=self.folded[:end])


def open_clause(sentence: Sentence, cues: Cues) -> Clause:
    """Take greetings, corrections and polite forms off *sentence*."""
    clause = _without_openers(Clause(text=sentence.text, folded=sentence.folded), cues)
    if not cues.has("request", clause.folded):
        return clause
    asking = cues.find("asks", clause.folded)
    if asking and asking.start() == 0:
        clause = _without_openers(clause.after(asking.end()), cues)
    return replace(
        clause, text=clause.text.rstrip("?？ "), folded=clause.folded.rstrip("?？ "), requested=True
    )


def _without_openers(clause: Clause, cues: Cues) -> Clause:
    for _ in range(_MAX_OPENERS):
        correcting = cues.find("corrects", clause.folded)
        if correcting and clause.folded[correcting.end() : correcting.end() + 1] not in _PAUSES:
            correcting = None  # a «no» without a pause belongs to the noun behind it
        opener = correcting or cues.find("opener", clause.folded)
        if not opener or clause.folded[opener.end() : opener.end() + 1].isalnum():
            break
        rest = clause.after(opener.end())
        if not rest.folded:
            break
        clause = replace(rest, corrects=clause.corrects or correcting is not None)
    return clause


def is_question(clause: Clause, cues: Cues) -> bool:
    """Tell whether the person wants to know something rather than to say it."""
    if clause.requested:
        return False
    return bool(_QUESTION.search(clause.text)) or cues.has("asks", clause.folded)


def find_asked(clauses: Sequence[Clause], number: int, cues: Cues) -> tuple[Clause, int] | None:
    """Return what the person asks to keep in clause *number*, and the last clause that takes."""
    clause = clauses[number]
    told = cues.find("remember", clause.folded)
    if told:
        content = clause.after(told.end())
        if _has_content(content):
            return content, number
        if number + 1 < len(clauses):
            return clauses[number + 1], number + 1
        return (clauses[number - 1], number) if number else None
    back = cues.find("recall_that", clause.folded)
    if back:
        said = clause.before(back.start())
        if _has_content(said):
            return said, number
        return (clauses[number - 1], number) if number else None
    return None


def _has_content(clause: Clause) -> bool:
    return len(clause.text) >= (5 if is_unspaced(clause.text) else 10)
