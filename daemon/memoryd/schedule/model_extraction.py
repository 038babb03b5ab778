"""Models read sessions that fell quiet: one timer for the next of them, and none while idle."""

import asyncio
import contextlib
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING

import structlog

from memoryd.database import Unread
from memoryd.errors import BudgetExhaustedError, BusyError
from memoryd.jobs import Jobs, Outcome, Report
from memoryd_client import wire

from .extraction import Extractor
from .model_due import Key, ModelGates, State
from .model_reading import ModelReader, ModelReadFailedError, walk_through
from .reconcile import Wanted

if TYPE_CHECKING:
    from memoryd.lifecycle.model_extract import Question

log = structlog.get_logger(__name__)

_AT_ONCE = 2
_LONGEST_HOLD = timedelta(days=1)  # a longer one was set by a clock that has gone back since
_HOLD = timedelta(minutes=1)  # after a failure that has nothing to do with the session
_LOOK_AGAIN = timedelta(minutes=5)  # when not even looking is possible
_MOST_SHOWN = 20


@dataclass(slots=True, kw_only=True)
class ModelExtractor:
    """Starts a job for each session that a model is to read; knows nothing of the rules."""

    extractor: Extractor
    jobs: Jobs
    gates: ModelGates
    reader: ModelReader | None
    trouble: str | None = None
    _changed: asyncio.Event = field(default_factory=asyncio.Event)
    _slots: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(_AT_ONCE))
    _running: dict[Key, str] = field(default_factory=dict)
    _hold_until: datetime | None = None

    def poke(self) -> None:
        """Say that a session was read by the rules, or that the settings changed."""
        self._changed.set()

    async def run(self, stop: asyncio.Event) -> None:
        """Read what falls quiet until *stop* (and a poke)."""
        while self.reader and not stop.is_set():
            self._changed.clear()
            next_at = await self._try_to_start()
            now = self.extractor.clock()
            wait_s = None if next_at is None else max(0.0, (next_at - now).total_seconds())
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(wait_s):
                    await self._changed.wait()

    async def finish_due(self) -> None:
        """Read all that is due now, and return when that is done."""
        while self.reader:
            await self._try_to_start()
            if not self._running:
                return
            await asyncio.gather(*map(self.jobs.ended, list(self._running.values())))

    async def ask_now(self, wanted: Wanted) -> list[str]:
        """Start to read what a person asks for, quiet or not; return the jobs that do it."""
        if self.gates.find_obstacle():
            return []
        found = await self.extractor.in_thread(partial(self.gates.find_wanted, wanted))
        asked_with = await self.extractor.in_thread(self.gates.asked_with)
        started = [self._running.get(_key(each)) or self._start(each, asked_with) for each in found]
        return [job for job in started if job]

    async def preview(self, wanted: Wanted) -> wire.ExtractPreview:
        """Return what would be sent of the sessions that wait; nothing is sent."""
        in_thread, models = self.extractor.in_thread, self.gates.models
        found = await in_thread(partial(self.gates.find_waiting, wanted))
        asked_with = await in_thread(self.gates.asked_with)
        shown: list[wire.ExtractQuestion] = []
        for each in found[:_MOST_SHOWN]:
            question = await self._question(each)
            if question:
                state, _ = self.gates.state_of(each, asked_with, self.extractor.clock())
                shown.append(_show(each, question, state))
        role = models.roles.get("default") if models else None
        return wire.ExtractPreview(
            model=str(role) if role else None,
            skipped=self.gates.find_obstacle(),
            sessions=shown,
            left_out=max(0, len(found) - _MOST_SHOWN),
        )

    async def _question(self, unread: Unread) -> "Question | None":
        limit = self.gates.settings().extract.model_input_token_limit
        try:
            walk = await walk_through(unread, self.extractor, limit=limit)
        except OSError:
            return None  # its agent tidied up, or asking for real will say so
        return await self.extractor.in_thread(partial(walk.question, self.gates.prompts))

    async def _try_to_start(self) -> datetime | None:
        """Start what is due as far as there is room; return when there may be more."""
        now = self.extractor.clock()
        if self._hold_until and now < self._hold_until <= now + _LONGEST_HOLD:
            return self._hold_until
        room = _AT_ONCE - len(self._running)
        try:
            due = await self.extractor.in_thread(
                partial(self.gates.find_due, set(self._running), most=max(0, room))
            )
            self.trouble = None
        except Exception as exc:  # the edge of the timer: a daemon that cannot look goes on
            self.trouble = str(exc)
            log.exception("could not look for what a model is to read")
            return now + _LOOK_AGAIN
        idle = [each for each in due.ready if _key(each) not in self._running]
        if not all(self._start(each, due.asked_with) for each in idle):
            return now + _LOOK_AGAIN
        return due.next_at

    def _start(self, unread: Unread, asked_with: str) -> str | None:
        key = _key(unread)

        async def work(report: Report) -> Outcome:
            try:
                async with self._slots:
                    return await self._read(unread, report, asked_with)
            finally:
                self._running.pop(key, None)
                self.poke()

        try:
            submitted = self.jobs.submit(
                "extract",
                f"model:{key}",
                work,
                project=unread.row.project,
                session=unread.row.session,
                waits_for_jobs=True,  # it mostly waits, for the model: rules need not wait for it
            )
        except BusyError:
            return None
        self._running[key] = submitted.job
        return submitted.job

    async def _read(self, unread: Unread, report: Report, asked_with: str) -> Outcome:
        assert self.reader is not None  # noqa: S101 -- nothing is started without one
        clock = self.extractor.clock
        try:
            return await self.reader.read(unread, report, asked_with=asked_with)
        except BudgetExhaustedError as exc:
            if exc.frees_in_s is not None:  # else it is this one question that is too long
                self._hold_until = clock() + timedelta(seconds=exc.frees_in_s)
            return Outcome(exc.code, result=str(exc))
        except ModelReadFailedError as exc:
            if exc.concerns_all:
                self._hold_until = clock() + _HOLD
            raise


def _show(unread: Unread, question: "Question", state: State) -> wire.ExtractQuestion:
    row = unread.row
    return wire.ExtractQuestion(
        agent=row.agent,
        session=row.session,
        project=row.project,
        state=state.value,
        error=unread.read.error,
        tokens=question.tokens,
        system=question.system,
        user=question.user,
    )


def _key(unread: Unread) -> Key:
    return unread.row.agent, unread.row.session
