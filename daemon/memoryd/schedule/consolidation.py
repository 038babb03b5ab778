"""The second phase at work: one project's sessions become the files of its memory root."""

import asyncio
import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import structlog

from memoryd.config import Memories
from memoryd.database import ConsolidationClaim, Database, Wait
from memoryd.domain import isoformat
from memoryd.errors import BudgetExhaustedError, BusyError
from memoryd.memory import Project, Projects
from memoryd.prompts import Prompts
from memoryd.system.pid_lock import PidLock

from .leases import LeaseLostError, acquire, finish, hold
from .stage1 import without_secrets

if TYPE_CHECKING:
    from memoryd.lifecycle.rollouts import Artefacts, Changes, Consolidated, Rollout
    from memoryd.llm import Models

BUDGET_EXHAUSTED = "budget_exhausted"
_STOPPING = "stopping"
_LOCKED_S = 60.0
_LOCK_STALE = timedelta(hours=1)
_LONG_AGO = datetime.min.replace(tzinfo=UTC)

log = structlog.get_logger(__name__)

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Merged:
    """What one consolidation did; `left` are files that a person changed, and which stay so.

    Without an error and `done`, it was not ours to do: `waits` says why, `frees_in_s` for how long
    when it is the budget.
    """

    project: str
    done: bool = False
    words: str = ""
    left: tuple[str, ...] = ()
    error: str = ""
    waits: str = ""
    frees_in_s: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Inputs:
    """What a consolidation starts from."""

    project: Project
    root: Path
    rollouts: "Sequence[Rollout]"
    present: Mapping[str, bytes]
    changes: "Changes"
    is_forgotten: "Callable[[str, datetime | None], bool]"


