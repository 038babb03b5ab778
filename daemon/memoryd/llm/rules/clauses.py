"""What a sentence comes down to once its opening words are taken off."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from .phrases import Cues
from .sentences import Sentence
from .wording import is_unspaced

EDGES = " \t,.:;!-–—，、。：；！"
_PAUSES = frozenset(EDGES) - {" ", "\t"}
_QUESTION = re.compile(r"[?？]\W*$")
_MAX_OPENERS = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """The words that tell something, as typed and folded, and how they were opened."""

    text: str
    folded: str
    corrects: bool = False  # turns down what was done or said before
    informs: bool = False  # announced as news
    requested: bool = False  # a demand in the form of a question

    def after(self, end: int) -> "Clause":
        """Return what follows position *end*."""
        skip = len(self.folded) - len(self.folded[end:].lstrip(EDGES))
        return replace(self, text=self.text[skip:], folded=self.folded[skip:])

    def before(self, end: int) -> "Clause":
        """Return what stands before position *end*."""
        length = len(self.folded[:end].rstrip(EDGES))
        return replace(self, text=self.text[:length], folded=self.folded[:length])


def open_clause(sentence: Sentence, cues: Cues) -> Clause:
    """Take greetings, corrections and polite forms off *sentence*."""
    clause = Clause(text=sentence.text, folded=sentence.folded).after(0)
    clause = _without_openers(clause, cues)
    if not cues.has("request", clause.folded):
        return clause
    asking = cues.find("asks", clause.folded)
    if asking and asking.start() == 0:
        clause = _without_openers(clause.after(asking.end()), cues)
    end = len(clause.folded.rstrip("?？ "))
    return replace(clause.before(end), requested=True)


def is_question(clause: Clause, cues: Cues) -> bool:
    """Tell whether the person wants to know something rather than to say it."""
    if clause.requested:
        return False
    return bool(_QUESTION.search(clause.text)) or cues.has("asks", clause.folded)


def find_asked(
    clauses: Sequence[Clause], number: int, cues: Cues
) -> tuple[Sequence[Clause], int] | None:
    """Return what clause *number* asks to keep, and the number of the clause to go on with.

    That is the rest of the clause; all that follows where it only announces; or what stands
    before it, as in «X, remember that».
    """
    clause = clauses[number]
    told = cues.find("remember", clause.folded)
    if told:
        content = clause.after(told.end())
        if _has_content(content):
            return [content], number + 1
        if number + 1 < len(clauses):
            return _announced(clauses[number + 1 :], cues, number + 1)
    told = told or cues.find("recall_that", clause.folded)
    if not told:
        return None
    said = clause.before(told.start())
    if _has_content(said):
        return [said], number + 1
    return (clauses[number - 1 : number], number + 1) if number else None


def _announced(
    following: Sequence[Clause], cues: Cues, number: int
) -> tuple[Sequence[Clause], int]:
    wanted: list[Clause] = []
    for clause in following:
        is_other = cues.has("tasks", clause.folded) or is_question(clause, cues)
        if wanted and (is_other or not _has_content(clause)):
            break
        wanted.append(clause)
    return wanted, number + len(wanted)


def _has_content(clause: Clause) -> bool:
    return len(clause.text) >= (5 if is_unspaced(clause.text) else 10)


def _without_openers(clause: Clause, cues: Cues) -> Clause:
    for _ in range(_MAX_OPENERS):
        correcting = cues.find("corrects", clause.folded)
        if correcting and clause.folded[correcting.end() : correcting.end() + 1] not in _PAUSES:
            correcting = None  # a «no» without a pause belongs to the noun behind it
        informing = cues.find("informs", clause.folded)
        opener = correcting or informing or cues.find("opener", clause.folded)
        if not opener or clause.folded[opener.end() - 1 : opener.end() + 1].isalnum():
            break
        rest = clause.after(opener.end())
        if not rest.folded:
            break
        clause = replace(
            rest,
            corrects=clause.corrects or correcting is not None,
            informs=clause.informs or informing is not None,
        )
    return clause
