"""What a model is shown of one session: whole messages as JSON, within a number of tokens."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC

import msgspec

from memoryd.domain import Message, Speaker
from memoryd.lifecycle.gate import is_instruction
from memoryd.lifecycle.orders import without_orders
from memoryd.lifecycle.prompt import neutralise
from memoryd.redact import has_secret, redact
from memoryd.sources import strip_blocks

from .tokens import quarters

EMPTY = "[]"
_MOST_TOOL_CHARS = 32_000
_RECORD_CHARS = 8  # enough to tell them apart, and room is dear
_HEAD_PERCENT = 60
_BETWEEN = ",\n"
_LEAST_ENTRY = quarters('{"record":"","at":null,"by":"tool","text":""}')
# One end of a secret of several lines: with the other end in another message the two would be
# taken for one secret, with all that stands between.
_BLOCK_END = re.compile(
    r"-----(?:BEGIN|END) [A-Z0-9 ]{0,80}-----|</?private\s{0,8}>", re.IGNORECASE
)
_ORDER_LEFT_OUT = "[a line that gave orders was left out]"


class _Entry(msgspec.Struct, kw_only=True):
    record: str
    at: str | None
    by: str
    text: str


class _Gap(msgspec.Struct):
    left_out: int


def session_payload(messages: Sequence[Message], *, token_limit: int) -> str:
    """Return the messages that count most as a JSON array, at most *token_limit* tokens by ours.

    Typed by the person comes before the agent's final words of a turn, and those before all else.
    Each message is whole; where the first ones are missing, an entry says how many there are.
    """
    tiers = _tiers(messages)
    gap = quarters(_json(_Gap(len(messages)))) + quarters(_BETWEEN)
    page = _Page(messages, room=4 * token_limit - quarters(EMPTY) - gap)
    for tier in tiers:
        page.fill(tier)
    if not page.taken:
        return EMPTY
    missing = {place for tier in tiers for place in tier} - page.taken.keys() - page.silent
    if missing:
        page.taken[min(missing)] = _json(_Gap(len(missing)))
    return f"[{_BETWEEN.join(page.taken[place] for place in sorted(page.taken))}]"


@dataclass(slots=True)
class _Page:
    """Entries that were taken, by their place, and the room that is left in quarter tokens.

    Messages that turned out to say nothing are `silent`.
    """

    messages: Sequence[Message]
    room: int
    taken: dict[int, str] = field(default_factory=dict)
    silent: set[int] = field(default_factory=set)

    def fill(self, places: Sequence[int]) -> None:
        """Take what fits of one tier: from its head, from its tail, then what is between."""
        whole = self.room
        head = self._take(places, whole * _HEAD_PERCENT // 100, whole)
        tail = self._take(places[head:][::-1], self.room, whole)
        self._take(places[head : len(places) - tail], self.room, whole)

    def _take(self, places: Sequence[int], within: int, whole: int) -> int:
        """Take messages in order until one does not fit; return how many were passed.

        One that could not even fit into the *whole* is passed over.
        """
        for count, place in enumerate(places):
            if len(_said(self.messages[place])) > whole - _LEAST_ENTRY:
                continue
            entry = _entry(self.messages[place])
            if not entry:
                self.silent.add(place)
                continue
            cost = quarters(entry) + quarters(_BETWEEN)
            if cost > whole:
                continue
            if cost > min(within, self.room):
                return count
            within, self.room = within - cost, self.room - cost
            self.taken[place] = entry
        return len(places)


def _tiers(messages: Sequence[Message]) -> tuple[list[int], list[int], list[int]]:
    typed: list[int] = []
    final: list[int] = []
    other: list[int] = []
    ends_turn = True
    for place in range(len(messages) - 1, -1, -1):
        message = messages[place]
        if message.speaker is Speaker.PERSON:
            ends_turn = True
            typed.append(place)
        elif message.speaker is Speaker.TOOL and _said(message):
            other.append(place)
        elif message.speaker is Speaker.AGENT and message.text.strip():
            (final if ends_turn else other).append(place)
            ends_turn = False
    return typed[::-1], final[::-1], other[::-1]


def _said(message: Message) -> str:
    """Return the words of a message; of a tool those of a command, unless they are far too many."""
    tool = message.tool
    if message.speaker is not Speaker.TOOL:
        return strip_blocks(message.text)
    if tool is None or not (tool.command or tool.output):
        return ""
    ended = "failed" if tool.failed else "passed"
    text = f"$ {tool.command or tool.name}\n[{ended}]\n{tool.output}".rstrip()
    return text if len(text) <= _MOST_TOOL_CHARS else ""


def _entry(message: Message) -> str:
    """Return a message as JSON; empty when nothing of it can be shown."""
    text = neutralise(redact(_said(message)).text)
    text = _BLOCK_END.sub("[left out]", text)
    if message.speaker is Speaker.PERSON:
        text = without_orders(text)
    else:
        text = "\n".join(map(_without_orders, text.split("\n")))
    if not text.strip():
        return ""
    entry = _json(
        _Entry(
            record=neutralise(message.record)[:_RECORD_CHARS],
            at=message.at.astimezone(UTC).strftime("%Y-%m-%dT%H:%MZ") if message.at else None,
            by=message.speaker.value,
            text=text.strip(),
        )
    )
    return "" if has_secret(entry) else entry


def _without_orders(line: str) -> str:
    return _ORDER_LEFT_OUT if is_instruction(line) else line


def _json(value: msgspec.Struct) -> str:
    return msgspec.json.encode(value).decode()
