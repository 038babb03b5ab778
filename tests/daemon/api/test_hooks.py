import sqlite3
from datetime import UTC, datetime
from types import SimpleNamespace

from structlog.testing import capture_logs

from memoryd.api.hooks import HookHandlers
from memoryd.api.requests import HookQuery
from memoryd.telemetry import Events, Metrics, Telemetry

START = b'{"session_id": "s", "cwd": "/home/it", "source": "startup"}'


class Broken:
    """Bookkeeping on a disk that fails."""

    def injected(self, *_, **__):
        raise sqlite3.OperationalError("disk I/O error")

    count_skipped = injected


async def test_a_hook_that_cannot_be_answered_is_empty_and_two_warnings():
    async def read():
        return START

    handlers = HookHandlers(
        selector=None,
        guide=None,
        projects=None,
        database=Broken(),
        telemetry=Telemetry(events=Events(), metrics=Metrics("1")),
        executor=None,
        clock=lambda: datetime(2026, 3, 4, tzinfo=UTC),
        moved=lambda: None,
    )
    call = SimpleNamespace(
        query=HookQuery(agent="codex", event="SessionStart"),
        http=SimpleNamespace(read=read),
        readonly=False,
    )

    with capture_logs() as logged:
        reply = await handlers.hook(call)

    assert (reply.status, reply.body) == (200, b"")
    assert [(line["event"], line.get("hook")) for line in logged] == [
        ("a hook could not be answered", "SessionStart"),
        ("a skipped hook could not be counted", None),
    ]
