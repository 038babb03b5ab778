"""The second phase by a model: what all sessions of a project taught, as texts."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

from memoryd.config import Memories
from memoryd.memory import is_same_fact
from memoryd.prompts import Prompts

from . import inputs
from .inert import page
from .marks import MARK
from .said import Said, take_skills
from .tokens import count_tokens, quarters
from .values import Changes, Consolidated, Rollout
from .without import IsForgotten, without_lines

if TYPE_CHECKING:
    from memoryd.llm import Models

_MOST_OUTPUT_TOKENS = 8_192
# Of what much was known of, "all is deleted" is no memory.
_LEAST_SHARE, _LEAST_TOKENS = 200, 8
_LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)


async def consolidate_by_model(
    models: "Models",
    prompts: Prompts,
    rollouts: Sequence[Rollout],
    *,
    present: Mapping[str, bytes],
    changes: Changes,
    rules: Memories,
    exists: Callable[[str], bool] = bool,
    is_forgotten: IsForgotten = lambda _text, _at: False,
) -> Consolidated:
    """Return MEMORY.md, the summary and the skills in the words of the model of role `smol`.

    *present* and *changes* tell what the memory says now and of which sessions it does not know.
    What *is_forgotten* is taken out of the memory as it is shown and as it comes back; *rollouts*
    are without it. All empty, and nothing asked, when no session taught anything.

    Raise ModelError; BadAnswerError also for an answer that leaves next to nothing of the memory.
    """
    from memoryd.llm import Ask  # noqa: PLC0415 -- takes long to load, and most daemons ask none

    ranked = inputs.rank(rollouts, changes)
    if not ranked:
        return Consolidated(memory_md="", memory_summary="")
    is_gone = _gone(ranked, is_forgotten)
    shown = await asyncio.to_thread(
        inputs.show, ranked, present=present, changes=changes, exists=exists, is_gone=is_gone
    )
    ask = Ask(
        system=await asyncio.to_thread(prompts.fill, "consolidation_system"),
        user=await asyncio.to_thread(partial(prompts.fill, "consolidation", **shown)),
        schema=Said,
        max_output_tokens=_MOST_OUTPUT_TOKENS,
        purpose="consolidate",
    )
    answer = await models.ask("smol", ask)
    known = count_tokens(shown["raw_memories"]) + count_tokens(shown["previous_memory"])
    return await asyncio.to_thread(
        _consolidated,
        answer.value,
        is_gone,
        least=min(known // _LEAST_SHARE, _LEAST_TOKENS),
        token_limit=rules.summary_injection_token_limit,
    )


def _gone(ranked: Sequence[Rollout], is_forgotten: IsForgotten) -> Callable[[str], bool]:
    stated = [s.text for rollout in ranked if rollout.digest for s in rollout.digest.statements]

    def is_gone(said: str) -> bool:
        # Of a line nobody knows how old it is. What was stated again since is in a digest.
        return is_forgotten(said, _LONG_AGO) and not any(is_same_fact(said, s) for s in stated)

    return is_gone


def _consolidated(
    said: Said, is_gone: Callable[[str], bool], *, least: int, token_limit: int
) -> Consolidated:
    memory, summary = (
        without_lines(page(text), is_gone) for text in (said.memory_md, said.memory_summary)
    )
    if not (memory and summary):
        raise _bad("empty consolidated memory")
    if (tokens := count_tokens(memory)) < least:
        raise _bad(f"{tokens} tokens are next to nothing of what is known, which needs {least}")
    summary = shortened(summary, token_limit=token_limit - count_tokens(f"{MARK}\n\n"))
    if not summary:
        raise _bad("not one line of the summary is within memories.summaryInjectionTokenLimit")
    skills, left_out = take_skills(said.skills, is_gone)
    return Consolidated(memory_md=memory, memory_summary=summary, skills=skills, left_out=left_out)


def _bad(message: str) -> Exception:
    from memoryd.llm import BadAnswerError  # noqa: PLC0415 -- as above

    return BadAnswerError(message, hint="the memory stays as it was; give role smol another model")


def shortened(text: str, *, token_limit: int) -> str:
    """Return the first whole lines of *text* that fit, without headings that lead to nothing."""
    lines: list[str] = []
    room = 4 * token_limit
    for line in text.splitlines():
        room -= quarters(f"{line}\n")
        if room < 0:
            break
        lines.append(line)
    while lines and (not lines[-1].strip() or lines[-1].lstrip().startswith("#")):
        lines.pop()
    return "\n".join(lines)
