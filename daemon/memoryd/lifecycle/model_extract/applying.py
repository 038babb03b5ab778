"""Puts what holds of a model's answer into the stores; blocking."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final

from memoryd.domain import Entry, Patch, Scope
from memoryd.errors import BadRequestError, ConflictError
from memoryd.lifecycle.day import MODEL
from memoryd.lifecycle.dream import is_kept, merge_facts, reword, without
from memoryd.memory import (
    MILLISECOND,
    Applied,
    Change,
    Document,
    Outcome,
    Store,
    add_sources,
    is_same_fact,
    to_mtime,
)

from .grounding import tells_again
from .patches import Proposal
from .standing import Standing

_STANDS: Final = (Outcome.CREATED, Outcome.MERGED, Outcome.DUPLICATE)
_Place = tuple[Document, int]


@dataclass(slots=True, kw_only=True)
class Learnt:
    """What became of an answer; `rejected` counts by reason what is no memory of its own."""

    created: int = 0
    merged: int = 0
    updated: int = 0
    superseded: int = 0
    rejected: Counter[str] = field(default_factory=Counter)
    topics: set[str] = field(default_factory=set)

    @property
    def changes(self) -> int:
        """How many patches changed memory."""
        return self.created + self.merged + self.updated


@dataclass(frozen=True, slots=True, kw_only=True)
class Stores:
    """Where facts go by scope; *claim* is called before the first change to the project's."""

    project: Store | None
    user: Store
    claim: Callable[[], object] | None = None

    def of(self, scope: Scope) -> Store | None:
        """Return the store of a scope; a session without a project has only the user's."""
        return self.user if scope is Scope.USER else self.project


def apply_proposals(
    proposals: Sequence[Proposal], stores: Stores, *, by: str, now: datetime
) -> Learnt:
    """Put *proposals* into memory. Doing it again changes nothing more. Raise OSError."""
    learnt = Learnt()
    for scope in (Scope.PROJECT, Scope.USER):
        wanted = [each for each in proposals if each.patch.scope is scope]
        store = stores.of(scope)
        if store is None:
            learnt.rejected["no_project"] += len(wanted)
        elif wanted:
            if scope is Scope.PROJECT and stores.claim:
                stores.claim()
            _apply_to(store, wanted, learnt, by=by, now=now)
    learnt.rejected = +learnt.rejected
    return learnt


def _apply_to(
    store: Store, wanted: Sequence[Proposal], learnt: Learnt, *, by: str, now: datetime
) -> None:
    known = [each for each in wanted if not _is_forgotten(store, each)]
    learnt.rejected[Outcome.FORGOTTEN] += len(wanted) - len(known)
    rest = [each for each in known if not _settled(store, each, learnt, by=by, now=now)]
    fresh = [each for each in rest if not _is_told(store, each)]
    learnt.rejected["duplicate"] += len(rest) - len(fresh)
    patches = [each.patch for each in fresh]
    applied = store.apply(patches, operation="extract", by=by, detail=MODEL)
    standing = [each for each in rest if each not in fresh]
    for each, result in zip(fresh, applied, strict=True):
        _count(each, result, learnt)
        standing += [each] if result.status in _STANDS else []
    for each in standing:
        if each.op == "supersede":
            reason = _retire(store, each, by)
            learnt.superseded += not reason
            learnt.rejected.update([reason] if reason else [])


def _is_forgotten(store: Store, proposal: Proposal) -> bool:
    """Tell whether the fact was forgotten as the rules worded it: other words bring none back."""
    patch = proposal.patch
    return any(
        tells_again(told, patch.entry.summary) and store.has_forgotten(told, at=patch.at)
        for told in proposal.told
    )


