import contextlib
import json
import math
import socket
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from memoryd_client import wire
from memoryd_client.errors import (
    BusyError,
    ConflictError,
    DeniedError,
    MemorydError,
    NotFoundError,
    NotRunningError,
    ProtocolError,
    RequestError,
    ServerError,
    TimedOutError,
    UnsafeSocketError,
    VersionMismatchError,
)
from memoryd_client.stream import connect_unix
from memoryd_client.transport import Transport

VERSIONS = b"Memoryd-Api: 1\r\nMemoryd-Api-Min: 1\r\n"
OK = b"HTTP/1.1 200 OK\r\n" + VERSIONS + b"Content-Length: 2\r\n\r\n{}"


@dataclass
class Tape:
    """A stream that plays back parts; each takes *step_s* on the fake clock."""

    parts: Iterable[bytes]
    clock: list[float] = field(default_factory=lambda: [0.0])
    step_s: float = 0.0
    stale: bool = False
    sent: bytes = b""
    closed: bool = False

    def __post_init__(self) -> None:
        self._parts = iter(self.parts)

    def send(self, data: bytes, timeout_s: float) -> None:
        self.sent += data

    def receive(self, timeout_s: float) -> bytes:
        self.clock[0] += min(self.step_s, timeout_s)
        if self.step_s > timeout_s:
            raise TimeoutError
        return next(self._parts, b"")

    def is_stale(self) -> bool:
        return self.stale

    def close(self) -> None:
        self.closed = True


def play(*tapes: Tape | OSError, clock: list[float] | None = None, **options: float) -> Transport:
    """Return a transport whose connections are *tapes*, one after the other."""
    left = iter(tapes)
    time = clock if clock is not None else [0.0]

    def connect(path: str, timeout_s: float) -> Tape:
        tape = next(left)
        if isinstance(tape, OSError):
            raise tape
        return tape

    def sleep(seconds: float) -> None:
        time[0] += seconds

    return Transport(
        lambda: "/run/s",
        timeout_s=options.get("timeout_s", 5.0),
        total_s=options.get("total_s", math.inf),
        max_reply_bytes=int(options.get("max_reply_bytes", 1000)),
        connect=connect,
        clock=lambda: time[0],
        sleep=sleep,
    )


def reply(status: int, body: object, versions: bytes = VERSIONS) -> bytes:
    content = json.dumps(body).encode()
    head = f"HTTP/1.1 {status} X\r\nContent-Length: {len(content)}\r\n".encode()
    return head + versions + b"\r\n" + content


def test_a_reply_in_single_bytes_is_a_reply():
    tape = Tape([bytes([byte]) for byte in OK])

    assert play(tape).request("GET", "/x") == b"{}"


def test_every_request_says_which_api_it_speaks():
    tape = Tape([OK])

    play(tape).request("POST", "/x", body=b"[]", headers={"If-Match": "now"})

    assert b"\r\nMemoryd-Api: 1\r\n" in tape.sent
    assert b"\r\nIf-Match: now\r\n" in tape.sent
    assert tape.sent.endswith(b"\r\n\r\n[]")


def test_an_idle_connection_is_used_again():
    tape = Tape([OK, OK])
    transport = play(tape)

    transport.request("GET", "/1")
    transport.request("GET", "/2")

    assert tape.sent.count(b"HTTP/1.1\r\n") == 2
    assert not tape.closed


def test_a_connection_that_went_stale_is_replaced():
    first, second = Tape([OK], stale=True), Tape([OK])
    transport = play(first, second)

    transport.request("POST", "/1")
    transport.request("POST", "/2")

    assert first.closed
    assert b"/2" in second.sent


def test_close_gives_idle_connections_back():
    tape = Tape([OK])
    transport = play(tape)
    transport.request("GET", "/")

    transport.close()

    assert tape.closed


