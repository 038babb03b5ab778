"""Clearing a project: its memories, its artefacts and what its sessions taught, with one undo.

The files are one operation of the store. The database is told before the first of them goes, and
follows the record in the trash ever after: `settle_clearings` does that at a start, too, when
somebody was killed between the two.
"""

import os
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from itertools import islice
from pathlib import Path

import structlog

from memoryd.database import Clearing, ClearingState, Database
from memoryd.errors import ConflictError, DeniedError, MemorydError, NotReadyError
from memoryd.memory import Change, Project, Projects, Store
from memoryd.system.files import make_private_dir
from memoryd.system.pid_lock import PidLock
from memoryd_client import wire

from .present import public_id
from .undo import public_token

log = structlog.get_logger(__name__)

_ROOT = "root"
_MOST_NAMED = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    """What a clearing of a project would remove: files by path, names in its root; what stays."""

    files: Mapping[str, bytes]
    artefacts: tuple[str, ...]
    sessions: int
    pinned: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.files or self.artefacts or self.sessions)


def clear(
    project: Project,
    projects: Projects,
    database: Database,
    *,
    confirmed: bool,
    lock_stale_after: timedelta,
    now: datetime,
) -> wire.Cleared:
    """Remove all that was learnt of one project; its pinned memories stay.

    Its sessions are not learnt from again, but what is said again is learnt again. Raise
    ConflictError naming what would go unless *confirmed*, BusyError while somebody tidies it.
    """
    store = project.store
    store.refresh()  # before the lock: it takes back what a killed one left half done
    found = _look(project, database)
    if not found:
        return wire.Cleared(cleared=[], kept=_public(store, found.pinned))
    if not confirmed:
        raise ConflictError(_describe(project, found), hint="say `confirm`: true to do it")
    projects.scaffold(project)
    with PidLock(store.lock_path, stale_after=lock_stale_after):
        _settle_root(store.state_dir / _ROOT)
        found = _look(project, database)
        try:
            token = store.commit(
                [Change(path=path, data=None) for path in found.files],
                operation="clear",
                by="person",
                base=found.files,
                whole=True,
                put_away=_ROOT,
                prepare=partial(_begin, database, project, now),
            )
        finally:
            settle_clearings(projects, database, now=now)
    artefacts = [f"memory://{_ROOT}/{name}" for name in found.artefacts]
    return wire.Cleared(
        cleared=[*_public(store, found.files), *artefacts],
        undo=public_token(token, store.scope, project) if token else None,
        kept=_public(store, found.pinned),
        sessions=found.sessions,
    )


def _look(project: Project, database: Database) -> _Found:
    documents = project.store.documents()
    return _Found(
        files={path: found.raw for path, found in documents.items() if not found.pinned},
        artefacts=_names(project.store.state_dir / _ROOT),
        sessions=database.clearings.count_sessions(project.root),
        pinned=tuple(path for path, found in documents.items() if found.pinned),
    )


def _names(root: Path) -> tuple[str, ...]:
    try:
        with os.scandir(root) as entries:
            names = [os.fsencode(each.name) for each in islice(entries, _MOST_NAMED)]
    except (FileNotFoundError, NotADirectoryError):
        return ()
    return tuple(sorted(name.decode("utf-8", "replace") for name in names))


def _public(store: Store, paths: Mapping[str, bytes] | tuple[str, ...]) -> list[str]:
    return sorted(public_id(store.scope, path) for path in paths)


def _describe(project: Project, found: _Found) -> str:
    names = f" ({', '.join(found.artefacts[:10])})" if found.artefacts else ""
    parts = [
        f"memories: {len(found.files)}",
        f"files and folders in memory://{_ROOT}: {len(found.artefacts)}{names}",
        f"sessions that are not learnt from again: {found.sessions}",
        f"pinned memories that stay: {len(found.pinned)}",
    ]
    return f"clearing {project.root} is to be confirmed; {'; '.join(parts)}"


def _settle_root(root: Path) -> None:
    """Bring in what waits beside the root, so that it goes too and does not come later."""
    from .rollouts import recover  # noqa: PLC0415 -- a daemon that starts must answer first

    recover(root)
    if root.exists() and not root.is_dir():
        raise DeniedError(f"{root} is no directory", hint="move it away")
    make_private_dir(root)


def _begin(database: Database, project: Project, now: datetime, token: str) -> None:
    named = public_token(token, project.store.scope, project)
    try:
        database.clearings.begin(named, project.root, now=now)
    except sqlite3.Error as exc:
        raise NotReadyError(f"the bookkeeping of sessions cannot be written: {exc}") from exc


def settle_clearings(projects: Projects, database: Database, *, now: datetime) -> None:
    """Let sessions follow what became of clearings: done, taken back, or too old for that.

    What cannot be told now is asked again with the next change and at the next start.
    """
    try:
        clearings = database.clearings.unfinished()
    except sqlite3.Error as exc:
        log.warning("the clearings could not be read", error=str(exc))
        return
    for clearing in clearings:
        try:
            _settle(clearing, projects, database, now)
        except (sqlite3.Error, OSError, MemorydError) as exc:
            log.warning("a clearing could not be settled", token=clearing.token, error=str(exc))


def _settle(clearing: Clearing, projects: Projects, database: Database, now: datetime) -> None:
    store = projects.of(clearing.project).store
    stands = store.stands(clearing.token.partition("@")[0])
    if stands is None and clearing.state is not ClearingState.BEGUN:
        database.clearings.end(clearing.token)  # its record went with age, and its undo with it
    else:
        database.clearings.settle(clearing.token, stands=bool(stands), now=now)
