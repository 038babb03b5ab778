"""What the daemon says of itself: ready or not, what it did, what it did not and why."""

import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from memoryd.database import Database, DreamRow, Ledger, ModelRead, ReadStatus, Run
from memoryd.domain import isoformat
from memoryd.jobs import Jobs, JobStatus
from memoryd.lifecycle.day import tally
from memoryd.memory import Project, Projects, Store, read_meta
from memoryd.schedule import Clockwork, ModelExtractor, Passes
from memoryd.telemetry import Telemetry
from memoryd_client import wire

from .budget import show_budget

_SHOWN_ERRORS = 50
_DAY = timedelta(days=1)
_IDLE = 2  # dreams in a row that changed nothing; a single one is what a tidy memory does
_LEAST_FREE_BYTES = 4 * 1024 * 1024


@dataclass(slots=True, kw_only=True)
class Health:
    """The parts that status looks at, and what went wrong with the daemon itself."""

    version: str
    socket: str
    database: Database
    registry: Projects
    jobs: Jobs
    telemetry: Telemetry
    clockwork: Clockwork
    passes: Passes
    clock: Callable[[], datetime]
    models: Mapping[str, str]
    ledger: Ledger
    model_extractor: ModelExtractor
    installed: Callable[[], str]
    readonly_socket: str | None = None
    troubles: dict[str, wire.Trouble] = field(default_factory=dict)
    notes: list[wire.Trouble] = field(default_factory=list)
    stopping: bool = False
    _started: float = field(default_factory=time.monotonic)

    @property
    def uptime_s(self) -> float:
        """Seconds since this daemon started."""
        return time.monotonic() - self._started

    def reasons(self) -> list[str]:
        """Return why not all work can be done; empty when ready."""
        reasons = [trouble.what for trouble in self.all_troubles()]
        if not self.clockwork.scanned.is_set() and not reasons:
            reasons.append("the first scan is not done yet")
        if self.stopping:
            reasons.append("stopping")
        return reasons

    def all_troubles(self) -> list[wire.Trouble]:
        """Return what keeps the daemon from its work."""
        store = _store_trouble(self.registry.base)
        return [*self.troubles.values(), *([store] if store else [])]

    def budget(self) -> wire.Budget:
        """Return what was spent on models, and what may be. Blocking."""
        return show_budget(self.models, self.ledger, self.clock())

    def projects(self) -> wire.ProjectList:
        """Return all projects, with what is known of each. Blocking."""
        sessions: Counter[str] = Counter()
        for root, n in self.database.sessions_by_project().items():
            sessions[self.registry.of(root).root] += n  # those of a repository that moved follow it
        return wire.ProjectList(
            projects=[
                self._project(project, sessions[project.root]) for project in self.registry.all()
            ]
        )

    def _project(self, project: Project, sessions: int) -> wire.Project:
        project.store.glance()
        last = None
        if (project.store.state_dir / "meta.json").is_file():
            last = read_meta(project.store.state_dir, now=self.clock()).last_extraction_at
        return wire.Project(
            key=project.key,
            root=project.root,
            reason=project.reason,
            memory_dir=str(project.store.memory_dir),
            memories=len(project.store.documents()),
            sessions=sessions,
            last_extraction_at=isoformat(last) if last else None,
            local=project.local,
            enabled=project.enabled,
        )


