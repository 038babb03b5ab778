"""Recalls in which a model has the last word, if it speaks in time."""

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, TypeVar

import structlog

from memoryd.config import Recall as RecallSettings
from memoryd.errors import BudgetExhaustedError, ConfigError, MemorydError
from memoryd.prompts import Prompts
from memoryd.telemetry import SelectionTimes, Telemetry
from memoryd_client import wire

from .patience import Patience
from .recall import Finding, Recaller, RecallQuery
from .selection import Choice, Question, choose, pose, read_choice

if TYPE_CHECKING:
    from memoryd.llm import Answer, Ask, Models

log = structlog.get_logger(__name__)

_LEAST_FOUND = 2  # one memory that passed the gate leaves nothing to choose
_MAX_OUTPUT_TOKENS = 600
_PARTING_S = 2.0
T = TypeVar("T")
_AskModel = Callable[["Ask[Choice]"], Awaitable["Answer[Choice]"]]


@dataclass(slots=True, kw_only=True)
class Selector:
    """Answers recalls; where the settings name a model, it may reorder and drop what was found.

    Whenever it is late, fails or says what cannot be, what was found without it is the answer.
    """

    recaller: Recaller
    models: "Models | None"
    prompts: Prompts
    settings: Callable[[], RecallSettings]
    telemetry: Telemetry
    executor: Executor
    elapsed: Callable[[], float] = time.monotonic
    _patience: Patience = field(default_factory=Patience)
    _asked: set[asyncio.Task[Finding | None]] = field(default_factory=set)

    async def recall(
        self, query: RecallQuery, *, deadline_ms: int | None = None
    ) -> tuple[wire.Recall, SelectionTimes | None]:
        """Answer *query* within *deadline_ms*; None: as long as the settings say.

        The times are None where the settings name no model to choose.
        """
        ask_model = self._model()
        if ask_model is None or not query.leaves_trace:
            return await self._in_thread(partial(self.recaller.recall, query)), None
        now_s = asyncio.get_running_loop().time
        started_s = now_s()
        deadline_s = started_s + (deadline_ms or self.settings().deadline_ms) / 1000
        finding = await self._in_thread(partial(self.recaller.find, query))
        found_s = now_s()
        selected = await self._select(ask_model, finding, deadline_s)
        times = SelectionTimes(
            fast_ms=(found_s - started_s) * 1000,
            selector_ms=(now_s() - found_s) * 1000 if selected else 0.0,
        )
        return await self._in_thread(partial(self._hand_out, finding, selected)), times

    async def close(self) -> None:
        """Let go of the questions that nobody waits for any more."""
        for task in self._asked:
            task.cancel()
        if self._asked:
            await asyncio.wait(self._asked, timeout=_PARTING_S)

    def _model(self) -> _AskModel | None:
        role = self.settings().selector
        if role is None or self.models is None or role not in self.models.roles:
            return None
        return partial(self.models.ask, role)

    async def _select(
        self, ask_model: _AskModel, finding: Finding, deadline_s: float
    ) -> Finding | None:
        """Return the finding as the model would have it, or as it is; None: nobody was asked."""
        if len(finding.found) < _LEAST_FOUND:
            return None
        if self._patience.is_resting(self.elapsed()):
            self.telemetry.skip_recall("selector_resting")
            return None
        loop = asyncio.get_running_loop()
        left_s = deadline_s - loop.time()
        if left_s <= 0:  # the search took all of the time, for which no model is to blame
            self.telemetry.skip_recall("selector_late")
            return None
        task = loop.create_task(self._ask(ask_model, finding, left_s), name="select memories")
        self._asked.add(task)
        task.add_done_callback(self._forget)
        try:
            await asyncio.wait({task}, timeout=left_s)
        finally:
            task.cancel()  # nobody waits for it longer, and its answer is of use to nobody else
        return self._judge(task) or finding

    async def _ask(self, ask_model: _AskModel, finding: Finding, within_s: float) -> Finding | None:
        ask, question = await self._in_thread(partial(self._pose, finding, within_s))
        answer = await ask_model(ask)
        chosen = read_choice(answer.value, question.shown)
        return None if chosen is None else choose(finding, chosen, question.shown)

    def _pose(self, finding: Finding, within_s: float) -> tuple["Ask[Choice]", Question]:
        # Loaded with the models, which most daemons do without.
        from memoryd.llm import Ask  # noqa: PLC0415 -- see above
        from memoryd.redact import redact  # noqa: PLC0415 -- as above

        question = pose(finding, clean=lambda text: redact(text).text)
        ask = Ask(
            system=self.prompts.fill("select_system"),
            user=self.prompts.fill(
                "select_input",
                query_json=question.query,
                recent_tools_json=question.recent_tools,
                manifest=question.manifest,
            ),
            schema=Choice,
            max_output_tokens=_MAX_OUTPUT_TOKENS,
            purpose="select",
            within_s=within_s,
        )
        return ask, question

    def _forget(self, task: asyncio.Task[Finding | None]) -> None:
        self._asked.discard(task)
        if not task.cancelled():
            task.exception()  # looked at, or asyncio complains: how a late one ends is all the same

    def _judge(self, task: asyncio.Task[Finding | None]) -> Finding | None:
        """Return what the model chose; None: nothing of use, which is counted by its reason."""
        selected: Finding | None = None
        try:
            if task.done():
                selected = task.result()
        except BudgetExhaustedError:
            self.telemetry.skip_recall("selector_budget")
        except (MemorydError, OSError, sqlite3.Error) as exc:
            self._miss("selector_failed", exc)
        else:
            if selected:
                self._patience = Patience()
            else:
                self._miss("selector_failed" if task.done() else "selector_late")
        return selected

    def _miss(self, reason: str, error: Exception | None = None) -> None:
        self.telemetry.skip_recall(reason)
        before, now_s = self._patience, self.elapsed()
        self._patience = before.missed(now_s, failed=error is not None)
        if self._patience.rests > before.rests:
            rest_s = round(self._patience.rested_s - now_s)
            log.warning("the selector rests", reason=reason, rest_s=rest_s, **_describe(error))

    def _hand_out(self, finding: Finding, selected: Finding | None) -> wire.Recall:
        if selected:
            finding = self.recaller.look_again(selected)
        return self.recaller.hand_out(finding)

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.executor, work)


def _describe(error: Exception | None) -> dict[str, str | None]:
    """Describe an error without what an endpoint said, which may quote the question."""
    if error is None:
        return {}
    hint = str(error) if isinstance(error, ConfigError) else getattr(error, "hint", None)
    return {"error": type(error).__name__, "hint": hint}
