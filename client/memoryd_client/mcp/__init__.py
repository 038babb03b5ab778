"""The MCP server of memoryd, on stdin and stdout: a thin face of the daemon's API."""

from .server import serve

__all__ = ["serve"]