def build_status(health: Health) -> wire.Status:
    """Gather the status. Blocking."""
    known = health.registry.all()
    stores = [health.registry.user, *(project.store for project in known)]
    for store in stores:
        store.glance()
    last = {kind: _last(run) for kind, run in health.database.last_runs().items()}
    reasons = health.reasons()
    return wire.Status(
        version=health.version,
        pid=os.getpid(),
        socket=health.socket,
        readonly_socket=health.readonly_socket,
        base=str(health.registry.base),
        uptime_s=round(health.uptime_s, 1),
        ready=not reasons,
        reasons=reasons,
        roots=_roots(health),
        projects=sum(bool(project.store.documents()) for project in known),
        memories=sum(len(store.documents()) for store in stores),
        queue=wire.Queue(
            running=health.jobs.count(JobStatus.RUNNING),
            pending=health.jobs.count(JobStatus.PENDING),
        ),
        last={
            "extract": last.get("extract"),
            "dream": last.get("dream"),
            "consolidate": last.get("consolidate"),
            "recall": _last_recall(health.telemetry),
        },
        skipped=_skipped(health),
        errors=_errors(health, stores)[:_SHOWN_ERRORS],
        past_sessions=_past_sessions(health.passes),
        idle_dreams=[_idle(row) for row in health.database.dreams().values() if row.idle >= _IDLE],
        budget=health.budget(),
        day=_day(health, stores),
    )


def _day(health: Health, stores: Iterable[Store]) -> wire.Day:
    since = health.clock() - _DAY
    done, database = tally(stores, since), health.database
    handed = database.handed_out(since)
    dreams = Counter(row.status for row in database.dreams().values() if row.at >= since)
    return wire.Day(
        since=isoformat(since),
        learnt=dict(done.learnt),
        changed=dict(done.changed),
        forgotten=dict(done.forgotten),
        undone=done.undone,
        sessions=database.sessions_since(None, since, other_than=None),
        handed_out=handed.memories,
        handed_to=handed.sessions,
        dreams=dict(dreams),
        skipped=database.skipped_since(since),
    )


def _past_sessions(passes: Passes) -> wire.PastSessions:
    seen = passes.survey()
    return wire.PastSessions(
        enabled=passes.rules.enabled,
        known=seen.known,
        taught=seen.taught,
        failed=seen.failed,
        waits=dict(seen.waits),
    )


def _skipped(health: Health) -> dict[str, dict[str, int]]:
    skipped: dict[str, dict[str, int]] = {"extract": {}, "dream": {}, "recall": {}}
    skipped |= health.database.skipped()
    skipped["recall"] |= health.telemetry.skipped_recall
    # As it is now; the others are counts since ever.
    skipped["extract"] |= health.clockwork.reconciler.left_alone()
    return skipped


def _roots(health: Health) -> list[wire.Root]:
    roots = []
    for source, root in health.clockwork.reconciler.roots():
        read = health.database.totals(str(root))
        change_ns = read.last_change_ns
        changed = isoformat(datetime.fromtimestamp(change_ns / 1e9, UTC)) if change_ns else None
        roots.append(
            wire.Root(
                agent=source.agent,
                path=str(root),
                exists=root.is_dir(),
                sessions=read.sessions,
                messages=read.messages,
                human_messages=read.human,
                bytes=read.bytes,
                bad_lines=read.bad_lines,
                oversize_lines=read.oversize_lines,
                last_change=changed,
            )
        )
    return roots


def _last(run: Run) -> wire.LastRun:
    return wire.LastRun(
        at=isoformat(run.at),
        project=run.project,
        status=run.status,
        reason=run.reason,
        duration_ms=round(run.duration_ms, 1),
    )


def _last_recall(telemetry: Telemetry) -> wire.LastRun | None:
    last = telemetry.last_recall
    if last is None:
        return None
    return wire.LastRun(
        at=isoformat(last.at),
        project=None,
        status=last.strategy,
        reason=None if last.documents else "nothing_relevant",
        duration_ms=round(last.duration_ms, 1),
    )


def _idle(row: DreamRow) -> wire.IdleDream:
    return wire.IdleDream(
        project=row.project,
        times=row.idle,
        status=row.status,
        reason=row.reason,
        at=isoformat(row.at),
    )


