import asyncio
import inspect
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import pytest

from memoryd_client import (
    AsyncClient,
    BusyError,
    Client,
    NotRunningError,
    ProtocolError,
    TimedOutError,
    VersionMismatchError,
    wire,
)


def sse(*numbers: int) -> bytes:
    return b"".join(b'id: %d\nevent: job\ndata: {"n":%d}\n\n' % (n, n) for n in numbers)


async def take(client: AsyncClient, number: int) -> list[wire.Event]:
    events: list[wire.Event] = []
    stream = client.events()
    async for event in stream:
        events.append(event)
        if len(events) == number:
            break
    await stream.aclose()
    return events


def test_it_has_every_method_of_the_client():
    def public(kind: type) -> set[str]:
        return {name for name, _ in inspect.getmembers(kind, inspect.isfunction) if name[0] != "_"}

    assert public(AsyncClient) - {"aclose"} == public(Client) - {"close"}


async def test_calls_are_awaited_and_run_at_the_same_time(daemon):
    daemon.on("POST /v1/recall", asdict(wire.empty(wire.Recall)))

    async with AsyncClient("/home/it", socket=daemon.path) as client:
        answers = await asyncio.gather(*(client.recall(str(n), limit=1) for n in range(8)))

    assert answers == [wire.empty(wire.Recall)] * 8
    assert {asked.body["query"] for asked in daemon.asked} == set("01234567")


async def test_memories_come_page_by_page(daemon, memory):
    daemon.on(
        "GET /v1/memories",
        {"memories": [memory("1.md")], "next": "two"},
        {"memories": [memory("2.md")]},
    )

    async with AsyncClient(socket=daemon.path) as client:
        assert [one.id async for one in client.memories()] == ["1.md", "2.md"]


async def test_a_job_is_shown_until_it_has_ended(daemon):
    job = asdict(wire.empty(wire.Job))
    daemon.on("GET /v1/jobs/j", job | {"status": "running"}, job | {"status": "failed"})
    seen: list[str] = []

    async with AsyncClient(socket=daemon.path) as client:
        ended = await client.wait("j", lambda shown: seen.append(shown.status))

    assert (seen, ended.status) == (["running", "failed"], "failed")


async def test_events_are_read_and_resumed(daemon):
    daemon.on("GET /v1/events", sse(1, 2), sse(3))

    async with AsyncClient(socket=daemon.path) as client:
        events = await take(client, 3)

    assert [event.id for event in events] == ["1", "2", "3"]
    assert [asked.headers.get("last-event-id") for asked in daemon.asked] == [None, "2"]


async def test_events_arrive_while_the_stream_is_open(folder: Path):
    go_on = asyncio.Event()
    head = (
        b"HTTP/1.1 200 OK\r\nMemoryd-Api: 1\r\nMemoryd-Api-Min: 1\r\n"
        b"Transfer-Encoding: chunked\r\n\r\n"
    )

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        for number in (1, 2):
            event = sse(number)
            writer.write(head * (number == 1) + b"%x\r\n%s\r\n" % (len(event), event))
            await writer.drain()
            await go_on.wait()
        writer.close()

    server = await asyncio.start_unix_server(serve, folder / "s")
    async with server, AsyncClient(socket=folder / "s") as client:
        stream = client.events()
        first = await anext(stream)
        go_on.set()
        second = await anext(stream)
        await stream.aclose()

    assert (first.id, second.id) == ("1", "2")


async def test_a_refused_stream_says_why(daemon):
    daemon.refuse("GET /v1/events", 429, "busy")

    async with AsyncClient(socket=daemon.path) as client:
        with pytest.raises(BusyError):
            await take(client, 1)


async def test_a_stream_of_another_api_is_refused(daemon):
    answer = daemon.reply(sse(1), Memoryd_Api="9", Memoryd_Api_Min="8")
    daemon.on("GET /v1/events", answer)

    async with AsyncClient(socket=daemon.path) as client:
        with pytest.raises(VersionMismatchError):
            await take(client, 1)


async def test_a_stream_of_nobody_of_a_hung_one_and_of_garbage(
    folder: Path, serve_bytes: Callable[..., Path]
):
    cases = [
        (folder / "missing", NotRunningError),
        (serve_bytes(None, "hung"), TimedOutError),
        (serve_bytes(b"\x00" * 9, "garbage"), ProtocolError),
    ]

    for path, kind in cases:
        with pytest.raises(kind, match=str(path)):
            await take(AsyncClient(socket=path, timeout_s=0.05), 1)
        assert await take(AsyncClient(socket=path, timeout_s=0.05, on_error="ignore"), 1) == []


async def test_the_log_is_followed_as_events_are(daemon):
    daemon.on("GET /v1/logs/follow", b'id: 8\nevent: log\ndata: {"event": "stopping"}\n\n')

    async with AsyncClient(socket=daemon.path) as client:
        stream = client.follow_logs(last_event_id="7")
        event = await anext(stream)
        await stream.aclose()

    assert event.data == {"event": "stopping"}
    assert daemon.asked[0].headers["last-event-id"] == "7"
