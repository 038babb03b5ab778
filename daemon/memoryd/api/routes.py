"""The table of routes: one line says what each takes, gives and refuses."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import msgspec
from aiohttp import web

from memoryd.errors import BadRequestError
from memoryd_client import wire

from . import requests
from .calls import Call, Reply, refuse_on_readonly
from .dreams import DreamHandlers
from .extracts import ExtractHandlers
from .handlers import Handlers
from .hooks import HookHandlers
from .jobs import JobHandlers
from .logs import LogHandlers
from .openapi import Operation, document
from .proofs import ProofHandlers
from .reading import ReadingHandlers
from .server import encode, refuse_unknown

Act = Callable[[Call], Awaitable[Reply | web.StreamResponse]]
_JSON = "application/json"
_TEXT = "text/plain"


@dataclass(frozen=True, slots=True)
class Route:
    """One operation and what does it."""

    operation: Operation
    act: Act


@dataclass(frozen=True, slots=True, kw_only=True)
class Doers:
    """Those who do what is asked for, each for a part of the API."""

    rest: Handlers
    dreams: DreamHandlers
    extracts: ExtractHandlers
    hooks: HookHandlers
    jobs: JobHandlers
    logs: LogHandlers
    proofs: ProofHandlers
    reading: ReadingHandlers


def all_routes(doers: Doers) -> list[Route]:
    """Return every route the daemon serves."""
    do = doers.rest
    return [
        *_about_itself(do),
        *_asking(do),
        *_memory(do),
        *_changing(do),
        *_working(do),
        *_background(doers.jobs),
        *_logged(doers.logs),
        *_dreaming(doers.dreams),
        *_reading(doers.reading),
        Route(
            Operation(
                method="POST",
                path="/v1/hook",
                summary="What an agent's hook prints at an event; the body is what the agent says.",
                query=requests.HookQuery,
                replies={200: (_TEXT, None)},
                errors=(400, 413),
                only_reads=True,
            ),
            doers.hooks.hook,
        ),
        _post(
            "/v1/doctor",
            "Prove the loop: a session of our own is learnt, recalled and forgotten.",
            doers.proofs.prove,
            requests.Nothing,
            {200: wire.Proof},
            429,
        ),
        _get(
            "/v1/extract",
            "What a model would be asked about the sessions that wait.",
            doers.extracts.preview,
            wire.ExtractPreview,
            query=requests.ExtractQuery,
        ),
    ]


def _about_itself(do: Handlers) -> list[Route]:
    return [
        _get("/_ping", "Is anybody there?", do.ping, None, media=_TEXT),
        _get("/healthz", "Does the event loop turn?", do.healthz, None, media=_TEXT),
        _get("/readyz", "Can all work be done?", do.readyz, None, errors=(503,)),
        _get("/metrics", "Figures, in the Prometheus text format.", do.metrics, None, media=_TEXT),
        _get("/v1/status", "What was done, what was not, and why.", do.status, wire.Status),
        _get("/v1/budget", "What models cost, and what they may.", do.budget, wire.Budget),
        _post(
            "/v1/reload",
            "Read the settings again.",
            do.reload_settings,
            requests.Nothing,
            {200: wire.Reloaded},
        ),
        _post("/v1/shutdown", "Stop.", do.stop, requests.Nothing, {202: wire.Stopping}),
    ]


def _asking(do: Handlers) -> list[Route]:
    return [
        _post(
            "/v1/recall",
            "Find what a prompt needs.",
            do.recall,
            requests.RecallRequest,
            {200: wire.Recall},
            only_reads=True,
        ),
        _get(
            "/v1/memories",
            "List memories, newest first.",
            do.memories,
            wire.MemoryList,
            query=requests.MemoriesQuery,
        ),
        _post(
            "/v1/used",
            "Say what was of use.",
            do.used,
            requests.UsedRequest,
            {200: wire.Used},
        ),
        _get("/v1/projects", "All projects.", do.list_projects, wire.ProjectList),
        _get(
            "/v1/injections",
            "What sessions were handed.",
            do.injections,
            wire.InjectionList,
            query=requests.InjectionsQuery,
        ),
    ]


def _changing(do: Handlers) -> list[Route]:
    return [
        _post(
            "/v1/remember",
            "Keep a text.",
            do.remember,
            requests.RememberRequest,
            {201: wire.Memory, 200: wire.Remembered},
        ),
        _post(
            "/v1/forget",
            "Show what would be forgotten, or forget it.",
            do.forget,
            requests.ForgetRequest,
            {200: wire.Forgotten},
            404,
            409,
        ),
        _post(
            "/v1/clear",
            "Clear one project of all that was learnt of it.",
            do.clear,
            requests.ClearRequest,
            {200: wire.Cleared},
            403,
            409,
            429,
        ),
        _post(
            "/v1/undo",
            "Take an operation back.",
            do.undo,
            requests.UndoRequest,
            {200: wire.Undone},
            404,
            409,
            429,
        ),
        _get(
            "/v1/history",
            "Every change, newest first.",
            do.history,
            wire.History,
            query=requests.CwdQuery,
        ),
    ]


def _working(do: Handlers) -> list[Route]:
    return [
        _post(
            "/v1/extract",
            "Read what moved now.",
            do.extract,
            requests.ExtractRequest,
            {202: wire.Started, 200: wire.Started},
            429,
        ),
        _get(
            "/v1/events",
            "Server-sent events; Last-Event-ID resumes.",
            do.stream,
            None,
            media="text/event-stream",
            errors=(429,),
        ),
    ]


def _background(do: JobHandlers) -> list[Route]:
    return [
        _get("/v1/jobs", "Background work, newest first.", do.list, wire.JobList),
        _get("/v1/jobs/{id}", "One piece of work.", do.one, wire.Job, errors=(404,)),
        _post(
            "/v1/rebuild",
            "Learn from whole sessions and consolidate now, or say why not.",
            do.rebuild,
            requests.RebuildRequest,
            {202: wire.Started, 200: wire.Started},
            429,
        ),
    ]


def _logged(do: LogHandlers) -> list[Route]:
    return [
        _get(
            "/v1/logs",
            "What the daemon logged of late, oldest first, without secrets.",
            do.list,
            wire.LogList,
            query=requests.LogsQuery,
        ),
        _get(
            "/v1/logs/follow",
            "The same as it comes, as server-sent events; Last-Event-ID resumes.",
            do.follow,
            None,
            media="text/event-stream",
            errors=(429,),
        ),
    ]


def _dreaming(do: DreamHandlers) -> list[Route]:
    return [
        _post(
            "/v1/dream",
            "Tidy memory now, or say why not.",
            do.start,
            requests.DreamRequest,
            {202: wire.Started, 200: wire.Started},
            429,
        ),
        _get(
            "/v1/dream",
            "What a dream would do now.",
            do.preview,
            wire.DreamPreview,
            query=requests.DreamQuery,
        ),
    ]


def _reading(do: ReadingHandlers) -> list[Route]:
    return [
        _get(
            "/v1/guidance",
            "What a new session gets.",
            do.guidance,
            wire.Guidance,
            query=requests.GuidanceQuery,
            errors=(503,),
        ),
        Route(
            Operation(
                method="GET",
                path="/v1/resource",
                summary="A file of what sessions taught, as it is, or the names in a directory.",
                query=requests.ResourceQuery,
                replies={200: (_JSON, wire.Entries)},
                files=("text/markdown", _TEXT),
                errors=(400, 403, 404),
            ),
            do.resource,
        ),
        _post(
            "/v1/learn",
            "Keep a lesson of this project.",
            do.learn,
            requests.LearnRequest,
            {201: wire.Learned, 200: wire.Learned},
            403,
            409,
        ),
    ]


def _memory(do: Handlers) -> list[Route]:
    path, query = "/v1/memories/{id}", requests.MemoryQuery
    return [
        _get(
            path, "One memory, whole.", do.memory, wire.MemoryDetail, query=query, errors=(404, 409)
        ),
        Route(
            Operation(
                method="PUT",
                path=path,
                summary="Change or pin a memory.",
                body=requests.EditRequest,
                query=query,
                replies={200: (_JSON, wire.MemoryDetail)},
                errors=(400, 403, 404, 409, 412),
            ),
            do.edit,
        ),
        Route(
            Operation(
                method="DELETE",
                path=path,
                summary="Delete a memory, undoably.",
                query=query,
                replies={200: (_JSON, wire.Deleted)},
                errors=(400, 404, 409),
            ),
            do.delete,
        ),
    ]


def _get(
    path: str,
    summary: str,
    act: Act,
    reply: type | None,
    *,
    media: str = _JSON,
    query: type[requests.Request] | None = None,
    errors: tuple[int, ...] = (),
) -> Route:
    operation = Operation(
        method="GET",
        path=path,
        summary=summary,
        query=query,
        replies={200: (media, reply)},
        errors=(400, *errors),
    )
    return Route(operation, act)


def _post(
    path: str,
    summary: str,
    act: Act,
    body: type[requests.Request],
    replies: dict[int, type],
    *errors: int,
    only_reads: bool = False,
) -> Route:
    operation = Operation(
        method="POST",
        path=path,
        summary=summary,
        body=body,
        replies={status: (_JSON, kind) for status, kind in replies.items()},
        errors=(400, 413, *errors),
        only_reads=only_reads,
    )
    return Route(operation, act)


def bind(routes: list[Route], version: str, *, readonly: bool = False) -> list[web.RouteDef]:
    """Return *routes* for the web application, and the document that describes them.

    With *readonly* what would change anything is refused, and the rest leaves no trace.
    """

    async def describe(_: web.Request) -> web.Response:
        described = document((route.operation for route in routes), version)
        return web.Response(body=encode(described), content_type=_JSON)

    return [
        web.get("/v1/openapi.json", describe),
        *(
            web.route(
                route.operation.method,
                _pattern(route.operation.path),
                _adapt(route, readonly=readonly),
            )
            for route in routes
        ),
    ]


def _pattern(path: str) -> str:
    # Ids of memories are paths; ids of jobs are not, but may safely be matched the same way.
    return path.replace("{id}", "{id:.+}")


def _adapt(
    route: Route, *, readonly: bool
) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    operation, act = route.operation, route.act

    async def handle(request: web.Request) -> web.StreamResponse:
        if readonly and operation.writes:
            refuse_on_readonly()
        call = Call(
            http=request,
            body=_decode(operation.body, await request.read()) if operation.body else _NOTHING,
            query=_query(operation.query, request) if operation.query else _NOTHING,
            readonly=readonly,
        )
        reply = await act(call)
        if isinstance(reply, web.StreamResponse):
            return reply
        body = reply.body if isinstance(reply.body, bytes) else encode(reply.body)
        return web.Response(status=reply.status, body=body, content_type=reply.media)

    return handle


_NOTHING = requests.Nothing()
_MAY_BE_EMPTY = (
    requests.Nothing,
    requests.UndoRequest,
    requests.ExtractRequest,
    requests.DreamRequest,
    requests.RebuildRequest,
)


def _decode(kind: type[requests.Request], body: bytes) -> requests.Request:
    if not body and kind in _MAY_BE_EMPTY:
        body = b"{}"
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError as exc:
        refuse_unknown(exc)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as exc:
        error = BadRequestError(f"the body is not JSON: {exc}")
        error.code = "bad_json"
        raise error from exc


def _query(kind: type[requests.Request], request: web.Request) -> requests.Request:
    names = list(request.query.keys())
    if len(set(names)) != len(names):
        raise BadRequestError("each query parameter may be given once")
    try:
        return msgspec.convert(dict(request.query), kind, strict=False)
    except msgspec.ValidationError as exc:
        refuse_unknown(exc)
