"""JSON-RPC on lines: one message in, one message out, and nothing else on stdout."""

from __future__ import annotations

import json
import threading

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

MAX_LINE_BYTES = 16 * 1024 * 1024
PARSE_ERROR, INVALID_REQUEST, NO_METHOD, BAD_PARAMS, INTERNAL = (
    -32700,
    -32600,
    -32601,
    -32602,
    -32603,
)

Json = dict[str, object]


class ProtocolError(Exception):
    """What a caller did against the protocol; told as a JSON-RPC error."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


class Writer:
    """Writes messages whole, from any thread."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._lock = threading.Lock()

    def write(self, message: object) -> None:
        """Write one message. Raise OSError when nobody reads any more."""
        line = json.dumps(message, separators=(",", ":"), ensure_ascii=True).encode() + b"\n"
        with self._lock:
            self._stream.write(line)
            self._stream.flush()


def read_messages(stream: BinaryIO) -> Iterator[object]:
    """Yield what each line says, a ProtocolError for what is no JSON or too long."""
    while line := stream.readline(MAX_LINE_BYTES + 1):
        if len(line) > MAX_LINE_BYTES:
            while line and not line.endswith(b"\n"):
                line = stream.readline(MAX_LINE_BYTES)
            yield ProtocolError(
                INVALID_REQUEST, f"a message has at most {MAX_LINE_BYTES >> 20} MiB"
            )
        elif line.strip():
            try:
                yield json.loads(line)
            except (ValueError, RecursionError):
                yield ProtocolError(PARSE_ERROR, "this line is not JSON")


def result(request_id: object, value: Json) -> Json:
    """Return the message that answers a request."""
    return {"jsonrpc": "2.0", "id": request_id, "result": value}


def failure(request_id: object, code: int, message: str) -> Json:
    """Return the message that refuses a request; its id is None when that is not known."""
    return {"jsonrpc": "2.0", "id": request_id, "error": {"code": code, "message": message}}


def notification(method: str, params: Json) -> Json:
    """Return a message that wants no answer."""
    return {"jsonrpc": "2.0", "method": method, "params": params}
