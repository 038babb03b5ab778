"""Asking what a model would be asked."""

import asyncio
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial

from memoryd.memory import Projects
from memoryd.schedule import ModelExtractor, Wanted

from . import requests
from .calls import Call, Reply, narrow


@dataclass(slots=True, kw_only=True)
class ExtractHandlers:
    """Answers what is asked of sessions that a model is yet to read."""

    model_extractor: ModelExtractor
    projects: Projects
    executor: Executor

    async def preview(self, call: Call) -> Reply:
        asked = narrow(requests.ExtractQuery, call.query)
        root = None
        if asked.cwd is not None:
            loop = asyncio.get_running_loop()
            find = partial(self.projects.of, asked.cwd)
            root = (await loop.run_in_executor(self.executor, find)).root
        wanted = Wanted(project=root, session=asked.session_id)
        return Reply(await self.model_extractor.preview(wanted))
