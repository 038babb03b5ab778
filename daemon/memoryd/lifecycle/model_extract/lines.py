"""A session's messages as a model gets to see them: one line each, cleaned and cut."""

import json
from dataclasses import dataclass, replace
from datetime import datetime

from memoryd.domain import Message, Speaker
from memoryd.lifecycle.orders import without_orders
from memoryd.lifecycle.rollouts import count_tokens
from memoryd.redact import redact
from memoryd.sources import strip_blocks

TIERS = (Speaker.PERSON, Speaker.AGENT, Speaker.TOOL)
"""Who is heard first when there is no room for all."""

# Of the limit, for one message: what a person typed may be long and still be all about one thing.
_LARGEST = {Speaker.PERSON: 2, Speaker.AGENT: 4, Speaker.TOOL: 16}
_GAP = " […] "
_CHARS_PER_TOKEN = 4
_MOST_CHARS = 1_000_000  # of one message are looked at
_SEAM_CHARS = 2000  # beside a cut, where a secret may have lost the half by which it is known
_LEAST_WORDS = 3
_UNSPACED = 0x2E80  # scripts from here on have no blanks between words
_LABEL_ROOM = "p9999"


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One message; `order` is its place in the session, `tokens` what it costs to show."""

    order: int
    speaker: Speaker
    record: str
    text: str
    at: datetime | None
    tokens: int = 0


def make_line(message: Message, order: int, *, limit: int) -> Line | None:
    """Return *message* without secrets and what was put into it; None when nothing is left.

    It takes at most a part of *limit* tokens, less for the agent and least for a tool.
    """
    largest = limit // _LARGEST[message.speaker]
    raw = _told_of(message) if message.tool else message.text
    text = cut_middle(_clean(raw, largest * _CHARS_PER_TOKEN), largest)
    if not text:
        return None
    line = Line(
        order=order, speaker=message.speaker, record=message.record, text=text, at=message.at
    )
    return replace(line, tokens=count_tokens(render_line(line, _LABEL_ROOM)))


def render_line(line: Line, label: str) -> str:
    """Return one line of JSON."""
    shown = {"id": label, "by": line.speaker.value}
    if line.speaker is Speaker.PERSON and line.at:
        shown["on"] = line.at.date().isoformat()
    return json.dumps(shown | {"text": line.text}, ensure_ascii=False)


def says_something(text: str) -> bool:
    """Tell whether a text is more than a word or two."""
    unspaced = sum(ord(char) >= _UNSPACED for char in text[:100])
    return len(text.split(maxsplit=_LEAST_WORDS)) >= _LEAST_WORDS or unspaced >= 2 * _LEAST_WORDS


def cut_middle(text: str, limit: int) -> str:
    """Return *text* in at most *limit* tokens: how it begins and how it ends."""
    if count_tokens(text) <= limit:
        return text
    half = limit * _CHARS_PER_TOKEN // 2
    while half > 0:
        cut = f"{text[:half].rstrip()}{_GAP}{text[-half:].lstrip()}"
        cost = count_tokens(cut)
        if cost <= limit:
            return cut
        half = min(half - 1, half * limit // cost)
    return ""


def _clean(text: str, most_chars: int) -> str:
    """Return *text* without what is not its speaker's; if it is very long only its two ends."""
    text = text[:_MOST_CHARS]
    if "<" in text or "&lt;" in text:
        text = strip_blocks(text)
    text = without_orders(text)
    ends = most_chars + 2 * _SEAM_CHARS
    if len(text) <= 2 * ends:
        return redact(text).text.strip()
    head = redact(text[:ends]).text[:-_SEAM_CHARS]
    tail = redact(text[-ends:]).text[_SEAM_CHARS:]
    return f"{head}{_GAP}{tail}".strip()


def _told_of(message: Message) -> str:
    """Return what a tool did, in words."""
    call = message.tool
    if call is None:
        return message.text
    if call.command:
        end = "failed" if call.failed else "ran"
        return f"{end}: {call.command}\n{call.output}".strip()
    if call.path:
        return f"{'could not write' if call.failed else 'wrote'} {call.path}"
    return ""
