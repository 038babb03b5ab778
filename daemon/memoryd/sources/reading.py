"""Reading a session on: one bounded step from where the last one ended."""

import contextlib
import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice

from memoryd.domain import Message
from memoryd.system.inside import read_plain

from .base import Cursor, Decoded, Decoder, Reading, SessionFile, Source
from .repair import split_objects
from .tail import MARK_BYTES, goes_on, is_packed, line_at, mark_at, open_transcript, read_blocks
from .text import hide_private

LINE_LIMIT_BYTES = 16 * 1024 * 1024
_PEEK_BLOCKS = 8


def read(
    source: Source,
    file: SessionFile,
    cursor: Cursor,
    *,
    max_bytes: int,
    line_limit_bytes: int = LINE_LIMIT_BYTES,
) -> Reading:
    """Read *file* on from *cursor*: about *max_bytes*, at least one line if there is one.

    If the bytes before the cursor are not those read last, reading starts again from 0 and says
    `restarted`; records keep their ids, so reading them twice does no harm. A `.json` file is read
    whole whenever it changed; offsets then count its records. Raise OSError when the file cannot
    be read.
    """
    if file.path.suffix == ".json":
        return _read_document(source, file, cursor, line_limit_bytes)
    restarted = not goes_on(file.path, cursor.offset, cursor.tail_hash)
    start = Cursor() if restarted else cursor
    # A compressed file is unpacked up to the cursor; steps that double keep that linear.
    size = max(max_bytes, start.offset) if is_packed(file.path) else max_bytes
    step = _Step(source, file, source.decoder(file, start.state), start.offset)
    with open_transcript(file.path, start.offset) as stream:
        more = step.take_blocks(read_blocks(stream, line_limit_bytes), start.offset + size)
    moved = step.offset > start.offset
    tail_hash = mark_at(file.path, step.offset, step.end) if moved else start.tail_hash
    return step.reading(tail_hash, more=more, restarted=restarted)


def peek_cwd(source: Source, file: SessionFile) -> str | None:
    """Return where a session was started, from the head of its file; None if it does not say.

    Raise OSError when the file cannot be read.
    """
    decoder = source.decoder(file, {})
    with open_transcript(file.path) as stream:
        blocks = islice(read_blocks(stream, LINE_LIMIT_BYTES), _PEEK_BLOCKS)
        for line in (line for block in blocks if block for line in _lines(block)):
            with contextlib.suppress(ValueError, RecursionError):
                decoder.decode(line, 0)
            if decoder.cwd:
                break
    return decoder.cwd


def _lines(block: bytes | int) -> list[bytes]:
    return [] if isinstance(block, int) else block.splitlines()


def _read_document(source: Source, file: SessionFile, cursor: Cursor, limit_bytes: int) -> Reading:
    document = read_plain(file.path, most_bytes=limit_bytes + 1, follow=True)
    step = _Step(source, file, source.decoder(file, cursor.state), cursor.offset)
    tail_hash = hashlib.blake2b(document, digest_size=8).hexdigest()
    if tail_hash == cursor.tail_hash:
        return step.reading(tail_hash, more=False)
    if len(document) > limit_bytes:
        step.oversize_lines = 1
        return step.reading(tail_hash, more=False)
    try:
        records = source.records(document)
    except (ValueError, RecursionError):  # half written, perhaps; the next change is looked at
        step.bad_lines = 1
        return step.reading(cursor.tail_hash, more=False)
    fresh = _Step(source, file, source.decoder(file, {}), 0)
    fresh.take_records(records)
    return fresh.reading(tail_hash, more=False, restarted=cursor.offset > 0)


@dataclass(slots=True)
class _Step:
    source: Source
    file: SessionFile
    decoder: Decoder
    offset: int
    messages: list[Message] = field(default_factory=list)
    withdrawn: list[str] = field(default_factory=list)
    bad_lines: int = 0
    oversize_lines: int = 0
    # The last bytes read, as far as they are at hand.
    end: bytes = b""

    def take_blocks(self, blocks: Iterator[bytes | int], stop: int) -> bool:
        """Decode blocks of lines until *stop*; return whether there is more to read."""
        skip, decode = self.decoder.skip, self.decoder.decode
        for block in blocks:
            if isinstance(block, int):
                self.oversize_lines += 1
                self.offset, self.end = self.offset + block, b""
                if self.offset >= stop:
                    return next(blocks, None) is not None
                continue
            offset, at, size = self.offset, 0, len(block)
            while (at := skip(block, at)) < size:
                line = block[at : block.find(b"\n", at) + 1 or size]
                try:
                    decoded = decode(line, offset + at)
                except (ValueError, RecursionError):
                    self._save(line, offset + at)
                else:
                    if decoded is not None:
                        self._take(decoded)
                at += len(line)
                if offset + at >= stop:
                    break
            self.offset, self.end = offset + at, block[max(0, at - MARK_BYTES) : at]
            if self.offset >= stop:
                return at < size or next(blocks, None) is not None
        return False

    def take_records(self, records: Iterable[bytes]) -> None:
        """Decode the records of a document; offsets count them."""
        for record in records:
            try:
                decoded = self.decoder.decode(record, self.offset)
            except (ValueError, RecursionError):
                self.bad_lines += 1
            else:
                if decoded is not None:
                    self._take(decoded)
            self.offset += 1

    def reading(self, tail_hash: str, *, more: bool, restarted: bool = False) -> Reading:
        """Return what was read."""
        return Reading(
            messages=tuple(self.messages),
            withdrawn=tuple(dict.fromkeys(self.withdrawn)),
            cursor=Cursor(
                offset=self.offset,
                inode=self.file.inode,
                tail_hash=tail_hash,
                state=self.decoder.state(),
            ),
            cwd=self.decoder.cwd,
            private=self.decoder.private,
            restarted=restarted,
            more=more,
            bad_lines=self.bad_lines,
            oversize_lines=self.oversize_lines,
        )

    def _save(self, line: bytes, offset: int) -> None:
        """Take what can be saved of a line that is not one record."""
        objects, whole = split_objects(line)
        for clean in objects:
            try:
                decoded = self.decoder.decode(clean, offset)
            except (ValueError, RecursionError):
                whole = False
            else:
                if decoded is not None:
                    self._take(decoded)
        self.bad_lines += not whole

    def _take(self, decoded: Decoded) -> None:
        if decoded.withdrawn:
            self.withdrawn += decoded.withdrawn
        self._keep(decoded.messages)
        for offset in decoded.again:
            line = line_at(self.file.path, offset, LINE_LIMIT_BYTES)
            with contextlib.suppress(ValueError, RecursionError):
                if said := self.source.decoder(self.file, {}).decode(line, offset):
                    self._keep(said.messages)

    def _keep(self, messages: Iterable[Message]) -> None:
        self.messages += map(_without_private, messages)
        if self.withdrawn:
            standing = {message.record for message in messages}
            self.withdrawn = [record for record in self.withdrawn if record not in standing]


def _without_private(message: Message) -> Message:
    text = hide_private(message.text)
    return message if text is message.text else replace(message, text=text)
