"""One bounded step of learning: read a session on, extract, write, then move the cursor.

All files are written before the cursor moves, so a daemon killed in between does the step
again; the gate then finds every fact known, and nothing is doubled.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from memoryd.database import Database, SessionRow
from memoryd.domain import Message, Speaker
from memoryd.memory import (
    Project,
    Projects,
    read_cursor,
    read_meta,
    write_cursor,
    write_meta,
)
from memoryd.sources import Cursor, Reading, SessionFile, Source, read

from .citations import count_citations
from .extract import Extraction, extract, withdraw

_STEP_BYTES = 8 * 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What one step did; `more` says whether the session goes on."""

    row: SessionRow
    extraction: Extraction
    project: Project | None
    speakers: tuple[Speaker, ...]
    more: bool


def start_row(file: SessionFile) -> SessionRow:
    """Return the row of a session that was never read."""
    return SessionRow(
        agent=file.agent,
        session=file.session,
        path=str(file.path),
        project=None,
        cwd=None,
        size=file.size_bytes,
        inode=file.inode,
        mtime_ns=file.mtime_ns,
        state={},
    )


def has_moved(file: SessionFile, row: SessionRow | None) -> bool:
    """Tell whether there may be something to read; when in doubt, yes."""
    return row is None or (
        not row.complete
        or (file.size_bytes, file.mtime_ns, file.inode) != (row.size, row.mtime_ns, row.inode)
    )


def learn(
    source: Source,
    file: SessionFile,
    row: SessionRow,
    *,
    database: Database,
    projects: Projects,
    now: datetime,
) -> Step:
    """Take one step through *file*. Blocking; raise OSError when disk or file refuse."""
    reading = read(source, file, _cursor(row), max_bytes=_STEP_BYTES)
    cwd = reading.cwd or row.cwd
    project = projects.of(cwd) if cwd else None
    persons = [m for m in reading.messages if m.speaker is Speaker.PERSON]
    extraction = Extraction()
    may_learn = not reading.private and (project is None or project.enabled)
    if may_learn:
        copied = database.seen_elsewhere((m.record for m in persons), file.agent, file.session)
        fresh = [m for m in reading.messages if m.record not in copied]
        extraction = extract(
            fresh,
            agent=file.agent,
            session=file.session,
            project=project.store if project else None,
            user=projects.user,
            cwd=cwd,
            # First, or what a killed daemon left would be taken for another's of the same key.
            claim=partial(projects.scaffold, project, cwd=cwd) if project else None,
        )
        stores = [projects.user, *([project.store] if project else [])]
        withdraw(reading.withdrawn, file.session, stores)
        if project and cwd:
            count_citations(
                reading.messages,
                project,
                projects,
                database,
                session=file.session,
                cwd=cwd,
                now=now,
            )
    moved = _advance(row, file, reading, cwd=cwd, project=project)
    if project and may_learn and not reading.more and _has_files(project, extraction):
        projects.scaffold(project, cwd=cwd)
        _note(project, file.session, moved.messages, extraction, now=now)
    database.save(moved, [m.record for m in persons], unseen=reading.withdrawn)  # the last step
    return Step(
        row=moved,
        extraction=extraction,
        project=project,
        speakers=tuple(m.speaker for m in reading.messages),
        more=reading.more,
    )


def _has_files(project: Project, extraction: Extraction) -> bool:
    # A project nothing was learnt of leaves no files behind.
    return extraction.patches > 0 or project.store.memory_dir.is_dir()


def _note(
    project: Project, session: str, messages: int, extraction: Extraction, *, now: datetime
) -> None:
    """Write meta.json and extract-cursor.json as agents that share the layout expect them."""
    store = project.store
    cursor = read_cursor(store.state_dir, now=now)
    write_cursor(store.state_dir, cursor.moved(session, messages, now=now))
    meta = read_meta(store.state_dir, now=now)
    write_meta(
        store.state_dir,
        replace(
            meta,
            updated_at=now,
            last_extraction_at=now,
            last_extraction_session_id=session,
            last_extraction_touched_topics=extraction.topics,
            last_extraction_status="updated" if extraction.patches else "noop",
        ),
    )


def _cursor(row: SessionRow) -> Cursor:
    return Cursor(
        offset=row.offset, inode=row.inode, tail_hash=row.tail_hash, state=dict(row.state)
    )


def _advance(
    row: SessionRow,
    file: SessionFile,
    reading: Reading,
    *,
    cwd: str | None,
    project: Project | None,
) -> SessionRow:
    base = replace(row, messages=0, human=0, bad_lines=0, oversize_lines=0, last_at=None)
    before = base if reading.restarted else row
    return replace(
        before,
        path=str(file.path),
        project=project.root if project else None,
        cwd=cwd,
        size=file.size_bytes,
        inode=file.inode,
        mtime_ns=file.mtime_ns,
        offset=reading.cursor.offset,
        tail_hash=reading.cursor.tail_hash,
        state=reading.cursor.state,
        private=reading.private,
        complete=not reading.more,
        messages=before.messages + _prose(reading.messages),
        human=before.human + sum(m.speaker is Speaker.PERSON for m in reading.messages),
        bad_lines=before.bad_lines + reading.bad_lines,
        oversize_lines=before.oversize_lines + reading.oversize_lines,
        last_at=max(
            filter(None, (before.last_at, *(m.at for m in reading.messages))), default=None
        ),
    )


def _prose(messages: Sequence[Message]) -> int:
    return sum(m.speaker is not Speaker.TOOL for m in messages)
