"""Serve an application on a socket, and stop without leaving a caller in the air."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator

from aiohttp import web

from memoryd.system.listen import BACKLOG

# A request line carries a directory and a query, both percent-encoded.
_MAX_LINE = 256 * 1024
# Long enough for a connection that was just accepted to be waited on.
_SETTLE_S = 0.05


@contextlib.asynccontextmanager
async def serve(
    app: web.Application, sock: socket.socket, *, shutdown_s: float
) -> AsyncIterator[None]:
    """Answer on *sock*, which is closed at the end.

    Requests that run then get *shutdown_s* seconds to end, and as long again once cancelled.
    """
    runner = web.AppRunner(
        app, access_log=None, shutdown_timeout=shutdown_s, max_line_size=_MAX_LINE
    )
    await runner.setup()
    sock.setblocking(False)
    try:
        await web.SockSite(runner, sock, backlog=BACKLOG).start()
        yield
    finally:
        # asyncio and aiohttp lose sight of a connection that is accepted and not waited on yet when
        # they stop: nobody would answer or close it. So take no more in, and let those come in.
        asyncio.get_running_loop().remove_reader(sock)
        await asyncio.sleep(_SETTLE_S)
        await runner.cleanup()
