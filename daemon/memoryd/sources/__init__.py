"""Where agents keep their sessions, and what a person and the agent said in them."""

from .base import Cursor, Decoded, Decoder, Reading, SessionFile, Source, State
from .claude_code import ClaudeCode
from .codex import Codex
from .qwen_code import QwenCode
from .reading import LINE_LIMIT_BYTES, peek_cwd, read

ALL: tuple[Source, ...] = (ClaudeCode(), QwenCode(), Codex())


def source_for(agent: str) -> Source | None:
    """Return the source of *agent*, None if there is none of that name."""
    return next((source for source in ALL if source.agent == agent), None)


__all__ = [
    "ALL",
    "LINE_LIMIT_BYTES",
    "Cursor",
    "Decoded",
    "Decoder",
    "Reading",
    "SessionFile",
    "Source",
    "State",
    "peek_cwd",
    "read",
    "source_for",
]
