"""What the daemon logged of late, and what it logs from now on."""

import itertools
from dataclasses import dataclass

from aiohttp import web

from memoryd.telemetry import Event, Events
from memoryd_client import wire

from . import requests
from .calls import Call, Reply, narrow
from .events import stream_events


@dataclass(frozen=True, slots=True)
class LogHandlers:
    """Answers what is asked of the log, from the records that are kept in memory."""

    log: Events

    async def list(self, call: Call) -> Reply:
        asked = narrow(requests.LogsQuery, call.query)
        recent = self.log.recent()
        wanted = (each for each in reversed(recent) if _is_wanted(each, asked.level))
        records = [dict(each.data) for each in itertools.islice(wanted, asked.limit)]
        last = str(recent[-1].id) if recent else None
        return Reply(wire.LogList(records=records[::-1], last=last))

    async def follow(self, call: Call) -> web.StreamResponse:
        return await stream_events(call.http, self.log)


def _is_wanted(event: Event, level: str | None) -> bool:
    return level is None or wire.at_least(event.data.get("level"), level)
