"""The same fact twice: one place takes the other up, and nothing that either said is lost."""

from collections.abc import Callable, Iterable, Iterator

from memoryd.domain import MemoryType, fingerprint
from memoryd.errors import BadRequestError
from memoryd.memory import (
    MAX_SOURCES,
    Document,
    add_sources,
    edit,
    foreign_lines,
    loose_lines,
    unstated_lines,
)

from .days import is_dated
from .draft import Draft, Place, is_kept, stated
from .neighbours import Neighbours
from .values import Alike, Key, Kind, key_of
from .wording import merge_facts, reword, without

Fact = tuple[str, str]
"""Path and id: what an entry is known by while those around it come and go."""

_Near = Neighbours[tuple[Key, str]]


def merge_duplicates(draft: Draft, alike: Alike) -> None:
    """Let each fact stand once, pinned if it is anywhere, else where it was stated last."""
    for keeper, *others in list(_groups(draft, alike)):
        for other in others:
            _absorb(draft, keeper, other, alike)


def _groups(draft: Draft, alike: Alike) -> Iterator[list[Fact]]:
    """Yield the facts that stand more than once, each with the place to keep first."""
    places = sorted(draft.places(), key=lambda pair: (-pair[1].updated.timestamp(), pair[0]))
    near = _neighbours(places)
    groups: dict[Key, list[Fact]] = {}
    same: dict[Key, Key] = {}
    for (path, index), document in places:
        key, summary = key_of(document, index), document.entries[index].summary
        if key not in same:
            close = near[document.type]
            words = close.rarest(summary)
            same[key] = next((k for k, text in close.near(words) if alike(text, summary)), key)
            if same[key] == key:
                close.add((key, summary), words)
        groups.setdefault(same[key], []).append((path, draft.id_at(path, index)))
    for group in groups.values():
        if len(group) > 1:
            yield sorted(group, key=lambda fact: _rank(draft, draft.documents[fact[0]]))


def _neighbours(places: list[tuple[Place, Document]]) -> dict[MemoryType, _Near]:
    texts: dict[MemoryType, list[str]] = {kind: [] for kind in MemoryType}
    for (_, index), document in places:
        texts[document.type].append(document.entries[index].summary)
    return {kind: Neighbours(found) for kind, found in texts.items()}


def _rank(draft: Draft, document: Document) -> tuple[bool, bool]:
    """Order places, the newest first: pinned ones, those with words that cannot move, others."""
    has_own = bool(foreign_lines(document) or unstated_lines(document))
    return not draft.is_fixed(document.relative), not has_own


def _absorb(draft: Draft, keeper: Fact, other: Fact, alike: Alike) -> None:
    fact, kept = draft.fact(*other).summary, draft.fact(*keeper).summary
    said = [fact, kept, *draft.taken_up(keeper[1]), *draft.taken_up(other[1])]
    if take_up(draft, keeper, other, is_right=lambda summary: _all_like(summary, said, alike)):
        draft.taken_up(keeper[1]).extend([fact, *draft.taken_up(other[1])])
        is_same = fingerprint(fact) == fingerprint(kept)
        kind = Kind.DEDUPE if is_same else Kind.MERGE
        words = "already" if is_same else f"in other words: {kept!r}"
        draft.say(kind, [other[1]], keeper[0], f"{fact!r} stands there {words}")


def take_up(
    draft: Draft, keeper: Fact, other: Fact, *, is_right: Callable[[str], bool] = bool
) -> bool:
    """Take one fact out once all it says stands in the place to keep; or leave both.

    The newer of the two has the wording, which must be one that *is_right*.
    """
    if draft.is_fixed(other[0]):
        return False
    source, into = draft.documents[other[0]], draft.documents[keeper[0]]
    at, index = draft.find(other[1], other[0]), draft.find(keeper[1], keeper[0])
    try:
        left = without(source, at)
    except BadRequestError:
        return False
    is_one_file = source is into and left is not None
    target, place = (left, index - (at < index)) if source is into and left else (into, index)
    merged = _merge(target, place, source, at, is_fixed=draft.is_fixed(keeper[0]))
    after = [merged, None if is_one_file else left]
    if not merged or not is_kept([source, into], [document for document in after if document]):
        return False
    if not is_right(merged.entries[place].summary):
        return False
    draft.take_out(other[0], at, left)
    draft.put(merged)
    if left is None:
        draft.moved[other[0]] = keeper[0]
    return True


def _all_like(summary: str, said: Iterable[str], alike: Alike) -> bool:
    """Tell whether *summary* speaks for all that was *said*: likeness may drift on the way."""
    key = fingerprint(summary)
    return all(fingerprint(text) == key or alike(summary, text) for text in said)


def _merge(
    target: Document, index: int, source: Document, at: int, *, is_fixed: bool = False
) -> Document | None:
    """Return *target* with all that one entry of *source* says, None when it cannot hold it."""
    fact, current = source.entries[at], target.entries[index]
    is_newer = source.updated > target.updated
    wanted = merge_facts(current, fact, summary=(fact if is_newer else current).summary)
    if is_fixed:
        has_all = target.pinned or set(target.sources).issuperset(source.sources)
        reasons = wanted.why, wanted.how_to_apply
        return target if has_all and reasons == (current.why, current.how_to_apply) else None
    there = set(unstated_lines(target))
    loose = loose_lines(source, at)
    if there.issuperset(filter(None, map(str.strip, loose))):
        loose = []
    merged = reword(target, index, wanted, loose=loose)
    merged = merged and _with_origin(merged, source)
    # A day that is named relative to one time must not be read as seen from another.
    return merged if merged and is_dated(merged) else None


def _with_origin(target: Document, source: Document) -> Document | None:
    """Return *target* with the sources and the age of *source*, None when they have no room."""
    merged = add_sources(target, source.sources)
    if len(merged.sources) < MAX_SOURCES and not set(merged.sources).issuperset(source.sources):
        return None
    if source.created < target.created:
        merged = edit(merged, created=source.created)
    return stated(merged, source.updated)
