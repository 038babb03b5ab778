"""One session read by a model: asked once, checked, kept; or a failure with its reason."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING

from memoryd.config import Settings
from memoryd.database import Run, Unread
from memoryd.errors import BudgetExhaustedError, ConfigError
from memoryd.jobs import Outcome, Report
from memoryd.prompts import Prompts

from .extraction import Extractor

if TYPE_CHECKING:
    from memoryd.lifecycle.model_extract import Learnt, Walk
    from memoryd.llm import Models

_FIRST_WAIT_S, _LONGER = 60.0, 10  # from failure to failure
_NEVER_FREES = timedelta(days=1)
_UNAVAILABLE, _REFUSED = "model_unavailable", "model_refused"


class ModelReadFailedError(Exception):
    """A model could not read a session; `concerns_all`: others will fare no better now."""

    def __init__(self, message: str, *, concerns_all: bool) -> None:
        super().__init__(message)
        self.concerns_all = concerns_all


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelReader:
    """Reads what is unread of one session.

    What the answer teaches is written before the cursor moves, so a daemon killed in between does
    it again; the gate then finds every fact known.
    """

    extractor: Extractor
    models: "Models"
    prompts: Prompts
    settings: Callable[[], Settings]

    async def read(self, unread: Unread, report: Report, *, asked_with: str) -> Outcome:
        """Ask about one session; skipped where there is nothing to ask.

        Raise BudgetExhaustedError or ModelReadFailedError, after which the session waits or is
        parked.
        """
        try:
            return await self._read(unread, report, asked_with)
        except BudgetExhaustedError as exc:
            await self._wait(unread, exc, asked_with)
            raise
        except Exception as exc:  # the edge of one session: counted, shown in status, tried again
            raise await self._fail(unread, exc, asked_with) from exc

    async def _read(self, unread: Unread, report: Report, asked_with: str) -> Outcome:
        started_s, row = time.perf_counter(), unread.row
        reads = self.extractor.database.model_reads
        now = await self.extractor.in_thread(partial(reads.get, row.agent, row.session))
        if (now.offset, now.tail_hash) != (unread.read.offset, unread.read.tail_hash):
            return Outcome("nothing_new")  # it was read since it was found
        limit = self.settings().extract.model_input_token_limit
        walk = await walk_through(unread, self.extractor, limit=limit, report=report)
        question = await self.extractor.in_thread(partial(walk.question, self.prompts))
        if question is None:
            await self._cover(unread, walk, asked_with)
            return Outcome("nothing_said")
        report(0, 1, "questions")
        answer = await self.models.ask("default", question.ask)
        keep = partial(walk.keep, question, answer.value, now=self.extractor.clock())
        learnt = await self.extractor.in_thread(keep)
        await self._cover(unread, walk, asked_with)
        report(1, 1, "questions")
        # A model that answers is there: what it was too far away for is tried again.
        await self.extractor.in_thread(partial(reads.release, _UNAVAILABLE))
        await self._tell(unread, learnt, (time.perf_counter() - started_s) * 1000)
        return Outcome(result=_words(learnt))

    async def _cover(self, unread: Unread, walk: "Walk", asked_with: str) -> None:
        cursor = walk.cursor
        cover = partial(
            self.extractor.database.model_reads.cover,
            unread.row,
            offset=cursor.offset,
            tail_hash=cursor.tail_hash,
            state=cursor.state,
            asked_with=asked_with,
        )
        await self.extractor.in_thread(cover)

    async def _wait(self, unread: Unread, error: BudgetExhaustedError, asked_with: str) -> None:
        frees_in_s = error.frees_in_s
        wait = _NEVER_FREES if frees_in_s is None else timedelta(seconds=frees_in_s)
        noted = partial(
            self.extractor.database.model_reads.wait,
            unread,
            str(error),
            error.code,
            asked_with=asked_with,
            until=self.extractor.clock() + wait,
        )
        await self.extractor.in_thread(noted)
        await self.extractor.count_skipped({error.code: 1})

    async def _fail(
        self, unread: Unread, error: Exception, asked_with: str
    ) -> ModelReadFailedError:
        from memoryd.redact import redact  # noqa: PLC0415 -- as in walk_through

        row, reason = unread.row, _reason_of(error)
        said = redact(str(error) or type(error).__name__).text
        failures = unread.read.failures(row, asked_with=asked_with)
        wait = timedelta(seconds=_FIRST_WAIT_S * _LONGER**failures)
        noted = partial(
            self.extractor.database.model_reads.fail,
            unread,
            said,
            reason,
            asked_with=asked_with,
            retry_at=self.extractor.clock() + wait,
        )
        parked = await self.extractor.in_thread(noted)
        await self.extractor.count_skipped({reason: 1, **({"parked": 1} if parked else {})})
        await self._tell(unread, None, 0.0, failed=said)
        end = "; parked after three failures" if parked else ""
        return ModelReadFailedError(
            f"{row.agent} session {row.session}: {said}{end}",
            concerns_all=reason in (_UNAVAILABLE, _REFUSED),
        )

    async def _tell(
        self, unread: Unread, learnt: "Learnt | None", duration_ms: float, *, failed: str = ""
    ) -> None:
        extractor, project = self.extractor, unread.row.project
        known = (
            await extractor.in_thread(partial(extractor.projects.of, project)) if project else None
        )
        changes = learnt.changes if learnt else 0
        extractor.telemetry.extract(
            project=known.key if known else None,
            status="failed" if failed else "completed",
            patches_count=changes,
            touched_topics=sorted(learnt.topics) if learnt else [],
            duration_ms=duration_ms,
        )
        run = Run(
            kind="extract",
            at=extractor.clock(),
            project=project,
            status="failed" if failed else "updated" if changes else "noop",
            reason=failed or None,
            duration_ms=duration_ms,
        )
        await extractor.in_thread(partial(extractor.database.record_run, run))
        if learnt and learnt.rejected:
            await extractor.count_skipped(learnt.rejected)


async def walk_through(
    unread: Unread, extractor: Extractor, *, limit: int, report: Report | None = None
) -> "Walk":
    """Read what the model has not read of a session; only what can be shown is kept of it."""
    # It loads what takes long, and a daemon that starts must answer first.
    from memoryd.lifecycle.model_extract import Walk  # noqa: PLC0415 -- see above

    walk = Walk(
        unread=unread, database=extractor.database, projects=extractor.projects, limit=limit
    )
    while await extractor.in_thread(walk.step):
        if report:
            report(walk.cursor.offset, unread.row.size, "bytes")
    return walk


def _reason_of(error: Exception) -> str:
    """Return the kind of a failure, as it is counted and kept."""
    # By now it is loaded.
    from memoryd.llm import (  # noqa: PLC0415 -- see above
        BadAnswerError,
        ModelRefusedError,
        ModelUnavailableError,
    )

    kinds: tuple[tuple[type[Exception], str], ...] = (
        (ModelUnavailableError, _UNAVAILABLE),
        (ModelRefusedError, _REFUSED),
        (BadAnswerError, "bad_answer"),
        (ConfigError, "bad_prompt"),
        (OSError, "unreadable"),
    )
    return next((reason for kind, reason in kinds if isinstance(error, kind)), "internal")


def _words(learnt: "Learnt") -> str:
    """Return what became of an answer, for people."""
    counts = {
        "new": learnt.created,
        "merged": learnt.merged,
        "updated": learnt.updated,
        "superseded": learnt.superseded,
    }
    told = [f"{n} {what}" for what, n in counts.items() if n]
    return f"the model was asked: {', '.join(told) or 'nothing new'}"
