"""The seam between an agent's transcripts and the rest: one Source an agent."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import msgspec

from memoryd.domain import Message

# What a decoder must remember between two reads; plain JSON values, kept with the cursor.
State = dict[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionFile:
    """One transcript on disk. Its identity is (agent, session), never the path."""

    agent: str
    session: str
    path: Path
    size_bytes: int
    mtime_ns: int
    inode: int


class Decoded(msgspec.Struct, frozen=True, kw_only=True):
    """What one line says: messages to keep, and records that were taken back.

    *again* are the offsets of earlier lines that stand again after all; a fresh decoder reads
    their messages once more. A Struct, since one is made for each line that says something.
    """

    messages: tuple[Message, ...] = ()
    withdrawn: tuple[str, ...] = ()
    again: tuple[int, ...] = ()


class Decoder(Protocol):
    """Turns the lines of one session into messages; holds the little state this needs."""

    @property
    def cwd(self) -> str | None:
        """Where the session was started, once a line has said so."""

    @property
    def private(self) -> bool:
        """True when the session asks not to be remembered, or is no person's session."""

    def skip(self, block: bytes, at: int) -> int:
        """Return where the first line from *at* on starts that must be decoded.

        *block* holds whole lines. Most lines say nothing we keep; passing over many of them at
        once is what makes reading fast. Decoding them instead changes nothing.
        """

    def decode(self, line: bytes, offset: int) -> Decoded | None:
        """Return what the line says, or None when it says nothing we keep.

        Raise ValueError when the line is not a record at all; the line is then counted as bad.
        """

    def state(self) -> State:
        """Return what a later decoder needs to go on from here."""


class Source(Protocol):
    """One agent: where its transcripts lie and how to read them."""

    @property
    def agent(self) -> str:
        """The agent's name as the API spells it."""

    def roots(self, env: Mapping[str, str], home: Path) -> tuple[Path, ...]:
        """Return the directories that hold transcripts, existing or not."""

    def sessions(self, root: Path) -> Iterator[SessionFile]:
        """Walk one root; each session once, whatever the number of its files."""

    def decoder(self, file: SessionFile, state: State) -> Decoder:
        """Return a decoder that goes on from *state* (empty: from the start)."""

    def records(self, document: bytes) -> Sequence[bytes]:
        """Return the lines of a transcript that is one `.json` document.

        Raise ValueError when the document is not whole.
        """


@dataclass(frozen=True, slots=True, kw_only=True)
class Cursor:
    """How far a session has been read. Fields are stored as they stand."""

    offset: int = 0
    inode: int = 0
    tail_hash: str = ""
    state: State = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One bounded step through a session.

    `withdrawn` leaves out what stands again at the end of the step.
    """

    messages: tuple[Message, ...]
    withdrawn: tuple[str, ...]
    cursor: Cursor
    cwd: str | None
    private: bool
    restarted: bool
    more: bool
    bad_lines: int
    oversize_lines: int
