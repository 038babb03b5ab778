"""When memory is tidied: the gates of dreams, with their clocks."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

from memoryd.config import Settings
from memoryd.database import Database
from memoryd.lifecycle.dream_gates import (
    Past,
    Rules,
    counts_since,
    shut_after_scan,
    shut_before_scan,
)
from memoryd.memory import Project, Store, read_meta


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """What one dream is about: the memories of a project or, without one, the user's own."""

    store: Store
    project: Project | None = None

    @property
    def root(self) -> str | None:
        """The project's root, as sessions and records name it."""
        return self.project.root if self.project else None

    @property
    def enabled(self) -> bool:
        """False where memory is off for this project."""
        return self.project is None or self.project.enabled


@dataclass(slots=True, kw_only=True)
class DreamGates:
    """Knows of each place whether a dream is due."""

    database: Database
    settings: Callable[[], Settings]
    clock: Callable[[], datetime]
    monotonic: Callable[[], float] = time.monotonic
    # By memory directory: when its sessions were last counted.
    _scanned_s: dict[Path, float] = field(default_factory=dict)

    def count_anew(self) -> None:
        """Have the next question count the sessions, however short ago that was done."""
        self._scanned_s.clear()

    def find_obstacle(self, place: Place) -> str | None:
        """Return why not even a dream that is asked for makes sense. Blocking.

        A project in which nothing is remembered is left without a file of ours.
        """
        if not place.enabled:
            return "disabled"
        place.store.refresh()
        return None if place.store.documents() else "no_memories"

    def find_shut(self, place: Place, session: str | None) -> str | None:
        """Return the reason of the first gate that is shut; None: a dream is due. Blocking."""
        rules, now = _rules(self.settings(), enabled=place.enabled), self.clock()
        past = self._past(place, now)
        reason = shut_before_scan(rules, past, session=session, now=now)
        if reason is None:
            sessions = self.database.sessions_since(
                place.root, counts_since(past, now), other_than=session
            )
            self._scanned_s[place.store.memory_dir] = self.monotonic()
            reason = shut_after_scan(rules, sessions=sessions)
        return reason

    def _past(self, place: Place, now: datetime) -> Past:
        meta = read_meta(place.store.state_dir, now=now)
        last = self.database.dreams().get(place.root)
        scanned_s = self._scanned_s.get(place.store.memory_dir)
        ago_s = None if scanned_s is None else self.monotonic() - scanned_s
        return Past(
            dreamt_at=meta.last_dream_at,
            session=meta.last_dream_session_id,
            failed_at=last.at if last and last.status == "failed" else None,
            scanned_ago=None if ago_s is None else timedelta(seconds=ago_s),
        )


def _rules(settings: Settings, *, enabled: bool) -> Rules:
    wanted = settings.dream
    return Rules(
        enabled=wanted.enabled and enabled,
        between=timedelta(hours=wanted.min_hours_between_dreams),
        sessions=wanted.min_sessions_between_dreams,
        between_scans=timedelta(minutes=wanted.scan_interval_minutes),
    )
