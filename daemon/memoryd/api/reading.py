"""What sessions are told, what can be read for more, and lessons to be told later."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from memoryd.database import Database
from memoryd.lifecycle.guidance import Guide, versions_told
from memoryd.lifecycle.lessons import Lessons
from memoryd.lifecycle.resource import Folder, read_resource
from memoryd.lifecycle.used import uses
from memoryd.memory import Project, Projects
from memoryd_client import wire

from . import requests
from .calls import Call, Reply, narrow

T = TypeVar("T")


@dataclass(slots=True, kw_only=True)
class ReadingHandlers:
    """Answers what a session asks at its start and reads later."""

    guide: Guide
    database: Database
    lessons: Lessons
    projects: Projects
    executor: Executor
    clock: Callable[[], datetime]

    async def guidance(self, call: Call) -> Reply:
        asked = narrow(requests.GuidanceQuery, call.query)

        def tell(project: Project) -> wire.Guidance:
            used = {memory: each.count for memory, each in uses(project, self.database).items()}
            told = self.guide.tell(project, asked.session_id, uses=used)
            if asked.session_id and not told.empty and not call.readonly:
                handed = versions_told(told, project, self.projects)
                self.database.inject(asked.session_id, handed, self.clock())
            return told

        return Reply(await self._with_project(asked.cwd, tell))

    async def resource(self, call: Call) -> Reply:
        asked = narrow(requests.ResourceQuery, call.query)
        found = await self._with_project(
            asked.cwd, lambda project: read_resource(asked.uri, project)
        )
        if isinstance(found, Folder):
            return Reply(wire.Entries(entries=list(found.entries)))
        return Reply(found.data, media=found.media)

    async def learn(self, call: Call) -> Reply:
        asked = narrow(requests.LearnRequest, call.body)
        learned = await self._with_project(
            asked.cwd, lambda project: self.lessons.learn(asked.text, asked.context, project)
        )
        is_new = not (learned.known or learned.rejected)
        return Reply(learned, status=201 if is_new else 200)

    async def _with_project(self, cwd: str, work: Callable[[Project], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(
            self.executor, lambda: work(self.projects.of(cwd))
        )
