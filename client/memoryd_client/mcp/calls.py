"""Calls that take their time: a few side by side, and how one is taken back."""

from __future__ import annotations  # see TYPE_CHECKING below

import threading
from queue import SimpleQueue

from .lines import ProtocolError

TYPE_CHECKING = False  # `typing` takes long to load
if TYPE_CHECKING:
    from collections.abc import Callable

    from .lines import Json, Request

    Reply = Callable[[Json | None], None]

_AT_ONCE = 4
_MOST_OPEN = 256
_BUSY = -32000


class Call:
    """One request and where its answer goes; None is given there when none is wanted."""

    def __init__(self, request: Request, reply: Reply) -> None:
        self.request = request
        self.reply = reply


class Calls:
    """Works on calls with *work*, which never raises but OSError: nobody reads any more.

    Its threads end with the process: a daemon that hangs must not keep an agent waiting.
    """

    def __init__(self, work: Callable[[Call], Json]) -> None:
        self._work = work
        self._changed = threading.Condition()
        self._open: list[Call] = []
        self._unanswered = 0  # those that are open, and those whose answer is being written
        self._queue: SimpleQueue[Call | None] = SimpleQueue()
        self._threads = 0

    def start(self, request: Request, reply: Reply) -> None:
        """Begin a call. Raise ProtocolError when too many are open."""
        call = Call(request, reply)
        with self._changed:
            if len(self._open) >= _MOST_OPEN:
                raise ProtocolError(
                    _BUSY,
                    f"{_MOST_OPEN} calls are open; wait for an answer",
                    request_id=request.id,
                )
            self._open.append(call)
            self._unanswered += 1
            if self._threads < min(_AT_ONCE, len(self._open)):
                self._threads += 1
                threading.Thread(target=self._run, name="mcp", daemon=True).start()
        self._queue.put(call)

    def is_open(self, call: Call) -> bool:
        """Tell whether somebody still waits for the answer."""
        with self._changed:
            return call in self._open

    def cancel(self, request_id: str | int) -> None:
        """Take calls back; they are not answered."""
        with self._changed:
            taken = [call for call in self._open if call.request.id == request_id]
        for call in taken:
            self._end(call, None)

    def finish(self, timeout_s: float) -> None:
        """Wait for what is open, at most *timeout_s*, then let go of the rest."""
        with self._changed:
            self._changed.wait_for(lambda: not self._unanswered, timeout_s)
            self._open.clear()
            for _ in range(self._threads):
                self._queue.put(None)

    def _run(self) -> None:
        while call := self._queue.get():
            try:
                if self.is_open(call):
                    self._end(call, self._work(call))
            except OSError:  # nobody reads any more, and who reads stdin has seen that, too
                return

    def _end(self, call: Call, answer: Json | None) -> None:
        """Give the reply, unless somebody else did."""
        with self._changed:
            if call not in self._open:
                return
            self._open.remove(call)
        try:
            call.reply(answer)
        finally:
            with self._changed:
                self._unanswered -= 1
                self._changed.notify_all()


class Gathering:
    """Gives the answers of a batch as one, when the last of *size* is there."""

    def __init__(self, size: int, reply: Callable[[list[Json]], None]) -> None:
        self._left = size
        self._reply = reply
        self._answers: list[Json] = []
        self._lock = threading.Lock()

    def add(self, answer: Json | None) -> None:
        """Take one answer, or None where none is wanted."""
        with self._lock:
            self._left -= 1
            if answer is not None:
                self._answers.append(answer)
            is_whole = not self._left and bool(self._answers)
        if is_whole:
            self._reply(self._answers)
