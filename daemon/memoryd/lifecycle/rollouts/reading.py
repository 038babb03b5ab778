"""A whole session for the first phase, in bounded memory: how it began and how it went on."""

from collections import deque
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from memoryd.domain import Message, Speaker
from memoryd.sources import Cursor, SessionFile, Source, read

_STEP_BYTES = 8 * 1024 * 1024
_MOST_CHARS = 16 * 1024 * 1024
_HEAD_SHARE = 0.25


@dataclass(frozen=True, slots=True, kw_only=True)
class Whole:
    """A session from its start to its end, each message once, without what the person took back.

    Of one that is too long, what agent and tools said in the middle is missing, and of more words
    of a person than anybody types the first that came after its beginning.
    """

    messages: tuple[Message, ...]
    cwd: str | None
    private: bool


def read_whole(
    source: Source,
    file: SessionFile,
    *,
    most_chars: int = _MOST_CHARS,
    step_bytes: int = _STEP_BYTES,
) -> Whole:
    """Read all of *file*. Blocking; raise OSError when it cannot be read."""
    kept = _Kept(most_chars)
    cursor, more, withdrawn = Cursor(), True, set[str]()
    while more:
        step = read(source, file, cursor, max_bytes=step_bytes)
        if step.restarted:  # it was written anew while it was read
            kept, withdrawn = _Kept(most_chars), set()
        for message in step.messages:
            withdrawn.discard(message.record)
            kept.add(message)
        withdrawn.update(step.withdrawn)
        cursor, more = step.cursor, step.more
    return Whole(
        # What was taken back and stands again was read twice.
        messages=tuple(dict.fromkeys(m for m in kept.messages() if m.record not in withdrawn)),
        cwd=step.cwd,
        private=step.private,
    )


def without_copies(messages: Sequence[Message], copied: Collection[str]) -> list[Message]:
    """Leave out turns that another session holds already (a resume or a fork copies them)."""
    own: list[Message] = []
    is_copy = False
    for message in messages:
        if message.speaker is Speaker.PERSON:
            is_copy = message.record in copied
        if not is_copy:
            own.append(message)
    return own


class _Kept:
    """The head, the newest part that fits, and what a person said in between."""

    def __init__(self, most_chars: int) -> None:
        self._room = int(most_chars * _HEAD_SHARE)
        self._head: list[Message] = []
        self._said = _Newest(most_chars)
        self._tail = _Newest(most_chars - self._room)

    def add(self, message: Message) -> None:
        size = _size(message)
        if not self._tail.messages and size <= self._room:
            self._room -= size
            self._head.append(message)
            return
        for oldest in self._tail.add(message):
            if oldest.speaker is Speaker.PERSON:
                self._said.add(oldest)

    def messages(self) -> list[Message]:
        return [*self._head, *self._said.messages, *self._tail.messages]


class _Newest:
    """The last messages that fit, at least one."""

    def __init__(self, most_chars: int) -> None:
        self._most = most_chars
        self._chars = 0
        self.messages: deque[Message] = deque()

    def add(self, message: Message) -> list[Message]:
        """Take a message; return the oldest ones, for which there is no room any more."""
        self.messages.append(message)
        self._chars += _size(message)
        pushed_out = []
        while self._chars > self._most and len(self.messages) > 1:
            pushed_out.append(self.messages.popleft())
            self._chars -= _size(pushed_out[-1])
        return pushed_out


def _size(message: Message) -> int:
    call = message.tool
    return len(message.text) + (len(call.output) + len(call.command or "") if call else 0) + 200
