"""The first phase by a model: one session's messages in, what it taught out."""

import asyncio
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import msgspec

from memoryd.config import Memories
from memoryd.domain import Message
from memoryd.prompts import Prompts

from .describe import describe
from .inert import page, plain
from .names import slug_of
from .payload import EMPTY, session_payload
from .values import Rollout, SessionDigest

if TYPE_CHECKING:
    from memoryd.llm import Models

_LEAST_WINDOW = 2_048
_OUTPUT_SHARE = 0.2
_LEAST_OUTPUT, _MOST_OUTPUT = 1_024, 4_096
_MOST_CHARS = 40_000


class Extracted(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What a model answers; both texts are empty when the session taught nothing."""

    rollout_summary: Annotated[str, msgspec.Meta(max_length=_MOST_CHARS)]
    rollout_slug: Annotated[str, msgspec.Meta(max_length=200)] | None
    raw_memory: Annotated[str, msgspec.Meta(max_length=_MOST_CHARS)]


async def extract_by_model(
    models: "Models",
    prompts: Prompts,
    messages: Sequence[Message],
    digest: SessionDigest,
    *,
    thread: str,
    updated_at: datetime,
    rules: Memories,
) -> Rollout:
    """Return what a session taught, in the words of the model of role `default`.

    *messages* are the whole session in order, without what the person took back; *digest* is what
    the rules found in them, and is kept beside the texts. Where there is nothing to show to a
    model none is asked, and the texts are those of the rules. Raise ModelError.
    """
    from memoryd.llm import Ask  # noqa: PLC0415 -- takes long to load, and most daemons ask none

    payload = await asyncio.to_thread(session_payload, messages, token_limit=input_limit(rules))
    if payload == EMPTY:
        return describe(digest, updated_at=updated_at)
    ask = Ask(
        system=await asyncio.to_thread(prompts.fill, "stage_one_system"),
        user=await asyncio.to_thread(
            prompts.fill,
            "stage_one_input",
            thread_id=plain(thread, 200),
            response_items_json=payload,
        ),
        schema=Extracted,
        max_output_tokens=output_limit(rules),
        purpose="stage1",
    )
    answer = await models.ask("default", ask)
    return await asyncio.to_thread(_rollout, answer.value, digest, updated_at)


def input_limit(rules: Memories) -> int:
    """Return how many tokens of a session a model is shown."""
    share = int(_window(rules) * rules.rollout_payload_percent)
    return min(rules.phase1_input_token_limit, share)


def output_limit(rules: Memories) -> int:
    """Return how many tokens a model may answer with."""
    return max(_LEAST_OUTPUT, min(int(_window(rules) * _OUTPUT_SHARE), _MOST_OUTPUT))


def _window(rules: Memories) -> int:
    return max(_LEAST_WINDOW, rules.fallback_token_limit)


def _rollout(said: Extracted, digest: SessionDigest, updated_at: datetime) -> Rollout:
    raw_memory, summary = page(said.raw_memory), page(said.rollout_summary)
    taught = bool(raw_memory and summary)
    return Rollout(
        session=digest.session,
        updated_at=updated_at,
        raw_memory=raw_memory if taught else "",
        rollout_summary=summary if taught else "",
        slug=slug_of(said.rollout_slug or "") if taught else "",
        digest=digest,
    )
