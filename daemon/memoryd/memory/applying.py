"""What patches do to memories: the decision, over values."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from memoryd.domain import Patch, fingerprint
from memoryd.errors import BadRequestError

from .body_edits import clean_entry
from .document import Document, add_sources, edit, merge_entry, new_document
from .facts import Facts
from .names import file_names, slug_for
from .times import MILLISECOND, from_mtime, to_mtime
from .tombstones import Tombstones


class Outcome(StrEnum):
    """What became of a patch."""

    CREATED = "created"
    MERGED = "merged"  # it stood there in these or other words, and says when, where or why else
    DUPLICATE = "duplicate"  # it says nothing new
    DUPLICATE_OF_PINNED = "duplicate_of_pinned"  # it stands in a file that only its owner changes
    FORGOTTEN = "forgotten"  # it was forgotten after it was said


@dataclass(frozen=True, slots=True, kw_only=True)
class Applied:
    """What became of one patch; a forgotten one has no place."""

    status: Outcome
    path: str | None = None
    entry: int | None = None
    id: str | None = None


class Batch:
    """Takes patches one by one and gathers the documents they change; writes nothing.

    *is_free* tells whether a path names no file at all, memory or not.
    """

    def __init__(
        self,
        documents: Mapping[str, Document],
        facts: Facts,
        *,
        tombstones: Tombstones,
        now: datetime,
        is_free: Callable[[str], bool],
    ) -> None:
        self._documents = dict(documents)
        self._facts = facts
        self._tombstones = tombstones
        self._now = now
        self._is_free = is_free
        self.changed: dict[str, Document] = {}

    def apply(self, patch: Patch) -> Applied:
        """Decide on one patch. Raise BadRequestError for one without a summary."""
        entry = clean_entry(patch.entry)
        if self._tombstones.hold_back(entry.summary, at=patch.at, now=self._now):
            return Applied(status=Outcome.FORGOTTEN)
        at = from_mtime(to_mtime(min(patch.at, self._now)))
        patch = replace(patch, entry=entry, at=at)
        found = self._facts.find(patch.type, entry.summary, self._documents)
        if not found:
            created = self._create(patch)
            self._keep(created)
            return _applied(Outcome.CREATED, created, 0)
        document, index = found
        if document.pinned:
            return _applied(Outcome.DUPLICATE_OF_PINNED, document, index)
        merged = _merge(document, index, patch)
        if merged == document:
            return _applied(Outcome.DUPLICATE, document, index)
        self._keep(merged)
        return _applied(Outcome.MERGED, merged, index)

    def _create(self, patch: Patch) -> Document:
        stem = f"{patch.type}/{slug_for(patch.entry.summary)}"
        known = self._documents
        path = next(name for name in file_names(stem) if name not in known and self._is_free(name))
        return new_document(
            [patch.entry], type=patch.type, relative=path, at=patch.at, sources=patch.sources
        )

    def _keep(self, document: Document) -> None:
        self.changed[document.relative] = self._documents[document.relative] = document
        self._facts.put(document.relative, document)


def _merge(document: Document, index: int, patch: Patch) -> Document:
    """Return *document* with what a patch adds.

    The newest statement has the spelling. Other words for the same fact say no more than it does,
    and leave it as it stands: a person may have chosen them.
    """
    incoming, current = patch.entry, document.entries[index]
    reworded = fingerprint(incoming.summary) != fingerprint(current.summary)
    if reworded or patch.at < document.updated:
        incoming = replace(incoming, summary=current.summary)
    try:
        merged = add_sources(merge_entry(document, index, incoming), patch.sources)
        if merged.raw == document.raw and document.created <= patch.at <= document.updated:
            return document
        merged = edit(merged, created=min(document.created, patch.at))
    except BadRequestError:  # the file would outgrow its limits: the fact itself stands there
        merged = document
    if merged.raw == document.raw and patch.at <= document.updated:
        return document
    return replace(merged, updated=max(patch.at, document.updated + MILLISECOND))


def _applied(status: Outcome, document: Document, index: int) -> Applied:
    path = document.relative
    return Applied(status=status, path=path, entry=index, id=document.ids[index])
