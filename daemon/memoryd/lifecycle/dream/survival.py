"""Where each fact stands after a dream, if it still stands anywhere."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from memoryd.domain import Entry, MemoryType
from memoryd.memory import AND, Document, normal_form

from .neighbours import Neighbours
from .sentences import sentences, stated, states
from .traces import Both, texts_of, trace
from .values import Alike, Key

_Stated = tuple[Document, Entry]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fate:
    """One fact of before, and the entries that state it after: none when it is lost."""

    path: str
    said: Both
    stands: tuple[_Stated, ...]


def find_fates(
    before: Mapping[str, list[Both]],
    documents: Mapping[str, Document],
    after: Mapping[str, Document],
    *,
    changed: Iterable[Document],
    alike: Alike,
) -> Iterator[Fate]:
    """Yield what became of each fact of *documents*; only what *changed* was worded anew."""
    places: dict[Key, list[_Stated]] = {}
    for document in after.values():
        for entry in document.entries:
            key = document.type, trace(entry.summary)
            places.setdefault(key, []).append((document, entry))
    near: dict[MemoryType, Neighbours[Key]] = {}
    anew = _Anew(changed)
    for path, facts in before.items():
        kind = documents[path].type
        for said in facts:
            keys = {(kind, trace(entry.summary)) for entry in said}
            stands = [place for key in keys for place in places.get(key, ())]
            if not stands:
                if kind not in near:
                    near[kind] = _neighbours(kind, places)
                summary = said[0].summary
                words = near[kind].rarest(summary)
                stands = [
                    place
                    for key in near[kind].near(words)
                    for place in places[key]
                    if alike(place[1].summary, summary)
                ] or anew.find(kind, said)
            yield Fate(path=path, said=said, stands=tuple(stands))


class _Anew:
    """Finds facts sentence by sentence in the files that changed."""

    def __init__(self, changed: Iterable[Document]) -> None:
        self._changed = changed
        self._places: dict[Key, list[_Stated]] = {}

    def find(self, kind: MemoryType, said: Both) -> list[_Stated]:
        """Return the entries that together state all sentences of a fact; none when one is lost."""
        if not self._places:
            self._read()
        for entry in said:
            found = [
                self._places.get((kind, normal_form(sentence)), [])
                for sentence in sentences(entry.summary)
            ]
            if found and all(found):
                return [place for places in found for place in places]
        return []

    def _read(self) -> None:
        for document in self._changed:
            for entry in document.entries:
                forms = {form for text in filter(None, texts_of(entry)) for form in stated(text)}
                for form in forms:
                    self._places.setdefault((document.type, form), []).append((document, entry))


def _neighbours(kind: MemoryType, places: Mapping[Key, list[_Stated]]) -> Neighbours[Key]:
    texts = {key: found[0][1].summary for key, found in places.items() if key[0] is kind}
    near: Neighbours[Key] = Neighbours(texts.values())
    for key, text in texts.items():
        near.add(key, near.rarest(text))
    return near


def find_lost_reasons(
    fates: Sequence[Fate], after: Mapping[str, Document], alike: Alike
) -> Iterator[Fate]:
    """Yield the facts that stand without a reason they had, where no other one has it either."""
    whole = {
        kind: _joined(
            entry
            for document in after.values()
            if document.type is kind
            for entry in document.entries
        )
        for kind in MemoryType
    }
    for fate in fates:
        entries = [entry for _, entry in fate.stands]
        near = _joined(entries)
        missing = [
            reason
            for reason in _reasons(fate)
            if not _is_within(reason, near) and not _is_reworded(reason, entries, alike)
        ]
        if fate.stands and missing:
            everywhere = whole[fate.stands[0][0].type]
            if not all(_is_within(reason, everywhere) for reason in missing):
                yield fate


def _joined(entries: Iterable[Entry]) -> str:
    texts = (text for entry in entries for text in texts_of(entry) if text)
    return "".join(f" {trace(text)} " for text in texts)


def _reasons(fate: Fate) -> Iterator[tuple[str, str]]:
    """Yield each reason of a fact, as it stood and with the days it names."""
    before, dated = fate.said
    for plain, written in (
        (before.why, dated.why),
        (before.how_to_apply, dated.how_to_apply),
    ):
        if plain and written:
            yield plain, written


def _is_within(reason: tuple[str, str], joined: str) -> bool:
    return any(f" {trace(text)} " in joined for text in reason)


def _is_reworded(reason: tuple[str, str], entries: Iterable[Entry], alike: Alike) -> bool:
    texts = [text for entry in entries for text in texts_of(entry) if text]
    parts = {part for whole in texts for part in (whole, *whole.split(AND))}
    return any(states(texts, text) for text in reason) or any(
        alike(part, text) for part in parts for text in reason
    )
