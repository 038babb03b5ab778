"""What was forgotten stays forgotten: hashes of facts, never their text."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

from memoryd.domain import fingerprint, isoformat

from .likeness import normal_form
from .statefile import VERSION, read_object, write_object
from .times import MILLISECOND, read_time

_NAME = "tombstones.json"


@dataclass(frozen=True, slots=True)
class Tombstones:
    """When each fact was forgotten, by the hashes of its summary."""

    times: Mapping[str, datetime] = field(default_factory=dict)

    def hold_back(self, summary: str, *, at: datetime, now: datetime) -> bool:
        """Tell whether a statement made at *at* was forgotten later.

        A statement of the future proves nothing about its time and is held back, too.
        """
        found = (self.times.get(hash_fact(summary)), self.times.get(hash_form(summary)))
        forgotten = max(filter(None, found), default=None)
        return forgotten is not None and (at <= forgotten or at > now)

    def has(self, summary: str) -> bool:
        """Tell whether a fact was forgotten, whenever that was."""
        return hash_fact(summary) in self.times or hash_form(summary) in self.times

    def changed(self, times: Mapping[str, datetime | None]) -> "Tombstones":
        """Return these with *times* put in; None takes a tombstone away."""
        merged = {**self.times, **times}
        return Tombstones({fact: at for fact, at in merged.items() if at is not None})


def hash_fact(summary: str) -> str:
    """Return what a tombstone keeps of a fact as it was worded."""
    return _hash(fingerprint(summary))


def hash_form(summary: str) -> str:
    """Return what it keeps of all wordings of a fact."""
    return _hash(f"form:{normal_form(summary)}")


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


def bury(summaries: Iterable[str], *, now: datetime) -> dict[str, datetime | None]:
    """Return the tombstones for facts that are forgotten *now*, rounded up to what is stored.

    Two for each: that of its words outlives a change to what counts as a rewording.
    """
    at = now + -timedelta(microseconds=now.microsecond) % MILLISECOND
    return {fact: at for summary in summaries for fact in (hash_fact(summary), hash_form(summary))}


def load_tombstones(state_dir: Path, *, now: datetime) -> Tombstones:
    """Read the tombstones; an unreadable file is set aside, never taken for an empty one."""
    found = (read_object(state_dir / _NAME, now=now) or {}).get("forgotten")
    times = {
        fact: at
        for fact, text in (found.items() if isinstance(found, dict) else ())
        if (at := read_time(text)) is not None
    }
    return Tombstones(times)


def save_tombstones(state_dir: Path, tombstones: Tombstones) -> None:
    """Write the tombstones."""
    forgotten = {fact: isoformat(at) for fact, at in tombstones.times.items()}
    write_object(state_dir / _NAME, {"version": VERSION, "forgotten": forgotten})
