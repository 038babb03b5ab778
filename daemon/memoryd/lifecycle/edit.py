"""A person changes, pins or deletes one memory through the API."""

from dataclasses import dataclass
from datetime import datetime

from memoryd.domain import isoformat
from memoryd.errors import PreconditionError
from memoryd.memory import Project, Projects
from memoryd_client import wire

from .present import detail, find, split_public_id
from .undo import public_token


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """What to change; None leaves a part as it is."""

    title: str | None = None
    description: str | None = None
    body: str | None = None
    pinned: bool | None = None


def edit(
    memory_id: str,
    wanted: Edit,
    project: Project,
    projects: Projects,
    *,
    if_match: datetime | None,
    now: datetime,
) -> wire.MemoryDetail:
    """Change one memory. Raise PreconditionError when it changed after *if_match*."""
    store, document, _ = find(memory_id, project, projects)
    path = document.relative
    if if_match and if_match != document.updated:
        raise PreconditionError(
            f"{memory_id} changed at {isoformat(document.updated)}", hint="read it again, then edit"
        )
    if (wanted.title, wanted.description, wanted.body) != (None, None, None):
        document = store.edit(
            path,
            by="person",
            title=_clean(wanted.title),
            description=_clean(wanted.description),
            body=_clean(wanted.body),
            if_match=if_match,
        )
    if wanted.pinned is not None and wanted.pinned != document.pinned:
        move = store.pin if wanted.pinned else store.unpin
        document = move(path, by="person")
    return detail(store.scope, document, None, now)


def _clean(text: str | None) -> str | None:
    if text is None:
        return None
    # Its tables take long to load, and a daemon that starts must answer first.
    from memoryd.redact import redact  # noqa: PLC0415 -- see above

    return redact(text).text


def delete(memory_id: str, project: Project, projects: Projects) -> wire.Deleted:
    """Delete one memory, undoably."""
    store, _, _ = find(memory_id, project, projects)
    _, local_id = split_public_id(memory_id)
    token = store.delete(local_id, by="person")
    return wire.Deleted(undo=public_token(token, store.scope, project))
