"""A daemon that says what a test tells it to, on a real socket."""

import contextlib
import json
import shutil
import socket
import tempfile
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from socketserver import ThreadingMixIn, UnixStreamServer
from urllib.parse import parse_qsl, urlsplit

import pytest

HEADERS = {
    "Memoryd-Version": "1.2.3",
    "Memoryd-Api": "1",
    "Memoryd-Api-Min": "1",
    "Memoryd-Instance": "first",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One request as it arrived."""

    method: str
    path: str
    query: dict[str, str]
    headers: dict[str, str]
    body: object


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """One prepared reply; bytes go out as they are, all else as JSON."""

    status: int = 200
    body: object = b""
    headers: dict[str, str] = field(default_factory=dict)


class FakeDaemon:
    """Answers each route with what was prepared for it; the last answer is repeated."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.asked: list[Asked] = []
        self.last_route = ""
        self._answers: dict[str, list[Answer]] = {"GET /_ping": [Answer(body=b"OK")]}
        self._server = _Server(str(path), _Handler)
        self._server.fake = self
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))
        self._thread.start()

    def on(self, route: str, *bodies: object, status: int = 200) -> None:
        """Prepare the answers of one route, such as "GET /v1/status"."""
        self._answers[route] = [
            body if isinstance(body, Answer) else Answer(status=status, body=body)
            for body in bodies
        ]

    @staticmethod
    def reply(body: object, status: int = 200, **headers: str) -> Answer:
        """Return an answer with headers of its own; _ in their names stands for -."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return Answer(status=status, body=body, headers=named)

    def stop_after(self, route: str) -> None:
        """Answer this route once more, then stop."""
        self.last_route = route

    def refuse(self, route: str, status: int, code: str, **more: object) -> None:
        """Prepare an error reply."""
        problem = {"type": "x", "title": "t", "status": status, "code": code, "detail": "it is so"}
        self.on(route, problem | {"request_id": "r1"} | more, status=status)

    def answer(self, asked: Asked) -> Answer:
        self.asked.append(asked)
        answers = self._answers.get(f"{asked.method} {asked.path}")
        if not answers:
            body = {"code": "not_found", "detail": f"no {asked.path}", "status": 404}
            return Answer(status=404, body=body)
        return answers.pop(0) if len(answers) > 1 else answers[0]

    def stop(self) -> None:
        """Close the socket, as a daemon does that ends."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
        self.path.unlink(missing_ok=True)


class _Server(ThreadingMixIn, UnixStreamServer):
    daemon_threads = True
    request_queue_size = 64
    fake: FakeDaemon


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def do_GET(self) -> None:
        url = urlsplit(self.path)
        content = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        answer = self.server.fake.answer(
            Asked(
                method=self.command,
                path=url.path,
                query=dict(parse_qsl(url.query)),
                headers={name.lower(): value for name, value in self.headers.items()},
                body=json.loads(content) if content else None,
            )
        )
        body = answer.body if isinstance(answer.body, bytes) else json.dumps(answer.body).encode()
        self.send_response(answer.status)
        for name, value in (HEADERS | {"Content-Length": str(len(body))} | answer.headers).items():
            self.send_header(name, value)
        self.end_headers()
        with contextlib.suppress(OSError):  # the client has left
            self.wfile.write(body)
        if f"{self.command} {url.path}" == self.server.fake.last_route:
            self.server.fake.stop()
            self.close_connection = True

    do_POST = do_PUT = do_DELETE = do_GET  # noqa: N815 -- http.server names them

    def address_string(self) -> str:
        return "unix"

    def log_message(self, *_: object) -> None:
        """Keep quiet."""


@pytest.fixture
def folder() -> Iterator[Path]:
    """A private directory whose path is short enough for a socket."""
    made = Path(tempfile.mkdtemp(prefix="m", dir="/tmp"))
    yield made
    shutil.rmtree(made)


@pytest.fixture
def daemon(folder: Path) -> Iterator[FakeDaemon]:
    """A fake daemon that listens."""
    fake = FakeDaemon(folder / "s")
    yield fake
    fake.stop()


@pytest.fixture
def serve_bytes(folder: Path) -> Iterator[Callable[..., Path]]:
    """A factory of sockets that answer each connection with the same bytes, or never."""
    with contextlib.ExitStack() as stack:

        def make(answer: bytes | None, name: str = "raw") -> Path:
            listener = stack.enter_context(socket.socket(socket.AF_UNIX))
            listener.bind(str(folder / name))
            listener.listen()
            held: list[socket.socket] = []
            thread = threading.Thread(target=_answer_all, args=(listener, answer, held))
            thread.start()
            stack.callback(thread.join)
            stack.callback(_close, listener, held)
            return folder / name

        yield make


def _close(listener: socket.socket, held: list[socket.socket]) -> None:
    listener.shutdown(socket.SHUT_RDWR)
    for connection in held:
        connection.close()


def _answer_all(listener: socket.socket, answer: bytes | None, held: list[socket.socket]) -> None:
    while True:
        try:
            connection, _ = listener.accept()
        except OSError:  # the test is over
            return
        if answer is None:
            held.append(connection)
            continue
        with connection, contextlib.suppress(OSError):  # the client may leave early
            connection.recv(65_536)
            connection.sendall(answer)


def make_memory(memory_id: str = "feedback/use-pnpm.md", **more: object) -> dict[str, object]:
    """Return a memory as the API shows it."""
    return {
        "id": memory_id,
        "scope": "project",
        "type": "feedback",
        "title": "Use pnpm",
        "description": "the package manager",
        "path": memory_id.removeprefix("user:"),
        "entry": None,
        "created": "2026-05-01T10:00:00.000Z",
        "updated": "2026-05-01T10:00:00.000Z",
        "age_days": 3,
        "pinned": False,
        "sources": [
            {"agent": "codex", "session": "s1", "record": "r1", "at": "2026-05-01T10:00:00.000Z"}
        ],
    } | more


@pytest.fixture
def memory() -> Callable[..., dict[str, object]]:
    """A factory of memories as the API shows them."""
    return make_memory
