"""The official SDK as client of the MCP server, which talks to a real daemon."""

import asyncio
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from mcp import Client, MCPError, StdioServerParameters

import memoryd_client.mcp

FILE = Path(memoryd_client.mcp.__file__).with_name("__main__.py")
FACT = "The harbor crane is operated from the north cabin."


@pytest.fixture
def connect(house):
    """A factory of SDK clients, each with a server of its own, for one project."""
    project = house.project()

    def make(mode="auto"):
        options = ["--cwd", str(project), "--socket", str(house.socket)]
        start = StdioServerParameters(
            command=sys.executable, args=["-I", "-S", str(FILE), *options], env={}
        )
        return Client(start, mode=mode, read_timeout_seconds=30)

    return make


@pytest.fixture
def daemon(house):
    """The daemon's process."""
    return house.start()


def text(result):
    (content,) = result.content
    return content.text


async def call(client, name, **arguments):
    """Call a tool that is expected to work; return its text."""
    result = await client.call_tool(name, arguments)
    assert not result.is_error, text(result)
    return text(result)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_the_conversation_begins(connect, daemon, mode):
    async with connect(mode) as client:
        assert client.protocol_version == "2025-11-25"
        assert client.server_info.name == "memoryd"
        assert client.server_info.version == memoryd_client.__version__
        assert "recall" in client.session.instructions
        assert client.server_capabilities.tools is not None
        assert client.server_capabilities.resources is not None
        await client.session.send_ping()


@pytest.mark.parametrize("version", ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])
async def test_older_clients_are_spoken_to_in_their_version(connect, daemon, version, monkeypatch):
    monkeypatch.setattr("mcp.client.session.LATEST_HANDSHAKE_VERSION", version)

    async with connect("legacy") as client:
        assert client.protocol_version == version
        assert len((await client.list_tools()).tools) == 5


async def test_tools_are_listed_with_what_they_may_do(connect, daemon):
    async with connect() as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}

    assert list(tools) == ["recall", "remember", "forget", "memory_read", "memory_status"]
    reading = {name for name, tool in tools.items() if tool.annotations.read_only_hint}
    assert reading == {"recall", "memory_read", "memory_status"}
    assert tools["forget"].annotations.destructive_hint


async def test_a_fact_is_kept_recalled_read_forgotten_and_brought_back(connect, daemon, house):
    async with connect() as client:
        kept = await call(client, "remember", text=FACT, scope="project", why="the view")
        memory_id = kept.removeprefix("Kept as ").removesuffix(".")
        recalled = await call(client, "recall", query="From which cabin is the crane operated?")
        again = await call(client, "recall", query="From which cabin is the crane operated?")
        read = await call(client, "memory_read", ref=memory_id)
        listed = await call(client, "forget", query="crane cabin")
        still = await call(client, "memory_read", ref=memory_id)
        gone = await call(client, "forget", ids=[memory_id])
        nothing = await call(client, "recall", query="From which cabin is the crane operated?")
        missing = await client.call_tool("memory_read", {"ref": memory_id})

    assert FACT in recalled
    assert memory_id in recalled
    assert again == recalled
    assert FACT in read == still
    assert f"- {memory_id}: {FACT}" in listed.splitlines()
    assert nothing == "Nothing that is remembered bears on this."
    assert missing.is_error
    token = gone.partition("memoryctl undo ")[2].partition("`")[0]
    house.client(house.project()).undo(token)
    assert [path for path in house.memory_files() if FACT in path.read_text()]


async def test_a_secret_is_not_kept_and_the_reason_is_told(connect, daemon, house):
    async with connect() as client:
        told = await call(
            client, "remember", text="The deploy token is ghp_" + "a1B2c3D4e5F6" * 3 + "."
        )

    assert told.startswith("Not kept (secret): ")
    assert house.memory_files() == []


async def test_status_is_told(connect, daemon):
    async with connect() as client:
        assert "memories in" in await call(client, "memory_status")


async def test_what_a_model_calls_wrongly_is_told_to_it(connect, daemon):
    async with connect() as client:
        wrong = await client.call_tool("recall", {"question": "x"})
        nowhere = await client.call_tool("forget", {"ids": ["no/such.md"]})
        with pytest.raises(MCPError):
            await client.call_tool("no_such_tool", {})

    assert wrong.is_error
    assert "query" in text(wrong)
    assert nowhere.is_error


async def test_resources_are_listed_and_read(connect, daemon, house):
    house.client(house.project()).learn("Run the tests with make check before you push")
    async with connect() as client:
        listed = (await client.list_resources()).resources
        templates = (await client.list_resource_templates()).resource_templates
        read = await client.read_resource("memory://root/learned.md")
        by_tool = await call(client, "memory_read", ref="memory://root/learned.md")
        with pytest.raises(MCPError):
            await client.read_resource("memory://root/../../etc/passwd")

    assert "memory://root/learned.md" in [str(each.uri) for each in listed]
    assert [each.uri_template for each in templates] == ["memory://root/{+path}"]
    (content,) = read.contents
    assert "make check" in content.text == by_tool
    assert content.mime_type == "text/markdown"


async def test_progress_is_told(connect, daemon):
    seen = []

    async def note(progress, total, message):
        seen.append((progress, total))

    async with connect() as client:
        await client.call_tool("recall", {"query": "cranes"}, progress_callback=note)
        await client.session.send_ping()

    assert seen == [(0, 1), (1, 1)]


async def test_many_calls_at_once_each_get_their_own_answer(connect, daemon):
    async with connect() as client:
        for number in range(5):
            await call(client, "remember", text=f"Berth {number} is kept for ship number {number}.")
        ids = (await call(client, "forget", query="berth")).splitlines()[1:]
        wanted = {line[2:].partition(": ")[0]: line.partition(": ")[2] for line in ids}
        read = await asyncio.gather(
            *(call(client, "memory_read", ref=name) for name in list(wanted) * 8)
        )

    assert len(wanted) == 5
    for name, found in zip(list(wanted) * 8, read, strict=True):
        assert wanted[name] in found


async def test_a_call_that_is_given_up_is_taken_back_and_the_next_one_works(connect, daemon):
    async with connect() as client:
        os.kill(daemon.pid, signal.SIGSTOP)
        try:
            hangs = asyncio.create_task(client.call_tool("recall", {"query": "x"}))
            await client.session.send_ping()  # what was sent before it has arrived
            hangs.cancel()
            with suppress(asyncio.CancelledError):
                await hangs
            await client.session.send_ping()
        finally:
            os.kill(daemon.pid, signal.SIGCONT)

        assert "memories in" in await call(client, "memory_status")


async def test_a_daemon_that_comes_later_is_found(connect, house):
    async with connect() as client:
        down = await client.call_tool("recall", {"query": "x"})
        house.start()
        up = await call(client, "recall", query="x")

    assert down.is_error
    assert "memoryctl start" in text(down)
    assert up == "Nothing that is remembered bears on this."