def _errors(health: Health, stores: Sequence[Store]) -> list[wire.Trouble]:
    errors = [*health.all_troubles(), *health.notes, *_upgraded(health)]
    if health.clockwork.watch_error:
        errors.append(
            wire.Trouble(
                what="watching for changes failed",
                detail=health.clockwork.watch_error,
                hint="sessions are still found every five minutes; raise fs.inotify limits",
            )
        )
    if health.clockwork.scan_error:
        errors.append(
            wire.Trouble(
                what="sessions could not be looked for",
                detail=health.clockwork.scan_error,
                hint="it is tried again in a few seconds, then ever later, up to five minutes",
            )
        )
    errors += [_begun_anew(place) for place in health.database.connection.begun_anew]
    for (agent, session), detail in health.clockwork.reconciler.extractor.failing.items():
        errors.append(
            wire.Trouble(
                what=f"a {agent} session could not be read",
                detail=f"{session}: {detail}",
                hint="it is tried again in a few seconds, then ever later, up to five minutes",
            )
        )
    if health.model_extractor.trouble:
        errors.append(
            wire.Trouble(
                what="no model can be asked about sessions",
                detail=health.model_extractor.trouble,
                hint="it is tried again every five minutes",
            )
        )
    errors += [_of_model(*found) for found in health.database.model_reads.troubled()]
    for store in stores:
        if os.path.lexists(store.memory_dir) and not store.memory_dir.is_dir():
            errors.append(_no_directory(store.memory_dir))
        errors += [
            wire.Trouble(
                what="a memory file cannot be read",
                detail=f"{store.memory_dir / path}: {reason}",
                hint="it is left as it is; mend or remove it",
            )
            for path, reason in store.unreadable().items()
        ]
    return errors


def _upgraded(health: Health) -> list[wire.Trouble]:
    installed = health.installed()
    if installed == health.version:
        return []
    return [
        wire.Trouble(
            what="memoryd was upgraded and has not been restarted",
            detail=f"{health.version} runs, {installed} is installed",
            hint="`memoryctl restart`; until then the old one goes on as it is",
        )
    ]


def _no_directory(place: Path) -> wire.Trouble:
    return wire.Trouble(
        what="a memory directory is none",
        detail=f"{place} is a file, or a link that leads nowhere",
        hint="move it away, or put the directory back; what waits is learnt then",
    )


def _begun_anew(place: Path | None) -> wire.Trouble:
    was = f"could not be read and is {place} now" if place else "was taken away"
    return wire.Trouble(
        what="the bookkeeping was begun anew while memoryd ran",
        detail=f"the old file {was}",
        hint="no memory was in it; all sessions are read again",
    )


def _of_model(agent: str, session: str, read: ModelRead) -> wire.Trouble:
    if read.status is ReadStatus.PARKED:
        hint: str | None = (
            "it failed three times and is tried again when it grows, when models or prompts"
            f" change, or by `memoryctl extract --session {session} --force`"
        )
    else:
        hint = f"it is tried again at {isoformat(read.retry_at)}" if read.retry_at else None
    return wire.Trouble(
        what=f"a model has not read a {agent} session",
        detail=f"{session}: {read.reason}: {read.error}",
        hint=hint,
    )


def _store_trouble(base: Path) -> wire.Trouble | None:
    """Say why nothing can be kept, if so; the directory itself may not exist yet."""
    place = next(path for path in (base, *base.parents) if os.path.lexists(path))
    if not place.is_dir():
        return _no_directory(place)
    if not os.access(place, os.W_OK | os.X_OK):
        return wire.Trouble(
            what="the store cannot be written",
            detail=f"{place} is read-only or not yours",
            hint="make it writable, or set storage.baseDir to another directory",
        )
    free = os.statvfs(place)
    if free.f_bavail * free.f_frsize < _LEAST_FREE_BYTES:
        return wire.Trouble(
            what="the disk is full",
            detail=f"less than {_LEAST_FREE_BYTES >> 20} MiB are free where {base} lies",
            hint="free some space; what waits is learnt then",
        )
    return None
