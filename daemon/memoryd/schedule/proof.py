"""Proving the loop: a session of our own is written, and must be learnt, recalled and forgotten.

It takes the way of every session: watch, walk, job, rules, gate, store, under the same base. Only
nobody is told of it, no model reads it, and all of it is removed again. What a proof leaves that
was killed, the next one and the daily tidying remove.
"""

import asyncio
import os
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TypeVar

import structlog

from memoryd.domain import Entry
from memoryd.errors import BusyError
from memoryd.jobs import JobStatus
from memoryd.lifecycle.forget import Purging, forget
from memoryd.lifecycle.recall import Recaller, RecallQuery
from memoryd.memory import Document, Project, Projects
from memoryd.sources import DOCTOR, Scratch, answer_record, typed_record
from memoryd.system.files import make_private_dir
from memoryd_client import wire

from .clockwork import Clockwork
from .reconcile import Reconciler, Wanted
from .trial import Step, StepFailedError, Trial, invent_word, take

T = TypeVar("T")

log = structlog.get_logger(__name__)

_MOST_AT_ONCE = 4
_READ_S = 20.0
_QUIET_TIMES = 4  # a session that never falls quiet is read after so many
_LONGEST_QUIET_S = 5.0
_LOOK_AGAIN_S = 0.05
_SAY_MORE_S = 1.0


