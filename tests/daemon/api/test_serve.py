"""Stopping while callers come: each is answered or turned away, none is left waiting."""

import asyncio
import contextlib
import socket
import tempfile

import pytest
from aiohttp import web

from memoryd.api import serve

REQUEST = b"GET / HTTP/1.1\r\nHost: memoryd\r\n\r\n"
NEVER_S = 600.0  # a stop that waits for a limit waits beyond the test's own


@pytest.fixture
def listener():
    with tempfile.TemporaryDirectory(dir="/tmp") as place, socket.socket(socket.AF_UNIX) as sock:
        sock.bind(f"{place}/s")
        sock.listen()
        yield sock


# A connection takes a handful of turns of the loop from the backlog to its first request.
@pytest.mark.parametrize("turns", range(8))
async def test_a_caller_who_comes_as_the_server_stops_is_not_left_waiting(listener, turns):
    app = web.Application()
    app.router.add_get("/", answer)
    async with contextlib.AsyncExitStack() as serving:
        await serving.enter_async_context(serve(app, listener, shutdown_s=NEVER_S))
        caller = socket.socket(socket.AF_UNIX)
        caller.connect(listener.getsockname())
        for _ in range(turns):
            await asyncio.sleep(0)
        asyncio.get_running_loop().call_soon(caller.send, REQUEST)

        await asyncio.wait_for(serving.aclose(), 30)

    with caller:
        caller.settimeout(30)
        assert head_of_answer(caller) in {b"HTTP/1.1 200", b""}


async def test_a_request_that_runs_is_answered_before_the_server_is_gone(listener):
    running, go_on = asyncio.Event(), asyncio.Event()

    async def take_long(_: web.Request) -> web.Response:
        running.set()
        await go_on.wait()
        return web.Response(text="done")

    app = web.Application()
    app.router.add_get("/", take_long)
    async with serve(app, listener, shutdown_s=NEVER_S):
        reader, writer = await asyncio.open_unix_connection(listener.getsockname())
        writer.write(REQUEST)
        await running.wait()
        asyncio.get_running_loop().call_later(0.2, go_on.set)

    assert (await reader.read()).endswith(b"done")
    writer.close()


async def answer(_: web.Request) -> web.Response:
    return web.Response(text="here")


def head_of_answer(caller: socket.socket) -> bytes:
    try:
        return caller.recv(65536)[:12]
    except ConnectionError:
        return b""
