"""The second phase by a model: what all sessions of a project taught, as texts."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated

import msgspec

from memoryd.config import Memories
from memoryd.prompts import Prompts

from . import inputs
from .inert import page
from .marks import MARK
from .tokens import count_tokens
from .values import Changes, Consolidated, Rollout, Skill

if TYPE_CHECKING:
    from memoryd.llm import Models

_RAW_TOKENS, _SUMMARY_TOKENS, _PREVIOUS_TOKENS = 20_000, 12_000, 10_000
_MOST_OUTPUT = 8_192
_MOST_CHARS = 200_000
_MOST_SKILLS = 40
_MOST_FILES = 40

_Text = Annotated[str, msgspec.Meta(max_length=_MOST_CHARS)]
_Name = Annotated[str, msgspec.Meta(max_length=400)]


class SaidFile(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A file beside a skill."""

    path: _Name
    content: _Text


_Files = Annotated[tuple[SaidFile, ...], msgspec.Meta(max_length=_MOST_FILES)]


class SaidSkill(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A procedure as a model tells it."""

    name: _Name
    content: _Text = ""
    scripts: _Files = ()
    templates: _Files = ()
    examples: _Files = ()


class Said(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What a model answers."""

    memory_md: _Text
    memory_summary: _Text
    skills: Annotated[tuple[SaidSkill, ...], msgspec.Meta(max_length=_MOST_SKILLS)]


async def consolidate_by_model(
    models: "Models",
    prompts: Prompts,
    rollouts: Sequence[Rollout],
    *,
    present: Mapping[str, bytes],
    changes: Changes,
    rules: Memories,
    exists: Callable[[str], bool] = bool,
) -> Consolidated:
    """Return MEMORY.md, the summary and the skills in the words of the model of role `smol`.

    All empty, and nothing asked, when no session taught anything. Raise ModelError, also for an
    answer that would leave the memory empty.
    """
    from memoryd.llm import Ask  # noqa: PLC0415 -- takes long to load, and most daemons ask none

    ranked = inputs.rank(rollouts, changes)
    if not ranked:
        return Consolidated(memory_md="", memory_summary="")
    ask = Ask(
        system=await asyncio.to_thread(prompts.fill, "consolidation_system"),
        user=await asyncio.to_thread(_question, prompts, ranked, present, changes, exists),
        schema=Said,
        max_output_tokens=_MOST_OUTPUT,
        purpose="consolidate",
    )
    answer = await models.ask("smol", ask)
    return await asyncio.to_thread(_consolidated, answer.value, rules.summary_injection_token_limit)


def _question(
    prompts: Prompts,
    ranked: Sequence[Rollout],
    present: Mapping[str, bytes],
    changes: Changes,
    exists: Callable[[str], bool],
) -> str:
    return prompts.fill(
        "consolidation",
        raw_memories=inputs.raw_memories(ranked, token_limit=_RAW_TOKENS),
        rollout_summaries=inputs.rollout_summaries(ranked, token_limit=_SUMMARY_TOKENS),
        previous_memory=inputs.previous_memory(present, token_limit=_PREVIOUS_TOKENS),
        changes=inputs.changes_text(changes, ranked, present, exists),
    )


def _consolidated(said: Said, token_limit: int) -> Consolidated:
    from memoryd.llm import BadAnswerError  # noqa: PLC0415 -- loaded by now

    memory, summary = page(said.memory_md), page(said.memory_summary)
    if not (memory and summary):
        raise BadAnswerError("empty consolidated memory", hint="give role smol another model")
    room = token_limit - count_tokens(f"{MARK}\n\n")
    return Consolidated(
        memory_md=memory,
        memory_summary=shortened(summary, token_limit=room),
        skills=tuple(Skill(name=s.name, content=s.content) for s in said.skills if s.content),
    )


def shortened(text: str, *, token_limit: int) -> str:
    """Return the first whole lines of *text* that fit, without a heading that says nothing."""
    lines = text.splitlines()
    while lines and (count_tokens("\n".join(lines)) > token_limit or _leads_on(lines[-1])):
        lines.pop()
    return "\n".join(lines)


def _leads_on(line: str) -> bool:
    return not line.strip() or line.lstrip().startswith("#")
