"""The event stream (server-sent events) with resume and heart-beat."""

from aiohttp import web

from memoryd.errors import BadRequestError, BusyError
from memoryd.telemetry import Event, Events

from .server import encode

_MAX_READERS = 16
_PING_S = 15.0


async def stream_events(request: web.Request, events: Events) -> web.StreamResponse:
    """Send events until the client leaves or the daemon stops."""
    after = request.headers.get("Last-Event-ID")
    if after is not None and not (after.isascii() and after.isdigit() and len(after) < 16):
        raise BadRequestError("Last-Event-ID must be the id of an event")
    if events.readers >= _MAX_READERS:
        raise BusyError(f"{_MAX_READERS} event streams are open already")
    response = web.StreamResponse(
        headers={"Content-Type": "text/event-stream", "Cache-Control": "no-cache"}
    )
    with events.listen(int(after) if after else None) as stream:
        await response.prepare(request)
        try:
            async for event in stream.events(_PING_S):
                await response.write(b": ping\n\n" if event is None else _format(event))
        except ConnectionError:
            return response  # the reader left
    await response.write_eof()
    return response


def _format(event: Event) -> bytes:
    head = f"id: {event.id}\n" if event.id else ""
    return f"{head}event: {event.kind}\ndata: ".encode() + encode(event.data) + b"\n\n"