@pytest.mark.parametrize(
    "parts", [[OK[:-1]], [OK[:20]], [b"\x00\x01\x02"], [b"SSH-2.0-OpenSSH_9.2\r\n"]]
)
def test_half_an_answer_and_garbage_are_protocol_errors(parts: list[bytes]):
    tape = Tape(parts)

    with pytest.raises(ProtocolError, match="/run/s"):
        play(tape).request("GET", "/")

    assert tape.closed


class Broken(Tape):
    def receive(self, timeout_s: float) -> bytes:
        raise ConnectionResetError(104, "Connection reset by peer")


def test_a_connection_that_breaks_again_is_a_protocol_error():
    with pytest.raises(ProtocolError, match="broke: Connection reset"):
        play(Broken([]), Broken([])).request("GET", "/")


@pytest.mark.parametrize(
    ("method", "target"), [("GET", "/v1/status"), ("POST", "/v1/recall"), ("POST", "/v1/remember")]
)
@pytest.mark.parametrize("first", [Broken([]), Tape([])], ids=["broken", "closed"])
def test_what_may_be_asked_twice_is_asked_again_when_the_connection_ends(first, method, target):
    second = Tape([reply(200, {})])

    assert play(first, second).request(method, target, body=b"{}") == b"{}"
    assert second.sent


@pytest.mark.parametrize("first", [Broken([]), Tape([])], ids=["broken", "closed"])
@pytest.mark.parametrize("target", ["/v1/undo", "/v1/forget", "/v1/shutdown"])
def test_what_may_not_is_not(first, target):
    second = Tape([reply(200, {})])

    with pytest.raises(ProtocolError):
        play(first, second).request("POST", target, body=b"{}")
    assert not second.sent


def test_an_answer_without_end_is_cut_off():
    endless = Tape(b"x" * 100 if n else OK.replace(b": 2", b": 9999") for n in range(1000))

    with pytest.raises(ProtocolError, match="longer than 1000"):
        play(endless).request("GET", "/")


@pytest.mark.parametrize("versions", [b"", b"Memoryd-Api: one\r\nMemoryd-Api-Min: 1\r\n"])
def test_http_without_our_version_is_not_a_memoryd(versions: bytes):
    with pytest.raises(ProtocolError, match="not a memoryd"):
        play(Tape([reply(200, {}, versions)])).request("GET", "/")


@pytest.mark.parametrize(
    ("newest", "oldest", "older"),
    [(9, 2, "upgrade this client"), (0, 0, "upgrade memoryd and restart")],
)
def test_a_daemon_of_another_api_says_which_side_to_upgrade(newest: int, oldest: int, older: str):
    versions = f"Memoryd-Api: {newest}\r\nMemoryd-Api-Min: {oldest}\r\n".encode()

    with pytest.raises(VersionMismatchError) as caught:
        play(Tape([reply(404, {}, versions)])).request("GET", "/")

    assert older in caught.value.hint


def test_a_newer_daemon_that_still_speaks_our_api_is_welcome():
    tape = Tape([reply(200, {}, b"Memoryd-Api: 9\r\nMemoryd-Api-Min: 1\r\n")])

    assert play(tape).request("GET", "/") == b"{}"


@pytest.mark.parametrize(
    ("status", "code", "kind"),
    [
        (404, "not_found", NotFoundError),
        (403, "denied", DeniedError),
        (409, "conflict", ConflictError),
        (412, "conflict", ConflictError),
        (429, "budget_exhausted", BusyError),
        (503, "not_ready", ServerError),
        (503, "model_unavailable", ServerError),
        (500, "internal", ServerError),
        (400, "unknown_field", RequestError),
        (418, "from_the_future", RequestError),
        (599, "from_the_future", ServerError),
        (400, "unsupported_api", VersionMismatchError),
    ],
)
def test_each_problem_becomes_the_error_its_code_stands_for(
    status: int, code: str, kind: type[MemorydError]
):
    problem = {"code": code, "detail": "why", "hint": "what next", "request_id": "r7"}

    with pytest.raises(kind) as caught:
        play(Tape([reply(status, problem)])).request("GET", "/")

    assert type(caught.value) is kind
    assert (str(caught.value), caught.value.hint, caught.value.code) == ("why", "what next", code)


