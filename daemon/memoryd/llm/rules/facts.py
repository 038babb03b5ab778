"""What one message states for good, sentence by sentence."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from memoryd.domain import Entry, MemoryType, Scope, collapse

from .clauses import EDGES, Clause, find_asked, is_question, open_clause
from .dates import SpokenDate, find_dates, write_out
from .kinds import Kind, classify, find_kind, is_doubtful, says_enough
from .phrases import Cues, content_words
from .sentences import Sentence, split_sentences
from .wording import is_unspaced

_LONG_MESSAGE = 1500
_HEADING = re.compile(r"^#{1,6} ", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One statement worth keeping, and what it takes to see that a later one replaces it."""

    type: MemoryType
    scope: Scope
    entry: Entry
    topic: tuple[str, ...] = ()
    is_dated: bool = False
    corrects: bool = False

    def replaces(self, earlier: "Fact") -> bool:
        """Tell whether this says *earlier* anew: a date that moved, a word that was corrected."""
        if self.type is not earlier.type:
            return False
        if not (self.corrects or (self.is_dated and earlier.is_dated)):
            return False
        if not self.topic or not earlier.topic:
            return False
        new, old = set(self.topic), set(earlier.topic)
        same_subject = self.topic[0] in old or earlier.topic[0] in new
        return same_subject and 2 * len(new & old) >= min(len(new), len(old))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Parts:
    """A clause apart from its reason and from what follows from it."""

    main: Clause
    why: str | None = None
    how: Clause | None = None


def find_facts(clauses: Sequence[Clause], text: str, cues: Cues, at: datetime) -> list[Fact]:
    """Return what the *clauses* of *text*, typed by a person at *at*, state for good.

    Of a long text or a document only what the person asks to keep.
    """
    if any(cues.has("declines", clause.folded) for clause in clauses):
        return []
    asked_only = len(text) > _LONG_MESSAGE or len(_HEADING.findall(text)) > 1
    facts = _walk(clauses, cues, at, asked_only=asked_only)
    return list({fact.entry.summary: fact for fact in facts}.values())


def open_clauses(text: str, cues: Cues) -> list[Clause]:
    """Return the clauses of *text* that are the person's own."""
    return [open_clause(sentence, cues) for sentence in split_sentences(text, cues)]


def _walk(
    clauses: Sequence[Clause], cues: Cues, at: datetime, *, asked_only: bool
) -> Iterator[Fact]:
    in_task = any(
        cues.has("tasks", clause.folded) or is_question(clause, cues) for clause in clauses
    )
    number = 0
    while number < len(clauses):
        clause, following = clauses[number], clauses[number + 1 : number + 2]
        asked = find_asked(clauses, number, cues)
        if asked:
            wanted, number = asked
            for clause in wanted:
                if not is_question(clause, cues):
                    parts = _with_reason(clause, clauses[number : number + 1], cues)
                    yield _fact(classify(clause.text), parts, cues, at)
            continue
        number += 1
        if not asked_only and not is_doubtful(clause, cues):
            found = _state(clause, following, cues, at, in_task=in_task)
            if found:
                yield found


def _state(
    clause: Clause, following: Sequence[Clause], cues: Cues, at: datetime, *, in_task: bool
) -> Fact | None:
    for parts in (*_with_consequence(clause, cues), _with_reason(clause, following, cues)):
        kind = find_kind(parts.main, cues, _due_dates(parts.main, cues, at), in_task=in_task)
        if kind is None and parts.why and _constrains(parts.main, cues):
            kind = MemoryType.PROJECT, Scope.PROJECT
        if kind and says_enough(parts.main):
            return _fact(kind, parts, cues, at)
    return None


def _constrains(clause: Clause, cues: Cues) -> bool:
    return cues.has("constrains", clause.folded) and not any(
        cues.has(kind, clause.folded) for kind in ("tasks", "once", "trouble")
    )


def _with_reason(clause: Clause, following: Sequence[Clause], cues: Cues) -> _Parts:
    """Take the reason off *clause*; it may stand in the next one as well."""
    found = cues.find("because", clause.folded)
    if found and _parts_well(clause, found):
        why = clause.text[found.start() :]
        return _Parts(main=clause.before(found.start()), why=collapse(why.strip(EDGES)))
    if not found and following:
        found = cues.find("because", following[0].folded)
        if found and (found.start() == 0 or found.end() == len(following[0].folded)):
            return _Parts(main=clause, why=collapse(following[0].text.strip(EDGES)))
    return _Parts(main=clause)


def _with_consequence(clause: Clause, cues: Cues) -> Iterator[_Parts]:
    """Read «X, so Y» as a fact to apply by Y, and as the rule Y with X for its reason."""
    found = cues.find("therefore", clause.folded)
    if found and _parts_well(clause, found):
        cause, rest = clause.before(found.start()), clause.after(found.end())
        effect = open_clause(Sentence(text=rest.text, folded=rest.folded), cues)
        if not cues.has("because", cause.folded):
            yield _Parts(main=cause, how=effect)
        yield _Parts(main=effect, why=collapse(cause.text))


def _parts_well(clause: Clause, found: re.Match[str]) -> bool:
    least = 3 if is_unspaced(clause.text) else 6
    return found.start() > least and len(clause.text) - found.end() >= least


def _due_dates(clause: Clause, cues: Cues, at: datetime) -> list[SpokenDate]:
    """Return the dates still to come: exact ones, others if the clause says what is due."""
    is_due = cues.has("due", clause.folded)
    dates = _spoken_dates(clause, cues, at)
    return [spoken for spoken in dates if spoken.day > at.date() and (is_due or spoken.exact)]


def _spoken_dates(clause: Clause, cues: Cues, at: datetime) -> list[SpokenDate]:
    if cues.may_hold("dated") or any(map(str.isdigit, clause.folded)):
        return find_dates(clause.folded, at)
    return []


def _fact(kind: Kind, parts: _Parts, cues: Cues, at: datetime) -> Fact:
    main, due = parts.main, cues.find("due", parts.main.folded)
    dates = [s for s in _spoken_dates(main, cues, at) if due or not s.loose]
    entry = Entry(
        summary=collapse(write_out(main.text, dates)).strip(EDGES),
        why=parts.why or None,
        how_to_apply=collapse(parts.how.text.strip(EDGES)) if parts.how else None,
    )
    return Fact(
        type=kind[0],
        scope=kind[1],
        entry=entry,
        topic=content_words(main.folded),
        is_dated=bool(due and dates),
        corrects=main.corrects,
    )
