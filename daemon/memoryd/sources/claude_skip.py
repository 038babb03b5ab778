"""Passing over lines without words: most of a transcript, and not worth decoding.

Only the layout that the agent itself writes is judged. Quotes within JSON strings are escaped, so
a pattern with bare quotes never matches text that somebody wrote.
"""

from .writes import TOOLS

_LEAST_BYTES = 150
_HEAD_BYTES = 1500
_PARENT = b'{"parentUuid":"'
_UUID = b'"uuid":"'
# After {"parentUuid":"<36 characters>",
_AFTER_PARENT = 53
_MAIN = b'"isSidechain":false,'
_AFTER_MAIN = _AFTER_PARENT + len(_MAIN)
_SIDECHAIN = b'"isSidechain":true,'
_CONTENT = b'"content":[{"'
_RESULT = (b'tool_use_id"', b'type":"tool_result"')
_THOUGHT_OR_CALL = (b'type":"thinking"', b'type":"tool_use"')
_NAME = b'","name":"'
_NEXT_BLOCK = b'},{"type":"t'
_REJECTED = b"The user doesn't want to proceed"
_READ_SIDE_LINES = frozenset((b"user", b"assi", b"atta", b"syst", b"prog", b"queu"))
_TOOLS = frozenset(name.encode() for name in TOOLS)


def skip_wordless(
    block: bytes, at: int, notices: list[tuple[bytes, bytes]], *, results: bool
) -> int:
    """Return where the first line from *at* on starts that must be decoded.

    Adds to *notices* the id and the parent of records that are no step of the talk. *results*:
    tool results are passed over, too, since none is waited for.
    """
    find, starts, size = block.find, block.startswith, len(block)
    while at < size:
        end = find(b"\n", at) + 1 or size
        if starts(_MAIN, at + _AFTER_PARENT) and starts(_PARENT, at) and end - at > _LEAST_BYTES:
            content = find(_CONTENT, at + _AFTER_MAIN, min(at + _HEAD_BYTES, end)) + len(_CONTENT)
            if content > at:
                if starts(_RESULT, content):
                    if not results or find(_REJECTED, content, content + 160) > 0:
                        break
                elif not starts(_THOUGHT_OR_CALL, content) or _writes(block, content):
                    break
                # Words beside the first block, a person's or the agent's.
                if find(_NEXT_BLOCK, content, end) > 0:
                    break
            elif _is_notice(block, at, end):
                uuid = block.rfind(_UUID, at, end) + len(_UUID)
                notices.append((block[uuid : uuid + 36], block[at + 15 : at + 51]))
            else:
                break
        elif starts(b'{"type":"', at):
            if block[at + 9 : at + 13] in _READ_SIDE_LINES:
                break
        elif not (starts(_SIDECHAIN, at + _AFTER_PARENT) and starts(_PARENT, at)):
            break
        at = end
    return at


def _writes(block: bytes, call: int) -> bool:
    name = block.find(_NAME, call, call + 200) + len(_NAME)
    return name > call and block[name : block.find(b'"', name)] in _TOOLS


def _is_notice(block: bytes, at: int, end: int) -> bool:
    if block.startswith(b'"attachment":{', at + _AFTER_MAIN):
        return block.find(b'"queued_command"', at, end) < 0
    kind = block.find(b'"type":"', at + _AFTER_MAIN, min(at + _HEAD_BYTES, end)) + 8
    return block[kind : kind + 4] in {b"prog", b"syst"}
