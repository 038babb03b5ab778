import asyncio
import json
import tempfile
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from aiohttp import web

from memoryd.api.events import stream_events
from memoryd.api.server import make_app
from memoryd.system.listen import listen
from memoryd.telemetry import Events, Metrics

SOON = 10


class Reader:
    """The raw reply to one request for events, an event at a time."""

    def __init__(self, stream):
        self.stream = stream
        self.head = ""

    async def start(self):
        async with asyncio.timeout(SOON):
            self.head = (await self.stream.readuntil(b"\r\n\r\n")).decode()
        return self

    async def event(self):
        async with asyncio.timeout(SOON):
            block = (await self.stream.readuntil(b"\n\n")).decode()
        fields = dict(line.split(": ", 1) for line in block.splitlines() if line)
        return fields.get("id"), fields["event"], json.loads(fields["data"])

    async def rest(self):
        async with asyncio.timeout(SOON):
            return await self.stream.read()


class Server:
    def __init__(self, path):
        self.path = path
        self.events = Events()
        self.ended = asyncio.Event()

    async def handle(self, request):
        try:
            return await stream_events(request, self.events)
        finally:
            self.ended.set()

    @asynccontextmanager
    async def read(self, **headers):
        stream, writer = await asyncio.open_unix_connection(self.path)
        lines = [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        # HTTP/1.0, so that the body comes as it is and not in chunks.
        head = ["GET /v1/events HTTP/1.0", "Host: memoryd", *lines]
        writer.write("\r\n".join([*head, "", ""]).encode())
        try:
            yield await Reader(stream).start()
        finally:
            writer.close()


@pytest.fixture(name="server")
async def _server():
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        server = Server(Path(folder, "s"))
        app = make_app(
            [web.get("/v1/events", server.handle)],
            version="1.2.3",
            instance="i",
            metrics=Metrics("1.2.3"),
            unusable=lambda: None,
        )
        with listen(server.path) as sock:
            runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
            await runner.setup()
            sock.setblocking(False)
            await web.SockSite(runner, sock.dup()).start()
            yield server
            server.events.close()
            await runner.cleanup()


async def test_a_stream_begins_at_once_with_the_headers_of_every_reply(server):
    async with server.read() as reader:
        head = reader.head

    assert head.startswith("HTTP/1.0 200 OK\r\n")
    assert "Content-Type: text/event-stream\r\n" in head
    assert "Memoryd-Instance: i\r\n" in head
    assert "Cache-Control: no-store\r\n" in head
    assert "X-Request-Id: " in head


async def test_events_come_as_they_happen_each_with_its_id(server):
    async with server.read() as reader:
        server.events.publish("job", {"id": "a", "done": 1})
        server.events.publish("recall", {"text": "line\nbreak\r\n\r\nid: 7"})

        assert await reader.event() == ("1", "job", {"id": "a", "done": 1})
        assert await reader.event() == ("2", "recall", {"text": "line\nbreak\r\n\r\nid: 7"})


async def test_a_stream_resumes_after_the_last_event_its_reader_has(server):
    for number in range(1, 6):
        server.events.publish("job", {"n": number})

    async with server.read(Last_Event_ID=3) as reader:
        assert [(await reader.event())[0] for _ in range(2)] == ["4", "5"]


async def test_what_was_missed_is_told_as_a_gap_without_an_id(server):
    for number in range(1, 2001):
        server.events.publish("job", {"n": number})

    async with server.read(Last_Event_ID=1) as reader:
        number, kind, data = await reader.event()
        first, _, _ = await reader.event()

    assert (number, kind) == (None, "gap")
    assert int(first) == 2 + data["lost"]


async def test_the_end_of_the_daemon_ends_the_stream_after_what_is_queued(server):
    async with server.read() as reader:
        server.events.publish("job", {"n": 1})

        server.events.close()

        assert (await reader.event())[0] == "1"
        assert await reader.rest() == b""


async def test_a_reader_that_leaves_makes_room(server):
    async with server.read():
        assert server.events.readers == 1

    async with asyncio.timeout(SOON):
        while not server.ended.is_set():
            server.events.publish("job", {"n": 1})
            await asyncio.wait([asyncio.create_task(server.ended.wait())], timeout=0.05)
    assert server.events.readers == 0


async def test_the_seventeenth_reader_is_told_to_come_back_later(server):
    async with _many(server, 16), server.read() as reader:
        assert reader.head.startswith("HTTP/1.0 429 ")
        assert "Retry-After: 1\r\n" in reader.head
        assert json.loads(await reader.rest())["code"] == "busy"


@asynccontextmanager
async def _many(server, count):
    if not count:
        yield
        return
    async with server.read(), _many(server, count - 1):
        yield


@pytest.mark.parametrize("asked", ["x", "-1", "1.5", "9" * 16, "²", "1 2", ""])
async def test_an_id_that_is_none_is_refused(server, asked):
    async with server.read(Last_Event_ID=asked) as reader:
        assert reader.head.startswith("HTTP/1.0 400 ")
        assert json.loads(await reader.rest())["code"] == "bad_request"


async def test_lone_surrogates_do_not_break_the_stream(server):
    async with server.read() as reader:
        server.events.publish("job", {"text": "a\ud800"})
        server.events.publish("job", {"n": 2})

        assert await reader.event() == ("1", "job", {"text": "a?"})
        assert (await reader.event())[0] == "2"
