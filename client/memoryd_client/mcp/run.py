"""The server as a process: whose project it is, and nothing on stdout that is no message."""

from __future__ import annotations  # see TYPE_CHECKING below

import os

from memoryd_client import Client, __version__

from .server import serve

TYPE_CHECKING = False  # `typing` takes long to load
if TYPE_CHECKING:
    from collections.abc import Mapping

_USAGE = "usage: memoryctl mcp [--cwd DIR] [--socket PATH]\n"
_STDIN, _STDOUT, _STDERR = 0, 1, 2


def main(argv: list[str], env: Mapping[str, str]) -> int:
    """Serve with the options of a command line; return the exit code."""
    given = dict(zip(argv[::2], argv[1::2], strict=False))
    if len(argv) % 2 or not given.keys() <= {"--cwd", "--socket"}:
        os.write(_STDERR, _USAGE.encode())
        return 2
    return run(cwd=given.get("--cwd"), socket=given.get("--socket"), env=env)


def run(*, cwd: str | None, socket: str | None, env: Mapping[str, str]) -> int:
    """Serve on stdin and stdout until either ends; return 0.

    The project is that of *cwd*, else of what the agent calls its project, else of where we are.
    """
    stdin, stdout = _take_over(_STDIN), _take_over(_STDOUT)
    with Client(cwd or env.get("CLAUDE_PROJECT_DIR") or ".", socket=socket) as client:
        try:
            serve(client, stdin, stdout, version=__version__)
        except KeyboardInterrupt:  # how some agents end their servers
            return 0
    return 0


def _take_over(descriptor: int) -> int:
    """Return a descriptor of our own for this one, which leads nowhere from now on.

    Whatever else prints must not end up between the messages.
    """
    own = os.dup(descriptor)
    os.set_blocking(own, True)
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, descriptor)
    os.close(nowhere)
    return own
