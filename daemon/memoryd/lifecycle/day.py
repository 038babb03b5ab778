"""What became of memory since a time, and by whose doing, from what every change leaves behind."""

import contextlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from memoryd.memory import Record, Store

MODEL = "model"
_PERSON, _RULES, _DREAM = "person", "rules", "dream"
_LEARNT = {"extract": _RULES, "remember": _PERSON}
_CHANGED = {"edit": _PERSON, "pin": _PERSON, "unpin": _PERSON, "dream": _DREAM}
_FORGOTTEN = {
    "forget": _PERSON,
    "delete": _PERSON,
    "clear": _PERSON,
    "withdraw": _PERSON,
    "supersede": MODEL,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """Memories by who learnt, changed or forgot them: rules, model, person, dream."""

    learnt: Counter[str] = field(default_factory=Counter)
    changed: Counter[str] = field(default_factory=Counter)
    forgotten: Counter[str] = field(default_factory=Counter)
    undone: int = 0


def tally(stores: Iterable[Store], since: datetime) -> Tally:
    """Count what was done in *stores* since a time. Blocking."""
    records: list[Record] = []
    for store in stores:
        with contextlib.suppress(OSError):  # why not, those say who have to read it
            records += store.done_since(since)
    return count(records)


def count(records: Iterable[Record]) -> Tally:
    """Count the memories that *records* touched; what was taken back again counts as undone."""
    found, undone = Tally(), 0
    for record in records:
        if record.undone or record.undoes:
            undone += record.undoes is not None
            continue
        for operations, counts in (
            (_LEARNT, found.learnt),
            (_CHANGED, found.changed),
            (_FORGOTTEN, found.forgotten),
        ):
            if who := operations.get(record.operation):
                counts[MODEL if record.detail == MODEL else who] += len(record.files)
    return Tally(
        learnt=found.learnt, changed=found.changed, forgotten=found.forgotten, undone=undone
    )
