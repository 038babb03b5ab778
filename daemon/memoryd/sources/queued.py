"""What a person types while the agent works: queued, then delivered once, in one form or another.

The queue's own lines hold the text but no record id; the delivered prompt has an id but may never
come. So a queued text is told from the queue only when work goes on without it, or when it
leaves the queue without becoming a prompt; its delivered twin is then not told again.
"""

from datetime import datetime

import msgspec

from memoryd.domain import Message, Speaker, isoformat, parse_time

from .text import digest

_MAX_WAITING = 32
_MAX_TOLD = 32
_MAX_HELD = 3
_MAX_HELD_CHARS = 800


class _Waiting(msgspec.Struct, array_like=True):
    record: str
    twin: str
    # The text until it is told, then None.
    text: str | None
    at: str | None
    offset: int


class _State(msgspec.Struct):
    waiting: list[_Waiting] = []
    # Told from the queue, their delivered twins not yet seen.
    told: dict[str, str] = {}


class Queue:
    """The queued prompts of one session."""

    def __init__(self, state: object) -> None:
        self._state = msgspec.convert(state, _State) if state else _State()
        self.holds = any(entry.text is not None for entry in self._state.waiting)

    def state(self) -> object:
        """Return JSON values; held texts are short."""
        return msgspec.to_builtins(self._state)

    def enqueued(self, text: str, at: datetime | None, offset: int) -> list[Message]:
        """Queue *text*; empty for a command or notice, which only keeps its place."""
        time = isoformat(at) if at else None
        record = digest("queued", time or "", text)
        entry = _Waiting(record, digest(text), text or None, time, offset)
        waiting = self._state.waiting
        waiting.append(entry)
        self.holds = self.holds or bool(text)
        held = sum(other.text is not None for other in waiting)
        told = self.went_on() if held > _MAX_HELD or len(text) > _MAX_HELD_CHARS else []
        del waiting[:-_MAX_WAITING]
        return told

    def dequeued(self) -> None:
        """Drop the first of the queue: it is about to come as a prompt."""
        if self._state.waiting:
            self._state.waiting.pop(0)

    def removed(self, text: str | None) -> list[Message]:
        """One left the queue in the middle of a turn; None: the first, as far as is known."""
        waiting = self._state.waiting
        twin = waiting[0].twin if text is None and waiting else digest(text or "")
        entry = next((entry for entry in waiting if entry.twin == twin), None)
        if entry is None:
            return []
        waiting.remove(entry)
        return self._tell(entry)

    def taken_back(self) -> tuple[list[Message], tuple[str, ...]]:
        """All that waited went back to the editor: return what is untold, and all its records."""
        waiting, self._state.waiting = self._state.waiting, []
        messages = [message for entry in waiting for message in self._tell(entry)]
        records = tuple(e.record for e in waiting if self._state.told.pop(e.twin, None))
        return messages, records

    def went_on(self) -> list[Message]:
        """Work goes on: what still waits was typed in the middle of it."""
        if not self.holds:
            return []
        self.holds = False
        return [message for entry in self._state.waiting for message in self._tell(entry)]

    def delivers(self, text: str, *, opens: bool) -> str | None:
        """Return the record by which the prompt *text* was told from the queue already.

        A twin comes before the next turn opens or not at all: later, the same words are new.
        """
        state = self._state
        if not state.waiting and not state.told:
            return None
        twin = digest(text)
        state.waiting = [entry for entry in state.waiting if entry.twin != twin]
        told = state.told.pop(twin, None)
        if opens:
            waiting = {entry.twin for entry in state.waiting}
            state.told = {twin: record for twin, record in state.told.items() if twin in waiting}
        return told

    def _tell(self, entry: _Waiting) -> list[Message]:
        text, entry.text = entry.text, None
        if text is None:
            return []
        told = self._state.told
        told[entry.twin] = entry.record
        if len(told) > _MAX_TOLD:
            del told[next(iter(told))]
        at = parse_time(entry.at) if entry.at else None
        message = Message(
            speaker=Speaker.PERSON, text=text, record=entry.record, at=at, offset=entry.offset
        )
        return [message]
