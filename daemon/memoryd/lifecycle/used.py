"""What was of use, as those report who used it: ids in, counts out."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from pathlib import PurePosixPath
from urllib.parse import unquote

from memoryd.database import Database, Use, Used
from memoryd.errors import MemorydError
from memoryd.memory import Project, Projects, split_id
from memoryd.system.inside import confined, read_below
from memoryd_client import wire

from .present import split_public_id, store_of

ROOT_URI = "memory://root/"

_USER = "user"
_SUMMARIES = "rollout_summaries/"
_THREAD = "thread_id: "
_HEAD_BYTES = 4096


def used(
    ids: Iterable[str],
    project: Project,
    projects: Projects,
    database: Database,
    *,
    session: str | None,
    now: datetime,
    again_after: timedelta,
) -> wire.Used:
    """Count what a caller used; what its session reported a moment ago counts no second time."""
    return count_used(
        ids, project, projects, database, session=session, now=now, again_after=again_after
    )


def count_used(
    ids: Iterable[str],
    project: Project,
    projects: Projects,
    database: Database,
    *,
    session: str | None,
    now: datetime,
    again_after: timedelta | None = None,
) -> wire.Used:
    """Count uses of memories, of artefacts, and of sessions of *project*.

    Where memory is off, and for a private session, nothing is known. *again_after* is when the
    same thing counts again for one session; None is never.
    """
    names = list(dict.fromkeys(ids))
    if not project.enabled or (session and database.is_private(session)):
        return wire.Used(counted=[], unknown=names)
    for store in (project.store, projects.user):
        store.refresh()
    found = {name: _find(name, project, projects, database) for name in names}
    counted = database.usage.count(
        (use for uses in found.values() for use in uses),
        session=session,
        now=now,
        again_after=again_after,
    )
    return wire.Used(
        counted=[name for name, uses in found.items() if not counted.isdisjoint(uses)],
        unknown=[name for name, uses in found.items() if not uses],
    )


def uses(project: Project, database: Database) -> Mapping[str, Used]:
    """Return how often what a project sees was used, by id as callers write it."""
    return database.usage.counts(project.key) | database.usage.counts(_USER)


def _find(name: str, project: Project, projects: Projects, database: Database) -> tuple[Use, ...]:
    """Return what a name stands for; nothing when there is no such thing."""
    if name.startswith(ROOT_URI):
        return _find_artefact(name.removeprefix(ROOT_URI), project, database)
    path, index = split_id(name)
    if not path.endswith(".md"):
        return _find_threads(name, project, database)
    store, relative = store_of(path, project, projects)
    document = store.documents().get(relative)
    if document is None or (index is not None and index >= max(1, len(document.entries))):
        return ()
    is_users = split_public_id(path)[0] is projects.user.scope
    return (Use(place=_USER if is_users else project.key, id=path),)


def _find_artefact(path: str, project: Project, database: Database) -> tuple[Use, ...]:
    relative = unquote(path)
    try:
        root = project.store.state_dir / "root"
        file = confined(root, relative)
        if not file.is_file():
            return ()
        uri = f"{ROOT_URI}{PurePosixPath(relative)}"
        if not relative.startswith(_SUMMARIES):
            return (Use(place=project.key, id=uri),)
        data = read_below(root, relative, most_bytes=_HEAD_BYTES)
        head = data.decode("utf-8", "replace").splitlines()
    except (MemorydError, OSError, ValueError):
        return ()
    session = next((line for line in head if line.startswith(_THREAD)), "").removeprefix(_THREAD)
    told = _find_threads(session, project, database) if session else ()
    return (Use(place=project.key, id=uri), *told)


def _find_threads(name: str, project: Project, database: Database) -> tuple[Use, ...]:
    found = database.threads.named(name, project.root)
    return tuple(Use(place=project.key, id=each, is_thread=True) for each in found)
