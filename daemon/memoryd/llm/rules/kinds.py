"""Decides what kind of memory a clause is, if any, and who is to see it."""

import re
from collections.abc import Sequence

from memoryd.domain import MemoryType, Scope

from .clauses import Clause, is_question, open_clause
from .dates import SpokenDate
from .phrases import Cues
from .sentences import ADDRESS, BLANK, split_sentences
from .wording import fold_letters, is_unspaced

_CODE = re.compile(
    r"\w\(\)|\w/[\w./-]*\.\w"
    r"|\w\.(?:c|cpp|cs|css|go|h|html|java|json|jsx|kt|md|php|py|rb|rs|sh|sql|toml|ts|tsx|ya?ml)\b"
)
# One item among many: it is news, not a place to go back to.
_ITEM = re.compile(
    r"/(?:pulls?|issues?|commits?|compare|merge_requests|browse|tickets?|runs?|jobs?|builds?|q)"
    r"/[a-z-]*\d",
    re.IGNORECASE,
)
_LONG_PAIR = 14  # letters of two words that say something

Kind = tuple[MemoryType, Scope]


def classify(text: str) -> Kind:
    """Return type and scope of a text a person asked to keep; project when nothing else fits."""
    cues = Cues(fold_letters(text))
    for sentence in split_sentences(text, cues):
        kind = find_kind(open_clause(sentence, cues), cues)
        if kind:
            return kind
    return MemoryType.PROJECT, Scope.PROJECT


def find_kind(
    clause: Clause, cues: Cues, dates: Sequence[SpokenDate] = (), *, in_task: bool = False
) -> Kind | None:
    """Return type and scope of what *clause* states for good, None when it does not.

    *dates* are those still to come; *in_task*: the message sets a task as well, of which an order
    is more likely a part than a rule.
    """
    low = clause.folded
    is_task = cues.has("tasks", low)
    if not is_task and _refers(clause, cues):
        return MemoryType.REFERENCE, Scope.PROJECT
    if _tells_trouble(low, cues):
        return None
    is_clear = not is_task and not cues.has("vague", low)
    if is_clear and dates and (cues.has("due", low) or not cues.has("passing", low)):
        return MemoryType.PROJECT, Scope.PROJECT
    personal = None if cues.has("once", low) else _find_personal(clause, cues, in_task=in_task)
    if personal is None and is_clear and _is_fact(clause, cues, in_task=in_task):
        return MemoryType.PROJECT, Scope.PROJECT
    return personal


def is_doubtful(clause: Clause, cues: Cues) -> bool:
    """Tell whether *clause* asks, doubts, jests, remarks in passing or repeats another text."""
    return (
        clause.text.startswith("(")
        or is_question(clause, cues)
        or cues.has("unsure", clause.folded)
        or cues.has("reports", clause.folded)
    )


def says_enough(clause: Clause) -> bool:
    """Tell whether *clause* has words enough of its own to be understood later."""
    said = clause.folded.replace(BLANK, "")
    if is_unspaced(said):
        return len(said) >= 6
    return len(said.split()) >= (2 if ADDRESS in said or len(said) >= _LONG_PAIR else 3)


def _find_personal(clause: Clause, cues: Cues, *, in_task: bool) -> Kind | None:
    """Return the kind of a role, a rule or a preference."""
    low = clause.folded

    def has(kind: str) -> bool:
        return cues.has(kind, low)

    if has("role"):
        return MemoryType.USER, Scope.USER
    is_correction = clause.corrects and has("negates") and not has("pointing")
    is_aside = clause.informs or not in_task
    if is_correction or has("standing") or (is_aside and has("general") and not has("inner")):
        is_personal = has("manner") and not has("local")
        return MemoryType.FEEDBACK, Scope.USER if is_personal else Scope.PROJECT
    return _preference(low, cues) if has("prefers") else None


def _is_fact(clause: Clause, cues: Cues, *, in_task: bool) -> bool:
    """Tell whether *clause* says how things are outside of the code."""
    low = clause.folded
    if cues.has("inner", low) or _CODE.search(clause.text):
        return False
    decides = cues.find("decides", low)
    if decides:
        return not (in_task and cues.has("pointing", low[: decides.end()]))
    is_passing = cues.has("once", low) or cues.has("passing", _apart_from_case(low, cues))
    return clause.informs and not is_passing


def _tells_trouble(low: str, cues: Cues) -> bool:
    """Tell whether something is broken; not where that is only the case a rule is for."""
    return cues.has("trouble", _apart_from_case(low, cues))


def _apart_from_case(low: str, cues: Cues) -> str:
    """Return *low* up to the case in which it holds."""
    case = cues.find("condition", low)
    return low[: case.start()] if case else low


def _refers(clause: Clause, cues: Cues) -> bool:
    low = clause.folded
    located = cues.find("located", low)
    # What is kept there may be about trouble («outages are posted in …»), the place itself not.
    if _tells_trouble(low[located.end() :] if located else low, cues):
        return False
    if ADDRESS in low:
        is_place = located is not None or cues.has("resource", low)
        return is_place and not _ITEM.search(clause.text)
    return cues.has("place", low)


def _preference(low: str, cues: Cues) -> Kind:
    if cues.has("local", low):
        return MemoryType.FEEDBACK, Scope.PROJECT
    if cues.has("manner", low):
        return MemoryType.FEEDBACK, Scope.USER
    return MemoryType.USER, Scope.USER
