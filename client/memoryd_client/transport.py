"""Requests over a Unix socket: limits in time and size, errors named by what to do about them."""

from __future__ import annotations  # see TYPE_CHECKING below

import json
import os
import time

from . import wire
from .errors import (
    UPGRADE_CLIENT,
    UPGRADE_DAEMON,
    BusyError,
    DeniedError,
    MemorydError,
    NotRunningError,
    ProtocolError,
    RequestError,
    TimedOutError,
    VersionMismatchError,
    refusal,
)
from .http1 import MalformedError, Reply, encode_request
from .stream import connect_unix

TYPE_CHECKING = False  # `typing` takes long to load
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping

    from .stream import Stream

    Connect = Callable[[str, float], Stream]
    Clock = Callable[[], float]
    Sleep = Callable[[float], None]

CONNECT_TIMEOUT_S = 0.5
UNLIMITED = float("inf")
MAX_REPLY_BYTES = 64 * 1024 * 1024

_RETRY_PAUSE_S = 0.05
# Asking these twice does what asking once does.
_REPEATABLE = ("/v1/recall", "/v1/remember", "/v1/learn", "/v1/extract", "/v1/reload")


class Transport:
    """Sends requests to the socket that *find* names, and keeps idle connections for the next.

    Connecting may take 0.5 s, the answer *timeout_s*, both together never more than *total_s*.
    A daemon that is busy is asked again within that time.
    May be used from several threads: a connection belongs to one request at a time. `last` is the
    latest reply's body as it came, for one-threaded callers who pass it on.
    """

    def __init__(
        self,
        find: Callable[[], str],
        *,
        timeout_s: float,
        total_s: float = UNLIMITED,
        connect: Connect = connect_unix,
        clock: Clock = time.monotonic,
        sleep: Sleep = time.sleep,
        max_reply_bytes: int = MAX_REPLY_BYTES,
    ) -> None:
        self._find = find
        self._timeout_s = timeout_s
        self._total_s = total_s
        self._connect = connect
        self._clock = clock
        self._sleep = sleep
        self._max_reply_bytes = max_reply_bytes
        self._idle: list[tuple[str, Stream]] = []
        self.last = b""
        self.peer: Mapping[str, str] = {}

    def close(self) -> None:
        """Close what is idle; a later request connects anew."""
        while self._idle:
            self._idle.pop()[1].close()

    def request(
        self,
        method: str,
        target: str,
        *,
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
        timeout_s: float | None = None,
    ) -> bytes:
        """Return the body of the reply; raise MemorydError for anything but success.

        *timeout_s* is for an answer that takes longer than others.
        """
        return self.fetch(method, target, body=body, headers=headers, timeout_s=timeout_s)[1]

    def fetch(
        self,
        method: str,
        target: str,
        *,
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
        timeout_s: float | None = None,
    ) -> tuple[Mapping[str, str], bytes]:
        """Return headers (names in small letters) and body of the reply; raise as `request`."""
        if body is not None and len(body) > wire.MAX_BODY_BYTES:
            raise RequestError(
                f"the request has {len(body)} bytes; {wire.MAX_BODY_BYTES} are allowed",
                code="too_large",
                hint="send less at once",
            )
        data = encode_request(method, target, request_headers(headers), body)
        again = method in ("GET", "HEAD") or target in _REPEATABLE
        until = self._clock() + self._total_s
        timeout_s = self._timeout_s if timeout_s is None else timeout_s
        ends_at = min(self._clock() + timeout_s, until)
        pause_s = _RETRY_PAUSE_S
        while True:
            try:
                return self._exchange(
                    data, bodiless=method == "HEAD", again=again, until=until, timeout_s=timeout_s
                )
            except BusyError as exc:
                # Nothing was done. Others were refused, too: all are not to come back at once.
                pause_s *= 1 + os.urandom(1)[0] / 256
                timeout_s = ends_at - self._clock() - pause_s
                if exc.code != "busy" or timeout_s <= 0:
                    raise
            self._sleep(pause_s)

    def _exchange(
        self, data: bytes, *, bodiless: bool, again: bool, until: float, timeout_s: float
    ) -> tuple[Mapping[str, str], bytes]:
        path, stream, ends_at = self._take_stream(again=again, until=until, timeout_s=timeout_s)
        reply = Reply(bodiless=bodiless)
        try:
            stream.send(data, self._left_s(ends_at))
            content = self._read_body(stream, reply, ends_at)
        except (OSError, MalformedError) as exc:
            # A daemon that takes up new settings drops what it has not read yet.
            if again and not reply.status and isinstance(exc, ConnectionError):
                return self._exchange(
                    data, bodiless=bodiless, again=False, until=until, timeout_s=timeout_s
                )
            raise explain(exc, path) from exc
        finally:
            if reply.done and reply.reusable:
                self._idle.append((path, stream))
            else:
                stream.close()
        self.peer = reply.headers
        check_reply(reply, content, path)
        self.last = content
        return reply.headers, content

    def stream(
        self, target: str, *, headers: Mapping[str, str], idle_s: float
    ) -> Generator[tuple[Reply, bytes], None, None]:
        """Yield the reply's head at once, then with each part of its body, until it ends.

        Each part must come within *idle_s* of the one before.
        """
        data = encode_request("GET", target, request_headers(headers))
        until = self._clock() + self._total_s
        path, stream, ends_at = self._take_stream(
            again=True, until=until, timeout_s=self._timeout_s
        )
        reply, body = Reply(), b""
        try:
            stream.send(data, self._left_s(ends_at))
            while not reply.status:
                body += reply.feed(stream.receive(self._left_s(ends_at)))
            if reply.status != 200:
                body += self._read_body(stream, reply, ends_at)
            check_reply(reply, body, path)
            yield reply, body
            while not reply.done:
                yield reply, reply.feed(stream.receive(idle_s))
        except (OSError, MalformedError) as exc:
            raise explain(exc, path) from exc
        finally:
            stream.close()

    def _take_stream(
        self, *, again: bool, until: float, timeout_s: float
    ) -> tuple[str, Stream, float]:
        """Return a connection, whereto, and until when the answer must be there."""
        path = self._find()
        stream = self._idle_stream(path) or self._open(path, until, again=again)
        return path, stream, min(self._clock() + timeout_s, until)

    def _idle_stream(self, path: str) -> Stream | None:
        while self._idle:
            where, stream = self._idle.pop()
            if where == path and not stream.is_stale():
                return stream
            stream.close()
        return None

    def _open(self, path: str, ends_at: float, *, again: bool) -> Stream:
        try:
            return self._connect(path, min(CONNECT_TIMEOUT_S, self._left_s(ends_at)))
        except OSError as exc:
            if not (again and isinstance(exc, ConnectionRefusedError)):
                raise explain_connect(exc, path) from exc
        # A daemon that is being restarted refuses for a moment.
        self._sleep(min(_RETRY_PAUSE_S, max(0.0, ends_at - self._clock())))
        return self._open(path, ends_at, again=False)

    def _read_body(self, stream: Stream, reply: Reply, ends_at: float) -> bytes:
        body = bytearray()
        begun = False
        while not reply.done:
            part = stream.receive(self._left_s(ends_at))
            if not (part or begun):
                raise ConnectionResetError("it was closed before it answered")
            begun = True
            body += reply.feed(part)
            if len(body) > self._max_reply_bytes:
                raise MalformedError(f"the answer is longer than {self._max_reply_bytes} bytes")
        return bytes(body)

    def _left_s(self, ends_at: float) -> float:
        left = ends_at - self._clock()
        if left <= 0:
            raise TimeoutError
        return left


