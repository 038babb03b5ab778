"""A store of its own for each test, with a clock that stands still."""

import pytest
from fakes import Clock

from memoryd.database import open_database
from memoryd.domain import Entry, MemoryType, Patch, Scope, SourceRef
from memoryd.memory import Project, Projects


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def projects(tmp_path, clock) -> Projects:
    return Projects(tmp_path / "base", local=False, worktrees="shared", clock=clock)


@pytest.fixture
def project(projects, tmp_path) -> Project:
    (tmp_path / "harbor" / ".git").mkdir(parents=True)
    return projects.of(str(tmp_path / "harbor"))


@pytest.fixture
def database(tmp_path, clock):
    database, _ = open_database(tmp_path / "state" / "memoryd.sqlite3", now=clock())
    yield database
    database.close()


@pytest.fixture
def keep(project, projects, clock):
    """Put a fact into memory and return where it went."""

    def keep(summary: str, *, kind: str = "project", scope: str = "project", why=None, record="r1"):
        patch = Patch(
            type=MemoryType(kind),
            scope=Scope(scope),
            entry=Entry(summary=summary, why=why),
            sources=(SourceRef(agent="codex", session="s1", record=record, at=clock()),),
            at=clock(),
        )
        store = projects.user if scope == "user" else project.store
        return store.apply([patch], operation="extract", by="rules")[0]

    return keep
