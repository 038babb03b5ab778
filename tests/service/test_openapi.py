"""The OpenAPI document is true: generated calls against a live daemon find nothing it denies."""

import contextlib
import socket
import socketserver
import threading

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from openapi_spec_validator import validate


@contextlib.contextmanager
def tcp_in_front_of(path):
    """Serve a Unix socket on a loopback port, for tools that only speak TCP."""

    class Carry(socketserver.BaseRequestHandler):
        def handle(self):
            with socket.socket(socket.AF_UNIX) as inner:
                inner.connect(str(path))
                back = threading.Thread(target=copy, args=(inner, self.request), daemon=True)
                back.start()
                copy(self.request, inner)
                back.join()

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Carry) as server:
        server.daemon_threads = True
        server.block_on_close = False
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server.server_address[1]
        finally:
            server.shutdown()
            thread.join()


def copy(source, target):
    with contextlib.suppress(OSError):
        while data := source.recv(65536):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)


@pytest.mark.timeout(600)
@pytest.mark.filterwarnings("default")
def test_generated_calls_get_what_the_document_promises(house):
    project = house.project()
    house.start()
    client = house.client(project)
    client.remember("The nightly build runs on the green cluster.")
    client.remember("Answer in short sentences, please.", scope="user", type="feedback")
    with tcp_in_front_of(house.socket) as port:
        schema = schemathesis.openapi.from_url(f"http://localhost:{port}/v1/openapi.json")
        validate(schema.raw_schema)
        # Streams never end, a shutdown would end the test, and a proof takes seconds.
        left_out = ["/v1/events", "/v1/logs/follow", "/v1/shutdown", "/v1/doctor"]
        schema = schema.exclude(path=left_out)
        tried = 0
        for result in schema.get_all_operations():
            _try(result.ok())
            tried += 1
    assert tried > 15
    assert client.ping()


def _try(operation):
    @settings(
        max_examples=25,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy().filter(_has_no_float))
    def check(case):
        case.call_and_validate(timeout=10)

    check()


def _has_no_float(case):
    """JSON Schema calls 3.0 an integer; JSON decoders of typed languages, ours too, do not."""
    body = case.body if isinstance(case.body, dict) else {}
    return not any(isinstance(value, float) for value in body.values())