def test_a_daemon_that_is_busy_is_asked_again_until_the_time_is_over():
    busy = reply(429, {"code": "busy", "detail": "later"})
    clock = [0.0]

    tape = Tape([busy, busy, OK])
    assert play(tape, clock=clock).request("POST", "/", body=b"{}") == b"{}"
    assert tape.sent.count(b"POST / ") == 3
    assert 0.1 <= clock[0] <= 0.3

    clock = [0.0]
    with pytest.raises(BusyError, match="later"):
        play(Tape([busy] * 100), clock=clock, timeout_s=1.5).request("GET", "/")
    assert 0.5 < clock[0] < 1.5


def test_a_budget_that_is_used_up_is_not_waited_for():
    spent = reply(429, {"code": "budget_exhausted", "detail": "tomorrow"})

    with pytest.raises(BusyError, match="tomorrow"):
        play(Tape([spent, OK])).request("POST", "/", body=b"{}")


def test_a_refusal_carries_status_and_request_id():
    problem = {"code": "denied", "detail": "pinned", "request_id": "r7"}

    with pytest.raises(DeniedError) as caught:
        play(Tape([reply(403, problem)])).request("DELETE", "/")

    assert (caught.value.status, caught.value.request_id) == (403, "r7")


@pytest.mark.parametrize("body", [[], None, {"code": 5}, "text"])
def test_an_error_reply_that_says_nothing_usable_is_still_an_error(body: object):
    with pytest.raises(ServerError, match="502"):
        play(Tape([reply(502, body)])).request("GET", "/")


def test_a_redirect_is_not_followed():
    with pytest.raises(ProtocolError, match="302"):
        play(Tape([reply(302, {})])).request("GET", "/")


def test_a_body_over_the_limit_is_not_even_sent():
    with pytest.raises(RequestError) as caught:
        play().request("POST", "/", body=b"x" * (wire.MAX_BODY_BYTES + 1))

    assert caught.value.code == "too_large"


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (FileNotFoundError(), NotRunningError),
        (NotADirectoryError(), NotRunningError),
        (PermissionError(), DeniedError),
        (TimeoutError(), TimedOutError),
        (OSError(71, "Protocol error"), ProtocolError),
    ],
)
def test_a_failed_connect_is_named_by_what_to_do_about_it(error: OSError, kind: type[MemorydError]):
    with pytest.raises(kind, match="/run/s"):
        play(error).request("GET", "/")


def test_a_refused_connect_is_tried_once_more_for_calls_that_change_nothing():
    assert play(ConnectionRefusedError(), Tape([OK])).request("GET", "/") == b"{}"

    with pytest.raises(NotRunningError):
        play(ConnectionRefusedError(), ConnectionRefusedError()).request("GET", "/")


def test_a_refused_connect_is_final_for_calls_that_change_something():
    with pytest.raises(NotRunningError):
        play(ConnectionRefusedError(), Tape([OK])).request("POST", "/", body=b"{}")


@pytest.mark.parametrize("step_s", [0.001, 0.1, 1.0, 100.0])
def test_an_answer_that_drips_in_is_bounded_in_all(step_s: float):
    clock = [0.0]
    dripping = Tape((bytes([byte]) for byte in OK * 100), clock, step_s)

    with pytest.raises(TimedOutError):
        play(dripping, clock=clock, timeout_s=0.05).request("GET", "/")

    assert clock[0] <= 0.05 + 1e-9


def test_the_total_bounds_connecting_waiting_and_reading_together():
    clock = [0.0]
    slow = Tape((bytes([byte]) for byte in OK), clock, 0.06)

    with pytest.raises(TimedOutError):
        play(ConnectionRefusedError(), slow, clock=clock, total_s=0.2).request("GET", "/")

    assert clock[0] <= 0.2 + 1e-9


