"""Passing over lines without words: most of a transcript, and not worth decoding.

Only the layout that the agent itself writes is judged. Quotes within JSON strings are escaped, so
a pattern with bare quotes never matches text that somebody wrote. Each call counts here: the
patterns decide as much as they can.
"""

import re
from typing import NamedTuple

from . import reads, shells, writes

_LEAST_BYTES = 150
# After {"parentUuid":"<36 characters>",
_AFTER_PARENT = 53
_MAIN = b'"isSidechain":false,'
_AFTER_MAIN = _AFTER_PARENT + len(_MAIN)
_SIDECHAIN = b'"isSidechain":true,'
# The first list of a record is the content of its message. A thought, a call that writes nothing
# and reads no memory, a result that is no rejection.
_THOUGHT_OR_CALL = (
    rb'(?<="content":)\[\{"(?:type":"(?:thinking"|tool_use","id":"[^"]*","name":"(?!(?:'
    rb'TOOLS)"|FOREIGN|READS))'
)
_RESULT = (
    rb'|(?:tool_use_id":"[^"]*",")?type":"tool_result",(?:"tool_use_id":"[^"]*",)?"content":'
    rb"(?!(?:\[\{\"type\":\"text\",\"text\":)?\"The user doesn't want to proceed))"
)


class _Patterns(NamedTuple):
    wordless: re.Pattern[bytes]
    # The same, when tool results are waited for.
    but_results: re.Pattern[bytes]


def _patterns(tools: frozenset[str]) -> _Patterns:
    names = "|".join(map(re.escape, sorted(tools))).encode()
    call = _THOUGHT_OR_CALL.replace(b"TOOLS", names).replace(b"READS", reads.CALL)
    call = call.replace(b"FOREIGN", writes.FOREIGN.encode())
    return _Patterns(re.compile(call + _RESULT), re.compile(call + b")"))


_WRITING = _patterns(writes.TOOLS)
_WRITING_OR_RUNNING = _patterns(writes.TOOLS | shells.TOOLS)
_REJECTION = b"The user doesn't want to proceed"
_NEXT_BLOCK = b'},{"type":"t'
_READ_SIDE_LINES = frozenset((b"user", b"assi", b"atta", b"syst", b"prog", b"queu"))


class Skipped(NamedTuple):
    """Lines of a block that were passed over, up to *end*.

    Where the last step of the talk starts, and where the notices after it do; -1 if there are none.
    """

    block: bytes
    step: int
    notices: int
    end: int


def skip_wordless(block: bytes, at: int, *, results: bool, commands: bool = False) -> Skipped:
    """Pass over lines from *at* on, up to the first that must be decoded.

    *results*: tool results must be decoded, since one is waited for. *commands*: so must calls
    that run one.
    """
    find, starts, size = block.find, block.startswith, len(block)
    patterns = _WRITING_OR_RUNNING if commands else _WRITING
    wordless = (patterns.but_results if results else patterns.wordless).match
    step = notices = -1
    while at < size:
        end = find(b"\n", at) + 1 or size
        if starts(_MAIN, at + _AFTER_PARENT) and end - at > _LEAST_BYTES:
            content = wordless(block, find(b"[", at + _AFTER_MAIN, end))
            if content:
                # Words beside the first block, a person's or the agent's.
                if find(_NEXT_BLOCK, content.end(), end) > 0:
                    break
                step, notices = at, -1
            elif _is_notice(block, at, end):
                if notices < 0:
                    notices = at
            else:
                break
        elif starts(b'{"type":"', at):
            if block[at + 9 : at + 13] in _READ_SIDE_LINES:
                break
        elif not starts(_SIDECHAIN, at + _AFTER_PARENT):
            break
        at = end
    return Skipped(block, step, notices, at)


def _is_notice(block: bytes, at: int, end: int) -> bool:
    if block.startswith(b'"attachment":{', at + _AFTER_MAIN):
        return block.find(b'"queued_command"', at, end) < 0
    kind = block.find(b'"type":"', at + _AFTER_MAIN, end) + 8
    return block[kind : kind + 4] in {b"prog", b"syst"}


def holds_only_results(line: bytes) -> bool:
    """Tell whether a line, however it is laid out, is a tool's result and has no words beside it.

    A result that is a list of texts, or a rejection, may have: it must be decoded.
    """
    return b'"tool_result"' in line and b'"text"' not in line and _REJECTION not in line


def without_details(line: bytes) -> bytes:
    """Cut what a tool's result repeats for the screen, often most of the line."""
    cut = line.find(b',"toolUseResult":')
    return line[:cut] + b"}" if cut > 0 and b'"tool_result"' in line[:cut] else line
