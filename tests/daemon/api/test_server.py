import asyncio
import contextlib
import http.client
import json
import os
import socket
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from aiohttp import web
from prometheus_client.exposition import generate_latest
from structlog.testing import capture_logs

from memoryd import errors
from memoryd.api.server import encode, make_app
from memoryd.llm import BadAnswerError, BudgetExhaustedError
from memoryd.system.listen import listen
from memoryd.telemetry import Metrics
from memoryd_client import wire

STANDING = {
    "Memoryd-Version": "1.2.3",
    "Memoryd-Api": "1",
    "Memoryd-Api-Min": "1",
    "Memoryd-Instance": "instance-1",
}
ERRORS = [
    (errors.BadRequestError, 400, "bad_request"),
    (errors.DeniedError, 403, "denied"),
    (errors.NotFoundError, 404, "not_found"),
    (errors.ConflictError, 409, "conflict"),
    (errors.PreconditionError, 412, "conflict"),
    (errors.BusyError, 429, "busy"),
    (errors.NotReadyError, 503, "not_ready"),
    (errors.MemorydError, 500, "internal"),
]

STRANGER = """
import os, socket, sys

os.setuid(65534)
sock = socket.socket(socket.AF_UNIX)
sock.connect(sys.argv[1])
sock.sendall(b"GET /_ping HTTP/1.1\\r\\nHost: memoryd\\r\\n\\r\\n")
sys.stdout.buffer.write(sock.recv(65536))
"""


class Server:
    """A daemon's server with a few routes, on a socket of its own."""

    def __init__(self, path):
        self.path = path
        self.metrics = Metrics("1.2.3")
        self.broken = None
        self.asked, self.answer, self.stopping = (asyncio.Event() for _ in range(3))
        self.runner = None

    def app(self):
        routes = [
            web.get("/_ping", self.ok),
            web.get("/v1/status", self.ok),
            web.post("/v1/reload", self.ok),
            web.post("/v1/shutdown", self.ok),
            web.get("/v1/thing/{id:.+}", self.ok),
            web.get("/v1/slow", self.slow),
            web.post("/v1/measure", self.measure),
            web.get("/v1/fail", self.fail),
            web.get("/v1/refuse/{kind}", self.refuse),
            web.get("/v1/spend", self.spend),
            web.get("/v1/ask", self.ask_model),
            web.get("/v1/disk", self.disk),
            web.get("/v1/database", self.database),
            web.get("/v1/odd", self.odd),
        ]
        app = make_app(
            routes,
            version="1.2.3",
            instance="instance-1",
            metrics=self.metrics,
            unusable=lambda: self.broken,
        )
        app.on_shutdown.append(self.note_stopping)
        return app

    async def note_stopping(self, _):
        self.stopping.set()

    async def ok(self, _):
        return web.Response(text="OK")

    async def slow(self, _):
        self.asked.set()
        await self.answer.wait()
        return web.Response(text="OK")

    async def measure(self, request):
        return web.Response(text=str(len(await request.read())))

    async def fail(self, _):
        secret = "hunter2"
        raise RuntimeError(f"secret {secret}")

    async def refuse(self, request):
        kind = getattr(errors, request.match_info["kind"])
        raise kind("this is why", hint="do that")

    async def spend(self, request):
        frees_in_s = float(request.query["s"]) if "s" in request.query else None
        raise BudgetExhaustedError("spent", hint="wait", frees_in_s=frees_in_s)

    async def ask_model(self, _):
        raise BadAnswerError("no form", hint="another model")

    async def disk(self, _):
        raise OSError(28, "No space left on device", "/home/somebody/private")

    async def database(self, _):
        raise sqlite3.OperationalError("database or disk is full")

    async def odd(self, _):
        value = {"text": "a\ud800b", "k\udfff": ["\udc80", ("\ud8ff", 1)]}
        return web.Response(body=encode(value))

    async def ask(self, method, target, *, headers=None, body=None):
        """One call by a client of another make; returns its reply and the body."""

        def work():
            with contextlib.closing(UnixConnection(self.path)) as connection:
                connection.request(method, target, body=body, headers=headers or {})
                reply = connection.getresponse()
                return reply, reply.read()

        return await asyncio.to_thread(work)

    async def refused(self, method, target, **more):
        """One call that is refused; returns status and problem."""
        reply, body = await self.ask(method, target, **more)
        problem = json.loads(body)
        assert reply.getheader("Content-Type") == "application/problem+json"
        assert problem["status"] == reply.status
        assert problem["type"] == f"urn:memoryd:{problem['code']}"
        assert problem["title"]
        assert problem["request_id"] == reply.getheader("X-Request-Id")
        return reply, problem


