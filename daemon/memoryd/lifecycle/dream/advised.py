"""A model's proposal done to what a tidying left: all of it or nothing."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from memoryd.domain import Entry, collapse
from memoryd.errors import BadRequestError
from memoryd.memory import UnreadableError, edit, file_names, new_document, slug_for
from memoryd.redact import redact

from .checking import Fault
from .draft import Draft
from .duplicates import Fact, take_up
from .judging import Known, find_faults
from .links import mend_links
from .proposal import Advice, Listing, ProposedFact, ProposedOperation
from .values import Kind
from .wording import reword, write_anew

_MOST_FAULTS = 5


class AdviceRefusedError(Exception):
    """A proposal is more than a model may do; `conflict` says that a memory changed meanwhile."""

    def __init__(self, faults: Sequence[Fault], *, conflict: bool = False) -> None:
        super().__init__("; ".join(str(fault) for fault in faults[:_MOST_FAULTS]))
        self.faults, self.conflict = faults, conflict


def follow(draft: Draft, advice: Advice, *, taken: Collection[str], now: datetime) -> None:
    """Do to *draft* what a model proposes. Raise AdviceRefusedError; then it is of no use.

    Whether the outcome may be written is for `check` to say. *taken* are paths that no new file
    can have.
    """
    operations = advice.proposal.operations
    refuse_faults(_misnamed(operations, advice.listing))
    known = _find(draft, advice.listing, operations)
    refuse_faults(
        Fault(path="", reason=redact(reason).text)
        for operation in operations
        for reason in find_faults(
            operation,
            [known[each] for each in operation.sources],
            known[operation.target] if operation.target else None,
            now=now,
        )
    )
    # Each one leaves the others' facts where they are: none is named twice.
    refuse_faults(
        Fault(path="", reason=f"a {each.op} of {each.sources[0]} would lose what stands beside it")
        for each in operations
        if not _try(draft, each, known, taken)
    )
    mend_links(draft)


def refuse_faults(faults: Iterable[Fault]) -> None:
    """Raise AdviceRefusedError if there are *faults*."""
    if found := list(faults):
        raise AdviceRefusedError(found)


def _misnamed(operations: Sequence[ProposedOperation], listing: Listing) -> Iterator[Fault]:
    uses = Counter(source for operation in operations for source in operation.sources)
    targets = {operation.target for operation in operations if operation.target}
    for name in sorted({*uses, *targets} - listing.shown.keys()):
        yield Fault(path="", reason=f"{name!r} is not in the list")
    for name, times in uses.items():
        if times > 1:
            yield Fault(path="", reason=f"{name!r} is named {times} times")
    for operation in operations:
        others = uses.keys() - (set(operation.sources) if operation.op == "merge" else set())
        if operation.target in others:
            yield Fault(path="", reason=f"{operation.target!r} is named as a source, too")


def _find(
    draft: Draft, listing: Listing, operations: Sequence[ProposedOperation]
) -> Mapping[str, Known]:
    """Return the facts that are named, where they stand; raise when one is not as it was shown."""
    named = {name for each in operations for name in (*each.sources, each.target) if name}
    known = {}
    for (path, index), document in draft.places():
        memory_id = draft.id_at(path, index)
        if memory_id in named and document.raw == listing.shown[memory_id].raw:
            known[memory_id] = Known(
                id=memory_id,
                document=document,
                entry=document.entries[index],
                fixed=draft.is_fixed(path),
            )
    if changed := sorted(named - known.keys()):
        faults = [Fault(path=name, reason="conflict, it was changed meanwhile") for name in changed]
        raise AdviceRefusedError(faults, conflict=True)
    return known


def _try(
    draft: Draft,
    operation: ProposedOperation,
    known: Mapping[str, Known],
    taken: Collection[str],
) -> bool:
    """Do one operation; tell whether it could be done without loss."""
    try:
        return _do(draft, operation, known, taken)
    except (BadRequestError, UnreadableError):  # a file cannot hold what it would have to
        return False


def _do(
    draft: Draft,
    operation: ProposedOperation,
    known: Mapping[str, Known],
    taken: Collection[str],
) -> bool:
    places = [(known[name].document.relative, name) for name in operation.sources]
    why = f"a model: {_showable(operation.reason)}"
    match operation.op:
        case "merge":
            return _merge(draft, operation, known, why)
        case "rewrite":
            path, name = places[0]
            draft.say(Kind.REWRITE, [name], path, why)
            return _reword(draft, path, name, operation.facts[0])
        case "split":
            return _split(draft, places[0], operation.facts, why, taken)
    kind = Kind.SUPERSEDE if operation.op == "supersede" else Kind.DELETE
    target = known[operation.target].document.relative if operation.target else ""
    for path, name in places:
        said = draft.fact(path, name).summary
        draft.say(kind, [name], target or path, f"{said!r}: {why}")
    return all(draft.drop(path, name) for path, name in places)


def _showable(text: str) -> str:
    """Return a model's own words as a terminal may show them."""
    return redact(collapse("".join(char if char.isprintable() else " " for char in text))).text


def _merge(
    draft: Draft, operation: ProposedOperation, known: Mapping[str, Known], why: str
) -> bool:
    newest = max(operation.sources, key=lambda name: (known[name].document.updated, name))
    keeper = operation.target or newest
    place = known[keeper].document.relative, keeper
    for name in operation.sources:
        if name != keeper:
            other = known[name].document.relative, name
            draft.say(Kind.MERGE, [name, keeper], place[0], f"{known[name].entry.summary!r}: {why}")
            if not take_up(draft, place, other):
                return False
    return _reword(draft, *place, operation.facts[0])


def _reword(draft: Draft, path: str, name: str, fact: ProposedFact) -> bool:
    current = draft.fact(path, name)
    wanted = Entry(
        summary=fact.summary,
        why=fact.why or current.why,
        how_to_apply=fact.how_to_apply or current.how_to_apply,
    )
    return _put(draft, path, name, wanted)


def _put(draft: Draft, path: str, name: str, wanted: Entry) -> bool:
    document = draft.documents[path]
    # A reason that moves away takes its line with it, where nothing else stands in the file.
    changed = reword(document, draft.find(name, path), wanted) or write_anew(document, wanted)
    if changed:
        draft.put(changed)
    return changed is not None


def _split(
    draft: Draft, place: Fact, facts: Sequence[ProposedFact], why: str, taken: Collection[str]
) -> bool:
    """Leave the first fact in place and give each other one a file of its own beside it."""
    path, name = place
    before = draft.documents[path]
    current = draft.fact(path, name)
    entries = [
        Entry(summary=fact.summary, why=fact.why, how_to_apply=fact.how_to_apply) for fact in facts
    ]
    if not any(entry.why for entry in entries):
        entries[0] = replace(entries[0], why=current.why)
    if not any(entry.how_to_apply for entry in entries):
        entries[0] = replace(entries[0], how_to_apply=current.how_to_apply)
    draft.say(Kind.SPLIT, [name], path, why)
    if not _put(draft, path, name, entries[0]):
        return False
    folder = path.rpartition("/")[0]
    for entry in entries[1:]:
        stem = slug_for(entry.summary)
        free = next(
            each
            for each in file_names(f"{folder}/{stem}" if folder else stem)
            if each not in draft.documents and each not in taken
        )
        part = new_document(
            [entry], type=before.type, relative=free, at=before.updated, sources=before.sources
        )
        if part.entries != (entry,):
            return False
        draft.add(edit(part, created=before.created), name)
    return True
