"""What a model is to see of a session, gathered in bounded memory however long the session is."""

from collections import deque
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from memoryd.domain import Message, Speaker
from memoryd.lifecycle.extract import writes_memory

from .lines import TIERS, Line, make_line, says_something
from .slices import Slice, Tier, fit


@dataclass(slots=True)
class _Ends:
    """The first and the last lines of one speaker, each about as much as could ever be shown."""

    limit: int
    head: list[Line] = field(default_factory=list)
    tail: deque[Line] = field(default_factory=deque)
    head_tokens: int = 0
    tail_tokens: int = 0
    dropped: int = 0
    first_dropped: int | None = None

    def add(self, line: Line) -> None:
        if self.head_tokens <= self.limit:
            self.head.append(line)
            self.head_tokens += line.tokens
            return
        self.tail.append(line)
        self.tail_tokens += line.tokens
        while self.tail_tokens > self.limit and len(self.tail) > 1:
            gone = self.tail.popleft()
            self.tail_tokens -= gone.tokens
            self.dropped += 1
            self.first_dropped = gone.order if self.first_dropped is None else self.first_dropped

    def remove(self, records: Collection[str]) -> int:
        """Take out lines; what they would have cost stays counted, so there is never too much."""
        before = len(self.head) + len(self.tail)
        self.head = [line for line in self.head if line.record not in records]
        self.tail = deque(line for line in self.tail if line.record not in records)
        return before - len(self.head) - len(self.tail)

    def tier(self) -> Tier:
        return Tier(
            lines=(*self.head, *self.tail), dropped=self.dropped, first_dropped=self.first_dropped
        )


class Gathering:
    """Takes the messages of a session in order; *own* are the directories of its memories.

    Of what the agent says only the last words of each turn are kept. A turn in which the agent
    itself wrote memory is left out, as it is by the rules.
    """

    def __init__(self, *, limit: int, own: Sequence[Path]) -> None:
        self._limit = limit
        self._own = own
        self._ends = {speaker: _Ends(limit) for speaker in TIERS}
        self._order = 0
        self._latest_prompt = ""
        self._final: tuple[int, Message] | None = None
        self.muted = 0

    def take(
        self,
        messages: Iterable[Message],
        *,
        withdrawn: Collection[str] = (),
        copied: Collection[str] = (),
        cwd: str | None = None,
    ) -> None:
        """Take some messages, without those that were *copied* from another session.

        What a person took back (*withdrawn*) goes, also of earlier steps.
        """
        if gone := frozenset(withdrawn):
            for ends in self._ends.values():
                ends.remove(gone)
        for message in messages:
            self._order += 1
            if message.record in gone or message.record in copied:
                continue
            if message.speaker is Speaker.PERSON:
                self._end_turn()
                self._latest_prompt = message.record
                self._add(self._order, message)
            elif message.speaker is Speaker.AGENT:
                self._final = (self._order, message) if message.text else self._final
            else:
                self._take_tool(message, cwd)

    def slice(self) -> Slice:
        """Return what is to be shown of all that was taken."""
        self._end_turn()
        return fit([self._ends[speaker].tier() for speaker in TIERS], limit=self._limit)

    def _take_tool(self, message: Message, cwd: str | None) -> None:
        if writes_memory(message, self._own, cwd):
            self.muted += self._ends[Speaker.PERSON].remove({self._latest_prompt})
        else:
            self._add(self._order, message)

    def _end_turn(self) -> None:
        if self._final:
            (order, message), self._final = self._final, None
            self._add(order, message)

    def _add(self, order: int, message: Message) -> None:
        line = make_line(message, order, limit=self._limit)
        if line:
            self._ends[message.speaker].add(line)


def is_worth_asking(slice_: Slice) -> bool:
    """Tell whether a person typed anything in it that is more than a word or two."""
    return any(
        line.speaker is Speaker.PERSON and says_something(line.text) for line in slice_.lines
    )
