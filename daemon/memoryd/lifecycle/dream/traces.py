"""Which words were there before: what a dream writes must be made of them."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from memoryd.domain import Entry, MemoryType, fingerprint
from memoryd.memory import Document, title_for, unstated_lines

from .days import dated, stated_at
from .links import without_links
from .sentences import Said

Both = tuple[Entry, Entry]
"""A fact as it was stated, and with the days it names written out."""


@lru_cache(maxsize=1 << 14)  # most texts are the same before and after
def trace(text: str) -> str:
    """Return the form in which a text is the same wherever its links lead."""
    return fingerprint(without_links(text))


def readings(document: Document) -> list[Both]:
    """Return each fact of a document as it stands and as its days may be written out."""
    times = stated_at(document)
    return [(entry, dated(entry, times)) for entry in document.entries]


class Traces:
    """The texts of a store, by type."""

    def __init__(self, facts: Mapping[str, list[Both]], documents: Mapping[str, Document]) -> None:
        self._texts: dict[MemoryType, set[tuple[str, ...]]] = {kind: set() for kind in MemoryType}
        self._lengths: dict[tuple[MemoryType, str], set[int]] = {}
        self._names: dict[MemoryType, set[str]] = {kind: set() for kind in MemoryType}
        self._said: dict[MemoryType, Said] = {}
        self._facts, self._documents = facts, documents
        for path, document in documents.items():
            kind = document.type
            names = self._names[kind]
            names.update(map(trace, (document.title, document.description)))
            names.update(trace(line.strip("# ")) for line in unstated_lines(document))
            for entry in (entry for pair in facts[path] for entry in pair):
                names.update(map(trace, (entry.summary, title_for(entry.summary))))
                for text in filter(None, texts_of(entry)):
                    self._add(kind, tuple(trace(text).split()))

    def _add(self, kind: MemoryType, words: tuple[str, ...]) -> None:
        if words:
            self._texts[kind].add(words)
            self._lengths.setdefault((kind, words[0]), set()).add(len(words))

    def tell(self, kind: MemoryType, text: str) -> bool:
        """Tell whether *text* is made of those of its type, or of whole sentences of them."""
        return self._strings(kind, text) or self._makes(kind, text)

    def _makes(self, kind: MemoryType, text: str) -> bool:
        # To be had only where somebody worded anew: most dreams do not.
        if kind not in self._said:
            self._said[kind] = Said(
                without_links(said)
                for path, facts in self._facts.items()
                if self._documents[path].type is kind
                for entry in dict.fromkeys(entry for pair in facts for entry in pair)
                for said in filter(None, texts_of(entry))
            )
        return self._said[kind].makes(without_links(text))

    def _strings(self, kind: MemoryType, text: str) -> bool:
        words = trace(text).split()
        reached = {0}
        for start in range(len(words)):
            if start in reached:
                for length in self._lengths.get((kind, words[start]), ()):
                    if tuple(words[start : start + length]) in self._texts[kind]:
                        reached.add(start + length)
        return len(words) in reached

    def name(self, kind: MemoryType, text: str) -> bool:
        """Tell whether *text* was a title, a description, a heading or a fact of its type."""
        return trace(text) in self._names[kind]


def texts_of(entry: Entry) -> Iterable[str | None]:
    """Return the texts of a fact."""
    return entry.summary, entry.why, entry.how_to_apply
