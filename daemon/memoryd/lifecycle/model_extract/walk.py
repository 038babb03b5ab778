"""Reading one session on from where the model left it, in bounded steps; blocking."""

from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from pathlib import Path

from memoryd.database import Database, SessionRow, Unread
from memoryd.domain import Speaker
from memoryd.memory import Project, Projects
from memoryd.prompts import Prompts
from memoryd.sources import Cursor, SessionFile, read, source_for

from .applying import Learnt, Stores, apply_proposals
from .gathering import Gathering, is_worth_asking
from .patches import check_answer
from .question import ExtractAnswer, Question, split_limit, write_question
from .standing import choose_standing, list_standing

_STEP_BYTES = 8 * 1024 * 1024


@dataclass(slots=True, kw_only=True)
class Walk:
    """One walk through what the model has not read of a session; `cursor` is how far it came."""

    unread: Unread
    database: Database
    projects: Projects
    limit: int
    cursor: Cursor = field(default_factory=Cursor)
    private: bool = False
    cwd: str | None = None
    _gathering: Gathering | None = None

    def __post_init__(self) -> None:
        known = self.unread.read
        self.cursor = Cursor(
            offset=known.offset, tail_hash=known.tail_hash, state=dict(known.state)
        )
        self.cwd = self.unread.row.cwd

    @property
    def project(self) -> Project | None:
        """Return the project that the session worked on, if it named a directory."""
        return self.projects.of(self.cwd) if self.cwd else None

    def step(self) -> bool:
        """Read some more; tell whether there is more. Raise OSError when the file cannot be read.

        A file that was replaced is gathered anew.
        """
        row = self.unread.row
        source = source_for(row.agent, commands=True)
        if source is None:
            raise FileNotFoundError(f"nobody reads sessions of {row.agent}")
        file = file_of(row)
        reading = read(source, file, self.cursor, max_bytes=_STEP_BYTES)
        self.cwd = reading.cwd or self.cwd
        self.cursor, self.private = reading.cursor, reading.private
        if self._gathering is None or reading.restarted:
            self._gathering = self._begin()
        typed = [m.record for m in reading.messages if m.speaker is Speaker.PERSON]
        self._gathering.take(
            reading.messages,
            withdrawn=reading.withdrawn,
            copied=self.database.seen_elsewhere(typed, row.agent, row.session),
            cwd=self.cwd,
        )
        return reading.more

    def question(self, prompts: Prompts) -> Question | None:
        """Return what is to be asked; None when nobody said anything worth a question.

        Raise ConfigError for a prompt of the user's that is off.
        """
        if self._gathering is None or self.private:
            return None
        slice_ = self._gathering.slice()
        if not is_worth_asking(slice_):
            return None
        said = [line.text for line in slice_.lines if line.speaker is Speaker.PERSON]
        project = self.project
        stores = [self.projects.user, *([project.store] if project else [])]
        _, room = split_limit(self.limit)
        standing = choose_standing(list_standing(stores), said, limit=room)
        return write_question(prompts, slice_, standing)

    def keep(self, question: Question, answer: ExtractAnswer, *, now: datetime) -> Learnt:
        """Put what holds of *answer* into memory; all else is counted in `rejected`."""
        row, project = self.unread.row, self.project
        checked = check_answer(answer, question, agent=row.agent, session=row.session)
        stores = Stores(
            project=project.store if project else None,
            user=self.projects.user,
            claim=partial(self.projects.scaffold, project, cwd=self.cwd) if project else None,
        )
        learnt = apply_proposals(checked.proposals, stores, by=row.agent, now=now)
        learnt.rejected.update(checked.rejected)
        return learnt

    def _begin(self) -> Gathering:
        project = self.project
        own = [self.projects.user.memory_dir]
        own += [project.store.memory_dir] if project else []
        return Gathering(limit=split_limit(self.limit)[0], own=own)


def file_of(row: SessionRow) -> SessionFile:
    """Return a session's file as it is now. Raise OSError when it is gone."""
    found = Path(row.path).stat()
    return SessionFile(
        agent=row.agent,
        session=row.session,
        path=Path(row.path),
        size_bytes=found.st_size,
        mtime_ns=found.st_mtime_ns,
        inode=found.st_ino,
    )
