"""The memories that stand, as a model is told of them: those that touch what was said first."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from memoryd.domain import MemoryType, Scope
from memoryd.lifecycle.present import public_id
from memoryd.lifecycle.rollouts import count_tokens
from memoryd.lifecycle.shared_words import telling
from memoryd.memory import Store

_MOST = 40
_MOST_SUMMARY_CHARS = 400


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """One fact of a store, with the id that callers know it by."""

    id: str
    path: str
    scope: Scope
    type: MemoryType
    summary: str
    updated: datetime


def list_standing(stores: Iterable[Store]) -> list[Standing]:
    """Return every fact of *stores*. Blocking."""
    found: list[Standing] = []
    for store in stores:
        store.refresh()
        for document in store.documents().values():
            found += [
                Standing(
                    id=public_id(store.scope, memory_id),
                    path=document.relative,
                    scope=store.scope,
                    type=document.type,
                    summary=entry.summary,
                    updated=document.updated,
                )
                for memory_id, entry in zip(document.ids, document.entries, strict=False)
                if len(entry.summary) <= _MOST_SUMMARY_CHARS
            ]
    return found


def choose_standing(
    standing: Iterable[Standing], said: Iterable[str], *, limit: int
) -> list[Standing]:
    """Return those that share most words with what was *said*, then the newest, within *limit*."""
    words = frozenset[str]().union(*map(telling, said))
    ranked = sorted(
        standing,
        key=lambda each: (-len(telling(each.summary) & words), -each.updated.timestamp(), each.id),
    )
    chosen: list[Standing] = []
    for each in ranked[:_MOST]:
        limit -= count_tokens(render_standing([each])) + 1
        if limit < 0:
            break
        chosen.append(each)
    return chosen


def render_standing(standing: Sequence[Standing]) -> str:
    """Return one JSON object a line."""
    return "\n".join(
        json.dumps(
            {"id": each.id, "type": each.type.value, "summary": each.summary}, ensure_ascii=False
        )
        for each in standing
    )
