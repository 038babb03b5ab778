"""Recall: which memories a prompt needs, and why not the others.

Ranking is lexical and explainable. A prompt that needs nothing gets nothing: what is returned
must be worth it by itself, not just better than the rest.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final, NamedTuple

from memoryd.domain import MemoryType

from .asking import Asking, asking
from .dismissal import blank_dismissed, declines_memory
from .expiry import end_of_validity
from .postings import Entry, Postings
from .relevance import COMMON, Match, Question
from .succession import stands_in, tells_of_change
from .tokens import normalise, scan
from .tool_noise import is_usage_note, tool_keys

DEFAULT_BAR: Final = 8.25
"""The worth from which on a memory is let through; 0 lets everything through that matches."""

_FIELD_WEIGHTS: Final = (4, 3, 1)  # title, description, body
_LONGEST_FIELD: Final = 100_000  # characters
_READ_AT_EACH_END: Final = 600  # characters; what a person adds stands before or after a paste
_CANDIDATES: Final = 20
_STANDING: Final = frozenset({MemoryType.USER, MemoryType.FEEDBACK})
_BAR_FACTORS: Final = {
    Asking.OURS: 0.5,
    Asking.PLAIN: 1.0,
    Asking.GENERAL: 2.0,
    Asking.EDIT: 2.0,
}
_MOST_EXPLAINED: Final = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Searchable:
    """What of a memory is searched."""

    id: str
    type: MemoryType
    title: str
    description: str
    body: str
    updated: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """A prompt and what is known about the moment in which it is asked.

    Ids in *exclude* are not returned and do not use up the *limit*. *recent_tools* names the
    tools in use. *bar* is the least worth that is returned. With *outdated*, memories that a
    newer one stands in for are returned too. Where *today* is given, those are not returned that
    say that they held until a day before it.
    """

    text: str
    limit: int = 5
    exclude: frozenset[str] = frozenset()
    types: frozenset[MemoryType] | None = None
    recent_tools: tuple[str, ...] = ()
    bar: float = DEFAULT_BAR
    outdated: bool = False
    today: date | None = None


@dataclass(frozen=True, slots=True)
class Hit:
    """A memory to return; *matched* are the words of the prompt that found it, as typed."""

    id: str
    score: float
    matched: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lost:
    """A memory that matched and is not returned, and the reason in words."""

    id: str
    score: float
    reason: str


@dataclass(frozen=True, slots=True)
class Ranking:
    """The answer to a query, best first; *rejected* is filled only on request."""

    hits: tuple[Hit, ...]
    rejected: tuple[Lost, ...]
    scanned: int


@dataclass(frozen=True, slots=True, kw_only=True)
class _Facts:
    type: MemoryType
    updated: float
    usage_note: bool
    changed: bool
    ends: date | None


class _Found(NamedTuple):
    entry: Entry
    match: Match
    facts: _Facts
    worth: float


class SearchIndex:
    """An index of memories, changed in place; it may hold those of several scopes."""

    def __init__(self) -> None:
        self._postings = Postings()
        self._facts: dict[str, _Facts] = {}

    def __len__(self) -> int:
        return len(self._facts)

    def put(self, memory: Searchable) -> None:
        """Index *memory*, in the place of what its id stood for."""
        fields = [
            normalise(field[:_LONGEST_FIELD])
            for field in (memory.title, memory.description, memory.body)
        ]
        title, description, body = (list(scan(field)) for field in fields)
        heading = dict.fromkeys(token.keys[0] for token in (*title, *description))
        weights = Counter(dict.fromkeys(heading, 0))
        for tokens, weight in zip((title, description, body), _FIELD_WEIGHTS, strict=True):
            for token in tokens:
                for key in token.keys:
                    weights[key] += weight
        text = "\n".join(fields)
        self._postings.put(
            memory.id,
            weights,
            length=len(title) + len(description) + len(body),
            title=len({token.keys[0] for token in title}),
            heading=len(heading),
        )
        ends = end_of_validity("\n".join(fields[:2]), fields[2], memory.updated.date())
        self._facts[memory.id] = _Facts(
            type=memory.type,
            updated=memory.updated.timestamp(),
            usage_note=is_usage_note(text),
            changed=tells_of_change(text),
            ends=ends,
        )

    def discard(self, id_: str) -> None:
        """Forget a memory; one that is not indexed is fine."""
        self._postings.discard(id_)
        self._facts.pop(id_, None)

    def search(self, query: Query, *, explain: bool = False) -> Ranking:
        """Return the memories that the prompt needs, best first; with *explain*, what lost too."""
        text = normalise(_ends(query.text))
        tools = tool_keys(query.recent_tools)
        if declines_memory(text):
            return Ranking((), (), len(self))
        question = Question(blank_dismissed(text), self._postings)
        bar = query.bar * _BAR_FACTORS[asking(text)]
        filters = query.exclude or query.types is not None or tools
        admits = (lambda entry: not self._refusal(entry, query, tools)) if filters else None
        found = self._rank(question, max(_CANDIDATES, 2 * query.limit), admits)
        if query.today:
            found = [each for each in found if not _is_over(each.facts, query.today)]
        replaced: dict[str, str] = {}
        if not query.outdated:
            found, replaced = _let_the_newer_speak(found, question, bar)
        hits = tuple(
            Hit(each.entry.id, each.worth, _as_typed(text, each.match.places))
            for place, each in enumerate(found[: max(0, query.limit)])
            if _is_worth(each.worth, _least(each, question, bar, query.bar, first=not place))
        )
        rejected: list[Lost] = []
        if explain:
            returned = {hit.id for hit in hits}
            for each in self._rank(question, _MOST_EXPLAINED + len(hits), None):
                id_ = each.entry.id
                if id_ not in returned and each.match.strongest >= COMMON:
                    reason = self._refusal(each.entry, query, tools)
                    if id_ in replaced:
                        reason = f"a newer memory speaks of the same: {replaced[id_]}"
                    rejected.append(Lost(id_, each.worth, reason or _shortfall(each, query, text, bar)))
        return Ranking(hits, tuple(rejected), len(self))

    def _rank(
        self, question: Question, count: int, admits: Callable[[Entry], bool] | None
    ) -> list[_Found]:
        entries = self._postings.best(question.told, count=count, enough=COMMON, admits=admits)
        found = []
        for entry in entries:
            match = question.weigh(entry)
            found.append(_Found(entry, match, self._facts[entry.id], match.worth))
        return sorted(found, key=_by_worth)

    def _refusal(self, entry: Entry, query: Query, tools: frozenset[str]) -> str | None:
        facts = self._facts[entry.id]
        if entry.id in query.exclude:
            return "excluded by the caller"
        if query.today and _is_over(facts, query.today):
            return f"expired on {facts.ends}"
        if query.types is not None and facts.type not in query.types:
            return f"of type {facts.type}, which was not asked for"
        if tools and facts.usage_note and any(held.key in tools for held in entry.postings):
            return "only says how to call a tool that is in use"
        return None


def _ends(text: str) -> str:
    if len(text) <= 2 * _READ_AT_EACH_END:
        return text
    return f"{text[:_READ_AT_EACH_END]}\n{text[-_READ_AT_EACH_END:]}"


def _by_worth(found: _Found) -> tuple[float, float]:
    return -found.worth, -found.facts.updated


def _let_the_newer_speak(
    found: Sequence[_Found], question: Question, bar: float
) -> tuple[list[_Found], dict[str, str]]:
    """Return what was found less what a newer memory stands in for, and which one does.

    The newer one takes over the older one's worth: the prompt is about what they share.
    """
    reached = sorted(found[:_CANDIDATES], key=lambda each: each.facts.updated)
    worth = {each.entry.id: each.worth for each in found}
    replaced: dict[str, str] = {}
    for older in reached:
        if not _is_worth(worth[older.entry.id], bar):
            continue
        newer = next((it for it in reversed(reached) if _stands_in(it, older, question)), None)
        if newer:
            replaced[older.entry.id] = newer.entry.id
            worth[newer.entry.id] = max(worth[newer.entry.id], worth[older.entry.id])
    left = [each for each in found if each.entry.id not in replaced]
    return sorted((e._replace(worth=worth[e.entry.id]) for e in left), key=_by_worth), replaced


def _stands_in(newer: _Found, older: _Found, question: Question) -> bool:
    return (
        newer.facts.updated > older.facts.updated
        and newer.facts.type == older.facts.type
        and newer.worth > 0
        and stands_in(
            newer.entry,
            older.entry,
            changed=newer.facts.changed,
            asked=question.told,
            tells=question.tells,
        )
    )


def _least(found: _Found, question: Question, bar: float, plain: float, *, first: bool) -> float:
    """Return the worth from which on a memory is let through.

    One memory answers a question; more must be worth it by themselves. A standing wish is owed to
    the work that it is about: work that its title names and the prompt opens with.
    """
    least = bar if first else max(bar, plain)
    title = found.entry.postings[: found.entry.title]
    if found.facts.type in _STANDING and bar <= plain and not question.opening.isdisjoint(title):
        return min(least, plain / 2)
    return least


def _is_over(facts: _Facts, today: date) -> bool:
    return facts.ends is not None and facts.ends < today


def _is_worth(worth: float, bar: float) -> bool:
    return worth >= bar and worth > 0


def _shortfall(found: _Found, query: Query, text: str, bar: float) -> str:
    """Return in words why a memory that nothing speaks against was not returned."""
    if _is_worth(found.worth, bar):
        return f"better ones fill the limit of {query.limit}"
    if found.match.strongest < 2 * COMMON:
        return "weak match: only common words"
    words = _as_typed(text, found.match.places)
    if len(words) == 1:
        return f"weak match: only “{words[0]}”"
    return f"weak match: covers {found.match.coverage:.0%} of the prompt"


def _as_typed(text: str, places: Iterable[tuple[int, int]]) -> tuple[str, ...]:
    """Return the words at these places, those that touch joined, each once."""
    joined: list[tuple[int, int]] = []
    for start, end in places:
        if joined and start <= joined[-1][1]:
            joined[-1] = joined[-1][0], end
        else:
            joined.append((start, end))
    return tuple(dict.fromkeys(text[start:end] for start, end in joined))
