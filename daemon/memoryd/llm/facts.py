"""What one message states for good: sentence by sentence, by the phrases of the tables."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from memoryd.domain import Entry, MemoryType, Scope, collapse

from .clauses import Clause, find_asked, is_question, open_clause
from .dates import SpokenDate, find_dates, write_out
from .phrases import Cues, is_unspaced
from .sentences import ADDRESS, BLANK, split_sentences
from .wording import fold_letters

_LONG_MESSAGE = 1500
_MIN_REASON = 6
_TRIM = " \t,.;:!-–—，、。；：！"

# Two headings make a document: a plan, a page, a file that was put into the prompt.
_DOCUMENT = re.compile(r"^#{1,6} .*\n(?:.*\n)*?#{1,6} ", re.MULTILINE)

_Kind = tuple[MemoryType, Scope]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One statement worth keeping."""

    type: MemoryType
    scope: Scope
    entry: Entry


def find_facts(text: str, cues: Cues, at: datetime) -> list[Fact]:
    """Return what *text*, typed by a person at *at*, states for good."""
    sentences = split_sentences(text, cues)
    if any(cues.has("declines", sentence.folded) for sentence in sentences):
        return []
    clauses = [open_clause(sentence, cues) for sentence in sentences]
    asked_only = len(text) > _LONG_MESSAGE or _DOCUMENT.search(text) is not None
    return list(_walk(clauses, cues, at, asked_only=asked_only))


def takes_back(text: str, cues: Cues) -> bool:
    """Tell whether *text* withdraws what the same person said shortly before."""
    clauses = [open_clause(sentence, cues) for sentence in split_sentences(text, cues)]
    return any(cues.has("retract", clause.folded) for clause in clauses)


def classify(text: str) -> _Kind:
    """Return type and scope of a text a person asked to keep; project when nothing else fits."""
    cues = Cues(fold_letters(text))
    for sentence in split_sentences(text, cues):
        kind = _kind(open_clause(sentence, cues), cues, [])
        if kind is not None:
            return kind
    return MemoryType.PROJECT, Scope.PROJECT


def _walk(
    clauses: Sequence[Clause], cues: Cues, at: datetime, *, asked_only: bool
) -> Iterator[Fact]:
    in_task = any(cues.has("tasks", clause.folded) for clause in clauses)
    taken = -1
    for number, clause in enumerate(clauses):
        if number <= taken or cues.has("retract", clause.folded):
            continue
        asked = find_asked(clauses, number, cues)
        if asked:
            wanted, taken = asked
            if not is_question(wanted, cues):
                wanted, why = _reason(wanted, clauses[taken + 1 :], cues)
                yield _fact(classify(wanted.text), wanted, why, cues, at)
        elif not asked_only and not _is_out(clause, cues):
            told, why = _reason(clause, clauses[number + 1 :], cues)
            kind = _kind(told, cues, _dates(told, cues, at), in_task=in_task)
            if kind and _says_enough(told):
                yield _fact(kind, told, why, cues, at)


def _is_out(clause: Clause, cues: Cues) -> bool:
    return (
        clause.text.startswith("(")
        or is_question(clause, cues)
        or cues.has("unsure", clause.folded)
        or cues.has("reports", clause.folded)
    )


def _kind(
    clause: Clause, cues: Cues, dates: Sequence[SpokenDate], *, in_task: bool = False
) -> _Kind | None:
    low = clause.folded

    def has(kind: str) -> bool:
        return cues.has(kind, low)

    if _tells_trouble(low, cues):
        return None
    is_task = has("tasks")
    if not is_task and _refers(low, cues):
        return MemoryType.REFERENCE, Scope.PROJECT
    if dates and not is_task and has("due"):
        return MemoryType.PROJECT, Scope.PROJECT
    if not has("once"):
        if has("role"):
            return MemoryType.USER, Scope.USER
        corrected = clause.corrects and has("negates") and not has("pointing")
        if corrected or has("standing") or (has("general") and not in_task):
            is_personal = has("manner") and not has("local")
            return MemoryType.FEEDBACK, Scope.USER if is_personal else Scope.PROJECT
        if has("prefers"):
            return _preference(cues, low)
    if has("decides") and not is_task and not (in_task and has("pointing")):
        return MemoryType.PROJECT, Scope.PROJECT
    return None


def _tells_trouble(low: str, cues: Cues) -> bool:
    """Tell whether something is broken; not where that is only the case a rule is for."""
    case = cues.find("condition", low)
    return cues.has("trouble", low[: case.start()] if case else low)


def _refers(low: str, cues: Cues) -> bool:
    if ADDRESS in low:
        return cues.has("located", low) or cues.has("resource", low)
    return all(cues.has(kind, low) for kind in ("place", "resource", "located"))


def _preference(cues: Cues, low: str) -> _Kind:
    if cues.has("local", low):
        return MemoryType.FEEDBACK, Scope.PROJECT
    if cues.has("manner", low):
        return MemoryType.FEEDBACK, Scope.USER
    return MemoryType.USER, Scope.USER


def _dates(clause: Clause, cues: Cues, at: datetime) -> list[SpokenDate]:
    """Return the dates still to come, in a clause that says that something is due."""
    if not (cues.may_hold("dated") and cues.has("due", clause.folded)):
        return []
    return [spoken for spoken in find_dates(clause.folded, at) if spoken.day > at.date()]


def _says_enough(clause: Clause) -> bool:
    said = clause.folded.replace(BLANK, "")
    if is_unspaced(said):
        return len(said) >= 6
    return len(said.split()) >= (2 if ADDRESS in said else 3)


def _reason(clause: Clause, following: Sequence[Clause], cues: Cues) -> tuple[Clause, str | None]:
    """Return *clause* without its reason, and the reason; that may be the next clause as well."""
    found = cues.find("because", clause.folded)
    if found and found.start() > _MIN_REASON and len(clause.text) - found.end() >= _MIN_REASON:
        return clause.before(found.start()), collapse(clause.text[found.start() :].strip(_TRIM))
    if not found and following:
        found = cues.find("because", following[0].folded)
        if found and found.start() == 0:
            return clause, collapse(following[0].text.strip(_TRIM))
    return clause, None


def _fact(kind: _Kind, clause: Clause, why: str | None, cues: Cues, at: datetime) -> Fact:
    dates = []
    if cues.may_hold("dated"):
        is_due = cues.has("due", clause.folded)
        dates = [spoken for spoken in find_dates(clause.folded, at) if is_due or not spoken.loose]
    summary = collapse(write_out(clause.text, dates)).strip(_TRIM)
    return Fact(type=kind[0], scope=kind[1], entry=Entry(summary=summary, why=why))
