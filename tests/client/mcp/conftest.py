"""An agent that talks to the server, each on its own end of two pipes."""

import contextlib
import json
import os
import select
import threading
from collections.abc import Callable, Iterator

import pytest

from memoryd_client import Client
from memoryd_client.mcp import serve


class Agent:
    """Says what a test tells it to, and hears messages in their order."""

    def __init__(self, client: Client) -> None:
        stdin, self.to = os.pipe()
        self.back, stdout = os.pipe()
        self._ends = [stdin, stdout, self.to, self.back]
        self._rest = b""
        self._ids = iter(range(1_000, 1_000_000))
        self.thread = threading.Thread(
            target=serve, args=(client, stdin, stdout), kwargs={"version": "9.8.7"}
        )
        self.thread.start()

    def say(self, *messages: object) -> None:
        """Send lines; bytes as they are, all else as JSON."""
        for message in messages:
            line = message if isinstance(message, bytes) else json.dumps(message).encode()
            rest = line + b"\n"
            while rest:
                rest = rest[os.write(self.to, rest) :]

    def hear(self) -> dict[str, object]:
        """Return the next message."""
        while b"\n" not in self._rest:
            assert select.select([self.back], [], [], 20)[0], "nothing came"
            part = os.read(self.back, 65_536)
            assert part, "the server has ended"
            self._rest += part
        line, _, self._rest = self._rest.partition(b"\n")
        return json.loads(line)

    def ask(self, method: str, **params: object) -> dict[str, object]:
        """Send a request and return what answers it."""
        number = next(self._ids)
        self.say({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        answer = self.hear()
        assert answer["id"] == number
        return answer

    def call(self, name: str, **arguments: object) -> tuple[bool, str]:
        """Call a tool; return whether it failed, and its text."""
        result = self.ask("tools/call", name=name, arguments=arguments)["result"]
        (content,) = result["content"]
        assert content["type"] == "text"
        return result["isError"], content["text"]

    def close(self, descriptor: int) -> None:
        """Close one end early."""
        self._ends.remove(descriptor)
        os.close(descriptor)

    def leave(self) -> None:
        """Close what is open, and wait for the server to end."""
        for end in (self.to, self.back):
            if end in self._ends:
                self.close(end)
        self.thread.join(20)
        assert not self.thread.is_alive()
        for thread in threading.enumerate():  # calls that were let go hold connections
            if thread.name == "mcp":
                thread.join(20)
        for end in list(self._ends):
            self.close(end)


@pytest.fixture
def meet() -> Iterator[Callable[..., Agent]]:
    """A factory of agents that talk to a server of their own."""
    with contextlib.ExitStack() as stack:

        def make(socket: object, *, cwd: str = "/home/it") -> Agent:
            client = stack.enter_context(Client(cwd, socket=str(socket)))
            agent = Agent(client)
            stack.callback(agent.leave)
            return agent

        yield make


@pytest.fixture
def agent(daemon, meet: Callable[..., Agent]) -> Agent:
    """An agent that talks to a server whose daemon is the scripted one."""
    return meet(daemon.path)
