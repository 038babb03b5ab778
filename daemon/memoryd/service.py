"""The composition root: start the parts in order, stop them in reverse."""

import asyncio
import contextlib
import os
import resource
import secrets
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version as installed_version

import structlog
from aiohttp import web

from memoryd import config, logs
from memoryd.api import Handlers, Health, all_routes, bind, make_app
from memoryd.config import Settings
from memoryd.database import Database, open_database
from memoryd.domain import isoformat
from memoryd.errors import BadRequestError, CannotServeError, ConfigError
from memoryd.jobs import Job, Jobs, JobStatus
from memoryd.lifecycle.recall import Recaller
from memoryd.memory import Projects
from memoryd.paths import Paths, base_dir
from memoryd.schedule import Clockwork, Extractor, Reconciler, Wanted
from memoryd.sources import ALL
from memoryd.system.files import make_private_dir
from memoryd.system.listen import listen
from memoryd.system.lock import Instance, hold_instance_lock, publish, start_token
from memoryd.system.notify import Notifier, forget_manager
from memoryd.telemetry import Events, Metrics, Telemetry
from memoryd_client import wire

log = structlog.get_logger(__name__)

VERSION = installed_version("memoryd")
_DRAIN_S = 10.0
# aiohttp may take twice this; with the drain it stays well below the 25 s a stop may take.
_HTTP_SHUTDOWN_S = 5.0
_TIDY_S = 24 * 3600.0
_MAX_FILES = 4096


def utc_now() -> datetime:
    """Return the time, in UTC."""
    return datetime.now(UTC)


@dataclass(slots=True, kw_only=True)
class Service:
    """What lives as long as the daemon; the parts are built anew when the settings ask for it."""

    env: Mapping[str, str]
    paths: Paths
    settings: Settings
    config_error: ConfigError | None
    notifier: Notifier
    stop: asyncio.Event = field(default_factory=asyncio.Event)
    hurry: asyncio.Event = field(default_factory=asyncio.Event)
    again: bool = False

    def current(self) -> Settings:
        """Return the settings that are in force."""
        return self.settings

    def begin_again(self) -> bool:
        """Tell whether the stop was only for new settings, and if so clear it."""
        again, self.again = self.again, False
        if again:
            self.stop = asyncio.Event()
        return again


def load_settings(paths: Paths, env: Mapping[str, str]) -> tuple[Settings, ConfigError | None]:
    """Return the settings, or the defaults and what is wrong with the file."""
    try:
        return config.load(paths.config, env), None
    except ConfigError as exc:
        return Settings(), exc


async def run(paths: Paths, env: Mapping[str, str], *, once: bool) -> int:
    """Serve until told to stop or, with *once*, do all that is due; return the exit code.

    Raise AlreadyRunningError or CannotServeError when serving is impossible.
    """
    settings, config_error = load_settings(paths, env)
    notifier = Notifier(env)
    forget_manager()
    me = _introduce(paths)
    with contextlib.ExitStack() as outer:
        _make_state_dir(paths)
        outer.enter_context(hold_instance_lock(paths.lock, me))
        _raise_file_limit()
        service = Service(
            env=env,
            paths=paths,
            settings=settings,
            config_error=config_error,
            notifier=notifier,
        )
        if once:
            return await _run_once(service)
        return await _serve(service, me)


async def _run_once(service: Service) -> int:
    if service.config_error:
        raise CannotServeError(str(service.config_error), hint="mend the settings file")
    _set_up_logs(service)
    async with _assemble(service) as parts:
        await parts.clockwork.reconciler.reconcile("once", Wanted())
        await parts.jobs.join()
        failed = parts.jobs.count(JobStatus.FAILED)
        log.info("done once", failed=failed)
        return 1 if failed else 0


async def _serve(service: Service, me: Instance) -> int:
    with listen(service.paths.socket) as sock, publish(service.paths.daemon_json, me):
        await _serve_until_stopped(service, me, sock)
        while service.begin_again():
            await _serve_until_stopped(service, me, sock)
    log.info("stopped")
    return 0


