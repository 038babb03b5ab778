"""The command lines that agents are given: absolute, and the same as long as nothing moves."""

import os
import shlex
import sys
from dataclasses import dataclass
from pathlib import Path

# What every hook of ours has in its command line, whichever installation wrote it.
HOOK_MARK = "memoryd_client/hook.py"
MCP_MARK = "memoryd_client/mcp/__main__.py"


@dataclass(frozen=True, slots=True, kw_only=True)
class Launch:
    """How the hook and the MCP server are started."""

    interpreter: str
    hook: str
    mcp: str
    socket: str

    def hook_command(self, agent: str, event: str) -> str:
        """Return the shell's command line of one event."""
        words = (self.interpreter, "-I", "-S", self.hook, agent, event, self.socket)
        # An interpreter that does not find the file ends with 2, and 2 keeps a prompt from being
        # sent: whoever removes memoryd and forgets its hooks must not lose the agent with it.
        return f"{shlex.join(words)} || true"

    def hooks(self, agent: str, timeouts: dict[str, int]) -> dict[str, dict[str, object]]:
        """Return the hook of each event of *timeouts*, in the shape that all agents share."""
        return {
            event: {
                "type": "command",
                "command": self.hook_command(agent, event),
                "timeout": timeout,
            }
            for event, timeout in timeouts.items()
        }

    def mcp_server(self) -> dict[str, object]:
        """Return the MCP server, in the shape that all agents share."""
        args = ["-I", "-S", self.mcp, "--socket", self.socket]
        return {"command": self.interpreter, "args": args}


def find_launch(socket: str) -> Launch:
    """Return how this very installation is started."""
    # Not a virtual environment's own: the real one starts sooner and needs nothing installed.
    base = getattr(sys, "_base_executable", None) or sys.executable
    package = Path(__file__).absolute().parents[1]
    return Launch(
        interpreter=os.fspath(base),
        hook=str(package / "hook.py"),
        mcp=str(package / "mcp" / "__main__.py"),
        socket=socket,
    )
