"""What each route does: ten lines between the wire and the house."""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TypeVar

import msgspec
import structlog
from aiohttp import web

from memoryd.database import Database
from memoryd.domain import SourceRef, isoformat, parse_time
from memoryd.errors import BadRequestError
from memoryd.lifecycle.clear import clear, settle_clearings
from memoryd.lifecycle.edit import Edit, delete, edit
from memoryd.lifecycle.forget import Purging, forget
from memoryd.lifecycle.listing import Filter, list_memories
from memoryd.lifecycle.present import detail, find, project_holding, with_uses
from memoryd.lifecycle.recall import RecallQuery
from memoryd.lifecycle.remember import Wish, remember
from memoryd.lifecycle.selector import Selector
from memoryd.lifecycle.undo import history, project_named, undo
from memoryd.lifecycle.used import used, uses
from memoryd.memory import Project, Projects
from memoryd.schedule import Passes, Reconciler, Wanted
from memoryd.telemetry import Telemetry
from memoryd_client import wire

from . import requests
from .calls import Call, Reply, narrow
from .events import stream_events
from .figures import show_figures
from .status import Health, build_status

T = TypeVar("T")

_USER = "user:"
_FORGETTING = ("forget", "delete", "edit", "clear")
# A caller that reports a use once more within this only repeats itself.
_USED_AGAIN_AFTER = timedelta(minutes=10)


