"""Server-sent events: bytes to events, and what a reader needs to go on after a break."""

from __future__ import annotations  # naming a reply in a signature must not load them all

import json

from . import wire
from .errors import MemorydError, NotRunningError, ProtocolError, TimedOutError

_MAX_LINE_BYTES = 1024 * 1024
_BROKEN = (NotRunningError, ProtocolError, TimedOutError)
_DELAYS_S = (0.1, 0.2, 0.5, 1.0, 2.0, 4.0, 8.0)

# The daemon sends a comment every 15 s; a stream that is silent for longer is dead.
IDLE_S = 45.0


class EventParser:
    """Takes the body as it comes and gives back the events that are complete."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._id: str | None = None
        self._event = ""
        self._data: list[str] = []

    def feed(self, data: bytes) -> list[wire.Event]:
        """Return the events that *data* completes; raise ProtocolError for what is none."""
        *lines, rest = (bytes(self._buffer) + data).split(b"\n")
        self._buffer[:] = rest
        if len(rest) > _MAX_LINE_BYTES:
            raise ProtocolError("the event stream holds an event that is too long")
        events = (self._take(line.removesuffix(b"\r").decode("utf-8", "replace")) for line in lines)
        return [event for event in events if event is not None]

    def _take(self, line: str) -> wire.Event | None:
        if not line:
            return self._finish()
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "data":
            self._data.append(value)
        elif name == "event":
            self._event = value
        elif name == "id":
            self._id = value
        return None

    def _finish(self) -> wire.Event | None:
        event, text, number = self._event, "\n".join(self._data), self._id
        self._event, self._data, self._id = "", [], None
        if not text:
            return None
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as exc:
            raise ProtocolError("the event stream holds an event that is not JSON") from exc
        if not isinstance(data, dict):
            raise ProtocolError("the event stream holds an event that is no JSON object")
        return wire.Event(id=number, event=event, data=data)


class Resume:
    """How far a reader came, and whether it may try again."""

    def __init__(self, last_event_id: str | None = None) -> None:
        self._last = last_event_id
        self._instance: str | None = None
        self._failures = 0

    def headers(self) -> dict[str, str]:
        """Return the headers that ask for what came after the latest event."""
        asked = {"Accept": "text/event-stream"}
        return asked if self._last is None else asked | {"Last-Event-ID": self._last}

    def opened(self, instance: str) -> list[wire.Event]:
        """Note which daemon answers; another one than before does not know what was missed."""
        before, self._instance = self._instance, instance
        if before in (None, instance):
            return []
        self._last = None
        return [wire.Event(id=None, event="gap", data={"reason": "restarted"})]

    def seen(self, event: wire.Event) -> None:
        """Note an event that was handed on."""
        self._failures = 0
        self._last = event.id or self._last

    def delay_s(self, error: MemorydError | None) -> float:
        """Return how long to wait before the next try; raise *error* when there is none.

        There is none for a stream that never opened, and for a refusal.
        """
        if error is not None:
            hopeless = self._instance is None or not isinstance(error, _BROKEN)
            if hopeless or self._failures >= len(_DELAYS_S):
                raise error
        delay = _DELAYS_S[min(self._failures, len(_DELAYS_S) - 1)]
        self._failures += 1
        return delay