def check_reply(reply: Reply, body: bytes, path: str) -> None:
    """Raise what a complete reply stands for, unless it is a success of an API we share."""
    try:
        newest, oldest = (
            int(reply.headers[name.lower()]) for name in (wire.HEADER_API, wire.HEADER_API_MIN)
        )
    except (KeyError, ValueError) as exc:
        raise ProtocolError(f"what answers on {path} is not a memoryd") from exc
    if not oldest <= wire.API <= newest:
        raise VersionMismatchError(
            f"this client speaks API {wire.API}, the daemon on {path} {oldest} to {newest}",
            hint=UPGRADE_DAEMON if newest < wire.API else UPGRADE_CLIENT,
        )
    if reply.status >= 400:
        raise refusal(reply.status, _problem(body))
    if reply.status >= 300:
        raise ProtocolError(f"unexpected status {reply.status} from the daemon on {path}")


def _problem(body: bytes) -> dict[str, object]:
    try:
        problem = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return problem if isinstance(problem, dict) else {}


def request_headers(more: Mapping[str, str] | None) -> dict[str, str]:
    """Return the headers of every request, and *more*."""
    return {wire.HEADER_API: str(wire.API), "Accept": "application/json", **(more or {})}


def explain_connect(exc: OSError, path: str) -> MemorydError:
    """Return what it means for a caller that connecting failed like this."""
    if isinstance(exc, FileNotFoundError | NotADirectoryError | ConnectionRefusedError):
        return NotRunningError(f"no memoryd listens on {path}")
    if isinstance(exc, PermissionError):
        return DeniedError(
            f"not allowed to connect to {path}",
            code="denied",
            hint="it belongs to another user, or a sandbox is in between",
        )
    return explain(exc, path)


def explain(exc: OSError | MalformedError, path: str) -> MemorydError:
    """Return what it means for a caller that an exchange broke like this."""
    if isinstance(exc, TimeoutError):
        return TimedOutError(f"the daemon on {path} did not answer in time")
    if isinstance(exc, MalformedError):
        return ProtocolError(f"no usable answer from {path}: {exc}")
    return ProtocolError(f"the connection to {path} broke: {exc.strerror or exc}")
