"""Taking operations back: tokens that name one operation among all stores, and history."""

from collections.abc import Iterable
from itertools import islice

from memoryd.domain import Scope, isoformat
from memoryd.errors import NotFoundError
from memoryd.memory import Project, Projects, Record, Store
from memoryd_client import wire

from .present import public_id

_USER = "user"
_LOOK_BACK = 50


def public_token(token: str, scope: Scope, project: Project | None) -> str:
    """Return a token that needs no directory to be understood: `<token>@<project key or user>`."""
    return f"{token}@{_USER if scope is Scope.USER or project is None else project.key}"


def undo(token: str | None, project: Project | None, projects: Projects) -> wire.Undone:
    """Take an operation back; without a token the latest that stands.

    *project* narrows "the latest" to one project and the user's own memories. Several tokens
    joined by commas are one operation that touched both scopes.
    """
    restored: list[str] = []
    operation = ""
    for part in (token or _latest(project, projects)).split(","):
        name, _, label = part.partition("@")
        store = _stores(project, projects).get(label) or _stores(None, projects).get(label)
        if store is None or not name:
            raise NotFoundError(
                f"no operation {part!r} to undo", hint="`memoryctl history` shows the tokens"
            )
        undone = store.undo(name, by="person")
        operation = undone.operation
        restored += [public_id(store.scope, path) for path in undone.restored]
    return wire.Undone(restored=restored, operation=operation)


def project_named(token: str | None, projects: Projects) -> Project | None:
    """Return the project that a token names; None: none, several, or the user."""
    labels = {part.partition("@")[2] for part in (token or "").split(",")}
    found = [project for project in projects.all() if project.key in labels]
    return found[0] if len(found) == 1 else None


def history(project: Project, projects: Projects) -> wire.History:
    """Return every change of the last 30 days in both scopes, newest first."""
    changes = [
        wire.Change(
            at=isoformat(record.at),
            operation=record.operation,
            by=record.by,
            files=[public_id(store.scope, path) for path in record.files],
            undo=None if record.undone else f"{record.token}@{label}",
        )
        for label, store in _stores(project, projects).items()
        for record in store.history()
    ]
    return wire.History(changes=sorted(changes, key=lambda change: change.at, reverse=True))


def _stores(project: Project | None, projects: Projects) -> dict[str, Store]:
    chosen: Iterable[Project] = [project] if project else projects.all()
    return {_USER: projects.user, **{each.key: each.store for each in chosen}}


def _latest(project: Project | None, projects: Projects) -> str:
    latest = [
        f"{record.token}@{label}"
        for label, store in _stores(project, projects).items()
        for record in islice(filter(_stands, store.history(limit=_LOOK_BACK)), 1)
    ]
    if not latest:
        raise NotFoundError("there is nothing to undo")
    return max(latest)  # a token begins with its time, which never goes back


def _stands(record: Record) -> bool:
    return not record.undone and not record.undoes
