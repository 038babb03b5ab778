"""Stores of earlier releases are worked on with; those of later ones are refused, and left alone.

Each `tests/data/state/v*` was made by the memoryd of its day.
"""

import json
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memoryd.database import VERSION, open_database
from memoryd.domain import MemoryType, Scope
from memoryd.errors import CannotServeError, MemorydError, NotReadyError
from memoryd.lifecycle.remember import Wish, remember
from memoryd.lifecycle.undo import history, undo
from memoryd.memory import Projects, compile_rules, read_meta

STATES = sorted((Path(__file__).parents[1] / "data" / "state").glob("v*"))
NOW = datetime(2026, 12, 1, tzinfo=UTC)  # while what was deleted can still be brought back
PROJECT = "/home/sam/harbor"
SESSION = "4b1f0c52-6a1d-4c0e-9d57-2f8e6f3a9b10"


@pytest.fixture(name="old", params=STATES, ids=lambda path: path.name)
def _old(request, tmp_path):
    """A copy of one store, with whatever modes git gave its files."""
    return shutil.copytree(request.param, tmp_path / "old")


@pytest.fixture(name="projects")
def _projects(old):
    return Projects(
        old / "base",
        local=False,
        worktrees="together",
        scope="git-root",
        rules=compile_rules({}, old),
        git=None,
        clock=lambda: NOW,
    )


@pytest.fixture(name="database")
def _database(old):
    database, aside = open_database(old / "state" / "memoryd.sqlite3", now=NOW)
    assert aside is None
    yield database
    database.close()


def contents(folder):
    return {path: path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def bump(file):
    """Make a JSON file one of a version that is not known yet."""
    value = json.loads(file.read_bytes())
    assert value["version"] == 1
    file.write_text(json.dumps(value | {"version": 99}))


def test_memories_are_read_and_nothing_is_complained_of(projects):
    project = projects.of(PROJECT)
    for store in (project.store, projects.user):
        store.refresh()

    assert sorted(project.store.documents()) == [
        "feedback/always-run-the-linter-before-you-commit.md",
        "feedback/never-push-to-the-main-branch-directly.md",
        "pinned/project/the-nightly-build-runs-on-the-green-cluster.md",
    ]
    assert list(projects.user.documents()) == ["feedback/answer-in-short-sentences-please.md"]
    assert project.store.unreadable() == {}


def test_what_was_forgotten_stays_forgotten_and_can_be_brought_back(projects):
    project = projects.of(PROJECT)
    changes = {change.operation: change for change in history(project, projects).changes}

    restored = undo(changes["forget"].undo, project, projects).restored
    assert restored == ["project/the-archive-lies-on-the-old-file-server.md"]
    undo(changes["delete"].undo, project, projects)
    assert len(project.store.documents()) == 5


def test_new_memories_are_added_and_known_ones_merged(projects):
    project = projects.of(PROJECT)

    def ask(text, **more):
        return remember(Wish(text=text, **more), project, projects, request_id="r", now=NOW)

    known = ask("Answer in short sentences, please.", scope=Scope.USER, type=MemoryType.FEEDBACK)
    assert known.merged_into == "user:feedback/answer-in-short-sentences-please.md"
    assert ask("The gateway listens on port 8080.").memory.scope == Scope.PROJECT


def test_the_bookkeeping_is_brought_up_to_date_and_kept(old, database):
    row = database.session("claude-code", SESSION)

    assert (row.messages, row.human, row.complete) == (4, 2, True)
    assert "project/the-nightly-build-runs-on-the-green-cluster.md" in str(
        database.injections(None, 9)
    )
    with closing(sqlite3.connect(old / "state" / "memoryd.sqlite3")) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (VERSION,)


def test_what_is_known_of_the_project_is_read(projects):
    meta = read_meta(projects.of(PROJECT).store.state_dir, now=NOW)

    assert meta.project_root == PROJECT
    assert meta.last_extraction_session_id == SESSION


def test_a_database_of_the_future_is_refused_by_name_and_left_alone(old):
    file = old / "state" / "memoryd.sqlite3"
    with closing(sqlite3.connect(file)) as db:
        db.execute("PRAGMA journal_mode = DELETE")
        db.execute(f"PRAGMA user_version = {VERSION + 1}")
        db.commit()
    before = contents(old / "state")

    with pytest.raises(CannotServeError, match=rf"newer memoryd \(format {VERSION + 1}"):
        open_database(file, now=NOW)

    assert contents(old / "state") == before


@pytest.mark.parametrize("name", ["meta.json", "tombstones.json"])
def test_a_state_file_of_the_future_is_refused_by_name_and_left_alone(old, projects, name):
    file = old / "base" / "projects" / "-home-sam-harbor" / name
    bump(file)
    before = contents(old / "base")

    def use_all():
        project = projects.of(PROJECT)
        undo(None, project, projects)
        read_meta(project.store.state_dir, now=NOW)

    with pytest.raises(NotReadyError, match=f"{name} has version 99"):
        use_all()

    assert contents(old / "base") == before


def test_an_operation_of_the_future_is_refused_by_name_and_left_alone(old, projects):
    (manifest,) = (old / "base").glob("projects/*/trash/*-forget/manifest.json")
    bump(manifest)
    before = contents(old / "base")
    project = projects.of(PROJECT)

    with pytest.raises(NotReadyError, match="has version 99"):
        undo(f"{manifest.parent.name}@{project.key}", project, projects)
    with pytest.raises(MemorydError):
        undo(f"{manifest.parent.name}@{project.key}", project, projects)
    project.store.tidy()

    assert contents(old / "base") == before
