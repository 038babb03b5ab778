"""The first phase at work: sessions are claimed, read, told, and the claims settled."""

import asyncio
from collections.abc import Callable, Collection, Iterable
from concurrent.futures import Executor
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import structlog

from memoryd.config import Memories
from memoryd.database import Database, Extraction, Stage1Claim
from memoryd.domain import Message, Speaker
from memoryd.errors import BudgetExhaustedError, NotFoundError
from memoryd.jobs import Report
from memoryd.prompts import Prompts
from memoryd.sources import SessionFile, source_for

from .leases import LeaseLostError, acquire, finish, hold

if TYPE_CHECKING:
    from memoryd.lifecycle.rollouts import Rollout, SessionDigest
    from memoryd.llm import Models

log = structlog.get_logger(__name__)

T = TypeVar("T")


@dataclass(slots=True)
class Tally:
    """What one pass over sessions did. `frees_in_s`: the budget stopped it, for that long."""

    claimed: int = 0
    read: int = 0
    taught: int = 0
    failed: int = 0
    error: str = ""
    stopped: bool = False
    frees_in_s: float | None = None


@dataclass(slots=True, kw_only=True)
class Stage1Worker:
    """Extracts from sessions that are over, several at once, each under a lease of its own."""

    database: Database
    executor: Executor
    clock: Callable[[], datetime]
    models: "Models | None"
    prompts: Prompts
    worker: str

    async def extract(
        self,
        rules: Memories,
        tally: Tally,
        report: Report,
        *,
        active: Collection[str] = (),
        project: str | None = None,
    ) -> None:
        """Extract from all sessions that may be, as many as *rules* allow; count in *tally*.

        What was claimed is given back when this is cancelled or the budget ends it.
        """
        running: set[asyncio.Task[None]] = set()
        try:
            while True:
                if not tally.stopped:
                    running |= await self._start(rules, tally, active, project)
                if not running:
                    return
                report(tally.read + tally.failed, None, "sessions")
                done, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    task.result()  # what is no session's own fault ends the pass
        finally:
            for task in running:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)

    async def _start(
        self, rules: Memories, tally: Tally, active: Collection[str], project: str | None
    ) -> set[asyncio.Task[None]]:
        claim = partial(
            self.database.stage1.claim,
            rules,
            worker=self.worker,
            now=self.clock(),
            active=active,
            claimed=tally.claimed,
            project=project,
        )
        claims = await acquire(self._in_thread(claim), self._give_all_back)
        tally.claimed += len(claims)
        return {asyncio.create_task(self._settle(claim, rules, tally)) for claim in claims}

    async def _settle(self, claim: Stage1Claim, rules: Memories, tally: Tally) -> None:
        """Extract from one session and settle its claim, whatever happens."""
        thread = claim.thread
        try:
            taught = await self._work(claim, rules)
        except BudgetExhaustedError as exc:
            tally.stopped, tally.frees_in_s = True, exc.frees_in_s
            tally.claimed -= 1
            await self._give_back(claim, str(exc))
        except asyncio.CancelledError:
            await self._give_back(claim, "stopping")
            raise
        except LeaseLostError:
            log.warning("a session's extraction was taken over", thread=thread.id)
        except Exception as exc:  # the edge of one session: counted, shown in jobs, retried
            log.exception("a session could not be extracted from", thread=thread.id)
            error = await self._in_thread(partial(without_secrets, str(exc)))
            tally.failed += 1
            tally.error = tally.error or f"{thread.id}: {error}"
            await self._in_thread(
                partial(self.database.stage1.fail, claim, error, rules, now=self.clock())
            )
        else:
            tally.read += 1
            tally.taught += taught

    async def _work(self, claim: Stage1Claim, rules: Memories) -> bool:
        """Extract from one session and store what it taught; tell whether that is anything."""
        stage1 = self.database.stage1
        taught = await hold(
            self._extract(claim, rules),
            lambda: self._in_thread(partial(stage1.renew, claim, rules, now=self.clock())),
            every_s=rules.phase2_heartbeat_seconds,
        )
        complete = partial(stage1.complete, claim, taught, now=self.clock())
        if not await finish(self._in_thread(complete)):
            raise LeaseLostError
        return taught is not None

    async def _give_all_back(self, claims: Iterable[Stage1Claim]) -> None:
        for claim in claims:
            await self._give_back(claim, "stopping")

    async def _give_back(self, claim: Stage1Claim, reason: str) -> None:
        give = partial(self.database.stage1.release, claim, reason, now=self.clock())
        await asyncio.shield(self._in_thread(give))

    async def _extract(self, claim: Stage1Claim, rules: Memories) -> Extraction | None:
        # Their tables take long to load, and a daemon that starts must answer first.
        from memoryd.lifecycle.rollouts import extraction_of  # noqa: PLC0415 -- see above

        messages, digest = await self._in_thread(partial(self._digest, claim))
        if digest is None:
            return None
        return extraction_of(await self._tell(messages, digest, claim, rules))

    async def _tell(
        self,
        messages: list[Message],
        digest: "SessionDigest",
        claim: Stage1Claim,
        rules: Memories,
    ) -> "Rollout":
        from memoryd.lifecycle.rollouts import (  # noqa: PLC0415 -- see _extract
            describe,
            extract_by_model,
        )

        thread = claim.thread
        if self.models is None or "default" not in self.models.roles:
            return await self._in_thread(partial(describe, digest, updated_at=thread.updated))
        return await extract_by_model(
            self.models,
            self.prompts,
            messages,
            digest,
            thread=thread.id,
            updated_at=thread.updated,
            rules=rules,
        )

    def _digest(self, claim: Stage1Claim) -> "tuple[list[Message], SessionDigest | None]":
        """Read the session; None when it asks by now not to be remembered. Blocking."""
        from memoryd.lifecycle.rollouts import (  # noqa: PLC0415 -- see _extract
            digest,
            read_whole,
            without_copies,
        )

        thread = claim.thread
        source = source_for(thread.agent, commands=True)
        if source is None:
            raise NotFoundError(f"no agent {thread.agent!r} is read")
        file = _session_file(thread.agent, thread.session, Path(thread.path))
        whole = read_whole(source, file)
        if whole.private:
            return [], None
        said = (m.record for m in whole.messages if m.speaker is Speaker.PERSON)
        copied = self.database.seen_elsewhere(said, thread.agent, thread.session)
        messages = without_copies(whole.messages, copied)
        return messages, digest(
            messages, agent=thread.agent, session=thread.session, cwd=whole.cwd or thread.cwd
        )

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.executor, work)


def without_secrets(text: str) -> str:
    """Return an error's text as people may see it."""
    from memoryd.redact import redact  # noqa: PLC0415 -- it takes long to load

    return redact(text).text


def _session_file(agent: str, session: str, path: Path) -> SessionFile:
    found = path.stat()
    return SessionFile(
        agent=agent,
        session=session,
        path=path,
        size_bytes=found.st_size,
        mtime_ns=found.st_mtime_ns,
        inode=found.st_ino,
    )
