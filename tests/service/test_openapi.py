"""The OpenAPI document is true: generated calls against a live daemon find nothing it denies."""

import asyncio
import contextlib
import threading

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from openapi_spec_validator import validate


@contextlib.contextmanager
def tcp_in_front_of(path):
    """Serve a Unix socket on a loopback port, for tools that only speak TCP."""
    loop = asyncio.new_event_loop()
    ready = threading.Event()
    port = 0

    async def carry(reader, writer):
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
        with contextlib.suppress(OSError):
            writer.close()

    async def accept(reader, writer):
        inner_reader, inner_writer = await asyncio.open_unix_connection(str(path))
        await asyncio.gather(carry(reader, inner_writer), carry(inner_reader, writer))

    async def serve():
        nonlocal port
        server = await asyncio.start_server(accept, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        ready.set()

    def run():
        loop.run_until_complete(serve())
        loop.run_forever()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    ready.wait(10)
    yield port
    loop.call_soon_threadsafe(loop.stop)
    thread.join(10)


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
        # Streams never end and a shutdown would end the test.
        schema = schema.exclude(path=["/v1/events", "/v1/shutdown"])
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
