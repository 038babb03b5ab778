"""The client for asyncio: the same methods, awaitable."""

from __future__ import annotations  # naming a reply in a signature must not load them all

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import wraps
from typing import Concatenate, Literal, ParamSpec, Self, TypeVar

from . import locate, wire
from .client import UNFINISHED, Client, poll_delays_s
from .errors import MemorydError
from .http1 import MalformedError, Reply, encode_request
from .sse import IDLE_S, EventParser, Resume
from .stream import check_address
from .transport import (
    CONNECT_TIMEOUT_S,
    check_reply,
    explain,
    explain_connect,
    request_headers,
)

_P = ParamSpec("_P")
_T = TypeVar("_T")

_RECEIVE_BYTES = 65_536


def _in_thread(
    method: Callable[Concatenate[Client, _P], _T],
) -> Callable[Concatenate[AsyncClient, _P], Awaitable[_T]]:
    @wraps(method)
    async def call(self: AsyncClient, /, *args: _P.args, **kwargs: _P.kwargs) -> _T:
        return await asyncio.to_thread(method, self._client, *args, **kwargs)

    return call


class AsyncClient:
    """Client for asyncio. Calls run in threads; the event stream is read by the loop itself."""

    def __init__(
        self,
        cwd: str | os.PathLike[str] = ".",
        *,
        socket: str | os.PathLike[str] | None = None,
        timeout_s: float = 5.0,
        on_error: Literal["raise", "ignore"] = "raise",
    ) -> None:
        self._client = Client(cwd, socket=socket, timeout_s=timeout_s, on_error=on_error)
        self._explicit = None if socket is None else os.fspath(socket)
        self._timeout_s = timeout_s
        self._ignores = on_error == "ignore"

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Give the connections back; the client can still be used."""
        self._client.close()

    ping = _in_thread(Client.ping)
    status = _in_thread(Client.status)
    prove = _in_thread(Client.prove)
    budget = _in_thread(Client.budget)
    recall = _in_thread(Client.recall)
    guidance = _in_thread(Client.guidance)
    resource = _in_thread(Client.resource)
    learn = _in_thread(Client.learn)
    remember = _in_thread(Client.remember)
    memory_page = _in_thread(Client.memory_page)
    memory = _in_thread(Client.memory)
    edit = _in_thread(Client.edit)
    delete = _in_thread(Client.delete)
    forget = _in_thread(Client.forget)
    used = _in_thread(Client.used)
    clear = _in_thread(Client.clear)
    undo = _in_thread(Client.undo)
    history = _in_thread(Client.history)
    extract = _in_thread(Client.extract)
    dream = _in_thread(Client.dream)
    preview_extract = _in_thread(Client.preview_extract)
    preview_dream = _in_thread(Client.preview_dream)
    rebuild = _in_thread(Client.rebuild)
    jobs = _in_thread(Client.jobs)
    logs = _in_thread(Client.logs)
    job = _in_thread(Client.job)
    projects = _in_thread(Client.projects)
    injections = _in_thread(Client.injections)
    reload = _in_thread(Client.reload)
    shutdown = _in_thread(Client.shutdown)

    async def memories(
        self,
        *,
        type: str | None = None,  # noqa: A002 -- the API's word
        scope: str | None = None,
        query: str | None = None,
    ) -> AsyncIterator[wire.Memory]:
        """Iterate over the memories of this project and of the user, page by page."""
        after: str | None = None
        while True:
            page = await self.memory_page(type=type, scope=scope, query=query, next=after)
            for memory in page.memories:
                yield memory
            after = page.next
            if after is None:
                return

    async def wait(
        self, job_id: str, on_progress: Callable[[wire.Job], None] | None = None
    ) -> wire.Job:
        """Return the job once it has ended, and show it to *on_progress* until then."""
        delays_s = poll_delays_s()
        while True:
            job = await self.job(job_id)
            if on_progress:
                on_progress(job)
            if job.status not in UNFINISHED:
                return job
            await asyncio.sleep(next(delays_s))

    def events(self, *, last_event_id: str | None = None) -> AsyncIterator[wire.Event]:
        """Iterate over what happens in the daemon, as it happens, without an end.

        A broken stream is resumed where it broke. *last_event_id* resumes an earlier one.
        """
        return self._follow("/v1/events", last_event_id)

    def follow_logs(self, *, last_event_id: str | None = None) -> AsyncIterator[wire.Event]:
        """Iterate over the records of the log, each the data of an event, as `events` does."""
        return self._follow("/v1/logs/follow", last_event_id)

    async def _follow(self, target: str, last_event_id: str | None) -> AsyncIterator[wire.Event]:
        resume = Resume(last_event_id)
        while True:
            lost: MemorydError | None = None
            try:
                async for event in self._read_events(target, resume):
                    yield event
            except MemorydError as exc:
                lost = exc
            try:
                delay_s = resume.delay_s(lost)
            except MemorydError:
                if self._ignores:
                    return
                raise
            await asyncio.sleep(delay_s)

    async def _read_events(self, target: str, resume: Resume) -> AsyncIterator[wire.Event]:
        path = locate.find_socket(os.environ, self._explicit)
        reader, writer = await _connect(path)
        reply, parser = Reply(), EventParser()
        try:
            async with asyncio.timeout(self._timeout_s):
                part = await _open_stream(target, reader, writer, reply, resume.headers())
            check_reply(reply, part, path)
            for gap in resume.opened(reply.headers.get(wire.HEADER_INSTANCE.lower(), "")):
                yield gap
            while True:
                for event in parser.feed(part):
                    resume.seen(event)
                    yield event
                if reply.done:
                    return
                async with asyncio.timeout(IDLE_S):
                    part = reply.feed(await reader.read(_RECEIVE_BYTES))
        except (OSError, MalformedError) as exc:
            raise explain(exc, path) from exc
        finally:
            writer.close()


async def _connect(path: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    try:
        check_address(path)
        async with asyncio.timeout(CONNECT_TIMEOUT_S):
            return await asyncio.open_unix_connection(path)
    except OSError as exc:
        raise explain_connect(exc, path) from exc


async def _open_stream(
    target: str,
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    reply: Reply,
    headers: dict[str, str],
) -> bytes:
    """Ask for *target*; return once the head is there, for a refusal once all of it is."""
    writer.write(encode_request("GET", target, request_headers(headers)))
    await writer.drain()
    part = b""
    while not reply.status or (reply.status != 200 and not reply.done):
        part += reply.feed(await reader.read(_RECEIVE_BYTES))
    return part
