"""Which sessions a model is to read now, and when it is worth looking again."""

import hashlib
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING

import msgspec

from memoryd.config import Settings
from memoryd.database import Database, ReadStatus, SessionRow, Unread
from memoryd.lifecycle.learn import has_moved
from memoryd.memory import Projects
from memoryd.prompts import Prompts

from .reconcile import Wanted

if TYPE_CHECKING:
    from memoryd.llm import Models

Key = tuple[str, str]


class State(StrEnum):
    """How it stands with a session that the model has not read to its end."""

    DUE = "due"
    NOT_QUIET = "not_quiet"
    WAITING = "waiting"
    PARKED = "parked"


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """The sessions to be read, latest first; when the next may be; with which model and words."""

    ready: tuple[Unread, ...] = ()
    next_at: datetime | None = None
    asked_with: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelGates:
    """Knows which sessions fell quiet, and what failures in the past allow. Blocking."""

    database: Database
    projects: Projects
    prompts: Prompts
    models: "Models | None"
    settings: Callable[[], Settings]
    clock: Callable[[], datetime]

    def find_obstacle(self) -> str | None:
        """Return why no session is read by a model at all; None: they are."""
        if self.models is None or "default" not in self.models.roles:
            return "no_model"
        wanted = self.settings().extract
        return None if wanted.enabled and wanted.model == "auto" else "disabled"

    def asked_with(self) -> str:
        """Return what changes whenever the model, its budget or the words of the question do.

        Raise ConfigError for a prompt of the user's that is off.
        """
        # It loads what takes long, which a daemon without a model never needs.
        from memoryd.lifecycle.model_extract import fingerprint_words  # noqa: PLC0415 -- see above

        settings = self.settings()
        chosen = msgspec.json.encode([settings.models, settings.budget])
        words = fingerprint_words(self.prompts).encode()
        return hashlib.sha256(chosen + words).hexdigest()[:16]

    def find_due(self, busy: Collection[Key], *, most: int) -> Due:
        """Return at most *most* sessions that are due and not *busy*. Raise ConfigError."""
        if self.find_obstacle() or not (unread := self._unread()):
            return Due()
        asked_with, now = self.asked_with(), self.clock()
        ready: list[Unread] = []
        times: list[datetime] = []
        for each in unread:
            if (each.row.agent, each.row.session) in busy:
                continue
            state, until = self.state_of(each, asked_with, now)
            if state is not State.DUE:
                times += [until] if until and until > now else []
            elif len(ready) < most and self._may_be_read(each.row) and not _goes_on(each.row):
                ready.append(each)
        return Due(ready=tuple(ready), next_at=min(times, default=None), asked_with=asked_with)

    def state_of(
        self, unread: Unread, asked_with: str, now: datetime
    ) -> tuple[State, datetime | None]:
        """Return how it stands with a session, and until when, if that is known."""
        quiet = timedelta(seconds=self.settings().extract.model_quiet_seconds)
        quiet_at = _moved_at(unread.row, now) + quiet
        if quiet_at > now:
            return State.NOT_QUIET, quiet_at
        if unread.read.may_be_tried(unread.row, asked_with=asked_with, now=now):
            return State.DUE, None
        parked = unread.read.status is ReadStatus.PARKED
        return (State.PARKED, None) if parked else (State.WAITING, unread.read.retry_at)

    def find_waiting(self, wanted: Wanted) -> list[Unread]:
        """Return the sessions that wait to be read, for whatever reason, latest first."""
        found = [each for each in self._unread() if _is_wanted(each.row, wanted)]
        return [each for each in found if self._may_be_read(each.row)]

    def find_wanted(self, wanted: Wanted) -> list[Unread]:
        """Return the sessions that a person asks for, quiet or not; with `force` also parked ones.

        With `force` a single session is read again from its start.
        """
        if wanted.force and wanted.session:
            for agent, session in self.database.sessions():
                if session == wanted.session:
                    self.database.model_reads.restart(agent, session)
        found = self.find_waiting(wanted)
        if wanted.force:
            return [replace(each, read=replace(each.read, attempts=0)) for each in found]
        return [each for each in found if each.read.status is not ReadStatus.PARKED]

    def _unread(self) -> list[Unread]:
        days = self.settings().memories.max_rollout_age_days
        return self.database.model_reads.unread(since=self.clock() - timedelta(days=days))

    def _may_be_read(self, row: SessionRow) -> bool:
        if not self.settings().agents.of(row.agent).enabled:
            return False
        if self.projects.is_ignored(row.path):
            return False
        return row.cwd is None or self.projects.of(row.cwd).enabled


def _is_wanted(row: SessionRow, wanted: Wanted) -> bool:
    return wanted.project in (None, row.project) and wanted.session in (None, row.session)


def _moved_at(row: SessionRow, now: datetime) -> datetime:
    """Return when something last happened; what tells of times to come is not believed."""
    written = datetime.fromtimestamp(row.mtime_ns / 1e9, UTC)
    return row.moved_at if row.moved_at <= now else min(written, now)


def _goes_on(row: SessionRow) -> bool:
    """Tell whether a file is gone, or moved since it was read: the rules come first."""
    from memoryd.lifecycle.model_extract import file_of  # noqa: PLC0415 -- as in asked_with

    try:
        return has_moved(file_of(row), row)
    except OSError:
        return True
