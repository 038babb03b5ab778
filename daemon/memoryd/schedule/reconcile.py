"""The only judge of what there is to do: a walk over the roots against the stored cursors."""

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Protocol

from memoryd.config import Settings
from memoryd.database import SessionRow
from memoryd.errors import BusyError
from memoryd.jobs import Jobs, Outcome, Report, Submitted
from memoryd.lifecycle.learn import has_moved
from memoryd.paths import expand
from memoryd.sources import SessionFile, Source, peek_cwd

from .dreaming import Dreamer
from .extraction import Batch, Extractor, Moved, Trigger, is_own


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which sessions a request is about; nothing set: all that moved.

    `force` reads them from their start, moved or not.
    """

    project: str | None = None
    session: str | None = None
    force: bool = False


class Ended(Protocol):
    """Hears how the reading of a project's sessions ended."""

    def __call__(self, *, failed: bool) -> None: ...


def _ignore(*, failed: bool) -> None:
    del failed


@dataclass(slots=True, kw_only=True)
class Reconciler:
    """Finds what moved and starts one job a project for it.

    `off` are the sessions that are left alone since memory is off where they were started,
    `ignored` those whose transcripts are never to be read.
    """

    sources: Sequence[Source]
    settings: Callable[[], Settings]
    env: Mapping[str, str]
    home: Path
    jobs: Jobs
    extractor: Extractor
    dreamer: Dreamer
    off: dict[tuple[str, str], str] = field(default_factory=dict)
    ignored: frozenset[tuple[str, str]] = frozenset()
    # Where the daemon itself writes sessions; what comes after the rules hears nothing of them.
    own: Sequence[tuple[Source, Path]] = ()
    # What comes after the rules: told that sessions moved, and asked to read some now.
    on_moved: Callable[[], None] = lambda: None
    on_ended: Ended = _ignore
    read_on: Callable[[Wanted], Awaitable[list[str]]] | None = None
    _pending: dict[str | None, Batch] = field(default_factory=dict)

    def roots(self) -> list[tuple[Source, Path]]:
        """Return the directories that are read, by source; existing or not."""
        found: list[tuple[Source, Path]] = []
        for source in self.sources:
            wanted = self.settings().agents.of(source.agent)
            if wanted.enabled:
                own = source.roots(self.env, self.home)
                added = [expand(path, self.home) for path in wanted.paths]
                found += [(source, root) for root in dict.fromkeys([*own, *added])]
        return found

    def places(self) -> list[tuple[Source, Path]]:
        """Return `roots`, and where the daemon itself writes sessions."""
        return [*self.roots(), *self.own]

    async def reconcile(self, cause: str, wanted: Wanted) -> list[Submitted]:
        """Find what moved and start its jobs; one that cannot start is counted as skipped."""
        if not self.settings().extract.enabled:
            return []
        self.extractor.telemetry.metrics.reconciles.labels(cause).inc()
        moved, present = await self.extractor.in_thread(partial(self._find_moved, wanted))
        self.extractor.forget_gone(present)
        for key in self.off.keys() - present:
            self.off.pop(key, None)
        for item in moved:
            key = (item.file.agent, item.file.session)
            batch = self._pending.setdefault(item.project, {})
            forced = item.force or (key in batch and batch[key].force)
            batch[key] = replace(item, force=forced)
        trigger: Trigger = "manual" if cause == "request" else "auto"
        asked = [
            await self._submit(project, trigger)
            for project in dict.fromkeys(item.project for item in moved)
        ]
        return [submitted for submitted in asked if submitted]

    async def extract_now(self, wanted: Wanted) -> Submitted:
        """Start a job that reads what is wanted now and ends when all of it is read."""

        async def work(report: Report) -> Outcome:
            started = await self.reconcile("request", wanted)
            for done, submitted in enumerate(started):
                report(done, len(started), "projects")
                await self.jobs.ended(submitted.job)
            jobs = [each.job for each in started]
            asked = await self.read_on(wanted) if self.read_on else []
            for done, job in enumerate(asked):
                report(done, len(asked), "sessions for the model")
                await self.jobs.ended(job)
            return self._sum_up([*jobs, *asked])

        return self.jobs.submit(
            "extract", f"request:{wanted}", work, project=wanted.project, waits_for_jobs=True
        )

    def _sum_up(self, started: Sequence[str]) -> Outcome:
        ends = [end for job in started if (end := self.jobs.get(job))]
        errors = [end.error for end in ends if end.error]
        if errors:
            raise ExtractionFailedError(f"{len(errors)} of {len(started)}: {errors[0]}")
        results = Counter(end.result for end in ends if end.result)
        told = "; ".join(f"{n} × {text}" if n > 1 else text for text, n in results.items())
        return Outcome(None if started else "nothing_new", result=told or None)

    async def _submit(self, project: str | None, trigger: Trigger) -> Submitted | None:
        async def work(report: Report) -> Outcome:
            batch = self._pending.pop(project, {})
            if is_own(batch):
                return await self.extractor.extract(batch, project, trigger, report)
            failed = True
            try:
                outcome = await self.extractor.extract(batch, project, trigger, report)
                failed = False
            finally:
                self.on_moved()
                self.on_ended(failed=failed)
            if batch:
                latest = list(batch.values())[-1].file.session
                await self.dreamer.learnt(project, latest)
            return outcome

        try:
            submitted = self.jobs.submit("extract", f"extract:{project}", work, project=project)
        except BusyError:
            await self.extractor.count_skipped({"already_running": 1})
            return None
        if submitted.skipped and not is_own(self._pending.get(project, {})):
            await self.extractor.count_skipped({submitted.skipped: 1})
        return submitted

    def _find_moved(self, wanted: Wanted) -> tuple[list[Moved], set[tuple[str, str]]]:
        """Return what is wanted and moved, oldest first, and the keys of all sessions there are."""
        rows = self.extractor.database.sessions()
        moved: dict[tuple[str, str], Moved] = {}
        present, ignored = set(), set()
        for source, root in self.places():
            for file in source.sessions(root):
                key = (file.agent, file.session)
                present.add(key)
                row = rows.get(key)
                if self.extractor.projects.is_ignored(str(file.path)):
                    ignored.add(key)
                    continue
                if wanted.session not in (None, file.session) or key in moved:
                    continue
                if not wanted.force and not has_moved(file, row):
                    continue
                project, is_on = self._project_of(source, file, row)
                if is_on and wanted.project in (None, project):
                    known = row.offset if row and not wanted.force else 0
                    self.extractor.unread[key] = max(0, file.size_bytes - known)
                    moved[key] = Moved(
                        source=source, file=file, project=project, force=wanted.force
                    )
        self.ignored = frozenset(ignored)
        return sorted(moved.values(), key=lambda item: item.file.mtime_ns), present

    def left_alone(self) -> Counter[str]:
        """Count the sessions that are not read now, by reason."""
        projects = self.extractor.projects
        off = Counter(
            "ignored" if projects.is_ignored(cwd) else "disabled" for cwd in self.off.values()
        )
        return off + Counter(ignored=len(self.ignored))

    def _project_of(
        self, source: Source, file: SessionFile, row: SessionRow | None
    ) -> tuple[str | None, bool]:
        """Return the root of a session's project, as it is now, and whether memory is on there."""
        key = (file.agent, file.session)
        try:
            cwd = self.off.get(key) or (row.cwd if row else peek_cwd(source, file))
        except OSError:  # gone or unreadable: reading it will say so
            cwd = None
        if cwd is None:
            return None, True
        project = self.extractor.projects.of(cwd)
        if not project.enabled:
            self.off[key] = cwd
        return project.root, project.enabled


class ExtractionFailedError(Exception):
    """Some sessions could not be read; they are tried again."""
