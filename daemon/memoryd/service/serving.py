"""The API on our socket, for as long as the parts live."""

import contextlib
import socket
from collections.abc import AsyncIterator

import structlog
from aiohttp import web

from memoryd.api import (
    Doers,
    DreamHandlers,
    ExtractHandlers,
    Handlers,
    HookHandlers,
    JobHandlers,
    LogHandlers,
    ProofHandlers,
    ReadingHandlers,
    all_routes,
    bind,
    make_app,
    serve,
)
from memoryd.lifecycle.lessons import Lessons

from .parts import Parts
from .readonly import ReadonlySocket
from .reload import reload_or_refuse
from .state import VERSION, Service, utc_now

log = structlog.get_logger(__name__)

# aiohttp may take twice this; with the drain of jobs a stop stays well below 25 s.
_SHUTDOWN_S = 5.0
_READS_SHUTDOWN_S = 1.0


@contextlib.asynccontextmanager
async def serving(
    service: Service,
    parts: Parts,
    instance: str,
    sock: socket.socket,
    readonly: ReadonlySocket,
) -> AsyncIterator[None]:
    """Answer on *sock*, which is closed at the end; streams end first, or each would hold it up.

    What *readonly* listens on is answered, too, as far as nothing is changed.
    """
    handlers = Handlers(
        projects=parts.projects,
        database=parts.database,
        selector=parts.selector,
        reconciler=parts.clockwork.reconciler,
        passes=parts.passes,
        telemetry=parts.telemetry,
        health=parts.health,
        executor=parts.answering,
        changing=parts.changing,
        clock=utc_now,
        reload=lambda: reload_or_refuse(service, parts),
        shutdown=service.end,
    )
    dreams = DreamHandlers(dreamer=parts.dreamer, projects=parts.projects, executor=parts.answering)
    extracts = ExtractHandlers(
        model_extractor=parts.model_extractor, projects=parts.projects, executor=parts.answering
    )
    hooks = HookHandlers(
        selector=parts.selector,
        guide=parts.guide,
        projects=parts.projects,
        database=parts.database,
        telemetry=parts.telemetry,
        executor=parts.answering,
        clock=utc_now,
        moved=parts.clockwork.poke,
    )
    jobs = JobHandlers(
        jobs=parts.jobs,
        passes=parts.passes,
        projects=parts.projects,
        executor=parts.answering,
    )
    reading = ReadingHandlers(
        guide=parts.guide,
        database=parts.database,
        lessons=Lessons(parts.projects),
        projects=parts.projects,
        executor=parts.answering,
        clock=utc_now,
    )
    doers = Doers(
        rest=handlers,
        dreams=dreams,
        extracts=extracts,
        hooks=hooks,
        jobs=jobs,
        logs=LogHandlers(service.log),
        proofs=ProofHandlers(prover=parts.prover),
        reading=reading,
    )
    routes = all_routes(doers)

    async def end_streams(_: web.Application) -> None:
        service.end_streams()

    def make(*, only_reads: bool) -> web.Application:
        app = make_app(
            bind(routes, VERSION, readonly=only_reads),
            version=VERSION,
            instance=instance,
            metrics=parts.telemetry.metrics,
            unusable=lambda: str(service.config_error) if service.config_error else None,
        )
        app.on_shutdown.append(end_streams)
        return app

    async with contextlib.AsyncExitStack() as served:
        if readonly.trouble:
            log.warning("the read-only socket is not served", error=readonly.trouble.detail)
            parts.health.troubles["readonlySocket"] = readonly.trouble
        if readonly.socket:
            parts.health.readonly_socket = str(readonly.path)
            second = readonly.socket.dup()
            app = make(only_reads=True)
            await served.enter_async_context(serve(app, second, shutdown_s=_READS_SHUTDOWN_S))
        await served.enter_async_context(
            serve(make(only_reads=False), sock, shutdown_s=_SHUTDOWN_S)
        )
        yield
