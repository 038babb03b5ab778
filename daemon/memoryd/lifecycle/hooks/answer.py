"""What an agent reads from its hook: the very bytes."""

import msgspec

from .hear import Heard

# Agents cut at 10,000 characters; what is cut is lost in the middle of a word.
MOST_CHARS = 9_500


def write_answer(heard: Heard, text: str) -> bytes:
    """Return the bytes that put *text* before the model; none for no text."""
    if not text:
        return b""
    told = {"hookEventName": heard.event, "additionalContext": text}
    return msgspec.json.encode({"hookSpecificOutput": told})
