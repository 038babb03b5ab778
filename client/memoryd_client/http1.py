"""HTTP/1.1 as bytes in and bytes out, for blocking and asyncio readers alike.

Only what a memoryd says: no redirects, no compression, no interim replies. `http.client` would do
for one of the two readers, but loading it takes longer than a whole recall.
"""

from __future__ import annotations  # see TYPE_CHECKING below

from .errors import RequestError

TYPE_CHECKING = False  # `typing` takes long to load
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_MAX_HEAD_BYTES = 65_536
_MAX_LINE_BYTES = 1024
_HEX = frozenset(b"0123456789abcdefABCDEF")
_BODILESS = (204, 304)


class MalformedError(ValueError):
    """These bytes are not the HTTP we speak."""


def encode_request(
    method: str, target: str, headers: Mapping[str, str], body: bytes | None = None
) -> bytes:
    """Return the bytes of one request; raise RequestError for a header that would end early."""
    lines = [f"{method} {target} HTTP/1.1", "Host: memoryd"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    if body is not None:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    if not all(line.isprintable() and line.isascii() for line in lines):
        raise RequestError("a header holds a character that HTTP forbids", code="bad_request")
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + (body or b"")


class Reply:
    """One reply as it arrives: feed it bytes, and ask what is known by now.

    `status` is 0 until the head is complete; header names are lower case.
    """

    def __init__(self, *, bodiless: bool = False) -> None:
        self.status = 0
        self.headers: dict[str, str] = {}
        self.done = False
        self.reusable = False
        self._bodiless = bodiless
        self._buffer = bytearray()
        self._left = 0
        self._step: Callable[[bytearray], bool] = self._read_head

    def feed(self, data: bytes) -> bytes:
        """Take what came, b"" for the end, and return the part of the body that is new.

        Raise MalformedError when this is no reply, or ends in the middle.
        """
        if not data:
            if self._step != self._read_rest:
                raise MalformedError("the connection was closed in the middle of an answer")
            self.done = True
        self._buffer += data
        body = bytearray()
        while not self.done and self._step(body):
            continue
        if self.done and self._buffer:
            self.reusable = False  # nobody asked for what follows
        return bytes(body)

    def _read_head(self, _: bytearray) -> bool:
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0 or end > _MAX_HEAD_BYTES:
            if len(self._buffer) > _MAX_HEAD_BYTES or not _may_be_http(self._buffer):
                raise MalformedError("what answers does not speak HTTP")
            return False
        first, *lines = self._take(end + 4)[:-4].decode("latin-1").split("\r\n")
        version, status = first[:8], first[9:12]
        if version not in ("HTTP/1.0", "HTTP/1.1") or not _is_number(status):
            raise MalformedError("what answers does not speak HTTP")
        self.status = int(status)
        for line in lines:
            self._keep_header(line)
        closing = "close" in self.headers.get("connection", "").lower()
        self.reusable = version == "HTTP/1.1" and not closing
        self._step = self._choose_body()
        return True

    def _keep_header(self, line: str) -> None:
        name, colon, value = line.partition(":")
        if not colon or not name or name != name.strip():
            raise MalformedError("a header line is damaged")
        key, value = name.lower(), value.strip()
        self.headers[key] = f"{self.headers[key]}, {value}" if key in self.headers else value

    def _choose_body(self) -> Callable[[bytearray], bool]:
        coding, length = (self.headers.get(n) for n in ("transfer-encoding", "content-length"))
        if self._bodiless or self.status in _BODILESS:
            return self._read_sized
        if coding is not None:
            if coding.lower() != "chunked":
                raise MalformedError(f"unknown transfer encoding {coding!r}")
            return self._read_chunk_size
        if length is None:
            self.reusable = False
            return self._read_rest
        if not _is_number(length):
            raise MalformedError(f"unusable content length {length[:40]!r}")
        self._left = int(length)
        return self._read_sized

    def _read_sized(self, body: bytearray) -> bool:
        self._move(body)
        self.done = not self._left
        return False

    def _read_rest(self, body: bytearray) -> bool:
        body += self._take(len(self._buffer))
        return False

    def _read_chunk_size(self, _: bytearray) -> bool:
        line = self._line()
        if line is None:
            return False
        size = line.partition(b";")[0].strip()
        if not size or len(size) > 8 or not _HEX.issuperset(size):
            raise MalformedError("a chunk has no size")
        self._left = int(size, 16)
        self._step = self._read_chunk if self._left else self._read_trailer
        return True

    def _read_chunk(self, body: bytearray) -> bool:
        self._move(body)
        if self._left or len(self._buffer) < 2:
            return False
        if self._take(2) != b"\r\n":
            raise MalformedError("a chunk is longer than it said")
        self._step = self._read_chunk_size
        return True

    def _read_trailer(self, _: bytearray) -> bool:
        line = self._line()
        self.done = line == b""
        return line is not None

    def _move(self, body: bytearray) -> None:
        moved = self._take(min(self._left, len(self._buffer)))
        self._left -= len(moved)
        body += moved

    def _take(self, size: int) -> bytes:
        taken = bytes(self._buffer[:size])
        del self._buffer[:size]
        return taken

    def _line(self) -> bytes | None:
        end = self._buffer.find(b"\r\n", 0, _MAX_LINE_BYTES)
        if end < 0:
            if len(self._buffer) >= _MAX_LINE_BYTES:
                raise MalformedError("a line is too long")
            return None
        return self._take(end + 2)[:-2]


def _may_be_http(start: bytes | bytearray) -> bool:
    return start[:7] == b"HTTP/1."[: len(start)]


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 18