class UnixConnection(http.client.HTTPConnection):
    def __init__(self, path):
        super().__init__("memoryd", timeout=20)
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(self.timeout)
        self.sock.connect(str(self.path))


@pytest.fixture(name="server")
async def _server():
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        server = Server(Path(folder, "s"))
        with listen(server.path) as sock:
            server.runner = web.AppRunner(server.app(), access_log=None, shutdown_timeout=5)
            await server.runner.setup()
            sock.setblocking(False)
            await web.SockSite(server.runner, sock.dup()).start()
            yield server
            server.answer.set()
            await server.runner.cleanup()


def standing(reply):
    return {name: reply.getheader(name) for name in STANDING}


@pytest.mark.parametrize(
    ("method", "target", "status"),
    [
        ("GET", "/_ping", 200),
        ("HEAD", "/_ping", 200),
        ("GET", "/v1/nothing", 404),
        ("POST", "/_ping", 405),
        ("GET", "/v1/fail", 500),
        ("GET", "/v1/refuse/BusyError", 429),
        ("GET", "/v1/disk", 503),
        ("OPTIONS", "*", 404),
    ],
)
async def test_every_reply_says_who_answers(server, method, target, status):
    reply, _ = await server.ask(method, target)

    assert reply.status == status
    assert standing(reply) == STANDING
    assert reply.getheader("Cache-Control") == "no-store"
    assert len(reply.getheader("X-Request-Id")) == 16


async def test_a_head_request_is_answered_without_a_body(server):
    reply, body = await server.ask("HEAD", "/_ping")

    assert (reply.status, body) == (200, b"")


@pytest.mark.parametrize(
    "asked", ["abc123", "550e8400-e29b-41d4-a716-446655440000", "a.b_c-d", "x" * 64]
)
async def test_a_sane_request_id_is_kept(server, asked):
    reply, problem = await server.refused("GET", "/v1/no", headers={"X-Request-Id": asked})

    assert reply.getheader("X-Request-Id") == problem["request_id"] == asked


@pytest.mark.parametrize("asked", ["", "x" * 65, "a b", "a;b", "é", "<script>", "a\tb", "²"])
async def test_any_other_request_id_is_replaced(server, asked):
    headers = {"X-Request-Id": asked.encode("utf-8")}

    reply, _ = await server.ask("GET", "/_ping", headers=headers)

    assert reply.status == 200
    assert reply.getheader("X-Request-Id") != asked
    assert reply.getheader("X-Request-Id").isalnum()


async def test_requests_of_one_connection_have_ids_of_their_own(server):
    def work():
        with contextlib.closing(UnixConnection(server.path)) as connection:
            ids = []
            for _ in range(3):
                connection.request("GET", "/_ping")
                reply = connection.getresponse()
                reply.read()
                ids.append(reply.getheader("X-Request-Id"))
            return ids

    assert len(set(await asyncio.to_thread(work))) == 3


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://localhost"},
        {"Origin": "null"},
        {"Referer": "http://localhost/x"},
        {"Host": "example.org"},
        {"Host": "localhost.example.org"},
        {"Host": "127.0.0.1"},
        {"Host": "[::1]:80"},
    ],
)
async def test_calls_from_web_pages_are_denied(server, headers):
    reply, problem = await server.refused("GET", "/_ping", headers=headers)

    assert (reply.status, problem["code"]) == (403, "denied")


@pytest.mark.parametrize("host", ["localhost", "memoryd", "localhost:80", ""])
async def test_calls_by_our_own_names_are_answered(server, host):
    reply, _ = await server.ask("GET", "/_ping", headers={"Host": host})

    assert reply.status == 200


@pytest.mark.parametrize("api", ["0", "2", "99", "", "x", "-1", "1.0", "²", "9" * 5000])
async def test_a_client_of_another_api_is_told_what_is_spoken_here(server, api):
    headers = {"Memoryd-Api": api.encode("utf-8")}

    reply, problem = await server.refused("GET", "/v1/status", headers=headers)

    assert (reply.status, problem["code"]) == (400, "unsupported_api")
    assert "API 1 to 1" in problem["detail"]
    older = "upgrade memoryd" if api in ("2", "99") else "upgrade this client"
    assert older in problem["hint"]
    assert len(problem["detail"]) < 200