@dataclass(slots=True, kw_only=True)
class Consolidator:
    """Consolidates one project at a time, each under its lease; of one project never two."""

    database: Database
    projects: Projects
    executor: Executor
    clock: Callable[[], datetime]
    models: "Models | None"
    prompts: Prompts
    worker: str

    async def consolidate(self, root: str, rules: Memories) -> Merged:
        """Consolidate the project at *root* if something is asked for, and settle the claim."""
        states = self.database.consolidations
        claiming = partial(states.claim, root, rules, worker=self.worker, now=self.clock())
        claim = await acquire(self._in_thread(claiming), self._stop)
        if isinstance(claim, Wait):
            return Merged(project=root, waits=claim)
        try:
            return await hold(
                self._merge(claim, rules),
                lambda: self._renew(claim, rules),
                every_s=rules.phase2_heartbeat_seconds,
            )
        except BudgetExhaustedError as exc:
            await self._give_back(claim, str(exc))
            return Merged(project=root, waits=BUDGET_EXHAUSTED, frees_in_s=exc.frees_in_s)
        except BusyError as exc:  # the project is cleared or dreamt of just now
            await self._give_back(claim, str(exc))
            return Merged(project=root, waits="locked", frees_in_s=_LOCKED_S)
        except asyncio.CancelledError:
            await self._give_back(claim, _STOPPING)
            raise
        except LeaseLostError:
            log.warning("a consolidation was taken over", project=root)
            return Merged(project=root, waits=Wait.RUNNING)
        except Exception as exc:  # the edge of one project: shown in jobs, retried
            log.exception("a project could not be consolidated", project=root)
            error = await self._in_thread(partial(without_secrets, str(exc)))
            await self._in_thread(partial(states.fail, claim, error, rules, now=self.clock()))
            return Merged(project=root, error=error)

    async def _renew(self, claim: ConsolidationClaim, rules: Memories) -> bool:
        renew = partial(self.database.consolidations.renew, claim, rules, now=self.clock())
        return await self._in_thread(renew)

    async def _stop(self, claim: ConsolidationClaim | Wait) -> None:
        if not isinstance(claim, Wait):
            await self._give_back(claim, _STOPPING)

    async def _give_back(self, claim: ConsolidationClaim, reason: str) -> None:
        give = partial(self.database.consolidations.release, claim, reason, now=self.clock())
        await asyncio.shield(self._in_thread(give))

    async def _merge(self, claim: ConsolidationClaim, rules: Memories) -> Merged:
        inputs = await self._in_thread(partial(self._gather, claim))
        made = await self._make(inputs, rules)
        return await finish(self._in_thread(partial(self._write, claim, inputs, made, rules)))

    def _gather(self, claim: ConsolidationClaim) -> _Inputs:
        """Read what there is, after what a killed consolidation left is put right. Blocking."""
        # Their tables take long to load, and a daemon that starts must answer first.
        from memoryd.lifecycle.rollouts import (  # noqa: PLC0415 -- see above
            compare,
            read_root,
            recover,
            rollout_of,
            sessions_in,
            without,
        )

        project = self.projects.of(claim.project)
        root = project.artefacts_dir
        recover(root)
        present = read_root(root)
        now = self.clock()
        stones = (project.store.tombstones(), self.projects.user.tombstones())

        def is_forgotten(summary: str, at: datetime | None) -> bool:
            return any(each.hold_back(summary, at=at or _LONG_AGO, now=now) for each in stones)

        rollouts = [without(rollout_of(output), is_forgotten) for output in claim.inputs]
        told = [each for each in rollouts if each.raw_memory and each.rollout_summary]
        moved = {each.session: isoformat(each.updated_at) for each in told}
        return _Inputs(
            project=project,
            root=root,
            rollouts=told,
            present=present,
            changes=compare(sessions_in(present), moved),
            is_forgotten=is_forgotten,
        )

    async def _make(self, inputs: _Inputs, rules: Memories) -> "Consolidated":
        from memoryd.lifecycle.rollouts import (  # noqa: PLC0415 -- see _gather
            consolidate,
            consolidate_by_model,
        )

        if self.models and inputs.rollouts:
            return await consolidate_by_model(
                self.models,
                self.prompts,
                inputs.rollouts,
                present=inputs.present,
                changes=inputs.changes,
                rules=rules,
                exists=_exists_in(inputs.project),
                is_forgotten=inputs.is_forgotten,
            )
        return await self._in_thread(
            partial(
                consolidate,
                inputs.rollouts,
                token_limit=rules.summary_injection_token_limit,
                present=inputs.present,
                exists=_exists_in(inputs.project),
            )
        )

    def _write(
        self, claim: ConsolidationClaim, inputs: _Inputs, made: "Consolidated", rules: Memories
    ) -> Merged:
        """Put the files in place, and note that it is done. Blocking."""
        from memoryd.lifecycle.rollouts import assemble  # noqa: PLC0415 -- see _gather

        artefacts, left = assemble(inputs.rollouts, made, present=inputs.present), tuple[str, ...]()
        if artefacts.files or artefacts.stale:  # a project nothing was learnt of stays without
            left = self._put(claim, inputs, artefacts, rules)
        if not self.database.consolidations.complete(claim, now=self.clock()):
            raise LeaseLostError
        return Merged(
            project=claim.project,
            done=True,
            words=_describe(inputs.project, artefacts.changes, made),
            left=left,
        )

    def _put(
        self, claim: ConsolidationClaim, inputs: _Inputs, artefacts: "Artefacts", rules: Memories
    ) -> tuple[str, ...]:
        """Stage the files, look at the lease, then swap them in; return those left alone."""
        from memoryd.lifecycle.rollouts import (  # noqa: PLC0415 -- see _gather
            commit,
            discard,
            stage,
        )

        # First, or what a killed daemon left would be taken for another's of the same key.
        self.projects.scaffold(inputs.project)
        # Held to the end: a clearing in between would be followed by what it cleared.
        with PidLock(inputs.project.store.lock_path, stale_after=_LOCK_STALE):
            stage(inputs.root, artefacts, token_limit=rules.summary_injection_token_limit)
            if not self.database.consolidations.renew(claim, rules, now=self.clock()):
                discard(inputs.root)
                raise LeaseLostError
            return commit(inputs.root)

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.executor, work)


def _exists_in(project: Project) -> Callable[[str], bool]:
    """Return what tells whether a file is there; of a project that is elsewhere all are."""
    folder = project.path
    # Not Path.exists: that one raises for names which no file can have.
    return (lambda path: os.path.exists(folder / path)) if folder.is_dir() else bool  # noqa: PTH110


def _describe(project: Project, changes: "Changes", made: "Consolidated") -> str:
    from memoryd.lifecycle.rollouts import count_tokens  # noqa: PLC0415 -- see _gather

    told = len(changes.added) + len(changes.retained)
    if not told:
        return f"{project.root}: no session taught anything that lasts"
    parts = [f"{len(changes.added)} new", f"{len(changes.retained)} as before"]
    parts += [f"{len(changes.removed)} gone"] if changes.removed else []
    skills = f", {plural(len(made.skills), 'skill')}" if made.skills else ""
    tokens = count_tokens(made.memory_summary)
    left = f"; not taken: {', '.join(made.left_out)}" if made.left_out else ""
    return (
        f"{project.root}: {plural(told, 'session')} ({', '.join(parts)}){skills},"
        f" a summary of {tokens} tokens{left}"
    )


def plural(number: int, noun: str) -> str:
    """Return a number of things in words."""
    return f"{number:,} {noun}{'s' * (number != 1)}"