async def _serve_until_stopped(service: Service, me: Instance, sock: socket.socket) -> None:
    _set_up_logs(service)
    async with (
        _assemble(service) as parts,
        # A copy, since the server closes what it listens on: callers wait while parts are rebuilt.
        _serving(service, parts, me, sock.dup()),
    ):
        with _signals(service, lambda: _reload(service, parts)):
            _say_ready(service, me)
            async with asyncio.TaskGroup() as group:
                if service.config_error is None:
                    group.create_task(parts.clockwork.run(service.stop), name="reconcile")
                    group.create_task(parts.clockwork.watch(service.stop), name="watch")
                    group.create_task(_tidy_daily(service, parts), name="tidy")
                await service.stop.wait()
                parts.health.stopping = True
                service.notifier.send(STOPPING=1, STATUS="stopping")
                log.info("stopping")
                parts.clockwork.poke()
                await parts.jobs.close(0 if service.hurry.is_set() else _DRAIN_S)
            parts.telemetry.events.close()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Parts:
    """The parts that do the work, assembled."""

    database: Database
    projects: Projects
    telemetry: Telemetry
    jobs: Jobs
    clockwork: Clockwork
    recaller: Recaller
    health: Health
    answering: ThreadPoolExecutor


@contextlib.asynccontextmanager
async def _assemble(service: Service) -> AsyncIterator[_Parts]:
    """Build the parts and take them apart again."""
    database, aside = await asyncio.to_thread(open_database, service.paths.database, now=utc_now())
    storage = service.settings.storage
    projects = Projects(
        base_dir(service.env, storage.base_dir),
        local=storage.local,
        worktrees=storage.worktrees,
        clock=utc_now,
    )
    telemetry = Telemetry(events=Events(), metrics=Metrics(VERSION))
    jobs = Jobs(clock=utc_now, on_change=lambda job: _tell(telemetry, job))
    # Reading a backlog and answering must not wait for each other.
    learning = ThreadPoolExecutor(max_workers=2, thread_name_prefix="learn")
    answering = ThreadPoolExecutor(max_workers=4, thread_name_prefix="answer")
    extractor = Extractor(
        database=database,
        projects=projects,
        telemetry=telemetry,
        executor=learning,
        clock=utc_now,
    )
    reconciler = Reconciler(
        sources=ALL,
        settings=service.current,
        env=service.env,
        home=service.paths.home,
        jobs=jobs,
        extractor=extractor,
    )
    clockwork = Clockwork(reconciler)
    health = Health(
        version=VERSION,
        socket=str(service.paths.socket),
        database=database,
        registry=projects,
        jobs=jobs,
        clockwork=clockwork,
        clock=utc_now,
    )
    if service.config_error:
        health.troubles["config"] = _config_trouble(service.config_error)
    if aside:
        log.warning("the database could not be read and was set aside", moved_to=str(aside))
    recaller = Recaller(projects, database, settings=lambda: service.settings.recall, clock=utc_now)
    try:
        yield _Parts(
            database=database,
            projects=projects,
            telemetry=telemetry,
            jobs=jobs,
            clockwork=clockwork,
            recaller=recaller,
            health=health,
            answering=answering,
        )
    finally:
        await jobs.close(0)
        answering.shutdown(cancel_futures=True)
        learning.shutdown(cancel_futures=True)
        database.close()


@contextlib.asynccontextmanager
async def _serving(
    service: Service, parts: _Parts, me: Instance, sock: socket.socket
) -> AsyncIterator[None]:
    handlers = Handlers(
        projects=parts.projects,
        database=parts.database,
        recaller=parts.recaller,
        jobs=parts.jobs,
        reconciler=parts.clockwork.reconciler,
        telemetry=parts.telemetry,
        health=parts.health,
        executor=parts.answering,
        clock=utc_now,
        reload=lambda: _reload_or_refuse(service, parts),
        shutdown=service.stop.set,
    )
    app = make_app(
        bind(all_routes(handlers), VERSION),
        version=VERSION,
        instance=me.instance,
        metrics=parts.telemetry.metrics,
        unusable=lambda: str(service.config_error) if service.config_error else None,
    )

    async def end_streams(_: web.Application) -> None:
        parts.telemetry.events.close()

    app.on_shutdown.append(end_streams)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=_HTTP_SHUTDOWN_S)
    await runner.setup()
    sock.setblocking(False)
    try:
        await web.SockSite(runner, sock).start()
        yield
    finally:
        await runner.cleanup()