@dataclass(slots=True, kw_only=True)
class Handlers:
    """The parts of the daemon as the API sees them.

    What changes memories has threads of its own, *changing*: nobody who asks waits behind it.
    """

    projects: Projects
    database: Database
    selector: Selector
    reconciler: Reconciler
    passes: Passes
    telemetry: Telemetry
    health: Health
    executor: Executor
    changing: Executor
    clock: Callable[[], datetime]
    reload: Callable[[], Awaitable[wire.Reloaded]]
    shutdown: Callable[[], None]

    async def ping(self, _: Call) -> Reply:
        return Reply(b"OK", media="text/plain")

    async def healthz(self, _: Call) -> Reply:
        return Reply(b"OK", media="text/plain")

    async def readyz(self, _: Call) -> Reply:
        reasons = await self._in_thread(self.health.reasons)
        return Reply({"ready": not reasons, "reasons": reasons}, status=503 if reasons else 200)

    async def metrics(self, _: Call) -> Reply:
        text = await self._in_thread(partial(show_figures, self.health))
        return Reply(text, media="text/plain")

    async def status(self, _: Call) -> Reply:
        return Reply(await self._in_thread(partial(build_status, self.health)))

    async def budget(self, _: Call) -> Reply:
        return Reply(await self._in_thread(self.health.budget))

    async def recall(self, call: Call) -> Reply:
        asked = narrow(requests.RecallRequest, call.body)
        query = RecallQuery(
            text=asked.query,
            cwd=asked.cwd,
            session=asked.session_id,
            limit=asked.limit,
            exclude=frozenset(asked.exclude),
            recent_tools=tuple(asked.recent_tools),
            types=frozenset(asked.types),
            explain=asked.explain,
            leaves_trace=not call.readonly,
        )
        found, selected = await self.selector.recall(query, deadline_ms=asked.deadline_ms)
        self.telemetry.recall(
            query_length=len(asked.query),
            docs_scanned=found.docs_scanned,
            docs_selected=len(found.documents),
            strategy=found.strategy,
            duration_ms=found.duration_ms,
            now=self.clock(),
            selected=selected,
        )
        return Reply(found)

    async def remember(self, call: Call) -> Reply:
        asked = narrow(requests.RememberRequest, call.body)
        wish = Wish(
            text=asked.text,
            type=asked.type,
            scope=asked.scope,
            why=asked.why,
            how_to_apply=asked.how_to_apply,
        )
        request_id = structlog.contextvars.get_contextvars().get("request_id", "")

        def work(project: Project) -> wire.Remembered:
            now = self.clock()
            kept = remember(
                wish,
                project,
                self.projects,
                request_id=request_id,
                now=now,
                on_redacted=self.telemetry.redacted,
            )
            if reason := _why_not_new(kept):
                self.health.database.count_skipped("remember", {reason: 1}, now=now)
            return kept

        kept = await self._change(asked.cwd, work)
        if reason := _why_not_new(kept):
            self.telemetry.skip("remember", reason)
            return Reply(kept)
        return Reply(kept.memory, status=201)

    async def memories(self, call: Call) -> Reply:
        asked = narrow(requests.MemoriesQuery, call.query)
        wanted = Filter(type=asked.type, scope=asked.scope, words=asked.q or "")
        return Reply(
            await self._with_project(
                asked.cwd,
                lambda project: list_memories(
                    wanted,
                    project,
                    self.projects,
                    limit=asked.limit,
                    after=asked.next,
                    now=self.clock(),
                    uses=uses(project, self.database),
                ),
            )
        )

    async def memory(self, call: Call) -> Reply:
        memory_id = call.http.match_info["id"]

        def work(project: Project) -> wire.MemoryDetail:
            store, document, entry = find(memory_id, project, self.projects)
            found = detail(store.scope, document, entry, self.clock())
            return with_uses(found, uses(project, self.database))

        return Reply(await self._with_holder(memory_id, call, work))

    async def edit(self, call: Call) -> Reply:
        memory_id, asked = call.http.match_info["id"], narrow(requests.EditRequest, call.body)
        wanted = Edit(
            **{
                name: value
                for name in asked.__struct_fields__
                if (value := getattr(asked, name)) is not msgspec.UNSET
            }
        )
        if_match = _if_match(call.http.headers.get("If-Match"))
        edited = await self._with_holder(
            memory_id,
            call,
            lambda project: edit(
                memory_id, wanted, project, self.projects, if_match=if_match, now=self.clock()
            ),
            executor=self.changing,
        )
        await self.passes.forgotten(None)
        return Reply(edited)

    async def delete(self, call: Call) -> Reply:
        memory_id = call.http.match_info["id"]
        deleted = await self._with_holder(
            memory_id,
            call,
            lambda project: delete(memory_id, project, self.projects),
            executor=self.changing,
        )
        await self.passes.forgotten(None)
        return Reply(deleted)

    async def forget(self, call: Call) -> Reply:
        asked = narrow(requests.ForgetRequest, call.body)
        purging = Purging(
            transcript=self._transcript,
            taught=self._erase_taught,
            erase=self.database.erase_names,
        )

        def work(project: Project) -> tuple[Project, wire.Forgotten]:
            return project, forget(
                project,
                self.projects,
                query=_given(asked.query),
                ids=_given(asked.ids),
                apply=asked.apply,
                limit=asked.limit,
                now=self.clock(),
                purging=purging if asked.purge else None,
            )

        project, found = await self._change(asked.cwd, work)
        if found.forgotten:
            self.telemetry.events.publish("forget", {"forgotten": len(found.forgotten)})
            of_user = any(each.startswith(_USER) for each in found.forgotten)
            await self.passes.forgotten(None if of_user else project)
        return Reply(found)

    async def used(self, call: Call) -> Reply:
        asked = narrow(requests.UsedRequest, call.body)
        return Reply(
            await self._change(
                asked.cwd,
                lambda project: used(
                    asked.ids,
                    project,
                    self.projects,
                    self.database,
                    session=asked.session_id,
                    now=self.clock(),
                    again_after=_USED_AGAIN_AFTER,
                ),
            )
        )

    async def clear(self, call: Call) -> Reply:
        asked = narrow(requests.ClearRequest, call.body)
        stale_after = timedelta(minutes=self.reconciler.settings().dream.lock_stale_minutes)
        cleared = await self._change(
            asked.cwd,
            lambda project: clear(
                project,
                self.projects,
                self.database,
                confirmed=asked.confirm,
                lock_stale_after=stale_after,
                now=self.clock(),
            ),
        )
        if cleared.undo:
            self.telemetry.events.publish("forget", {"forgotten": len(cleared.cleared)})
        return Reply(cleared)

    def _transcript(self, source: SourceRef) -> str | None:
        row = self.database.session(source.agent, source.session)
        if row is None or not Path(row.path).exists():
            return None
        return f"the session of {source.agent} in {row.path}"

    def _erase_taught(self, is_meant: Callable[[str], bool]) -> list[str]:
        # It takes long to load, and a daemon that starts must answer first.
        from memoryd.lifecycle.rollouts import erase_taught  # noqa: PLC0415 -- see above

        return erase_taught(is_meant, self.database, self.projects)

    async def undo(self, call: Call) -> Reply:
        asked = narrow(requests.UndoRequest, call.body)

        def work() -> tuple[wire.Undone, Project | None]:
            project = self.projects.of(asked.cwd) if asked.cwd else None
            project = project or project_named(asked.token, self.projects)
            undone = undo(asked.token, project, self.projects)
            settle_clearings(self.projects, self.database, now=self.clock())
            return undone, project

        undone, project = await self._in_thread(work, executor=self.changing)
        if undone.operation in _FORGETTING:
            of_user = any(each.startswith(_USER) for each in undone.restored)
            await self.passes.restored(None if of_user else project)
        return Reply(undone)

    async def history(self, call: Call) -> Reply:
        asked = narrow(requests.CwdQuery, call.query)
        return Reply(
            await self._with_project(asked.cwd, lambda project: history(project, self.projects))
        )

    async def extract(self, call: Call) -> Reply:
        asked = narrow(requests.ExtractRequest, call.body)
        if not self.reconciler.settings().extract.enabled:
            return Reply(wire.Started(skipped="disabled"))
        cwd = asked.cwd
        project = await self._with_project(cwd, lambda project: project) if cwd else None
        if project and not project.enabled:
            return Reply(wire.Started(skipped="disabled"))
        root = project.root if project else None
        wanted = Wanted(project=root, session=asked.session_id, force=asked.force)
        submitted = await self.reconciler.extract_now(wanted)
        return Reply(wire.Started(job=submitted.job), status=202)

    async def list_projects(self, _: Call) -> Reply:
        return Reply(await self._in_thread(self.health.projects))

    async def injections(self, call: Call) -> Reply:
        asked = narrow(requests.InjectionsQuery, call.query)
        rows = await self._in_thread(
            partial(self.database.injections, asked.session_id, asked.limit)
        )
        shown = [
            wire.Injection(session_id=row.session, id=row.memory, at=isoformat(row.at))
            for row in rows
        ]
        return Reply(wire.InjectionList(injections=shown))

    async def stream(self, call: Call) -> web.StreamResponse:
        return await stream_events(call.http, self.telemetry.events)

    async def reload_settings(self, _: Call) -> Reply:
        return Reply(await self.reload())

    async def stop(self, _: Call) -> Reply:
        self.shutdown()
        return Reply(wire.Stopping(stopping=True), status=202)

    async def _with_project(self, cwd: str, work: Callable[[Project], T]) -> T:
        return await self._in_thread(lambda: work(self.projects.of(cwd)))

    async def _change(self, cwd: str, work: Callable[[Project], T]) -> T:
        return await self._in_thread(lambda: work(self.projects.of(cwd)), executor=self.changing)

    async def _with_holder(
        self,
        memory_id: str,
        call: Call,
        work: Callable[[Project], T],
        *,
        executor: Executor | None = None,
    ) -> T:
        cwd = narrow(requests.MemoryQuery, call.query).cwd

        def find() -> T:
            if cwd is not None:
                return work(self.projects.of(cwd))
            return work(project_holding(memory_id, self.projects))

        return await self._in_thread(find, executor=executor)

    async def _in_thread(self, work: Callable[[], T], *, executor: Executor | None = None) -> T:
        return await asyncio.get_running_loop().run_in_executor(executor or self.executor, work)


def _why_not_new(kept: wire.Remembered) -> str | None:
    if kept.rejected:
        return kept.rejected.code
    return "merged" if kept.merged_into or not kept.memory else None


def _given(value: T | msgspec.UnsetType) -> T | None:
    return None if isinstance(value, msgspec.UnsetType) else value


def _if_match(header: str | None) -> datetime | None:
    if header is None or header == "*":
        return None
    at = parse_time(header.strip('"'))
    if at is None:
        raise BadRequestError("If-Match must be the memory's `updated`")
    return at
