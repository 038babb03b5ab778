"""One life of the daemon: lock, parts, socket, READY, until told to stop."""

import asyncio
import contextlib
import os
import resource
import secrets
import sqlite3
import sys
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from datetime import timedelta

import structlog

from memoryd import logs
from memoryd.domain import isoformat
from memoryd.errors import CannotServeError, MemorydError
from memoryd.jobs import Jobs, JobStatus
from memoryd.lifecycle.clear import settle_clearings
from memoryd.paths import Paths
from memoryd.schedule import Wanted
from memoryd.system.files import make_private_dir
from memoryd.system.listen import hold_address
from memoryd.system.lock import Instance, hold_instance_lock, publish, start_token
from memoryd.system.notify import Notifier, forget_manager
from memoryd.system.passed import socket_path, take_passed
from memoryd.system.watchdog import asked_ping_s, given_time, watched
from memoryd_client import wire

from .load_ahead import load_ahead
from .parts import Parts, assemble
from .place import Place, look_after
from .readonly import ReadonlySocket
from .reload import reload
from .serving import serving
from .signals import signals
from .state import VERSION, Service, load_settings, utc_now
from .status_line import keep_telling

log = structlog.get_logger(__name__)

_DRAIN_S = 10.0
_TIDY_S = 24 * 3600.0
_MAX_FILES = 4096
_INJECTIONS_KEPT = timedelta(days=90)


async def run(paths: Paths, env: Mapping[str, str], *, once: bool) -> int:
    """Serve until told to stop or, with *once*, do all that is due; return the exit code.

    Raise AlreadyRunningError or CannotServeError when serving is impossible.
    """
    settings, config_error = load_settings(paths, env)
    notifier = Notifier(env)
    with contextlib.ExitStack() as outer:
        outer.enter_context(notifier.last_words())
        outer.enter_context(watched(notifier, asked_ping_s(env, os.getpid())))
        passed = None if once else take_passed(env, os.getpid())
        forget_manager()
        if passed:
            outer.enter_context(passed)
            paths = replace(paths, socket=socket_path(passed))
        me = _introduce(paths)
        _make_state_dir(paths)
        lock = outer.enter_context(hold_instance_lock(paths.lock, me))
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
        listener = outer.enter_context(hold_address(paths.socket, passed))
        return await _serve(service, me, Place(lock=lock, listener=listener))


async def _run_once(service: Service) -> int:
    if service.config_error:
        raise CannotServeError(str(service.config_error), hint="mend the settings file")
    _set_up_logs(service)
    async with assemble(service) as parts:
        await parts.clockwork.reconciler.reconcile("once", Wanted())
        await parts.jobs.join()
        await parts.model_extractor.finish_due()
        parts.dreamer.gates.count_anew()
        for place in await parts.dreamer.places():
            await parts.dreamer.dream_if_due(place)
        await parts.jobs.join()
        await parts.passes.pass_if_due()
        await parts.jobs.join()
        failed = parts.jobs.count(JobStatus.FAILED)
        log.info("done once", failed=failed)
        return 1 if failed else 0


async def _serve(service: Service, me: Instance, place: Place) -> int:
    with (
        signals(service),
        publish(service.paths.daemon_json, me),
        ReadonlySocket() as readonly,
    ):
        await _serve_until_stopped(service, me, place, readonly)
        while service.begin_again():
            await _serve_until_stopped(service, me, place, readonly)
    if service.ended_because:
        raise service.ended_because
    log.info("stopped")
    return 0


async def _serve_until_stopped(
    service: Service, me: Instance, place: Place, readonly: ReadonlySocket
) -> None:
    _set_up_logs(service)
    readonly.follow(service)
    async with _opened(service, me, place, readonly) as parts:
        service.on_reload = lambda: reload(service, parts)
        _say_ready(service, me)
        async with asyncio.TaskGroup() as group:
            group.create_task(look_after(place, service, parts), name="place")
            group.create_task(keep_telling(service, parts), name="status line")
            group.create_task(_load_ahead(service), name="load ahead")
            if service.config_error is None:
                group.create_task(parts.clockwork.run(service.stop), name="reconcile")
                group.create_task(parts.clockwork.watch(service.stop), name="watch")
                group.create_task(_pass_over_sessions(service, parts), name="passes")
                group.create_task(parts.model_extractor.run(service.stop), name="models read")
                group.create_task(_warm_up(service, parts), name="warm up")
                group.create_task(_tidy_daily(service, parts), name="tidy")
            await service.stop.wait()
            parts.health.stopping = True
            log.info("stopping")
            parts.clockwork.poke()
            parts.passes.poke()
            parts.model_extractor.poke()
            await _drain(service, parts.jobs)
        service.end_streams()


