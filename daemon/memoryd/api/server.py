"""HTTP over our socket: who may call, what every reply carries, how errors look."""

import asyncio
import itertools
import math
import os
import re
import sqlite3
import time
from collections.abc import Callable, Iterable, Mapping
from typing import NoReturn

import msgspec
import structlog
from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from memoryd.errors import (
    BadRequestError,
    BudgetExhaustedError,
    BusyError,
    ConflictError,
    DeniedError,
    MemorydError,
    ModelError,
    NotFoundError,
    NotReadyError,
    PreconditionError,
)
from memoryd.system.listen import peer_uid
from memoryd.telemetry import Metrics
from memoryd_client import wire
from memoryd_client.errors import UPGRADE_CLIENT, UPGRADE_DAEMON

log = structlog.get_logger(__name__)


_HOST = re.compile(r"(?:(?:localhost|memoryd)(?::\d{1,5})?)?", re.ASCII)
# What a daemon answers that has no usable settings.
_ALWAYS = frozenset(
    {
        *("/_ping", "/healthz", "/readyz", "/metrics"),
        *("/v1/openapi.json", "/v1/status", "/v1/reload", "/v1/shutdown"),
    }
)
# What means the same in every API there will be: the two sides can find out who is older.
_ANY_API = frozenset({"/_ping", "/healthz", "/metrics"})
# After these the server may end, and with it every connection.
_PARTING = frozenset({"/v1/reload", "/v1/shutdown"})
_READS_BY_POST = "/v1/recall"
_TITLES = {
    "bad_json": "The body is not JSON",
    "bad_request": "The request cannot be understood",
    "unknown_field": "The request has a field this daemon does not know",
    "too_large": "The body is too large",
    "not_found": "There is no such thing",
    "denied": "This is not yours to see or change",
    "conflict": "The thing changed, or too much would",
    "busy": "Too much work at once",
    "budget_exhausted": "The budget for models is spent",
    "model_unavailable": "No model answered",
    "unsupported_api": "Client and daemon share no API number",
    "not_ready": "The daemon cannot do this now",
    "internal": "The daemon failed",
}
_STATUS: tuple[tuple[type[MemorydError], int], ...] = (
    (BadRequestError, 400),
    (NotFoundError, 404),
    (DeniedError, 403),
    (PreconditionError, 412),
    (ConflictError, 409),
    (BusyError, 429),
    (NotReadyError, 503),
    (BudgetExhaustedError, 429),
    (ModelError, 503),
)
_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_HTTP_CODES = {404: "not_found", 405: "bad_request", 413: "too_large", 412: "conflict"}


def make_app(
    routes: Iterable[web.RouteDef],
    *,
    version: str,
    instance: str,
    metrics: Metrics,
    unusable: Callable[[], str | None],
) -> web.Application:
    """Return the application: *routes* behind the checks and headers of every reply.

    *unusable* says why the daemon cannot work at all (bad settings), or None.
    """
    headers = {
        wire.HEADER_VERSION: version,
        wire.HEADER_API: str(wire.API),
        wire.HEADER_API_MIN: str(wire.API_MIN),
        wire.HEADER_INSTANCE: instance,
        "Cache-Control": "no-store",
    }
    stopping = asyncio.Event()
    guard = _guard(frozenset({os.getuid(), 0}), unusable)
    app = web.Application(
        client_max_size=wire.MAX_BODY_BYTES, middlewares=[_answer(metrics, instance), guard]
    )

    async def stamp(request: web.Request, response: web.StreamResponse) -> None:
        response.headers.update(headers)
        if request.path in _PARTING or stopping.is_set():
            # A client that is not told would send its next request into a closing connection.
            response.headers["Connection"] = "close"
            response.force_close()
        request_id = structlog.contextvars.get_contextvars().get("request_id", "")
        response.headers[wire.HEADER_REQUEST_ID] = request_id

    async def note_stopping(_: web.Application) -> None:
        stopping.set()

    app.on_response_prepare.append(stamp)
    app.on_shutdown.append(note_stopping)
    app.add_routes(routes)
    return app


def problem(
    status: int, code: str, detail: str, *, request_id: str, hint: str | None = None
) -> web.Response:
    """Build an error reply (`application/problem+json`)."""
    body = wire.Problem(
        type=f"urn:memoryd:{code}",
        title=_TITLES[code],
        status=status,
        code=code,
        detail=detail,
        request_id=request_id,
        hint=hint,
    )
    return web.Response(status=status, body=encode(body), content_type="application/problem+json")


def encode(value: object) -> bytes:
    """Encode a reply; lone surrogates, which JSON cannot carry, become replacement characters."""
    try:
        return msgspec.json.encode(value)
    except UnicodeEncodeError:
        return msgspec.json.encode(_mend(msgspec.to_builtins(value)))


def _mend(value: object) -> object:
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if isinstance(value, list | tuple):
        return [_mend(item) for item in value]
    if isinstance(value, dict):
        return {_mend(key): _mend(item) for key, item in value.items()}
    return value


def _guard(uids: frozenset[int], unusable: Callable[[], str | None]) -> Middleware:
    """Refuse other users, browsers, and anything that reached us under a foreign name."""
    refused: set[int | None] = set()

    @web.middleware
    async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
        sock = request.transport.get_extra_info("socket") if request.transport else None
        uid = peer_uid(sock) if sock is not None else None
        if uid not in uids:
            if uid not in refused:
                refused.add(uid)
                log.warning("refused a caller of another user", uid=uid)
            raise DeniedError("only the user this daemon runs for may call it")
        _refuse_pages(request)
        if request.path not in _ANY_API:
            _check_api(request.headers)
        if request.path not in _ALWAYS and (why := unusable()):
            raise NotReadyError(why, hint="mend the settings file, then `memoryctl reload`")
        return await handler(request)

    return guard


