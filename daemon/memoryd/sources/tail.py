"""A growing transcript from where reading stopped: whole lines, plain or compressed."""

import contextlib
import hashlib
import io
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Protocol

import msgspec

# Larger ones come from and go back to the system each time, which costs more than it saves.
_BLOCK_BYTES = 1 << 16
MARK_BYTES = 1024
_OBJECT = msgspec.json.Decoder(dict[str, msgspec.Raw])


class Stream(Protocol):
    """What transcripts are read from."""

    def read(self, size: int, /) -> bytes:
        """Return up to *size* bytes, none at the end."""


class _Unpacked:
    """A decompressed stream whose damage is an OSError like that of any other file."""

    def __init__(self, packed: BinaryIO) -> None:
        import zstandard  # noqa: PLC0415 -- only archived transcripts need it

        self._error = zstandard.ZstdError
        self._reader: Stream = zstandard.ZstdDecompressor().stream_reader(
            packed, read_across_frames=True
        )

    def read(self, size: int, /) -> bytes:
        try:
            return self._reader.read(size)
        except self._error as exc:
            raise OSError(f"compressed transcript is damaged: {exc}") from exc


def is_packed(path: Path) -> bool:
    """Tell whether a transcript is compressed, so that reading starts at 0 each time."""
    return path.suffix == ".zst"


@contextlib.contextmanager
def open_transcript(path: Path, offset: int = 0) -> Iterator[Stream]:
    """Open a transcript at *offset*, which counts uncompressed bytes."""
    with io.FileIO(path) as file:
        if not is_packed(path):
            file.seek(offset)
            yield file
            return
        unpacked = _Unpacked(file)
        while offset > 0 and (skipped := unpacked.read(min(offset, _BLOCK_BYTES))):
            offset -= len(skipped)
        yield unpacked


def read_blocks(stream: Stream, limit_bytes: int) -> Iterator[bytes | int]:
    """Yield blocks of whole lines.

    A line over *limit_bytes* is skipped without being held; an int comes instead, its size. A last
    line without newline is not there yet, unless it is a whole JSON object: copies and exports
    often end like that, and nothing can follow in it.
    """
    parts: list[bytes] = []
    held = 0
    # A line over the limit never fits into one block, so it is always noticed here.
    while chunk := stream.read(min(_BLOCK_BYTES, limit_bytes)):
        cut = chunk.rfind(b"\n") + 1
        if not cut:
            held += len(chunk)
            parts = [*parts, chunk] if held <= limit_bytes else []
            continue
        start = 0
        if held:
            start = chunk.find(b"\n") + 1
            held += start
            if held > limit_bytes + 1:
                yield held
            else:
                yield b"".join((*parts, chunk[:start]))
        if cut > start:
            yield chunk[start:cut]
        parts, held = [chunk[cut:]], len(chunk) - cut
    if held and _is_object(line := b"".join(parts)):
        yield line


def _is_object(line: bytes) -> bool:
    try:
        return line.rstrip()[-1:] == b"}" and bool(_OBJECT.decode(line))
    except (msgspec.DecodeError, RecursionError):
        return False


def line_at(path: Path, offset: int, limit_bytes: int) -> bytes:
    """Return the line at *offset*, empty if it is over the limit."""
    with open_transcript(path, offset) as stream:
        block = next(read_blocks(stream, limit_bytes), 0)
    return b"" if isinstance(block, int) else block.partition(b"\n")[0]


def mark_at(path: Path, offset: int, end: bytes = b"") -> str:
    """Return what the bytes before *offset* are recognised by later; *end* are the last of them."""
    length = min(offset, MARK_BYTES)
    if len(end) < length:
        end = b""
        with open_transcript(path, offset - length) as stream:
            while len(end) < length and (part := stream.read(length - len(end))):
                end += part
    return hashlib.blake2b(end[-length:], digest_size=8).hexdigest()


def goes_on(path: Path, offset: int, mark: str) -> bool:
    """Tell whether the bytes before *offset* are still those that bore *mark*.

    Size and times are not asked: a file may be cut back and grow again, be copied, moved or
    compressed.
    """
    return offset == 0 or mark_at(path, offset) == mark
