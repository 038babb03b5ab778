"""What was forgotten stays forgotten: hashes of facts, never their text."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

from memoryd.domain import fingerprint_text, fold, isoformat

from .statefile import VERSION, read_object, write_object
from .times import MILLISECOND, read_time

_NAME = "tombstones.json"


@dataclass(frozen=True, slots=True)
class Tombstones:
    """When each fact was forgotten, by the hash of its summary."""

    times: Mapping[str, datetime] = field(default_factory=dict)

    def hold_back(self, summary: str, *, at: datetime, now: datetime) -> bool:
        """Tell whether a statement made at *at* was forgotten later.

        A statement of the future proves nothing about its time and is held back, too.
        """
        forgotten = self.times.get(hash_fact(summary))
        return forgotten is not None and (at <= forgotten or at > now)

    def changed(self, times: Mapping[str, datetime | None]) -> "Tombstones":
        """Return these with *times* put in; None takes a tombstone away."""
        merged = {**self.times, **times}
        return Tombstones({fact: at for fact, at in merged.items() if at is not None})


def fingerprint(summary: str) -> str:
    """Return the form in which two summaries are one fact; never empty for a summary of signs."""
    return fingerprint_text(summary) or fold(summary)


def hash_fact(summary: str) -> str:
    """Return what a tombstone keeps of a fact."""
    return hashlib.sha256(fingerprint(summary).encode("utf-8", "replace")).hexdigest()


def bury(summaries: Iterable[str], *, now: datetime) -> dict[str, datetime | None]:
    """Return the tombstones for facts that are forgotten *now*, rounded up to what is stored."""
    at = now + -timedelta(microseconds=now.microsecond) % MILLISECOND
    return {hash_fact(summary): at for summary in summaries}


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
