"""JSON-RPC on lines: what comes in on one descriptor, what goes out whole on another."""

from __future__ import annotations  # see TYPE_CHECKING below

import json
import os
import select
import threading

TYPE_CHECKING = False  # `typing` takes long to load
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TypeGuard

    Json = dict[str, object]

MAX_LINE_BYTES = 16 * 1024 * 1024
PARSE_ERROR, INVALID_REQUEST, NO_METHOD, BAD_PARAMS, INTERNAL = (
    -32700,
    -32600,
    -32601,
    -32602,
    -32603,
)

_CHUNK_BYTES = 64 * 1024


class ProtocolError(Exception):
    """What a caller did against the protocol; told as a JSON-RPC error."""

    def __init__(
        self, code: int, message: str, *, request_id: str | int | None = None, uri: str = ""
    ) -> None:
        super().__init__(message)
        self.code = code
        self.request_id = request_id
        self.uri = uri


class Request:
    """What a caller wants; without an id it is a notification, which is not answered."""

    def __init__(self, request_id: str | int | None, method: str, params: Json) -> None:
        self.id = request_id
        self.method = method
        self.params = params


class Writer:
    """Writes messages whole, from any thread."""

    def __init__(self, stdout: int) -> None:
        self._stdout = stdout
        self._lock = threading.Lock()

    def write(self, message: object) -> None:
        """Write one message. Raise OSError when nobody reads any more."""
        line = json.dumps(message, separators=(",", ":"), allow_nan=False).encode() + b"\n"
        with self._lock:
            rest = memoryview(line)
            while rest:
                rest = rest[os.write(self._stdout, rest) :]


def read_lines(stdin: int, stdout: int) -> Iterator[bytes | None]:
    """Yield lines until *stdin* ends or nobody reads *stdout*; None for one that is too long."""
    parts: list[bytes] = []
    size = 0
    for chunk in _read_chunks(stdin, stdout):
        *ends, rest = chunk.split(b"\n")
        for end in ends:
            parts.append(end)
            yield b"".join(parts) if size + len(end) <= MAX_LINE_BYTES else None
            parts, size = [], 0
        parts.append(rest)
        size += len(rest)
        if size > MAX_LINE_BYTES:
            parts.clear()
    if size:
        yield b"".join(parts) if size <= MAX_LINE_BYTES else None


def _read_chunks(stdin: int, stdout: int) -> Iterator[bytes]:
    poll = select.poll()
    poll.register(stdin, select.POLLIN)
    poll.register(stdout, 0)  # that its reader left is told unasked
    while all(descriptor != stdout for descriptor, _ in poll.poll()):
        chunk = os.read(stdin, _CHUNK_BYTES)
        if not chunk:
            return
        yield chunk


def parse(line: bytes | None) -> object:
    """Return what a line says. Raise ProtocolError for one that is no JSON, or too long."""
    if line is None:
        raise ProtocolError(
            INVALID_REQUEST, f"this line is longer than {MAX_LINE_BYTES >> 20} MiB; send less"
        )
    try:
        return json.loads(line.decode(), parse_constant=_refuse)
    except (ValueError, RecursionError) as exc:
        raise ProtocolError(PARSE_ERROR, "this line is not JSON in UTF-8") from exc


def _refuse(name: str) -> object:
    raise ValueError(name)  # Python would take NaN and Infinity; JSON has none


def read_request(message: object) -> Request | None:
    """Return what a message wants, None when it is an answer. Raise ProtocolError."""
    if not isinstance(message, dict):
        raise ProtocolError(INVALID_REQUEST, "a message is a JSON object")
    request_id = message.get("id")
    known = request_id if is_id(request_id) else None
    if message.get("jsonrpc") != "2.0":
        raise ProtocolError(INVALID_REQUEST, 'a message has "jsonrpc": "2.0"', request_id=known)
    if "method" not in message and ("result" in message or "error" in message):
        return None
    method, params = message.get("method"), message.get("params")
    if not isinstance(method, str):
        raise ProtocolError(INVALID_REQUEST, "a method is a string", request_id=known)
    if "id" in message and known is None:
        raise ProtocolError(INVALID_REQUEST, "an id is a string or a whole number")
    if not isinstance(params, dict | None):
        raise ProtocolError(BAD_PARAMS, "params are an object", request_id=known)
    return Request(known, method, params or {})


def is_id(value: object) -> TypeGuard[str | int]:
    """Tell whether a request, or a progress token, may be named like this."""
    return isinstance(value, str | int) and not isinstance(value, bool)


def result(request: Request, value: Json) -> Json:
    """Return the message that answers a request."""
    return {"jsonrpc": "2.0", "id": request.id, "result": value}


def failure(error: ProtocolError) -> Json:
    """Return the message that refuses a request; its id is null when that is not known."""
    told: Json = {"code": error.code, "message": str(error)}
    if error.uri:
        told["data"] = {"uri": error.uri}
    return {"jsonrpc": "2.0", "id": error.request_id, "error": told}


def notification(method: str, params: Json) -> Json:
    """Return a message that wants no answer."""
    return {"jsonrpc": "2.0", "method": method, "params": params}