async def test_who_is_there_is_told_to_clients_of_every_api(server):
    reply, _ = await server.ask("GET", "/_ping", headers={"Memoryd-Api": "99"})

    assert (reply.status, reply.getheader("Memoryd-Api")) == (200, "1")


async def test_a_client_of_our_api_is_answered(server):
    assert (await server.ask("GET", "/_ping", headers={"Memoryd-Api": "1"}))[0].status == 200


@pytest.mark.parametrize(("kind", "status", "code"), ERRORS)
async def test_each_error_has_its_status_and_code(server, kind, status, code):
    reply, problem = await server.refused("GET", f"/v1/refuse/{kind.__name__}")

    assert (reply.status, problem["code"]) == (status, code)
    assert (problem["detail"], problem["hint"]) == ("this is why", "do that")
    assert reply.getheader("Retry-After") == ("1" if status == 429 else None)


@pytest.mark.parametrize(("query", "wait"), [("?s=1799.2", "1800"), ("", None)])
async def test_a_budget_that_is_spent_says_when_to_come_back(server, query, wait):
    reply, problem = await server.refused("GET", f"/v1/spend{query}")

    assert (reply.status, problem["code"]) == (429, "budget_exhausted")
    assert reply.getheader("Retry-After") == wait


async def test_a_model_that_gives_no_answer_is_not_there(server):
    reply, problem = await server.refused("GET", "/v1/ask")

    assert (reply.status, problem["code"]) == (503, "model_unavailable")
    assert problem["hint"] == "another model"


def test_every_code_of_an_error_is_one_that_can_be_answered():
    from memoryd.api import server as module  # noqa: PLC0415 -- the table is private

    kinds, found = [errors.MemorydError], set()
    while kinds:
        kind = kinds.pop()
        kinds += kind.__subclasses__()
        found.add(kind.code)

    assert found <= set(module._TITLES)


async def test_an_unknown_route_is_not_found(server):
    reply, problem = await server.refused("GET", "/v1/nothing%0a?x=1")

    assert (reply.status, problem["code"]) == (404, "not_found")
    assert "/v1/openapi.json" in problem["detail"]


async def test_a_wrong_method_is_told_the_right_ones(server):
    reply, problem = await server.refused("DELETE", "/v1/measure")

    assert (reply.status, problem["code"]) == (405, "bad_request")
    assert reply.getheader("Allow") == "POST"


async def test_a_body_of_the_largest_size_is_taken_and_one_byte_more_is_not(server):
    most = b"x" * wire.MAX_BODY_BYTES

    taken, body = await server.ask("POST", "/v1/measure", body=most)
    reply, problem = await server.refused("POST", "/v1/measure", body=most + b"x")

    assert (taken.status, body) == (200, b"1048576")
    assert (reply.status, problem["code"]) == (413, "too_large")
    assert "1048576" in problem["detail"]
    assert standing(reply) == STANDING


async def test_a_body_that_grows_too_large_in_pieces_is_refused(server):
    pieces = (b"x" * 65536 for _ in range(20))

    reply, problem = await server.refused("POST", "/v1/measure", body=pieces)

    assert (reply.status, problem["code"]) == (413, "too_large")


async def test_an_error_in_a_handler_is_logged_and_its_text_stays_inside(server):
    with capture_logs() as logged:
        reply, problem = await server.refused("GET", "/v1/fail")

    assert (reply.status, problem["code"]) == (500, "internal")
    assert "hunter2" not in json.dumps(problem)
    assert problem["request_id"] in problem["hint"]
    (line,) = [each for each in logged if each["event"] == "request failed"]
    assert line["exc_info"]


@pytest.mark.parametrize(
    ("target", "says"), [("/v1/disk", "No space left"), ("/v1/database", "disk is full")]
)
async def test_a_disk_that_refuses_is_said_so_without_naming_files(server, target, says):
    with capture_logs():
        reply, problem = await server.refused("GET", target)

    assert (reply.status, problem["code"]) == (503, "not_ready")
    assert says in problem["detail"]
    assert "somebody" not in json.dumps(problem)


async def test_lone_surrogates_in_a_reply_become_question_marks(server):
    reply, body = await server.ask("GET", "/v1/odd")

    assert reply.status == 200
    assert json.loads(body) == {"text": "a?b", "k?": ["?", ["?", 1]]}