@contextlib.asynccontextmanager
async def _opened(
    service: Service, me: Instance, place: Place, readonly: ReadonlySocket
) -> AsyncIterator[Parts]:
    """Build the parts and serve them; the manager is asked to be patient meanwhile."""
    async with contextlib.AsyncExitStack() as opened:
        with given_time(service.notifier):
            service.notifier.tell("opening the store")
            parts = await opened.enter_async_context(assemble(service))
            # A copy, since the server closes what it listens on: callers wait while parts are
            # rebuilt.
            sock = place.listener.socket.dup()
            await opened.enter_async_context(serving(service, parts, me.instance, sock, readonly))
        yield parts


async def _drain(service: Service, jobs: Jobs) -> None:
    """Let running jobs come to their end, for as long as nobody is in a hurry."""
    drained = asyncio.create_task(jobs.close(_DRAIN_S), name="drain")
    hurried = asyncio.create_task(service.hurry.wait(), name="hurry")
    await asyncio.wait({drained, hurried}, return_when=asyncio.FIRST_COMPLETED)
    hurried.cancel()
    if not drained.done():
        await jobs.close(0)
    await drained


async def _load_ahead(service: Service) -> None:
    semantic = service.settings.recall.semantic != "off"
    try:
        await asyncio.to_thread(load_ahead, service.stop.is_set, semantic=semantic)
    except (ImportError, OSError) as exc:
        log.warning("not all of memoryd could be loaded ahead", error=str(exc))


async def _warm_up(service: Service, parts: Parts) -> None:
    loop = asyncio.get_running_loop()
    try:
        for warm in (parts.recaller.warm, parts.guide.warm):
            await loop.run_in_executor(parts.answering, warm, service.stop.is_set)
    except (OSError, MemorydError) as exc:
        log.warning("memories could not be read ahead", error=str(exc))


async def _pass_over_sessions(service: Service, parts: Parts) -> None:
    """Learn from whole sessions, once those that were found at start are read."""
    stopping = asyncio.create_task(service.stop.wait(), name="stopping")
    scanned = asyncio.create_task(parts.clockwork.scanned.wait(), name="scanned")
    await asyncio.wait({stopping, scanned}, return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    scanned.cancel()
    service.changed.set()
    await parts.jobs.join()
    await parts.passes.run(service.stop)


async def _tidy_daily(service: Service, parts: Parts) -> None:
    """Tidy at start and once a day."""
    loop = asyncio.get_running_loop()
    while not service.stop.is_set():
        try:
            await loop.run_in_executor(parts.changing, _tidy, parts)
        except (OSError, sqlite3.Error, MemorydError) as exc:
            log.warning("tidying failed, will try again tomorrow", error=str(exc))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_TIDY_S):
                await service.stop.wait()


def _tidy(parts: Parts) -> None:
    """Remove what crashes left, undo records over their age, and what old sessions were handed.

    Also look again at who each project is, so that it is known by that when it moves.
    """
    known = parts.projects.all()
    for store in (parts.projects.user, *(each.store for each in known)):
        store.tidy()
    for project in known:
        parts.projects.note(project, afresh=True)
    settle_clearings(parts.projects, parts.database, now=utc_now())
    parts.database.forget_injections(before=utc_now() - _INJECTIONS_KEPT)
    parts.database.usage.forget(before=utc_now() - _INJECTIONS_KEPT)
    parts.prover.sweep()


def _set_up_logs(service: Service) -> None:
    wanted = service.settings.log
    form = logs.choose_form(wanted.format, service.env, sys.stderr)
    logs.set_up(form, wanted.level, service.paths.log, clean=_clean, keep=_keeper(service))


def _keeper(service: Service) -> logs.Keep:
    """Return what takes each record to those who ask for the log, from whatever thread it comes."""
    loop = asyncio.get_running_loop()

    def keep(record: Mapping[str, object]) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended; nobody can ask any more
            loop.call_soon_threadsafe(service.log.publish, "log", record)

    return keep


def _clean(line: str) -> str:
    # Loaded with the first line that is logged, which comes after READY.
    from memoryd.redact import redact  # noqa: PLC0415 -- see above

    return redact(line).text


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
        why = f"degraded: the settings cannot be used: {service.config_error}"
        service.notifier.send(READY=1, STATUS=why)
        log.error("degraded: the settings cannot be used", error=str(service.config_error))
    else:
        service.notifier.send(READY=1, STATUS="ready")
    log.info("serving", version=VERSION, socket=me.socket)


def _raise_file_limit() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = min(_MAX_FILES, hard) if hard != resource.RLIM_INFINITY else _MAX_FILES
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
