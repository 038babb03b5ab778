"""Where agents keep their sessions, and what a person and the agent said in them."""

from .base import Cursor, Decoded, Decoder, Reading, SessionFile, Source, State
from .claude_code import ClaudeCode
from .codex import Codex
from .qwen_code import QwenCode
from .reading import LINE_LIMIT_BYTES, peek_cwd, read
from .scratch import DOCTOR, Scratch, answer_record, typed_record
from .text import hide_private, strip_blocks

ALL: tuple[Source, ...] = (ClaudeCode(), QwenCode(), Codex())


# The same, telling also the commands that the agent ran. Slower: for reading a session once.
_WITH_COMMANDS: tuple[Source, ...] = (
    ClaudeCode(commands=True),
    QwenCode(commands=True),
    Codex(commands=True),
)


def source_for(agent: str, *, commands: bool = False) -> Source | None:
    """Return the source of *agent*, None if there is none of that name.

    With *commands*, one whose messages tell what the agent ran, if that is known of the agent.
    """
    sources = (*_WITH_COMMANDS, *ALL) if commands else ALL
    return next((source for source in sources if source.agent == agent), None)


__all__ = [
    "ALL",
    "DOCTOR",
    "LINE_LIMIT_BYTES",
    "Cursor",
    "Decoded",
    "Decoder",
    "Reading",
    "Scratch",
    "SessionFile",
    "Source",
    "State",
    "answer_record",
    "hide_private",
    "peek_cwd",
    "read",
    "source_for",
    "strip_blocks",
    "typed_record",
]