def _refuse_pages(request: web.Request) -> None:
    """Raise DeniedError for what a browser, or a proxy in front of us, would send."""
    if "Origin" in request.headers or "Referer" in request.headers:
        raise DeniedError("calls on behalf of a web page are refused")
    if not all(_HOST.fullmatch(host) for host in request.headers.getall("Host", ())):
        raise DeniedError("the Host header must be `localhost` or `memoryd`")
    if not request.raw_path.startswith(
        ("/", "*")
    ):  # it names a host of its own, and that one counts
        raise DeniedError("the request must name a path, not a whole address")


def _check_api(headers: Mapping[str, str]) -> None:
    asked = headers.get(wire.HEADER_API)
    if asked is None:
        return
    known = re.fullmatch(r"[0-9]{1,9}", asked)
    if not known or not wire.API_MIN <= int(asked) <= wire.API:
        newer = known and int(asked) > wire.API
        error = BadRequestError(
            f"this daemon speaks API {wire.API_MIN} to {wire.API}, not {asked[:20]!r}",
            hint=UPGRADE_DAEMON if newer else UPGRADE_CLIENT,
        )
        error.code = "unsupported_api"
        raise error


def _answer(metrics: Metrics, instance: str) -> Middleware:
    """Turn every error into a problem, name every request, time it, log it once."""
    numbers = itertools.count(1)

    @web.middleware
    async def answer(request: web.Request, handler: Handler) -> web.StreamResponse:
        asked = request.headers.get(wire.HEADER_REQUEST_ID, "")
        request_id = asked if _REQUEST_ID.fullmatch(asked) else f"{instance[:8]}{next(numbers):08x}"
        started = time.perf_counter()
        # Not unbound here: the reply is stamped after this returns, and one connection, which is
        # one task, handles one request at a time.
        structlog.contextvars.bind_contextvars(request_id=request_id)
        asyncio.get_running_loop().call_soon(_note_lag, metrics, started)
        response = await _handle(request, handler, request_id)
        took_s = time.perf_counter() - started
        resource = request.match_info.route.resource
        route = resource.canonical if resource else "unknown"
        metrics.request_seconds.labels(route).observe(took_s)
        metrics.requests.labels(route, response.status).inc()
        reads = request.method in ("GET", "HEAD") or route == _READS_BY_POST
        say = log.debug if reads else log.info
        ms = round(took_s * 1000, 2)
        say("request", method=request.method, route=route, status=response.status, ms=ms)
        return response

    return answer


def _note_lag(metrics: Metrics, since: float) -> None:
    # A request wakes the loop anyway; a clock of its own would wake it when nothing happens.
    metrics.loop_lag_seconds.observe(time.perf_counter() - since)


async def _handle(request: web.Request, handler: Handler, request_id: str) -> web.StreamResponse:
    try:
        return await handler(request)
    except MemorydError as exc:
        status = next((code for kind, code in _STATUS if isinstance(exc, kind)), 500)
        response = problem(status, exc.code, str(exc), request_id=request_id, hint=exc.hint)
        wait_s = exc.frees_in_s if isinstance(exc, BudgetExhaustedError) else 1
        if status == 429 and wait_s is not None:
            response.headers["Retry-After"] = str(math.ceil(wait_s))
        return response
    except web.HTTPException as exc:
        code = _HTTP_CODES.get(exc.status, "bad_request")
        detail = _explain(request, exc)
        response = problem(exc.status, code, detail, request_id=request_id)
        if "Allow" in exc.headers:
            response.headers["Allow"] = exc.headers["Allow"]
        return response
    except Exception as exc:
        log.exception("request failed", method=request.method, request_id=request_id)
        return _unexpected(exc, request_id)


def _unexpected(exc: Exception, request_id: str) -> web.Response:
    on_disk = isinstance(exc, (OSError, sqlite3.OperationalError))
    if on_disk and not isinstance(exc, (TimeoutError, ConnectionError)):
        return problem(
            503,
            "not_ready",
            f"the disk refused: {getattr(exc, 'strerror', None) or exc}",
            request_id=request_id,
            hint="`memoryctl status` says what is wrong with the store; nothing was lost",
        )
    return problem(
        500,
        "internal",
        "an error in the daemon; nothing was changed that its log does not name",
        request_id=request_id,
        hint=f"look for request_id {request_id} in the daemon's log",
    )


def _explain(request: web.Request, exc: web.HTTPException) -> str:
    if exc.status == 404:
        return f"no route {request.path!r}; GET /v1/openapi.json lists them"
    if exc.status == 413:
        return f"bodies may have {wire.MAX_BODY_BYTES} bytes"
    if exc.status == 405:
        return f"{request.method} is not for this route"
    return exc.reason


def refuse_unknown(error: msgspec.ValidationError) -> NoReturn:
    """Raise what a body or query that does not fit means to its sender."""
    text = str(error)
    refusal = BadRequestError(text[:1].lower() + text[1:])
    if "unknown field" in text:
        refusal.code = "unknown_field"
    raise refusal from error
