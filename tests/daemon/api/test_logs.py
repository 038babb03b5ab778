from types import SimpleNamespace

import pytest

from memoryd.api.logs import LogHandlers
from memoryd.api.requests import LogsQuery
from memoryd.telemetry import Events


@pytest.fixture(name="log")
def _log():
    log = Events()
    for number, level in enumerate(["debug", "info", "warning", "error", "info"]):
        log.publish("log", {"level": level, "event": f"e{number}"})
    return log


async def listed(log, **asked):
    reply = await LogHandlers(log).list(SimpleNamespace(query=LogsQuery(**asked)))
    return [record["event"] for record in reply.body.records], reply.body.last


async def test_the_latest_records_come_oldest_first_with_where_to_go_on(log):
    assert await listed(log) == (["e0", "e1", "e2", "e3", "e4"], "5")
    assert await listed(log, limit=2) == (["e3", "e4"], "5")


async def test_a_level_takes_the_latest_of_it_and_of_graver_ones(log):
    assert await listed(log, level="warning") == (["e2", "e3"], "5")
    assert await listed(log, level="info", limit=2) == (["e3", "e4"], "5")


async def test_a_log_without_records_is_empty():
    assert await listed(Events()) == ([], None)


async def test_a_thousand_records_are_kept():
    log = Events()
    for number in range(1200):
        log.publish("log", {"event": f"e{number}"})

    records, last = await listed(log, limit=1000)

    assert (records[0], len(records), last) == ("e200", 1000, "1200")
