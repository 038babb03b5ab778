"""What a dream must not do, seen from the bytes before and after, never from its own words."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from memoryd.memory import (
    MAX_SOURCES,
    Change,
    Document,
    UnreadableError,
    foreign_lines,
    from_mtime,
    is_pinned,
    parse,
    title_for,
    unstated_lines,
)

from .links import find_links, without_links
from .survival import Fate, find_fates, find_lost_reasons
from .traces import Traces, readings, texts_of, trace
from .values import Alike, Plan

_Documents = Mapping[str, Document]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One reason to refuse a dream; `path` is "" where it is about the whole store."""

    path: str
    reason: str

    def __str__(self) -> str:
        return f"{self.path}: {self.reason}" if self.path else self.reason


def check(
    plan: Plan, documents: _Documents, *, alike: Alike, max_loss_percent: float
) -> list[Fault]:
    """Return what is wrong with *plan*, made for *documents*: nothing when it may be done.

    Whoever made it: files must read as memories of their type, pinned ones stay, no more than
    *max_loss_percent* of the facts go without another one stating them, nothing is said that was
    not said before, and reasons, sources, unknown keys and loose paragraphs are all still there.
    """
    faults = list(_misplaced(plan.changes))
    after = dict(documents)
    for change in plan.changes:
        before = after.pop(change.path, None)
        try:
            if change.data is not None:
                after[change.path] = _read(change, before)
        except UnreadableError as exc:
            faults.append(Fault(path=change.path, reason=f"would be no memory: {exc}"))
    if faults:
        return faults
    facts = {path: readings(document) for path, document in documents.items()}
    changed = [after[change.path] for change in plan.changes if change.data is not None]
    fates = list(find_fates(facts, documents, after, changed=changed, alike=alike))
    traces = Traces(facts, documents)
    return [
        *_lost_facts(fates, max_loss_percent),
        *_lost_reasons(fates, after, alike),
        *_lost_origins(documents, after, fates),
        *_lost_words(documents, after),
        *_new_words(changed, documents, traces),
        *_new_links(changed, documents, after),
    ]


def _misplaced(changes: Sequence[Change]) -> Iterator[Fault]:
    seen: set[str] = set()
    for change in changes:
        if is_pinned(change.path):
            yield Fault(path=change.path, reason="is pinned")
        if change.path in seen:
            yield Fault(path=change.path, reason="is changed twice")
        seen.add(change.path)


def _read(change: Change, before: Document | None) -> Document:
    updated = from_mtime(change.mtime_ns or 0)
    if before and change.mtime_ns is None:
        updated = before.updated
    document = parse(change.data or b"", relative=change.path, updated=updated)
    if before and before.type is not document.type:
        raise UnreadableError(f"its type was {before.type}, not {document.type}")
    return document


def _lost_facts(fates: Sequence[Fate], max_loss_percent: float) -> Iterator[Fault]:
    lost = [fate for fate in fates if not fate.stands]
    if len(lost) * 100 > max_loss_percent * len(fates):
        bound = f"more than {max_loss_percent} %"
        yield Fault(path="", reason=f"{len(lost)} of {len(fates)} facts would be lost, {bound}")


def _lost_reasons(fates: Sequence[Fate], after: _Documents, alike: Alike) -> Iterator[Fault]:
    for fate in find_lost_reasons(fates, after, alike):
        yield Fault(path=fate.path, reason=f"a reason would be lost: {fate.said[0].summary!r}")


def _lost_origins(
    documents: _Documents, after: _Documents, fates: Sequence[Fate]
) -> Iterator[Fault]:
    """Find files that neither keep sources and foreign keys nor hand them on with their facts."""
    heirs: dict[str, list[Document]] = {}
    for fate in fates:
        heirs.setdefault(fate.path, []).extend(document for document, _ in fate.stands)
    listed = {source for document in after.values() for source in document.sources}
    for path, before in documents.items():
        now = after.get(path)
        if now is before:
            continue
        theirs = [now] if now else heirs.get(path, [])
        is_full = any(heir.pinned or len(heir.sources) >= MAX_SOURCES for heir in theirs)
        left = set(now.sources) if now else listed
        if theirs and not is_full and not left.issuperset(before.sources):
            yield Fault(path=path, reason="sources would be lost")
        keys = {line for heir in theirs for line in foreign_lines(heir)}
        if not keys.issuperset(foreign_lines(before)):
            yield Fault(path=path, reason="front matter of others would be lost")


def _lost_words(documents: _Documents, after: _Documents) -> Iterator[Fault]:
    left = {without_links(line) for document in after.values() for line in unstated_lines(document)}
    for path, document in documents.items():
        for line in unstated_lines(document):
            if after.get(path) is not document and without_links(line) not in left:
                yield Fault(path=path, reason=f"would lose the line {line!r}")


def _new_words(
    changed: Sequence[Document], documents: _Documents, traces: Traces
) -> Iterator[Fault]:
    loose = {
        without_links(line) for document in documents.values() for line in unstated_lines(document)
    }
    keys = {line for document in documents.values() for line in foreign_lines(document)}
    for document in changed:
        kind, path = document.type, document.relative
        said = [text for entry in document.entries for text in texts_of(entry) if text]
        new = [text for text in said if not traces.tell(kind, text)]
        names = (document.title, document.description)
        summaries = [entry.summary for entry in document.entries]
        own = {trace(name) for text in summaries for name in (text, title_for(text))}
        new += [name for name in names if trace(name) not in own and not traces.name(kind, name)]
        new += [line for line in unstated_lines(document) if without_links(line) not in loose]
        new += [line for line in foreign_lines(document) if line not in keys]
        yield from (Fault(path=path, reason=f"nobody ever said {text!r}") for text in new)


def _new_links(
    changed: Sequence[Document], documents: _Documents, after: _Documents
) -> Iterator[Fault]:
    before = {link for document in documents.values() for link in find_links(document)}
    for document in changed:
        for link, places in find_links(document).items():
            if link not in before and not any(place in after for place in places):
                yield Fault(path=document.relative, reason=f"a new link leads nowhere: {link}")