async def test_with_unusable_settings_only_what_helps_to_mend_them_is_answered(server):
    server.broken = "config.yaml:3: recall.limt: unknown key"

    ping, _ = await server.ask("GET", "/_ping")
    status, _ = await server.ask("GET", "/v1/status")
    reply, problem = await server.refused("GET", "/v1/thing/a")
    unknown, _ = await server.refused("GET", "/v1/nothing")

    assert (ping.status, status.status) == (200, 200)
    assert (reply.status, problem["code"]) == (503, "not_ready")
    assert problem["detail"] == server.broken
    assert "reload" in problem["hint"]
    assert unknown.status == 503


async def test_settings_that_are_mended_bring_the_rest_back(server):
    server.broken = "no"
    assert (await server.ask("GET", "/v1/thing/a"))[0].status == 503

    server.broken = None

    assert (await server.ask("GET", "/v1/thing/a"))[0].status == 200


async def test_requests_are_timed_by_route_and_never_by_what_was_asked(server):
    await server.ask("GET", "/v1/thing/secret/path?q=private")
    await server.ask("GET", "/v1/unknown-secret")

    figures = generate_latest(server.metrics.registry).decode()
    assert 'memoryd_request_seconds_count{route="/v1/thing/{id}"} 1.0' in figures
    assert 'memoryd_request_seconds_count{route="unknown"} 1.0' in figures
    assert "secret" not in figures


async def test_requests_are_logged_by_route_and_never_by_what_was_asked(server):
    with capture_logs() as logged:
        await server.ask("GET", "/v1/thing/secret?q=private")
        await server.ask("POST", "/v1/measure", body=b"secret")

    lines = [each for each in logged if each["event"] == "request"]
    assert [(each["log_level"], each["route"], each["status"]) for each in lines] == [
        ("debug", "/v1/thing/{id}", 200),
        ("info", "/v1/measure", 200),
    ]
    assert "secret" not in repr(lines)
    assert "private" not in repr(lines)


@pytest.mark.parametrize("target", ["/v1/reload", "/v1/shutdown"])
async def test_after_a_call_that_may_end_the_server_its_connection_ends(server, target):
    reply, _ = await server.ask("POST", target)

    assert reply.status == 200
    assert reply.getheader("Connection") == "close"


async def test_an_answer_given_while_stopping_says_that_its_connection_ends(server):
    before, _ = await server.ask("GET", "/_ping")
    asking = asyncio.create_task(server.ask("GET", "/v1/slow"))
    await server.asked.wait()

    cleaning = asyncio.create_task(server.runner.cleanup())
    await server.stopping.wait()
    server.answer.set()
    reply, body = await asking
    await cleaning

    assert before.getheader("Connection") is None
    assert (reply.status, body) == (200, b"OK")
    assert reply.getheader("Connection") == "close"


@pytest.mark.parametrize(
    "raw",
    [
        b"nonsense\r\n\r\n",
        b"\x00\x01\x02\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: memoryd\r\nContent-Length: x\r\n\r\n",
        b"GET /" + b"x" * 100_000 + b" HTTP/1.1\r\n\r\n",
        b"POST /v1/measure HTTP/1.1\r\nHost: memoryd\r\nContent-Length: 5\r\n\r\nab",
        b"",
    ],
)
async def test_what_is_no_http_ends_its_own_connection_and_nothing_else(server, raw):
    def work():
        with socket.socket(socket.AF_UNIX) as sock:
            sock.settimeout(20)
            sock.connect(str(server.path))
            with contextlib.suppress(ConnectionError):
                sock.sendall(raw)
                sock.shutdown(socket.SHUT_WR)
            with contextlib.suppress(ConnectionError):
                return sock.recv(65536)
        return b""

    with capture_logs():
        answer = await asyncio.to_thread(work)

    assert not answer or answer.startswith((b"HTTP/1.0 400", b"HTTP/1.1 400"))
    assert (await server.ask("GET", "/_ping"))[0].status == 200


async def test_a_stranger_is_denied_and_named_in_the_log_once(server, monkeypatch):
    if os.geteuid() != 0:
        pytest.skip("only root can become somebody else")
    server.path.parent.chmod(0o755)
    server.path.chmod(0o777)

    def call():
        command = [sys.executable, "-c", STRANGER, server.path]
        return subprocess.run(command, check=True, capture_output=True).stdout

    with capture_logs() as logged:
        answers = [await asyncio.to_thread(call) for _ in range(2)]

    assert all(answer.startswith(b"HTTP/1.1 403 ") for answer in answers)
    assert all(b'"denied"' in answer for answer in answers)
    refused = [each["uid"] for each in logged if each["log_level"] == "warning"]
    assert refused == [65534]
