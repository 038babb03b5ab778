"""The MCP server of memoryd, on stdin and stdout: a thin face of the daemon's API."""

from .run import main, run
from .server import serve

__all__ = ["main", "run", "serve"]
