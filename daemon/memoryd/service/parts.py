"""The parts that do the work, built from the settings and taken apart again."""

import asyncio
import contextlib
import os
import secrets
import shutil
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import structlog

from memoryd import config
from memoryd.api import Health
from memoryd.database import Database, Ledger, open_database
from memoryd.errors import ConfigError, ModelMissingError
from memoryd.jobs import Job, Jobs
from memoryd.lifecycle.clear import settle_clearings
from memoryd.lifecycle.guidance import Guide
from memoryd.lifecycle.recall import Recaller
from memoryd.lifecycle.selector import Selector
from memoryd.memory import Meanings, Projects, compile_rules, is_stand_in, open_meanings
from memoryd.paths import base_dir
from memoryd.prompts import Prompts
from memoryd.schedule import (
    Adviser,
    Clockwork,
    Consolidator,
    Dreamer,
    DreamGates,
    Extractor,
    ModelExtractor,
    ModelGates,
    ModelReader,
    Passes,
    Prover,
    Reconciler,
    Stage1Worker,
)
from memoryd.sources import ALL, Scratch
from memoryd.system.files import make_private_dir, sweep_temporaries
from memoryd.system.threads import BoundedThreads, ContextThreads
from memoryd.telemetry import Metrics, Telemetry
from memoryd_client import wire

from .state import VERSION, Service, installed_version, utc_now

if TYPE_CHECKING:
    from memoryd.llm import Models

log = structlog.get_logger(__name__)

# Of one kind; a few milliseconds are a recall, so that some thirty may wait while all goes well.
_LONGEST_WAIT_S = 0.05


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """All of them, assembled."""

    database: Database
    projects: Projects
    telemetry: Telemetry
    jobs: Jobs
    clockwork: Clockwork
    dreamer: Dreamer
    model_extractor: ModelExtractor
    passes: Passes
    prover: Prover
    recaller: Recaller
    selector: Selector
    guide: Guide
    models: "Models | None"
    prompts: Prompts
    health: Health
    answering: BoundedThreads
    changing: BoundedThreads


@contextlib.asynccontextmanager
async def assemble(service: Service) -> AsyncIterator[Parts]:
    """Build the parts and take them apart again."""
    database, aside = await asyncio.to_thread(open_database, service.paths.database, now=utc_now())
    projects = _projects(service)
    # Before anything writes: what a killed writer left is nobody's now.
    for place in (service.paths.state, projects.base):
        await asyncio.to_thread(sweep_temporaries, place)
    await asyncio.to_thread(settle_clearings, projects, database, now=utc_now())
    telemetry = Telemetry(events=service.events, metrics=Metrics(VERSION))
    models = _models(service, database, telemetry)
    prompts = Prompts(service.paths.prompts)
    jobs = Jobs(clock=utc_now, on_change=lambda job: _tell(service, telemetry, job))
    # Reading a backlog, answering and changing must not wait for each other: a change waits for
    # the disk most of its time.
    learning = ContextThreads(max_workers=2, thread_name_prefix="learn")
    answering = BoundedThreads(2, "answer", longest_wait_s=_LONGEST_WAIT_S)
    changing = BoundedThreads(2, "change", longest_wait_s=_LONGEST_WAIT_S)
    extractor = Extractor(
        database=database,
        projects=projects,
        telemetry=telemetry,
        executor=learning,
        clock=utc_now,
    )
    adviser = _adviser(service, database, models, prompts)
    dreamer = _dreamer(service, extractor, jobs, adviser)
    model_extractor = _model_extractor(service, extractor, jobs, models, prompts)
    scratch = await asyncio.to_thread(_scratch, service)
    clockwork = Clockwork(
        _reconciler(service, jobs, extractor, dreamer, model_extractor, scratch=scratch)
    )
    passes = _passes(service, clockwork.reconciler, models, prompts)
    health = Health(
        version=VERSION,
        socket=str(service.paths.socket),
        database=database,
        registry=projects,
        jobs=jobs,
        telemetry=telemetry,
        clockwork=clockwork,
        passes=passes,
        clock=utc_now,
        models={role: str(model) for role, model in models.roles.items()} if models else {},
        ledger=models.ledger if models else _ledger(service, database),
        model_extractor=model_extractor,
        installed=installed_version,
    )
    _note_what_is_wrong(service, health, aside)
    meanings = _meanings(service, health)
    recaller = Recaller(
        projects,
        database,
        settings=lambda: service.settings.recall,
        clock=utc_now,
        meanings=meanings,
    )
    prover = Prover(scratch=scratch, clockwork=clockwork, recaller=recaller, clock=utc_now)
    selector = Selector(
        recaller=recaller,
        models=models,
        prompts=prompts,
        settings=lambda: service.settings.recall,
        telemetry=telemetry,
        executor=answering,
    )
    guide = Guide(
        projects,
        prompts,
        token_limit=lambda: service.settings.memories.summary_injection_token_limit,
    )
    try:
        yield Parts(
            database=database,
            projects=projects,
            telemetry=telemetry,
            jobs=jobs,
            clockwork=clockwork,
            dreamer=dreamer,
            model_extractor=model_extractor,
            passes=passes,
            prover=prover,
            recaller=recaller,
            selector=selector,
            guide=guide,
            models=models,
            prompts=prompts,
            health=health,
            answering=answering,
            changing=changing,
        )
    finally:
        await jobs.close(0)
        await selector.close()
        answering.shutdown(cancel_futures=True)
        changing.shutdown(cancel_futures=True)
        learning.shutdown(cancel_futures=True)
        if meanings:
            await asyncio.to_thread(meanings.close)
        database.close()


