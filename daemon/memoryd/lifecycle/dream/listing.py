"""Which facts a model is shown, and what it is told of them."""

from datetime import datetime, timedelta

import msgspec

from memoryd.memory import Document

from .draft import Draft, Place
from .proposal import Listing, Shown
from .values import Kind

_MOST_BYTES = 36 * 1024  # some 12,000 tokens
_LONGEST_BYTES = 4 * 1024  # a longer fact is a page, and stays as it is

_RECENT = timedelta(days=7)


def list_facts(draft: Draft, *, max_loss_percent: float, now: datetime) -> Listing:
    """Return the facts of a store as they stand; where there are too many, the newest."""
    places = list(draft.places())
    newest = sorted(places, key=lambda pair: (-pair[1].updated.timestamp(), pair[0]))
    lines: dict[Place, str] = {}
    left = _MOST_BYTES
    for place, _ in newest:
        if not place[0].isprintable():  # no name that a model could give back
            continue
        line = _line(draft, place, now)
        size = len(line.encode()) + 1
        if size <= min(left, _LONGEST_BYTES):
            lines[place] = line
            left -= size
    shown = {
        draft.id_at(*place): Shown(document.relative, document.raw)
        for place, document in places
        if place in lines
    }
    return Listing(
        lines=tuple(lines[place] for place, _ in places if place in lines),
        shown=shown,
        may_change=sum(not draft.is_fixed(seen.path) for seen in shown.values()),
        most_lost=max(0, int(draft.total * max_loss_percent // 100) - _count_lost(draft)),
    )


def must_stay(document: Document, now: datetime) -> bool:
    """Tell whether a person asked to remember a fact, or it was stated in the last days."""
    times = (document.updated, *(source.at for source in document.sources if source.at))
    return is_asked_for(document) or max(times) > now - _RECENT


def is_asked_for(document: Document) -> bool:
    """Tell whether a person asked to remember what stands in a file."""
    return any((one.agent, one.session) == ("memoryd", "remember") for one in document.sources)


def _line(draft: Draft, place: Place, now: datetime) -> str:
    path, index = place
    document = draft.documents[path]
    entry = document.entries[index]
    told: dict[str, object] = {
        "id": draft.id_at(path, index),
        "type": document.type,
        "stated": f"{document.updated:%Y-%m-%d}",
        "pinned": draft.is_fixed(path) or None,
        "must_stay": must_stay(document, now) or None,
        "summary": entry.summary,
        "why": entry.why,
        "how_to_apply": entry.how_to_apply,
    }
    filled = {key: value for key, value in told.items() if value is not None}
    return msgspec.json.encode(filled).decode()


def _count_lost(draft: Draft) -> int:
    return sum(len(step.sources) for step in draft.operations if step.kind is Kind.SUPERSEDE)
