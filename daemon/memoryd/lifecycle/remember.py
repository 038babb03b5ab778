"""A person's own words, kept as they say."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

import structlog

from memoryd.domain import Entry, MemoryType, Patch, Scope, SourceRef, Speaker
from memoryd.errors import DeniedError
from memoryd.memory import Outcome, Project, Projects
from memoryd_client import wire

from .present import memory, public_id

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What a person asks to be kept; type and scope None: decided by rule."""

    text: str
    type: MemoryType | None = None
    scope: Scope | None = None
    why: str | None = None
    how_to_apply: str | None = None


_ADVICE = {
    "secret": "it holds a secret; say where the secret is kept instead",
    "too_short": "it is too short to be understood later",
    "too_long": "it is too long for one fact",
    "question": "it is a question",
    "temporary": "it speaks of something that will soon be over",
    "instruction": "it gives orders to the memory itself; `memoryctl forget` is how to forget",
    "duplicate_of_pinned": "a pinned memory says so already",
}


def remember(
    wish: Wish,
    project: Project,
    projects: Projects,
    *,
    request_id: str,
    now: datetime,
    on_redacted: Callable[[Mapping[str, int]], None] = lambda _: None,
) -> wire.Remembered:
    """Keep *wish*, merge it into what is known, or say why not.

    *on_redacted* hears of secrets that were taken out, counted by kind.

    Raise DeniedError where the settings have memory off.
    """
    if not project.enabled:
        raise DeniedError(
            f"memory is off in {project.root}",
            hint="the settings say so, below `projects:` or in `privacy.ignore`",
        )
    # Their tables take long to load, and a daemon that starts must answer first.
    from memoryd.llm import classify  # noqa: PLC0415 -- see above

    from .gate import judge  # noqa: PLC0415 -- see above

    kind, scope = classify(wish.text)
    patch = Patch(
        type=wish.type or kind,
        scope=wish.scope or scope,
        entry=Entry(summary=wish.text, why=wish.why, how_to_apply=wish.how_to_apply),
        sources=(SourceRef(agent="memoryd", session="remember", record=request_id, at=now),),
        at=now,
    )
    verdict = judge(patch, speaker=Speaker.PERSON)
    on_redacted(verdict.redacted)
    if verdict.patch is None:
        return _rejected(verdict.reason)
    store = projects.user if patch.scope is Scope.USER else project.store
    if store is project.store:
        projects.scaffold(project)
    applied = store.apply([verdict.patch], operation="remember", by="person", asked=True)[0]
    if applied.id is None or applied.status is Outcome.DUPLICATE_OF_PINNED:
        return _rejected(applied.status)
    public = public_id(patch.scope, applied.id)
    document, entry = store.known(applied.id)
    kept = memory(patch.scope, document, entry, now)
    return wire.Remembered(
        memory=kept, merged_into=None if applied.status is Outcome.CREATED else public
    )


def _rejected(reason: str) -> wire.Remembered:
    log.debug("patch rejected", reason=reason, session="remember")
    detail = _ADVICE.get(reason, f"the gate refused it ({reason})")
    return wire.Remembered(rejected=wire.Rejection(code=reason, detail=detail))