def _adviser(
    service: Service, database: Database, models: "Models | None", prompts: Prompts
) -> Adviser | None:
    if models is None:
        return None
    return Adviser(
        models=models,
        prompts=prompts,
        database=database,
        settings=service.current,
        clock=utc_now,
    )


def _dreamer(
    service: Service, extractor: Extractor, jobs: Jobs, adviser: Adviser | None
) -> Dreamer:
    """Return what dreams; it works on what the extractor fills, and where that works."""
    return Dreamer(
        database=extractor.database,
        projects=extractor.projects,
        telemetry=extractor.telemetry,
        jobs=jobs,
        executor=extractor.executor,
        gates=DreamGates(database=extractor.database, settings=service.current, clock=utc_now),
        settings=service.current,
        clock=utc_now,
        adviser=adviser,
    )


def _passes(
    service: Service, reconciler: Reconciler, models: "Models | None", prompts: Prompts
) -> Passes:
    """Return what learns from whole sessions, of those that the reconciler found."""
    extractor = reconciler.extractor
    worker = f"memoryd-{os.getpid()}-{secrets.token_hex(4)}"
    return Passes(
        database=extractor.database,
        projects=extractor.projects,
        telemetry=extractor.telemetry,
        jobs=reconciler.jobs,
        executor=extractor.executor,
        settings=service.current,
        clock=utc_now,
        roots=lambda: [(source.agent, root) for source, root in reconciler.roots()],
        stage1=Stage1Worker(
            database=extractor.database,
            executor=extractor.executor,
            clock=utc_now,
            models=models,
            prompts=prompts,
            worker=worker,
        ),
        consolidator=Consolidator(
            database=extractor.database,
            projects=extractor.projects,
            executor=extractor.executor,
            clock=utc_now,
            models=models,
            prompts=prompts,
            worker=worker,
        ),
    )


def _model_extractor(
    service: Service,
    extractor: Extractor,
    jobs: Jobs,
    models: "Models | None",
    prompts: Prompts,
) -> ModelExtractor:
    """Return what has models read sessions on; without a model it only tells what it would ask."""
    reader = None
    if models:
        reader = ModelReader(
            extractor=extractor, models=models, prompts=prompts, settings=service.current
        )
    gates = ModelGates(
        database=extractor.database,
        projects=extractor.projects,
        prompts=prompts,
        models=models,
        settings=service.current,
        clock=utc_now,
    )
    return ModelExtractor(extractor=extractor, jobs=jobs, gates=gates, reader=reader)


def _note_what_is_wrong(service: Service, health: Health, aside: Path | None) -> None:
    if service.config_error:
        health.troubles["config"] = config_trouble(service.config_error)
    if aside:
        log.warning("the database could not be read and was set aside", moved_to=str(aside))
        health.notes.append(_set_aside(aside))
    if idle := _idle_selector(service):
        health.notes.append(idle)
    if complaint := config.scope_complaint(service.env):
        log.warning("the project scope is not known, git-root is in force", error=complaint)
        health.notes.append(_unknown_scope(complaint))


