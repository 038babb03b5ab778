"""What of a proposal may be done; a model is believed in nothing that its sources do not say."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from memoryd.domain import Entry, collapse, fold
from memoryd.memory import Document, normal_form
from memoryd.redact import redact

from .listing import is_asked_for, must_stay
from .outdated import telling_words
from .proposal import ProposedFact, ProposedOperation
from .replaced import is_negated, is_unsure
from .sentences import Said, states
from .traces import texts_of

# Names, numbers, paths, code: what tells one thing from another and has no other word for it.
_WORD = re.compile(r"`[^`]+`|[^\s`,;:!?()\[\]{}\"'“”«»。、，；：！？]+")
_SPELT = re.compile(r"[^\s`,;:!?()\[\]{}\"'“”«»。、，；：！？]+")
_STEM = 4  # letters that most forms of a word have in common


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """One fact of the list, where it stands; a fixed one is only read."""

    id: str
    document: Document
    entry: Entry
    fixed: bool


def find_faults(
    operation: ProposedOperation, sources: Sequence[Known], target: Known | None, *, now: datetime
) -> Iterator[str]:
    """Yield what is wrong with one operation on *sources*, facts that differ."""
    yield from (f"{source.id} is pinned" for source in sources if source.fixed)
    if len({known.document.type for known in (*sources, *([target] if target else []))}) > 1:
        yield "facts of different types"
    yield from _JUDGES[operation.op](operation, sources, target, now)


def _judge_merge(
    operation: ProposedOperation, sources: Sequence[Known], target: Known | None, _: datetime
) -> Iterator[str]:
    if len(sources) < 2 or len(operation.facts) != 1:
        yield "a merge makes one fact of several"
        return
    if target and target.id not in {source.id for source in sources}:
        yield f"{target.id} is none of the facts that are merged"
    yield from _unsaid(operation.facts, sources)
    yield from _lost_reasons(operation.facts[0], sources)
    new = operation.facts[0]
    for source in sources:
        if not states(_texts(new), source.entry.summary):
            yield from _lost_marks(new.summary, source)


def _judge_rewrite(
    operation: ProposedOperation, sources: Sequence[Known], target: Known | None, _: datetime
) -> Iterator[str]:
    if len(sources) != 1 or len(operation.facts) != 1 or target:
        yield "a rewrite words one fact anew, where it stands"
        return
    yield from _unsaid(operation.facts, sources)
    yield from _lost_sentences(operation.facts, sources[0])


def _judge_split(
    operation: ProposedOperation, sources: Sequence[Known], target: Known | None, _: datetime
) -> Iterator[str]:
    if len(sources) != 1 or len(operation.facts) < 2 or target:
        yield "a split makes several facts of one, where it stands"
        return
    if len({normal_form(fact.summary) for fact in operation.facts}) < len(operation.facts):
        yield "the same fact twice"
    yield from _unsaid(operation.facts, sources)
    yield from _lost_sentences(operation.facts, sources[0])


def _judge_supersede(
    operation: ProposedOperation, sources: Sequence[Known], target: Known | None, _: datetime
) -> Iterator[str]:
    if target is None or operation.facts:
        yield "to supersede facts takes the newer one as its target, and no text"
        return
    newer = _stems(target.entry.summary)
    for source in sources:
        if source.document.updated >= target.document.updated:
            yield f"{target.id} is not newer than {source.id}"
        if not newer & _stems(source.entry.summary):
            yield f"{target.id} speaks of something else than {source.id}"
        if is_asked_for(source.document):
            yield f"a person asked to remember {source.id}"


def _judge_delete(
    operation: ProposedOperation, sources: Sequence[Known], target: Known | None, now: datetime
) -> Iterator[str]:
    if target or operation.facts:
        yield "a deletion has no target and no text"
    if not any(map(str.isalnum, operation.reason)):
        yield "a deletion needs a reason"
    for source in sources:
        if must_stay(source.document, now):
            yield f"{source.id} was asked for or stated in the last days"


_Judge = Callable[[ProposedOperation, Sequence[Known], Known | None, datetime], Iterator[str]]
_JUDGES: Mapping[str, _Judge] = {
    "merge": _judge_merge,
    "rewrite": _judge_rewrite,
    "split": _judge_split,
    "supersede": _judge_supersede,
    "delete": _judge_delete,
}


def _texts(fact: ProposedFact) -> list[str]:
    return [text for text in (fact.summary, fact.why, fact.how_to_apply) if text]


def _said(sources: Iterable[Known]) -> list[str]:
    return [text for source in sources for text in texts_of(source.entry) if text]


def _unsaid(facts: Sequence[ProposedFact], sources: Sequence[Known]) -> Iterator[str]:
    said = _said(sources)
    known, letters = Said(said), frozenset("".join(said))
    for text in (text for fact in facts for text in _texts(fact)):
        if not known.makes(text):
            yield f"its sources do not say {text!r}"
        elif collapse(text) != text or any(_is_hidden(char) for char in set(text) - letters):
            yield f"not a text as memories have it: {text!r}"
        elif respelt := _respelt(text, said):
            yield f"its sources spell {', '.join(respelt)} otherwise"
        elif redact(text).findings:
            yield "a text holds a secret"


def _is_hidden(char: str) -> bool:
    return not char.isprintable()


def _respelt(text: str, said: Iterable[str]) -> list[str]:
    """Return the words whose letters are others than those that were said, `debug` for `DEBUG`.

    What grammar bends is left alone: a word in small letters that was said in another form.
    """
    spelt = {_in_a_sentence(word) for each in said for word in _SPELT.findall(each)}
    folded = set(map(fold, spelt))
    found = ((shown, _in_a_sentence(shown)) for shown in _SPELT.findall(text))
    return [
        shown
        for shown, word in found
        if word not in spelt and (word != fold(word) or word in folded)
    ]


def _in_a_sentence(word: str) -> str:
    """Return a word as it is where no sentence begins with it."""
    bare = word.rstrip(".…")
    return bare[:1].lower() + bare[1:]


def _lost_reasons(new: ProposedFact, sources: Sequence[Known]) -> Iterator[str]:
    for source in sources:
        for given, reason in (
            (new.why, source.entry.why),
            (new.how_to_apply, source.entry.how_to_apply),
        ):
            if given and reason and not states(_texts(new), reason):
                yield f"a reason of {source.id} would be lost: {reason!r}"


def _lost_sentences(facts: Sequence[ProposedFact], source: Known) -> Iterator[str]:
    texts = [text for fact in facts for text in _texts(fact)]
    entry = source.entry
    kept = [
        *([] if any(fact.why for fact in facts) else [entry.why or ""]),
        *([] if any(fact.how_to_apply for fact in facts) else [entry.how_to_apply or ""]),
    ]
    for said in filter(None, texts_of(entry)):
        if not states([*texts, *filter(None, kept)], said):
            yield f"some of {source.id} would be lost: {said!r}"


def _lost_marks(text: str, source: Known) -> Iterator[str]:
    """Find what a merge in other words leaves out that other words cannot say."""
    said = source.entry.summary
    if missing := _marks(said) - _marks(text):
        yield f"{', '.join(sorted(missing))} of {source.id} would be lost"
    if (is_negated(text), is_unsure(text)) != (is_negated(said), is_unsure(said)):
        yield f"{source.id} says no, or names a case, where the merged text does not"
    if not _stems(text) & _stems(said):
        yield f"the merged text speaks of something else than {source.id}"


def _marks(text: str) -> frozenset[str]:
    words = [word.strip(".`") for word in _WORD.findall(text)]
    return frozenset(
        word.casefold()
        for at, word in enumerate(words)
        if word and not (word.isalpha() and (word.islower() or (word.istitle() and at == 0)))
    )


def _stems(text: str) -> frozenset[str]:
    return frozenset(word[:_STEM] for word in telling_words(text))
