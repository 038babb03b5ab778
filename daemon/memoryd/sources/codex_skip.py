"""Passing over lines of a rollout without words: most of it, and not worth decoding.

Only the layout that the recorder itself writes is judged. Quotes within JSON strings are escaped,
so a pattern with bare quotes never matches text that somebody wrote.
"""

from typing import NamedTuple

# After {"timestamp":"<24 characters>",
_AFTER_TIME = 40
_ITEM = b'"type":"response_item","payload":{"type":"'
_EVENT = b'"type":"event_msg","payload":{"type":"'
_THOUGHT = b'"type":"response_item","payload":{"id":"rs_'
_META = b'"type":"session_meta"'
_PASSED = (b'"type":"compacted"', b'"type":"turn_context"', _THOUGHT)
_READ_EVENTS = frozenset((b"user_message", b"agent_message", b"thread_rolled_back"))
_CALL = b'function_call"'
_OUTPUTS = frozenset((b"function_call_output", b"custom_tool_call_output", b"patch_apply_end"))
_PATCH = b"*** Begin Patch"


class Wanted(NamedTuple):
    """What is to be read besides the words themselves."""

    # No words either: the thread is private.
    private: bool
    # Events told what was typed; items only repeat it.
    events: bool
    # Events told the replies, too.
    repeats: bool
    # A call's output is waited for.
    outputs: bool
    # Commands are told, whatever they do.
    commands: bool = False


def skip_wordless(block: bytes, at: int, wanted: Wanted) -> int:
    """Return where the first line from *at* on starts that must be decoded."""
    find, size = block.find, len(block)
    while at < size:
        end = find(b"\n", at) + 1 or size
        if not _is_wordless(block, at + _AFTER_TIME, end, wanted):
            break
        at = end
    return at


def _is_wordless(block: bytes, start: int, end: int, wanted: Wanted) -> bool:
    starts = block.startswith
    if wanted.private:
        return end > start and not starts(_META, start)
    if starts(_EVENT, start):
        kind = _name(block, start + len(_EVENT))
        return kind not in _READ_EVENTS and not (wanted.outputs and kind in _OUTPUTS)
    if not starts(_ITEM, start):
        return starts(_PASSED, start)
    start += len(_ITEM)
    if starts(_CALL, start):
        return not wanted.commands and block.find(_PATCH, start, end) < 0
    kind = _name(block, start)
    if kind == b"message":
        return _is_repeat(block, start, end, wanted)
    return kind != b"custom_tool_call" and not (wanted.outputs and kind in _OUTPUTS)


def is_event(line: bytes) -> bool:
    """Tell whether a line that the recorder wrote holds an event."""
    return line.startswith(_EVENT, _AFTER_TIME)


def _name(block: bytes, start: int) -> bytes:
    return block[start : block.find(b'"', start)]


def _is_repeat(block: bytes, start: int, end: int, wanted: Wanted) -> bool:
    role = block.find(b'"role":"', start, min(start + 300, end)) + 8
    if block.startswith(b"assistant", role):
        return wanted.repeats
    return wanted.events and block.startswith((b"user", b"developer"), role)
