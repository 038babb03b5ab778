"""Which sessions the two-phase pipeline may know of, and which of them are gone."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from memoryd.database import Database, SessionRow, Sighting
from memoryd.memory import Projects


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A look at all sessions.

    `off` are ids of threads to leave alone: memory is off for them, or they cannot be seen now.
    """

    sightings: tuple[Sighting, ...]
    gone: tuple[str, ...]
    off: frozenset[str]


def look(database: Database, projects: Projects, roots: Iterable[tuple[str, Path]]) -> Seen:
    """Compare the sessions that were read with the threads that are known. Blocking.

    *roots* are the directories that are read now, each with its agent. A thread is gone when its
    transcript is, while the directory it lay in can be seen; and when its session asks by now not
    to be remembered, or holds no words of a person any more.
    """
    read, places = database.sessions(), _Places(roots)
    roots_of = _RootsOf(projects)
    sightings = [
        found
        for row in read.values()
        if row.agent in places.agents
        and not projects.is_ignored(row.path)
        and not _is_missing(Path(row.path))
        and (found := _sighting(row, roots_of.of(row.project, row.cwd)))
    ]
    gone, off = set[str](), set[str]()
    for thread in database.threads.all():
        row = read.get((thread.agent, thread.session))
        paths = [Path(each) for each in (thread.path, *([row.path] if row else []))]
        missing = all(map(_is_missing, paths))
        is_read = thread.agent in places.agents and not projects.is_ignored(*map(str, paths))
        is_on = is_read and roots_of.of(thread.project, thread.cwd)
        if _says_no_more(row) or (missing and places.show(thread.agent, paths)):
            gone.add(thread.id)
        elif missing or not is_on:
            off.add(thread.id)
    return Seen(sightings=tuple(sightings), gone=tuple(sorted(gone)), off=frozenset(off))


class _RootsOf:
    """Where each project is now; None: memory is off there, or where the session was."""

    def __init__(self, projects: Projects) -> None:
        self._projects = projects
        self._known: dict[tuple[str, str | None], str | None] = {}

    def of(self, root: str | None, cwd: str | None) -> str | None:
        if root is None:
            return None
        if (root, cwd) not in self._known:
            project = self._projects.of(root)
            is_on = project.enabled and (cwd is None or self._projects.of(cwd).enabled)
            self._known[root, cwd] = project.root if is_on else None
        return self._known[root, cwd]


class _Places:
    """The directories that are read; one that is missing or empty may be a disk not mounted."""

    def __init__(self, roots: Iterable[tuple[str, Path]]) -> None:
        places = list(roots)
        self.agents = frozenset(agent for agent, _ in places)
        self._seen = [(agent, root) for agent, root in places if _holds_something(root)]

    def show(self, agent: str, paths: Iterable[Path]) -> bool:
        """Tell whether one of *paths* would be seen if it was there."""
        return any(
            agent == whose and path.is_relative_to(root)
            for path in paths
            for whose, root in self._seen
        )


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


def _says_no_more(row: SessionRow | None) -> bool:
    return row is not None and (row.private or (row.complete and not row.human))


def _is_missing(path: Path) -> bool:
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return True
    except OSError:  # it may be there: nobody lets us look
        return False
    return False


def _holds_something(root: Path) -> bool:
    try:
        return any(root.iterdir())
    except OSError:
        return False
