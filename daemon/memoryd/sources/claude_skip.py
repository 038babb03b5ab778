"""Passing over lines without words: most of a transcript, and not worth decoding.

Only the layout that the agent itself writes is judged. Quotes within JSON strings are escaped, so
a pattern with bare quotes never matches text that somebody wrote. Each call counts here.
"""

import re

from .writes import TOOLS

_LEAST_BYTES = 150
# After {"parentUuid":"<36 characters>",
_PARENT = 15
_AFTER_PARENT = 53
_MAIN = b'"isSidechain":false,'
_AFTER_MAIN = _AFTER_PARENT + len(_MAIN)
_SIDECHAIN = b'"isSidechain":true,'
# The first list of a record is the content of its message.
_FIRST_BLOCK = re.compile(
    rb'(?<="content":)\[\{"(?:(tool_use_id"|type":"tool_result")'
    rb'|type":"(?:thinking"|tool_use","id":"[^"]*","name":"([^"]*)"))'
)
_NEXT_BLOCK = b'},{"type":"t'
_REJECTED = b"The user doesn't want to proceed"
_UUID = b'"uuid":"'
_READ_SIDE_LINES = frozenset((b"user", b"assi", b"atta", b"syst", b"prog", b"queu"))
_TOOLS = frozenset(name.encode() for name in TOOLS)


def skip_wordless(
    block: bytes, at: int, notices: list[tuple[bytes, bytes]], *, results: bool
) -> tuple[int, int]:
    """Return where the first line from *at* on starts that must be decoded.

    Also where the last step of the talk before it starts, -1 if there is none. Adds to *notices*
    the id and the parent of records that are no step of the talk. *results*: tool results must be
    decoded, since one is waited for.
    """
    find, starts, size = block.find, block.startswith, len(block)
    step = -1
    while at < size:
        end = find(b"\n", at) + 1 or size
        if starts(_MAIN, at + _AFTER_PARENT) and end - at > _LEAST_BYTES:
            first_list = find(b"[", at + _AFTER_MAIN, end)
            first = first_list > 0 and _FIRST_BLOCK.match(block, first_list)
            if first:
                after = first.end()
                if first[2] in _TOOLS:
                    break
                if first[1] and (results or find(_REJECTED, after, after + 160) > 0):
                    break
                # Words beside the first block, a person's or the agent's.
                if find(_NEXT_BLOCK, after, end) > 0:
                    break
                step = at
            elif _is_notice(block, at, end):
                uuid = block.rfind(_UUID, at, end) + len(_UUID)
                parent = at + _PARENT
                notices.append((block[uuid : uuid + 36], block[parent : parent + 36]))
            else:
                break
        elif starts(b'{"type":"', at):
            if block[at + 9 : at + 13] in _READ_SIDE_LINES:
                break
        elif not starts(_SIDECHAIN, at + _AFTER_PARENT):
            break
        at = end
    return at, step


def _is_notice(block: bytes, at: int, end: int) -> bool:
    if block.startswith(b'"attachment":{', at + _AFTER_MAIN):
        return block.find(b'"queued_command"', at, end) < 0
    kind = block.find(b'"type":"', at + _AFTER_MAIN, end) + 8
    return block[kind : kind + 4] in {b"prog", b"syst"}


def without_details(line: bytes) -> bytes:
    """Cut what a tool's result repeats for the screen, often most of the line."""
    cut = line.find(b',"toolUseResult":')
    return line[:cut] + b"}" if cut > 0 and b'"tool_result"' in line[:cut] else line