@contextlib.contextmanager
def _signals(service: Service, reload: Callable[[], object]) -> Iterator[None]:
    """TERM and INT stop, again hurries, a third time ends at once; HUP reloads."""
    loop = asyncio.get_running_loop()

    def stop() -> None:
        if service.hurry.is_set():
            os._exit(1)
        if service.stop.is_set():
            service.hurry.set()
        service.stop.set()

    # A terminal that closes sends HUP to what runs in it.
    on_hup = stop if sys.stdin is not None and sys.stdin.isatty() else reload
    handlers = {signal.SIGTERM: stop, signal.SIGINT: stop, signal.SIGHUP: on_hup}
    for number, handler in handlers.items():
        loop.add_signal_handler(number, handler)
    try:
        yield
    finally:
        for number in handlers:
            loop.remove_signal_handler(number)


def _reload(service: Service, parts: _Parts) -> wire.Reloaded | ConfigError:
    """Read the settings again; keep the old ones when the new ones are wrong."""
    try:
        new = config.load(service.paths.config, service.env)
    except ConfigError as exc:
        parts.health.troubles["reload"] = _config_trouble(exc)
        service.notifier.send(STATUS=f"reload failed: {exc}")
        log.warning("reload failed, the settings in force stay", error=str(exc))
        return exc
    changed = config.changes(service.settings, new)
    parts.health.troubles.pop("reload", None)
    service.settings = new
    logs.set_level(new.log.level)
    log.info("reloaded", changed=changed)
    if service.config_error or not config.REBUILDS.isdisjoint(changed):
        service.config_error = None
        service.again = True
        service.stop.set()
    parts.clockwork.poke()
    return wire.Reloaded(changed=list(changed))


async def _reload_or_refuse(service: Service, parts: _Parts) -> wire.Reloaded:
    result = _reload(service, parts)
    if isinstance(result, ConfigError):
        raise BadRequestError(str(result), hint="the settings in force stay") from result
    return result


async def _tidy_daily(service: Service, parts: _Parts) -> None:
    """Remove what crashes left, and undo records over their age: at start and once a day."""
    while not service.stop.is_set():
        stores = [parts.projects.user, *(each.store for each in parts.projects.all())]
        for store in stores:
            try:
                await asyncio.get_running_loop().run_in_executor(parts.answering, store.tidy)
            except OSError as exc:
                log.warning("tidying failed", error=str(exc))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_TIDY_S):
                await service.stop.wait()


def _set_up_logs(service: Service) -> None:
    wanted = service.settings.log
    form = logs.choose_form(wanted.format, service.env, sys.stderr)
    logs.set_up(form, wanted.level, service.paths.log)


def _introduce(paths: Paths) -> Instance:
    return Instance(
        pid=os.getpid(),
        start_token=start_token(),
        version=VERSION,
        api=wire.API,
        socket=str(paths.socket),
        instance=secrets.token_hex(16),
        started_at=isoformat(utc_now()),
    )


def _make_state_dir(paths: Paths) -> None:
    try:
        make_private_dir(paths.state)
    except OSError as exc:
        raise CannotServeError(
            f"cannot make the state directory {paths.state}: {exc.strerror}",
            hint="set MEMORYD_STATE_DIR to a directory of your own",
        ) from exc


def _say_ready(service: Service, me: Instance) -> None:
    if service.config_error:
        service.notifier.send(READY=1, STATUS=f"degraded: {service.config_error}")
        log.error("degraded: the settings cannot be used", error=str(service.config_error))
    else:
        service.notifier.send(READY=1, STATUS="serving")
    log.info("serving", version=VERSION, socket=me.socket)


def _config_trouble(error: ConfigError) -> wire.Trouble:
    return wire.Trouble(
        what="the settings cannot be used",
        detail=str(error),
        hint="mend the file, then `memoryctl reload`; `memoryd check-config` shows errors",
    )


def _tell(telemetry: Telemetry, job: Job) -> None:
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


def _raise_file_limit() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = min(_MAX_FILES, hard) if hard != resource.RLIM_INFINITY else _MAX_FILES
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
