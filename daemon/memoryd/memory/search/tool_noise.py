"""Notes on how to call a tool, which are noise while that very tool is in use.

An agent that has just used a tool knows its parameters. Warnings about the tool stay: they are
needed exactly then.
"""

import re
from collections.abc import Iterable
from typing import Final

from .tokens import tokens

_USAGE: Final = re.compile(
    r"\b(?:api doc(?:s|umentation)|failed (?:tool )?call|field mappings?|guessed (?:call|tool)"
    r"|mcp tool|parameter schemas?|tool (?:schemas?|usage)|usage reference)\b",
    re.IGNORECASE,
)
# How each of them begins, to be looked for first: it takes a twentieth of the time.
_BEGINNINGS: Final = (
    "api doc",
    "failed ",
    "field mapping",
    "guessed ",
    "mcp tool",
    "parameter schema",
    "tool schema",
    "tool usage",
    "usage reference",
)
_LASTING: Final = re.compile(
    r"\b(?:credentials?|escalation|gotchas?|known issues?|owner(?:ship)?|warnings?|workarounds?)\b",
    re.IGNORECASE,
)


def is_usage_note(text: str) -> bool:
    """Tell whether a text only says how a tool is called."""
    folded = text.lower()
    if not any(beginning in folded for beginning in _BEGINNINGS):
        return False
    return bool(_USAGE.search(text)) and not _LASTING.search(text)


def tool_keys(tools: Iterable[str]) -> frozenset[str]:
    """Return the keys by which a text names one of the *tools*, with and without their server."""
    names = {
        name
        for tool in tools
        for name in (tool, tool.rpartition("::")[2], _without_server(tool))
        if name
    }
    return frozenset(keys[0] for name in names if (keys := tokens(name)))


def _without_server(tool: str) -> str:
    return tool.split("__", 2)[2] if tool.startswith("mcp__") and tool.count("__") > 1 else tool
