"""The store as a dream has changed it so far; a change that would lose words is not taken."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from memoryd.domain import Entry, MemoryType
from memoryd.errors import BadRequestError
from memoryd.memory import (
    MILLISECOND,
    Change,
    Document,
    foreign_lines,
    reads_alike,
    to_mtime,
    unstated_lines,
)

from .values import Kind, Operation, Plan
from .wording import without

Place = tuple[str, int]


class Draft:
    """Documents by path, and for each of their entries the id it had before the dream."""

    def __init__(self, documents: Mapping[str, Document]) -> None:
        self._before = documents
        self.documents = {path: documents[path] for path in sorted(documents)}
        self._ids = {
            path: list(document.ids[: len(document.entries)])
            for path, document in self.documents.items()
        }
        self._taken_up: dict[str, list[str]] = {}
        self.moved: dict[str, str] = {}
        self.operations: list[Operation] = []
        self.dangling: tuple[str, ...] = ()
        self.total = sum(map(len, self._ids.values()))

    def is_fixed(self, path: str) -> bool:
        """Tell whether a file is only read: it is pinned, or could not be written back whole."""
        return _is_fixed(self.documents[path])

    def open_files(self) -> list[Document]:
        """Return the documents that may change, by path."""
        return [document for document in self.documents.values() if not _is_fixed(document)]

    def places(self) -> Iterator[tuple[Place, Document]]:
        """Yield every entry's place, with its document."""
        for path, document in self.documents.items():
            for index in range(len(document.entries)):
                yield (path, index), document

    def id_at(self, path: str, index: int) -> str:
        """Return the id that an entry had before the dream."""
        return self._ids[path][index]

    def ids_in(self, path: str) -> tuple[str, ...]:
        """Return the ids that the entries of a file had before the dream."""
        return tuple(self._ids[path])

    def fact(self, path: str, memory_id: str) -> Entry:
        """Return the fact of that id, as *path* states it now."""
        return self.documents[path].entries[self.find(memory_id, path)]

    def find(self, memory_id: str, path: str) -> int:
        """Return where in *path* the entry of that id stands now."""
        return self._ids[path].index(memory_id)

    def put(self, document: Document, order: Sequence[int] | None = None) -> None:
        """Take a changed document; *order* names the old index of each entry it has now."""
        path = document.relative
        if order is not None:
            self._ids[path] = [self._ids[path][index] for index in order]
        self.documents[path] = touched(document, self._before.get(path))

    def taken_up(self, memory_id: str) -> list[str]:
        """Return what the facts said that the fact of this id has taken up."""
        return self._taken_up.setdefault(memory_id, [])

    def take_out(self, path: str, index: int, left: Document | None) -> None:
        """Take an entry out of a file of which *left* is left; None removes the file."""
        if left:
            self.put(left, [old for old in range(len(self._ids[path])) if old != index])
        else:
            del self.documents[path], self._ids[path]

    def drop(self, path: str, memory_id: str) -> bool:
        """Take a fact out for good, unless words beside it would go with it; tell whether."""
        document = self.documents[path]
        at = self.find(memory_id, path)
        try:
            left = without(document, at)
        except BadRequestError:
            return False
        if not is_kept([document], [left] if left else []):
            return False
        self.take_out(path, at, left)
        return True

    def add(self, document: Document, memory_id: str) -> None:
        """Add a file of one fact, which came out of the fact of that id."""
        self._ids[document.relative] = [memory_id]
        self.documents[document.relative] = document
        self.documents = {path: self.documents[path] for path in sorted(self.documents)}

    def part(self, first: Document, others: Sequence[Document]) -> None:
        """Let a document give up its last entries to new ones."""
        ids = self._ids[first.relative]
        start = len(first.entries)
        self._ids[first.relative] = ids[:start]
        for other in others:
            self._ids[other.relative] = ids[start : start + len(other.entries)]
            self.documents[other.relative] = other
            start += len(other.entries)
        self.documents[first.relative] = touched(first, self._before.get(first.relative))
        self.documents = {path: self.documents[path] for path in sorted(self.documents)}

    def say(self, kind: Kind, sources: Sequence[str], target: str, reason: str) -> None:
        """Note what was done."""
        self.operations.append(
            Operation(kind=kind, sources=tuple(sources), target=target, reason=reason)
        )

    def plan(self) -> Plan:
        """Return what has to change for all this to be so."""
        paths = sorted({*self._before, *self.documents})
        changes: list[Change] = []
        topics: set[MemoryType] = set()
        for path in paths:
            before, after = self._before.get(path), self.documents.get(path)
            if before and after and _is_same(before, after):
                continue
            topics.update(document.type for document in (before, after) if document)
            changes.append(
                Change(path=path, data=after.raw, mtime_ns=to_mtime(after.updated))
                if after
                else Change(path=path, data=None)
            )
        return Plan(
            changes=tuple(changes),
            operations=tuple(self.operations) if changes else (),
            topics=tuple(sorted(topics)),
            dangling=self.dangling,
        )


def _is_same(one: Document, other: Document) -> bool:
    return (one.raw, one.updated) == (other.raw, other.updated)


def _is_fixed(document: Document) -> bool:
    return document.pinned or not reads_alike(document)


def touched(document: Document, before: Document | None) -> Document:
    """Return *document* with a time that tells it from what it was, and as new as its facts."""
    if before is None or document.raw == before.raw:
        return document
    return stated(document, before.updated + MILLISECOND)


def stated(document: Document, at: datetime) -> Document:
    """Return *document* as stated at *at*, or later if it was."""
    return replace(document, updated=max(document.updated, at))


def is_kept(before: Sequence[Document], after: Sequence[Document]) -> bool:
    """Tell whether every loose line and foreign key of *before* is in *after*."""
    lines = {line for document in after for line in unstated_lines(document)}
    keys = {line for document in after for line in foreign_lines(document)}
    return all(
        lines.issuperset(unstated_lines(document)) and keys.issuperset(foreign_lines(document))
        for document in before
    )