@dataclass(slots=True, kw_only=True)
class Prover:
    """Proves the loop, each time with a session and a project of their own.

    The watch has *watch_s* to tell of the session.
    """

    scratch: Scratch
    clockwork: Clockwork
    recaller: Recaller
    clock: Callable[[], datetime]
    watch_s: float = 10.0
    _active: set[str] = field(default_factory=set)

    async def prove(self) -> wire.Proof:
        """Run all steps; the first that fails ends it. Raise BusyError when several run."""
        if len(self._active) >= _MOST_AT_ONCE:
            raise BusyError("several proofs of the loop run already", hint="try again in a minute")
        trial = self._new_trial()
        self._active.add(trial.session)
        steps: list[wire.ProofStep] = []
        try:
            with self.clockwork.expecting(trial.path.name, trial.told):
                for name, act in self._steps():
                    steps.append(await take(name, act, trial))
                    # What the watch misses is found by the next walk, and the rest can be seen.
                    if not steps[-1].ok and name != "watch":
                        break
        finally:
            steps.append(await take("clean", self._clean, trial))
        failed = [step.step for step in steps if not step.ok]
        if failed:
            log.warning("the loop is not proven", failed=failed)
        else:
            log.info("the loop is proven")
        return wire.Proof(ok=not failed, steps=steps)

    def sweep(self) -> None:
        """Remove what proofs left that do not run any more. Blocking."""
        running = frozenset(self._active)
        self.scratch.sweep(but=running)  # first, or it would be read again
        self._reconciler.extractor.database.forget_sessions(DOCTOR, but=running)
        for project in self._projects.all():
            if project.path.parent == self._folder and project.path.name not in running:
                self.recaller.drop(project)
                self._projects.drop(project)

    @property
    def _reconciler(self) -> Reconciler:
        return self.clockwork.reconciler

    @property
    def _projects(self) -> Projects:
        return self._reconciler.extractor.projects

    @property
    def _folder(self) -> Path:
        return Path(os.path.realpath(self.scratch.folder))

    def _new_trial(self) -> Trial:
        session = uuid.uuid4().hex
        return Trial(
            session=session,
            word=invent_word(),
            cwd=str(self._folder / session),
            path=self.scratch.file_of(session),
        )

    def _steps(self) -> tuple[tuple[str, Step], ...]:
        return (
            ("write", self._write),
            ("watch", self._watch),
            ("extract", self._extract),
            ("store", self._store),
            ("recall", self._recall),
            ("forget", self._forget),
        )

    async def _write(self, trial: Trial) -> str:
        await self._in_thread(partial(make_private_dir, self.scratch.folder))
        await self._in_thread(self.sweep)
        await self._in_thread(partial(self._say, trial, typed_record, f"Remember: {trial.fact}."))
        return f"a session in {self.scratch.folder}"

    async def _watch(self, trial: Trial) -> str:
        for _ in range(int(self.watch_s / _SAY_MORE_S)):
            try:
                async with asyncio.timeout(_SAY_MORE_S):
                    await trial.told.wait()
            except TimeoutError:
                # A watch that was being set up has missed the beginning; sessions go on.
                await self._in_thread(partial(self._say, trial, answer_record, "Understood."))
            else:
                return "the change was seen"
        self.clockwork.poke()
        raise StepFailedError(
            self.clockwork.watch_error or f"no change was told of within {self.watch_s:.0f} s",
            "sessions are still found every five minutes; raise fs.inotify.max_user_watches and"
            " max_user_instances, and restart memoryd",
        )

    def _say(self, trial: Trial, record: Callable[..., bytes], text: str) -> None:
        line = record(trial.session, text, cwd=trial.cwd, at=self.clock())
        fd = os.open(trial.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW, 0o600)
        with os.fdopen(fd, "ab") as file:
            file.write(line)

    async def _extract(self, trial: Trial) -> str:
        if not self._reconciler.settings().extract.enabled:
            raise StepFailedError(
                "extract.enabled is false: no session is read",
                "set it to true in the settings, then `memoryctl reload`",
            )
        extractor, key = self._reconciler.extractor, (DOCTOR, trial.session)
        quiet_s = float(self._reconciler.settings().extract.quiet_seconds)
        if quiet_s > _LONGEST_QUIET_S:  # who asks must not wait for that long
            await self._reconciler.reconcile("request", Wanted(session=trial.session))
        limit_s = _READ_S + _QUIET_TIMES * min(quiet_s, _LONGEST_QUIET_S)
        ends_at = time.monotonic() + limit_s
        while time.monotonic() < ends_at:
            row = await self._in_thread(partial(extractor.database.session, *key))
            if row and row.complete:
                return f"{row.messages} messages were read"
            if failed := extractor.failing.get(key):
                raise StepFailedError(
                    f"the session could not be read: {failed}", "`memoryctl status` says more"
                )
            await asyncio.sleep(_LOOK_AGAIN_S)
        raise StepFailedError(
            f"nothing read it within {limit_s:.0f} s: {self._what_goes_before()}",
            "try again when `memoryctl status` shows nothing waiting",
        )

    def _what_goes_before(self) -> str:
        if not self.clockwork.scanned.is_set():
            return "the first walk over all sessions is not done"
        jobs = self._reconciler.jobs
        running, waiting = jobs.count(JobStatus.RUNNING), jobs.count(JobStatus.PENDING)
        return f"{running} jobs run and {waiting} wait"

    async def _store(self, trial: Trial) -> str:
        document = await self._in_thread(partial(self._kept, trial))
        if document is None:
            raise StepFailedError(
                "the session was read and its fact not kept",
                "look at `privacy` in the settings; with `log.level: debug` the log names the gate",
            )
        return f"one memory below {self._projects.base}"

    async def _recall(self, trial: Trial) -> str:
        found = await self._in_thread(partial(self._ask, trial))
        if not any(trial.word in f"{each.title} {each.description}" for each in found.documents):
            raise StepFailedError(
                f"the memory was kept and not found among {found.docs_scanned}",
                "restart memoryd; should it come again, please report it",
            )
        return f"found among {found.docs_scanned} in {found.duration_ms:.0f} ms"

    async def _forget(self, trial: Trial) -> str:
        await self._in_thread(partial(self._purge, trial))
        found = await self._in_thread(partial(self._ask, trial))
        left = await self._in_thread(partial(self._left, trial))
        if found.documents or left:
            raise StepFailedError(
                "the memory was forgotten and is still there",
                "restart memoryd; should it come again, please report it",
            )
        return "forgotten and purged"

    async def _clean(self, trial: Trial) -> str:
        jobs = self._reconciler.jobs
        await self._in_thread(partial(trial.path.unlink, missing_ok=True))
        self._active.discard(trial.session)
        for job in jobs.all():
            if job.project == trial.cwd:
                await jobs.ended(job.id)
        await self._in_thread(self.sweep)
        self._reconciler.extractor.failing.pop((DOCTOR, trial.session), None)
        jobs.drop(trial.cwd)
        return "nothing is left of it"

    def _project(self, trial: Trial) -> Project:
        return self._projects.of(trial.cwd)

    def _kept(self, trial: Trial) -> Document | None:
        store = self._project(trial).store
        store.refresh()
        found = (each for each in store.documents().values() if trial.word in each.body)
        return next(found, None)

    def _ask(self, trial: Trial) -> wire.Recall:
        return self.recaller.recall(RecallQuery(text=f"What about {trial.fact}?", cwd=trial.cwd))

    def _purge(self, trial: Trial) -> None:
        document = self._kept(trial)
        forget(
            self._project(trial),
            self._projects,
            query=None,
            ids=[document.relative] if document else [],
            apply=True,
            limit=None,
            now=self.clock(),
            # Nothing of it was handed out or taught, so no bookkeeping has to be written anew.
            purging=Purging(transcript=lambda _: None, taught=lambda _: [], erase=lambda _: None),
        )

    def _left(self, trial: Trial) -> bool:
        def is_meant(entry: Entry) -> bool:
            return trial.word in entry.summary

        return bool(self._kept(trial) or self._project(trial).store.trashed(is_meant))

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await self._reconciler.extractor.in_thread(work)
