"""Recall: which memories a prompt needs, and why not the others.

Ranking is lexical and explainable. A prompt that needs nothing gets nothing: what is returned
must be worth it by itself, not just better than the rest.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from memoryd.domain import MemoryType

from .asking import asking
from .dismissal import blank_dismissed, declines_memory
from .gate import Facts, Found, Gate, by_rank
from .meaning import Meaning, Near
from .postings import Entry, Postings, Texts
from .relevance import COMMON, Question
from .succession import stands_in
from .tokens import normalise
from .tool_noise import tool_keys

DEFAULT_BAR: Final = 9.0
"""The worth from which on a memory is let through; 0 lets everything through that matches."""

_LONGEST_FIELD: Final = 100_000  # characters
_READ_AT_EACH_END: Final = 600  # characters; what a person adds stands before or after a paste
_CANDIDATES: Final = 12
_MOST_EXPLAINED: Final = 32

Refusal = Callable[[Entry], str | None]


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
    """A memory to return; *matched* are the words of the prompt that found it, as typed.

    Where closeness in meaning counted too, *matched* ends in saying so.
    """

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


class SearchIndex:
    """An index of memories, changed in place; it may hold those of several scopes.

    With a *meaning*, closeness in meaning adds to what words tell.
    """

    def __init__(self, meaning: Meaning | None = None) -> None:
        self._meaning = meaning
        self._postings = Postings()
        self._facts: dict[str, Facts] = {}

    def __len__(self) -> int:
        return len(self._facts)

    def put(self, memory: Searchable) -> None:
        """Index *memory*, in the place of what its id stood for."""
        texts = Texts(
            title=_read(memory.title),
            description=_read(memory.description),
            body=_read(memory.body),
        )
        self._postings.put(memory.id, texts)
        self._facts[memory.id] = Facts(type=memory.type, updated=memory.updated, texts=texts)
        if self._meaning:
            fields = (texts.title, texts.description, texts.body)
            self._meaning.put(memory.id, ". ".join(field for field in fields if field))

    def discard(self, id_: str) -> None:
        """Forget a memory; one that is not indexed is fine."""
        self._postings.discard(id_)
        self._facts.pop(id_, None)
        if self._meaning:
            self._meaning.discard(id_)

    def ids(self) -> list[str]:
        """Return the ids of all memories."""
        return list(self._facts)

    def read_ahead(self, ids: Iterable[str]) -> None:
        """Read of these memories what a prompt would have to wait for, when it first meets them."""
        for id_ in ids:
            entry, facts = self._postings.entry(id_), self._facts.get(id_)
            if entry and facts:
                for posting in entry.heading:
                    posting.count()
                facts.read()

    def search(self, query: Query, *, explain: bool = False) -> Ranking:
        """Return the memories that the prompt needs, best first; with *explain*, what lost too."""
        text = normalise(_ends(query.text))
        asked = blank_dismissed(text)
        question = Question(asked, self._postings)
        gate = Gate(question, asking(text), query.bar)
        refusal = self._refusals(query, declined=declines_memory(text))
        count = max(_CANDIDATES, 2 * query.limit)
        near = self._meaning.near(asked) if self._meaning else {}
        found = [
            each
            for each in self._rank(question, count, refusal, near)
            if not each.facts.is_over(query.today)
        ]
        replaced: dict[str, str] = {}
        if not query.outdated:
            wanted = len(found) if explain else query.limit
            found, replaced = self._let_the_newer_speak(
                found, gate, query.today, refusal, wanted=wanted
            )
        hits = tuple(
            Hit(each.entry.id, each.worth, each.matched(text))
            for place, each in enumerate(found[: max(0, query.limit)])
            if gate.lets(each, first=place == 0)
        )
        rejected: tuple[Lost, ...] = ()
        if explain:
            settled = {hit.id: "" for hit in hits}
            for older, newer in replaced.items():
                settled[older] = f"a newer memory speaks of the same: {newer}"
            rejected = tuple(self._explain(text, gate, query, refusal, near=near, settled=settled))
        return Ranking(hits, rejected, len(self))

    def _explain(
        self,
        text: str,
        gate: Gate,
        query: Query,
        refusal: Refusal | None,
        *,
        near: Mapping[str, Near],
        settled: Mapping[str, str],
    ) -> Iterator[Lost]:
        """Yield what matched and was not given; *settled* are reasons known, "" for none."""
        for each in self._rank(gate.question, _MOST_EXPLAINED + query.limit, None, near):
            reason = settled.get(each.entry.id)
            if reason is None and each.is_noticed:
                reason = refusal(each.entry) if refusal else None
                if reason is None and each.facts.is_over(query.today):
                    reason = f"expired on {each.facts.ends}"
                reason = reason or gate.shortfall(each, text, query.limit)
            if reason:
                yield Lost(each.entry.id, each.worth, reason)

    def _rank(
        self,
        question: Question,
        count: int,
        refusal: Refusal | None,
        near: Mapping[str, Near],
    ) -> list[Found]:
        admits = (lambda entry: not refusal(entry)) if refusal else None
        entries = self._postings.best(question.told, count=count, enough=COMMON, admits=admits)
        reached = {entry.id for entry in entries}
        meant = (self._postings.entry(id_) for id_ in near if id_ not in reached)
        entries += [entry for entry in meant if entry and (admits is None or admits(entry))]
        found = (
            Found(entry, match, self._facts[entry.id], match.worth, near.get(entry.id))
            for entry, match in zip(entries, question.weigh(entries), strict=True)
        )
        return sorted(found, key=by_rank)

    def _let_the_newer_speak(
        self,
        found: Sequence[Found],
        gate: Gate,
        today: date | None,
        refusal: Refusal | None,
        *,
        wanted: int,
    ) -> tuple[list[Found], dict[str, str]]:
        """Return what was found less what a newer memory stands in for, and which one does.

        The newer one takes over the older one's worth: the prompt is about what they share. So
        once as many as are *wanted* are worth more than what is left, nothing moves them.
        """
        left = {each.entry.id: each for each in found}
        replaced: dict[str, str] = {}
        reached = [each for each in found[:_CANDIDATES] if each.worth > 0 or each.near]
        for older in reached:
            if sum(each.rank > older.rank for each in left.values()) >= wanted:
                break
            if not gate.lets(older, first=True):
                continue
            newer = older
            while successor := self._successor(newer, reached, gate.question, today):
                newer = successor
            if newer is older:
                continue
            id_ = newer.entry.id
            replaced[older.entry.id] = id_
            del left[older.entry.id]
            if id_ in left or not (refusal and refusal(newer.entry)):
                heir = left.get(id_, newer)
                left[id_] = heir.inherit(older)
        return sorted(left.values(), key=by_rank), replaced

    def _successor(
        self, older: Found, reached: Sequence[Found], question: Question, today: date | None
    ) -> Found | None:
        """Return the newest memory that stands in for *older*.

        One that the prompt does not reach by itself is taken only if it tells of a change.
        """
        heirs = [each for each in reached if _succeeds(each.facts, older.facts, today)]
        known = {each.entry.id for each in reached}
        for entry in self._postings.holders(older.entry.heading):
            facts = self._facts[entry.id]
            if entry.id not in known and _succeeds(facts, older.facts, today) and facts.changed:
                heirs.append(Found(entry, older.match, facts, older.worth, older.near))
        heirs.sort(key=lambda each: each.facts.updated, reverse=True)
        heading = {posting: question.tells(posting) for posting in older.entry.heading}
        asked = question.told.keys()
        for each in heirs:
            if stands_in(each.entry, older.entry, heading, changed=each.facts.changed, asked=asked):
                return each
        return None

    def _refusals(self, query: Query, *, declined: bool) -> Refusal | None:
        """Return what tells why a memory may not be given, or None where all may."""
        named = map(self._postings.words.find, tool_keys(query.recent_tools))
        tools = [posting for posting in named if posting]

        def refusal(entry: Entry) -> str | None:
            facts = self._facts[entry.id]
            if declined:
                return "the prompt asks that nothing remembered be used"
            if entry.id in query.exclude:
                return "excluded by the caller"
            if query.types is not None and facts.type not in query.types:
                return f"of type {facts.type}, which was not asked for"
            if facts.usage_note and any(map(entry.holds, tools)):
                return "only says how to call a tool that is in use"
            return None

        if declined or tools or query.exclude or query.types is not None:
            return refusal
        return None


def _read(field: str) -> str:
    return normalise(field[:_LONGEST_FIELD])


def _ends(text: str) -> str:
    if len(text) <= 2 * _READ_AT_EACH_END:
        return text
    return f"{text[:_READ_AT_EACH_END]}\n{text[-_READ_AT_EACH_END:]}"


def _succeeds(newer: Facts, older: Facts, today: date | None) -> bool:
    return newer.updated > older.updated and newer.type == older.type and not newer.is_over(today)