def _projects(service: Service) -> Projects:
    storage = service.settings.storage
    git = shutil.which("git", path=service.env.get("PATH"))
    # Whatever is said of directories around it, and whichever repository those are in.
    own = config.ProjectRule(enabled=True, local=False, project_scope="workspace")
    rules = {**service.settings.projects, str(service.paths.scratch): own}
    return Projects(
        base_dir(service.env, storage.base_dir),
        local=storage.local,
        worktrees=storage.worktrees,
        scope=storage.project_scope,
        rules=compile_rules(
            rules,
            service.paths.home,
            ignore=service.settings.privacy.ignore,
        ),
        git=None if git is None or is_stand_in(git) else git,
        clock=utc_now,
    )


def _models(service: Service, database: Database, telemetry: Telemetry) -> "Models | None":
    roles = service.settings.models.roles
    if not (roles.default or roles.smol):
        return None
    # Most daemons ask no model, and one that starts must answer first.
    from memoryd.llm import open_models  # noqa: PLC0415 -- see above

    return open_models(service.settings, service.env, database, utc_now, telemetry=telemetry)


def _ledger(service: Service, database: Database) -> Ledger:
    """Return what tells what was spent while a role still had a model."""
    return Ledger(database.connection, service.settings.budget, now=utc_now())


def _meanings(service: Service, health: Health) -> Meanings | None:
    try:
        return open_meanings(service.settings.recall.semantic, service.paths.meanings)
    except ModelMissingError as exc:
        health.troubles["semantic"] = wire.Trouble(
            what="recall goes by words only", detail=str(exc), hint=exc.hint
        )
        return None


def _reconciler(
    service: Service,
    jobs: Jobs,
    extractor: Extractor,
    dreamer: Dreamer,
    model_extractor: ModelExtractor,
    *,
    scratch: Scratch,
) -> Reconciler:
    return Reconciler(
        sources=ALL,
        settings=service.current,
        env=service.env,
        home=service.paths.home,
        jobs=jobs,
        extractor=extractor,
        dreamer=dreamer,
        on_moved=model_extractor.poke,
        read_on=model_extractor.ask_now,
        own=[(scratch, scratch.folder)],
    )


def _scratch(service: Service) -> Scratch:
    """Return where we write sessions of our own, without those that a killed daemon left."""
    scratch = Scratch(service.paths.scratch)
    try:
        make_private_dir(scratch.folder)
        scratch.sweep()
    except OSError as exc:  # nobody but the doctor needs it, who says so, too
        log.warning("the doctor's directory cannot be used", error=str(exc))
    return scratch


def _set_aside(place: Path) -> wire.Trouble:
    return wire.Trouble(
        what="the bookkeeping could not be read and was begun anew",
        detail=f"the old file is {place}",
        hint="no memory was in it; all sessions are read again",
    )


def _idle_selector(service: Service) -> wire.Trouble | None:
    role, roles = service.settings.recall.selector, service.settings.models.roles
    if role is None or (roles.smol if role == "smol" else None) or roles.default:
        return None
    return wire.Trouble(
        what="recall has no model to select with",
        detail=f"recall.selector is {role}, and that role has no model",
        hint=f"set models.roles.{role}, or recall.selector to null",
    )


def _unknown_scope(complaint: str) -> wire.Trouble:
    return wire.Trouble(
        what="the project scope is not known",
        detail=complaint,
        hint="git-root is in force; mend the variable and start memoryd again",
    )


def config_trouble(error: ConfigError) -> wire.Trouble:
    """Say what is wrong with the settings, as status shows it."""
    return wire.Trouble(
        what="the settings cannot be used",
        detail=str(error),
        hint="mend the file, then `memoryctl reload`; `memoryd check-config` shows errors",
    )


def _tell(service: Service, telemetry: Telemetry, job: Job) -> None:
    service.changed.set()
    telemetry.events.publish(
        "job",
        {
            "id": job.id,
            "kind": job.kind,
            "status": job.status.value,
            "reason": job.reason,
            "done": job.done,
            "total": job.total,
        },
    )
