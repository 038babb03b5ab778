"""Lists of memories, newest first, a page at a time."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

from memoryd.database import Used
from memoryd.domain import MemoryType, Scope, fold
from memoryd.memory import Project, Projects
from memoryd_client import wire

from .present import memory, with_uses


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """Which memories are wanted; None and empty: all."""

    type: MemoryType | None = None
    scope: Scope | None = None
    words: str = ""


def list_memories(
    wanted: Filter,
    project: Project,
    projects: Projects,
    *,
    limit: int,
    after: str | None,
    now: datetime,
    uses: Mapping[str, Used] = MappingProxyType({}),
) -> wire.MemoryList:
    """Return one page; *after* is the `next` of the page before, a number.

    *uses* tells how often each was used.
    """
    start = int(after or 0)
    words = fold(wanted.words).split()
    found = []
    for store in (project.store, projects.user):
        if wanted.scope not in (None, store.scope):
            continue
        store.refresh()
        for document in store.documents().values():
            text = fold(f"{document.title} {document.description} {document.body}")
            if wanted.type in (None, document.type) and all(word in text for word in words):
                found.append((store.scope, document))
    found.sort(key=lambda pair: (-pair[1].updated.timestamp(), pair[0], pair[1].relative))
    page = found[start : start + limit]
    following = str(start + limit) if start + limit < len(found) else None
    return wire.MemoryList(
        memories=[with_uses(memory(scope, document, None, now), uses) for scope, document in page],
        next=following,
    )
