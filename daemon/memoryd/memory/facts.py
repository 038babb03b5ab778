"""Which memory states a fact already: the same type, the same words or others for it."""

from collections.abc import Mapping

from memoryd.domain import MemoryType

from .document import Document
from .likeness import normal_form

_Key = tuple[MemoryType, str]


class Facts:
    """Finds facts by type and normal form; told of each document that changes."""

    def __init__(self) -> None:
        self._places: dict[_Key, list[tuple[str, int]]] = {}
        self._keys: dict[str, tuple[_Key, ...]] = {}

    def put(self, path: str, document: Document | None) -> None:
        """Take note of what *path* states now; None when it is gone."""
        for key in self._keys.pop(path, ()):
            left = [place for place in self._places.pop(key, ()) if place[0] != path]
            if left:
                self._places[key] = left
        if document:
            entries = document.entries
            keys = tuple((document.type, normal_form(entry.summary)) for entry in entries)
            self._keys[path] = keys
            for index, key in enumerate(keys):
                self._places.setdefault(key, []).append((path, index))

    def find(
        self, kind: MemoryType, summary: str, documents: Mapping[str, Document]
    ) -> tuple[Document, int] | None:
        """Return document and index of the entry that states a fact; a pinned one before others."""
        places = self._places.get((kind, normal_form(summary)), ())
        found = [(documents[path], index) for path, index in places]
        return min(found, key=lambda place: (not place[0].pinned, place[0].relative), default=None)
