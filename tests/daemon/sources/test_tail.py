import io
import tracemalloc

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from memoryd.sources.tail import (
    goes_on,
    is_packed,
    line_at,
    mark_at,
    open_transcript,
    read_blocks,
)

BLOCK = 1 << 16


class Trickle:
    """A stream that gives little at a time and counts the most bytes it was asked for."""

    def __init__(self, data, most):
        self._file = io.BytesIO(data)
        self._most = most
        self.largest = 0

    def read(self, size, /):
        self.largest = max(self.largest, size)
        return self._file.read(min(size, self._most))


def blocks_of(data, *, limit_bytes=BLOCK, most=BLOCK):
    return list(read_blocks(Trickle(data, most), limit_bytes))


def pack(path, data):
    path.write_bytes(zstandard.ZstdCompressor().compress(data))
    return path


def test_whole_lines_come_and_a_torn_last_one_waits():
    assert blocks_of(b'{"a":1}\n{"b":2}\n{"c":') == [b'{"a":1}\n{"b":2}\n']


def test_a_last_line_that_is_a_whole_object_is_there():
    assert b"".join(blocks_of(b'{"a":1}\n{"b":2}')) == b'{"a":1}\n{"b":2}'


@pytest.mark.parametrize("last", [b"7", b"[1]", b"{}", b'{"a":{"b":1}', b'{"a":1}{"b":2}', b"a}"])
def test_any_other_last_line_waits(last):
    assert blocks_of(b'{"a":1}\n' + last) == [b'{"a":1}\n']


def test_nothing_comes_of_nothing():
    assert blocks_of(b"") == []


def test_a_line_across_many_reads_comes_in_one_piece():
    line = b'{"a":"' + b"x" * 1000 + b'"}\n'

    assert b"".join(blocks_of(line * 3, most=7)) == line * 3
    assert all(block.endswith(b"\n") for block in blocks_of(line * 3, most=7))


def test_a_line_over_the_limit_is_counted_and_the_next_one_comes():
    long = b"x" * 200 + b"\n"

    assert blocks_of(b"{}\n" + long + b"[]\n", limit_bytes=64) == [b"{}\n", len(long), b"[]\n"]


def test_a_line_of_just_the_limit_comes():
    line = b"x" * 64 + b"\n"

    assert blocks_of(line, limit_bytes=64) == [line]
    assert blocks_of(b"x" + line, limit_bytes=64) == [66]


def test_no_more_than_the_limit_is_asked_for_at_once():
    stream = Trickle(b"x" * 10_000 + b"\n", BLOCK)

    assert list(read_blocks(stream, 100)) == [10_001]
    assert stream.largest <= 100


class Endless:
    """One line of *size* bytes, made as it is read."""

    def __init__(self, size):
        self._left = size

    def read(self, size, /):
        size = min(size, self._left)
        self._left -= size
        return b"x" * (size - 1) + b"\n" if size and not self._left else b"x" * size


def test_a_line_over_the_limit_is_not_held():
    tracemalloc.start()
    try:
        blocks = list(read_blocks(Endless(16 << 20), 256 << 10))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert blocks == [16 << 20]
    assert peak < 2 << 20


def test_a_torn_line_over_the_limit_waits():
    assert blocks_of(b"{}\n" + b'{"a":"' + b"x" * 500 + b'"}', limit_bytes=64) == [b"{}\n"]


_LINES = st.lists(st.binary(max_size=40).map(lambda line: line.replace(b"\n", b"")), max_size=12)


@given(_LINES, st.integers(1, 50), st.integers(1, 60))
def test_blocks_are_the_lines_in_order_whatever_the_reads(lines, most, limit):
    data = b"".join(line + b"\n" for line in lines)

    blocks = blocks_of(data, most=most, limit_bytes=limit)

    size = sum(block if isinstance(block, int) else len(block) for block in blocks)
    kept = [b for block in blocks if not isinstance(block, int) for b in block.splitlines(True)]
    fitting = [line + b"\n" for line in lines if len(line) <= limit]
    assert size == len(data)
    assert b"".join(kept) == b"".join(fitting)
    assert sum(isinstance(block, int) for block in blocks) == len(lines) - len(fitting)


def test_a_packed_transcript_is_opened_at_its_uncompressed_offset(tmp_path):
    data = bytes(range(256)) * 1000
    path = pack(tmp_path / "a.jsonl.zst", data)

    assert is_packed(path)
    for offset in (0, 1, BLOCK, BLOCK + 1, len(data) - 1, len(data), len(data) + 5):
        with open_transcript(path, offset) as stream:
            assert stream.read(10) == data[offset : offset + 10]


def test_several_frames_are_one_transcript(tmp_path):
    path = tmp_path / "a.jsonl.zst"
    packer = zstandard.ZstdCompressor()
    path.write_bytes(packer.compress(b"first\n") + packer.compress(b"second\n"))

    with open_transcript(path) as stream:
        assert b"".join(read_blocks(stream, 100)) == b"first\nsecond\n"


def test_a_damaged_packed_transcript_is_an_os_error(tmp_path):
    path = tmp_path / "a.jsonl.zst"
    path.write_bytes(b"this is not compressed")

    with pytest.raises(OSError, match="damaged"), open_transcript(path) as stream:
        stream.read(10)


def test_one_line_is_read_where_it_starts(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"first\nsecond\nthird\n")

    assert line_at(path, 6, 100) == b"second"
    assert line_at(path, 6, 3) == b""
    assert line_at(path, 19, 100) == b""


def test_a_mark_holds_while_the_file_grows(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"first\n")
    mark = mark_at(path, 6)

    path.write_bytes(b"first\nsecond\n")

    assert goes_on(path, 6, mark)


@pytest.mark.parametrize("data", [b"", b"firs", b"other\n", b"fIrst\nsecond\n"])
def test_a_mark_fails_when_the_bytes_before_it_changed(tmp_path, data):
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"first\n")
    mark = mark_at(path, 6)

    path.write_bytes(data)

    assert not goes_on(path, 6, mark)


def test_a_mark_is_the_same_for_the_packed_twin(tmp_path):
    data = b"".join(b"line %d\n" % number for number in range(1000))
    plain = tmp_path / "a.jsonl"
    plain.write_bytes(data)

    packed = pack(tmp_path / "a.jsonl.zst", data)

    assert goes_on(packed, len(data), mark_at(plain, len(data)))


def test_the_start_needs_no_mark(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"x")

    assert goes_on(path, 0, "")
