"""Which sessions the two-phase pipeline may know of, and which of them are gone."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from memoryd.database import Database, SessionRow, Sighting, Thread
from memoryd.memory import Projects


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A look at all sessions. `off` are ids of threads to leave alone: memory is off for them."""

    sightings: tuple[Sighting, ...]
    gone: tuple[str, ...]
    off: frozenset[str]


def look(database: Database, projects: Projects, roots: Iterable[tuple[str, Path]]) -> Seen:
    """Compare the sessions that were read with the threads that are known. Blocking.

    *roots* are the directories that are read now, each with its agent. A thread is gone when its
    transcript is, while the directory it lay in is there: one that cannot be seen is not gone.
    """
    read, places = database.sessions(), list(roots)
    roots_of = _RootsOf(projects)
    agents = {agent for agent, _ in places}
    sightings = [
        found
        for row in read.values()
        if row.agent in agents and (found := _sighting(row, roots_of.of(row.project)))
    ]
    threads = database.threads.all()
    return Seen(
        sightings=tuple(sightings),
        gone=tuple(each.id for each in threads if _is_gone(each, read, places)),
        off=frozenset(
            each.id
            for each in threads
            if each.agent not in agents or roots_of.of(each.project) is None
        ),
    )


class _RootsOf:
    """Where each project is now; None: memory is off there."""

    def __init__(self, projects: Projects) -> None:
        self._projects = projects
        self._known: dict[str | None, str | None] = {None: None}

    def of(self, root: str | None) -> str | None:
        if root is not None and root not in self._known:
            project = self._projects.of(root)
            self._known[root] = project.root if project.enabled else None
        return self._known[root]


def _sighting(row: SessionRow, project: str | None) -> Sighting | None:
    if project is None or row.private or not (row.human and row.complete):
        return None
    return Sighting(
        agent=row.agent,
        session=row.session,
        project=project,
        updated=row.moved_at,
        arrived=datetime.fromtimestamp(row.mtime_ns / 1e9, UTC),
        path=row.path,
        cwd=row.cwd or project,
        content=f"{row.offset}:{row.tail_hash}",
    )


def _is_gone(
    thread: Thread,
    read: dict[tuple[str, str], SessionRow],
    places: Iterable[tuple[str, Path]],
) -> bool:
    row = read.get((thread.agent, thread.session))
    paths = {Path(thread.path), *([Path(row.path)] if row else [])}
    if any(path.exists() for path in paths):
        return False
    return any(
        agent == thread.agent and root.is_dir() and path.is_relative_to(root)
        for agent, root in places
        for path in paths
    )