def test_a_stream_hands_on_each_part_as_it_comes():
    head = b"HTTP/1.1 200 OK\r\n" + VERSIONS + b"Transfer-Encoding: chunked\r\n\r\n"
    tape = Tape([head, b"3\r\none\r\n", b"3\r\ntwo\r\n", b"0\r\n\r\n"])

    parts = [part for _, part in play(tape).stream("/e", headers={}, idle_s=9)]

    assert [part for part in parts if part] == [b"one", b"two"]
    assert tape.closed


def test_a_refused_stream_raises_what_the_daemon_said():
    problem = reply(429, {"code": "busy", "detail": "16 streams are open"})

    with pytest.raises(BusyError, match="16 streams"):
        list(play(Tape([problem[:60], problem[60:]])).stream("/e", headers={}, idle_s=9))


def test_a_silent_stream_times_out():
    clock = [0.0]
    head = b"HTTP/1.1 200 OK\r\n" + VERSIONS + b"\r\n"
    tape = Tape([head], clock, step_s=0.0)
    parts = play(tape, clock=clock).stream("/e", headers={}, idle_s=9)
    next(parts)
    tape.step_s = 10.0

    with pytest.raises(TimedOutError):
        next(parts)


def over(path: Path, timeout_s: float = 5.0) -> Transport:
    return Transport(lambda: str(path), timeout_s=timeout_s)


def test_a_long_answer_arrives_whole_over_a_real_socket(serve_bytes: Callable[..., Path]):
    content = b"x" * 10_000_000
    head = b"HTTP/1.1 200 OK\r\n" + VERSIONS + b"Content-Length: 10000000\r\n\r\n"

    with contextlib.closing(over(serve_bytes(head + content))) as transport:
        assert transport.request("GET", "/") == content


def test_a_hung_daemon_times_out_over_a_real_socket(serve_bytes: Callable[..., Path]):
    path = serve_bytes(None)

    with pytest.raises(TimedOutError, match=str(path)):
        over(path, 0.05).request("GET", "/")


def test_a_daemon_that_never_accepts_times_out(folder: Path):
    with socket.socket(socket.AF_UNIX) as listener, socket.socket(socket.AF_UNIX) as first:
        listener.bind(str(folder / "s"))
        listener.listen(0)
        first.connect(str(folder / "s"))

        with pytest.raises(TimedOutError):
            over(folder / "s", 0.05).request("POST", "/")


def test_half_an_answer_over_a_real_socket_is_a_protocol_error(serve_bytes: Callable[..., Path]):
    with pytest.raises(ProtocolError, match="middle"):
        over(serve_bytes(OK[:-1])).request("GET", "/")


def test_a_daemon_that_came_back_is_found_over_a_real_socket(serve_bytes: Callable[..., Path]):
    transport = over(serve_bytes(OK))  # it closes each connection after its answer

    assert [transport.request("GET", "/") for _ in range(3)] == [b"{}"] * 3
    transport.close()


def test_nobody_listens_on_a_missing_or_stale_socket(folder: Path):
    with socket.socket(socket.AF_UNIX) as sock:
        sock.bind(str(folder / "stale"))

    for path in (folder / "stale", folder / "missing", folder / "no" / "folder"):
        with pytest.raises(NotRunningError):
            over(path).request("GET", "/")


def test_a_socket_in_a_directory_open_to_others_is_not_connected_to(
    serve_bytes: Callable[..., Path],
):
    path = serve_bytes(OK)
    path.parent.chmod(0o755)

    with pytest.raises(UnsafeSocketError, match="0755") as caught:
        over(path).request("GET", "/")

    assert f"chmod 700 {path.parent}" in caught.value.hint


def test_a_path_that_is_too_long_is_explained():
    with pytest.raises(UnsafeSocketError, match="103"):
        connect_unix("/tmp/" + "x" * 120, 0.1)
