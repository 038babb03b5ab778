"""Memories as the API shows them: store values in, wire values out."""

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import TypeVar

from memoryd.database import Used
from memoryd.domain import Entry, Scope, SourceRef, isoformat
from memoryd.errors import ConflictError, MemorydError, NotFoundError
from memoryd.memory import Document, Project, Projects, Store, split_id
from memoryd_client import wire

M = TypeVar("M", bound=wire.Memory)

_USER_PREFIX = "user:"


def public_id(scope: Scope, memory_id: str) -> str:
    """Return the id as callers write it: `user:` before those of user scope."""
    return f"{_USER_PREFIX}{memory_id}" if scope is Scope.USER else memory_id


def split_public_id(public: str) -> tuple[Scope, str]:
    """Undo `public_id`."""
    if public.startswith(_USER_PREFIX):
        return Scope.USER, public.removeprefix(_USER_PREFIX)
    return Scope.PROJECT, public


def store_of(public: str, project: Project, projects: Projects) -> tuple[Store, str]:
    """Return the store an id belongs to, and the id within that store."""
    scope, memory_id = split_public_id(public)
    return (projects.user if scope is Scope.USER else project.store), memory_id


def find(public: str, project: Project, projects: Projects) -> tuple[Store, Document, int | None]:
    """Return store, document and entry index of an id. Raise NotFoundError."""
    store, memory_id = store_of(public, project, projects)
    try:
        document, entry = store.get(memory_id)
    except NotFoundError as exc:
        raise NotFoundError(
            f"no memory {public!r} in {project.root}", hint="`memoryctl list` shows the ids"
        ) from exc
    return store, document, entry


def project_holding(public: str, projects: Projects) -> Project:
    """Return the one project that has a memory of this id.

    Raise NotFoundError when none has, ConflictError when several have. For an id of user scope
    any project will do.
    """
    known = projects.all()
    if public.startswith(_USER_PREFIX):
        return known[0] if known else projects.of("/")
    holding = [project for project in known if _holds(project.store, public)]
    if len(holding) > 1:
        raise ConflictError(
            f"{len(holding)} projects have a memory {public!r}", hint="say which with ?cwd="
        )
    if not holding:
        raise NotFoundError(f"no project has a memory {public!r}")
    return holding[0]


def _holds(store: Store, memory_id: str) -> bool:
    try:
        store.get(memory_id)
    except MemorydError:
        return False
    return True


def age_days(document: Document, now: datetime) -> int:
    """Return the whole days since the fact was last stated; never negative."""
    return max(0, (now - document.updated).days)


def version_of(document: Document) -> str:
    """Return what changes whenever the memory's text does."""
    return hashlib.sha256(document.raw).hexdigest()[:16]


def _fields(
    scope: Scope, document: Document, entry: int | None, now: datetime
) -> dict[str, object]:
    memory_id = document.relative if entry is None else f"{document.relative}:{entry}"
    return {
        "id": public_id(scope, memory_id),
        "scope": scope.value,
        "type": document.type.value,
        "title": document.title,
        "description": document.description,
        "path": document.relative,
        "entry": entry,
        "created": isoformat(document.created),
        "updated": isoformat(document.updated),
        "age_days": age_days(document, now),
        "pinned": document.pinned,
        "sources": [_source(source) for source in document.sources],
    }


def _source(source: SourceRef) -> wire.Source:
    return wire.Source(
        agent=source.agent,
        session=source.session,
        record=source.record,
        at=isoformat(source.at) if source.at else None,
    )


def memory(scope: Scope, document: Document, entry: int | None, now: datetime) -> wire.Memory:
    """Show one memory as lists do."""
    return wire.Memory(**_fields(scope, document, entry, now))  # type: ignore[arg-type]  # _fields names Memory's own


def detail(scope: Scope, document: Document, entry: int | None, now: datetime) -> wire.MemoryDetail:
    """Show one memory whole; of one entry of several, just that entry."""
    entries = document.entries if entry is None else document.entries[entry : entry + 1]
    return wire.MemoryDetail(
        **_fields(scope, document, entry, now),  # type: ignore[arg-type]  # as above
        body=document.body if entry is None else entry_text(entries[0]),
        entries=[_entry(item) for item in entries],
        raw=document.raw.decode("utf-8", "replace"),
    )


def with_uses(shown: M, uses: Mapping[str, Used]) -> M:
    """Say of a memory how often it was used, and when last."""
    used = uses.get(split_id(shown.id)[0])
    if used is None:
        return shown
    return replace(shown, usage_count=used.count, last_usage=isoformat(used.last))


def candidate(
    scope: Scope, document: Document, entry: int | None, now: datetime
) -> wire.ForgetCandidate:
    """Show one entry that a forget would remove."""
    found = document.entries[entry or 0] if document.entries else Entry(summary=document.title)
    return wire.ForgetCandidate(
        **_fields(scope, document, entry, now),  # type: ignore[arg-type]  # as above
        summary=found.summary,
        why=found.why,
        how_to_apply=found.how_to_apply,
    )


def recalled(
    scope: Scope,
    document: Document,
    now: datetime,
    *,
    score: float,
    matched: tuple[str, ...],
    freshness: str,
    truncated: bool,
) -> wire.RecalledMemory:
    """Show a memory that a query needs."""
    return wire.RecalledMemory(
        **_fields(scope, document, None, now),  # type: ignore[arg-type]  # as above
        score=round(score, 3),
        matched=list(matched),
        freshness=freshness,
        truncated=truncated,
    )


def _entry(entry: Entry) -> wire.Entry:
    return wire.Entry(summary=entry.summary, why=entry.why, how_to_apply=entry.how_to_apply)


def entry_text(entry: Entry) -> str:
    """Write one entry as paragraphs."""
    parts = [entry.summary]
    if entry.why:
        parts.append(f"Why: {entry.why}")
    if entry.how_to_apply:
        parts.append(f"How to apply: {entry.how_to_apply}")
    return "\n\n".join(parts)