def _settled(store: Store, proposal: Proposal, learnt: Learnt, *, by: str, now: datetime) -> bool:
    """Update what a proposal says better, or turn it away; False: its fact is still to be added."""
    place = _find(store, proposal.target)
    if proposal.op == "add" or place is None:
        return False
    document, index = place
    stated = max((document.updated, *(s.at for s in document.sources if s.at)))
    later = all(source.at and stated < source.at <= now for source in proposal.patch.sources)
    if not later and not is_same_fact(_summary(place), proposal.patch.entry.summary):
        # What stands was said after it: the session is read late.
        learnt.rejected["not_later"] += 1
        return True
    if proposal.op == "supersede":
        return False
    if document.pinned:
        learnt.rejected[Outcome.DUPLICATE_OF_PINNED] += 1
        return True
    updated = _update(store, document, index, proposal.patch, by)
    if updated:
        learnt.updated += 1
        learnt.topics.add(document.type)
    return updated


def _count(proposal: Proposal, result: Applied, learnt: Learnt) -> None:
    learnt.created += result.status is Outcome.CREATED
    learnt.merged += result.status is Outcome.MERGED
    if result.status in (Outcome.CREATED, Outcome.MERGED):
        learnt.topics.add(proposal.patch.type)
    if result.status is not Outcome.CREATED:
        learnt.rejected[result.status] += 1


def _find(store: Store, target: Standing | None) -> _Place | None:
    """Return where the memory that a model was told of stands now."""
    if target is None:
        return None
    store.refresh()
    document = store.documents().get(target.path)
    for index, entry in enumerate(document.entries if document else ()):
        if document and entry.summary == target.summary:
            return document, index
    return None


def _summary(place: _Place) -> str:
    document, index = place
    return document.entries[index].summary


def _is_told(store: Store, proposal: Proposal) -> bool:
    """Tell whether the rules, or this very answer before a kill, drew the fact from its message."""
    store.refresh()
    sources = {(source.session, source.record) for source in proposal.patch.sources}
    summary, target = proposal.patch.entry.summary, proposal.target
    return any(
        tells_again(entry.summary, summary) and not is_same_fact(entry.summary, summary)
        for document in store.documents().values()
        if sources.intersection((source.session, source.record) for source in document.sources)
        for entry in document.entries
        if target is None or (document.relative, entry.summary) != (target.path, target.summary)
    )


def _update(store: Store, document: Document, index: int, patch: Patch, by: str) -> bool:
    """Word a fact as *patch* does; False when that is not possible or not needed."""
    old = document.entries[index]
    if is_same_fact(old.summary, patch.entry.summary):
        return False
    wanted = merge_facts(old, patch.entry, summary=patch.entry.summary)
    reworded = reword(document, index, wanted)
    if reworded is None:
        return False
    updated = max(patch.at, document.updated + MILLISECOND)
    changed = replace(add_sources(reworded, patch.sources), updated=updated)
    change = Change(path=document.relative, data=changed.raw, mtime_ns=to_mtime(updated))
    return _commit(store, document, change, "extract", by, forgotten=old)


def _retire(store: Store, proposal: Proposal, by: str) -> str:
    """Take out the fact that a newer one replaces; return why not, if so."""
    place = _find(store, proposal.target)
    if place is None:
        return "no_such_memory"
    document, index = place
    old = document.entries[index]
    if document.pinned:
        return "pinned"
    if is_same_fact(old.summary, proposal.patch.entry.summary):
        return "same_fact"
    try:
        left = without(document, index)
    except BadRequestError:
        return "holds_more"
    if not is_kept([document], [left] if left else []):
        return "holds_more"
    at = to_mtime(document.updated + MILLISECOND)
    change = Change(
        path=document.relative,
        data=left.raw if left else None,
        mtime_ns=at if left else None,
    )
    done = _commit(store, document, change, "supersede", by, forgotten=old)
    return "" if done else "changed_meanwhile"


def _commit(
    store: Store, document: Document, change: Change, operation: str, by: str, *, forgotten: Entry
) -> bool:
    """Change one file; its old statement does not come back when it is read again.

    False when somebody else changed the file.
    """
    try:
        store.commit(
            [change],
            operation=operation,
            by=by,
            base={document.relative: document.raw},
            forgotten=[forgotten.summary],
        )
    except ConflictError:
        return False
    return True
