"""Events of agents: each answered with the bytes that its hook prints, within a moment."""

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import TypeVar

import structlog

from memoryd.database import Database
from memoryd.errors import MemorydError
from memoryd.lifecycle.guidance import INJECTED, Guide, versions_told
from memoryd.lifecycle.hooks import (
    Heard,
    Moment,
    UnheardError,
    hear,
    plan,
    write_answer,
)
from memoryd.lifecycle.hooks.answer import MOST_CHARS
from memoryd.lifecycle.recall import RecallQuery
from memoryd.lifecycle.selector import Selector
from memoryd.lifecycle.used import uses
from memoryd.memory import Projects
from memoryd.telemetry import Telemetry

from . import requests
from .calls import Call, Reply, narrow

log = structlog.get_logger(__name__)

T = TypeVar("T")


@dataclass(slots=True, kw_only=True)
class HookHandlers:
    """Answers agents at their events. Whatever is wrong, an agent is told nothing and goes on."""

    selector: Selector
    guide: Guide
    projects: Projects
    database: Database
    telemetry: Telemetry
    executor: Executor
    clock: Callable[[], datetime]
    moved: Callable[[], None]

    async def hook(self, call: Call) -> Reply:
        asked = narrow(requests.HookQuery, call.query)
        try:
            heard = await self._in_thread(
                partial(hear, asked.agent, asked.event, await call.http.read())
            )
            answer = write_answer(heard, await self._tell(heard, readonly=call.readonly))
        except UnheardError as exc:
            if not call.readonly:
                await self._count(exc.reason)
            answer = b""
        except (MemorydError, OSError, sqlite3.Error) as exc:
            log.warning("a hook could not be answered", hook=asked.event, error=str(exc))
            if not call.readonly:
                await self._count("failed")
            answer = b""
        return Reply(answer, media="text/plain")

    async def _tell(self, heard: Heard, *, readonly: bool) -> str:
        """Return what the session is to read now."""
        if heard.moment in (Moment.TURN_END, Moment.SESSION_END):
            if not readonly:
                self.moved()
            return ""
        # Where nothing is noted, nobody could say later that it was: told at the start only.
        is_guided = readonly or await self._in_thread(partial(self._is_guided, heard.session))
        wants = plan(heard, is_guided=is_guided)
        recalled = await self._recall(heard, readonly=readonly) if wants.recall else ""
        guidance = ""
        if wants.guidance:
            room = MOST_CHARS - len(recalled) - 1
            guidance = await self._in_thread(partial(self._guide, heard, room, readonly=readonly))
        return "\n".join(filter(None, (guidance, recalled)))

    async def _recall(self, heard: Heard, *, readonly: bool) -> str:
        query = RecallQuery(
            text=heard.prompt,
            cwd=heard.cwd,
            session=heard.session,
            most_chars=MOST_CHARS,
            leaves_trace=not readonly,
        )
        found, times = await self.selector.recall(query)
        self.telemetry.recall(
            query_length=len(heard.prompt),
            docs_scanned=found.docs_scanned,
            docs_selected=len(found.documents),
            strategy=found.strategy,
            duration_ms=found.duration_ms,
            now=self.clock(),
            selected=times,
        )
        return found.prompt

    def _is_guided(self, session: str | None) -> bool:
        # As above: without a name nobody could say later that it was.
        return session is None or INJECTED in self.database.injected(session)

    def _guide(self, heard: Heard, most_chars: int, *, readonly: bool) -> str:
        project = self.projects.of(heard.cwd)
        used = {memory: each.count for memory, each in uses(project, self.database).items()}
        told = self.guide.tell(
            project, heard.session, uses=used, most_tokens=max(0, most_chars) // 4
        )
        if heard.session and project.enabled and not readonly:
            handed = versions_told(told, project, self.projects)
            self.database.inject(heard.session, handed, self.clock())
        return told.text

    async def _count(self, reason: str) -> None:
        self.telemetry.skip("hook", reason)
        try:
            await self._in_thread(
                partial(self.database.count_skipped, "hook", {reason: 1}, now=self.clock())
            )
        except sqlite3.Error as exc:
            log.warning("a skipped hook could not be counted", error=str(exc))

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.executor, work)
