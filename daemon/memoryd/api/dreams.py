"""Asking for dreams: start one, or see what one would do."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from memoryd.domain import Scope
from memoryd.memory import Projects
from memoryd.schedule import Dreamer, Place
from memoryd_client import wire

from . import requests
from .calls import Call, Reply, narrow, refuse_on_readonly

T = TypeVar("T")


@dataclass(slots=True, kw_only=True)
class DreamHandlers:
    """Answers what is asked of dreams."""

    dreamer: Dreamer
    projects: Projects
    executor: Executor

    async def start(self, call: Call) -> Reply:
        asked = narrow(requests.DreamRequest, call.body)
        if asked.cwd is None and asked.scope is not Scope.USER:
            places = await self.dreamer.places()
        else:
            places = [await self._place(asked.cwd, asked.scope)]
        found = await self.dreamer.dream_asked(places, session=asked.session_id, force=asked.force)
        started = wire.Started(job=found.job, skipped=found.skipped)
        return Reply(started, status=200 if found.skipped else 202)

    async def preview(self, call: Call) -> Reply:
        asked = narrow(requests.DreamQuery, call.query)
        if asked.model and call.readonly:
            refuse_on_readonly()  # a model's answer is kept, and paid for
        place = await self._place(asked.cwd, asked.scope)
        heard = await self.dreamer.hear(place, ask=asked.model)
        return Reply(await self._in_thread(partial(self.dreamer.preview, place, heard)))

    async def _place(self, cwd: str | None, scope: Scope | None) -> Place:
        if cwd is None or scope is Scope.USER:
            return self.dreamer.place(None)
        return self.dreamer.place(await self._in_thread(partial(self.projects.of, cwd)))

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.executor, work)
