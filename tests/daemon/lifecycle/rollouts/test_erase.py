from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest

from memoryd.config import Memories
from memoryd.database import Extraction, Sighting, open_database
from memoryd.domain import fold
from memoryd.lifecycle.rollouts import erase_taught
from memoryd.lifecycle.rollouts.marks import MARK
from memoryd.memory import Projects

NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)


@pytest.fixture(name="projects")
def _projects(tmp_path):
    return Projects(tmp_path / "base", local=False, worktrees="shared", clock=lambda: NOW)


@pytest.fixture(name="root")
def _root(projects, tmp_path):
    (tmp_path / "harbor").mkdir()
    project = projects.of(str(tmp_path / "harbor"))
    projects.scaffold(project)
    root = project.artefacts_dir
    root.mkdir()
    return root


@pytest.fixture(name="database")
def _database(tmp_path):
    with closing(open_database(tmp_path / "m.sqlite3", now=NOW)[0]) as database:
        yield database


def teach(database, session, raw_memory, summary="A session."):
    database.threads.register(
        [
            Sighting(
                agent="codex",
                session=session,
                project="/p",
                updated=NOW - timedelta(days=1),
                path="/x",
                cwd="/p",
                content="1",
            )
        ],
        now=NOW,
    )
    (claim,) = database.stage1.claim(Memories(), worker="w", now=NOW)
    taught = Extraction(raw_memory=raw_memory, rollout_summary=summary, rollout_slug="a")
    database.stage1.complete(claim, taught, now=NOW)


def is_meant(said):
    return "sesame" in fold(said)


def test_what_sessions_taught_loses_the_lines_that_are_meant(database, projects):
    teach(database, "s1", "- The door opens with sesame.\n- The tests run with make.")
    teach(database, "s2", "- Nothing of it.")

    assert erase_taught(is_meant, database, projects) == []

    texts = {each.session: each.raw_memory for each in database.consolidations.outputs()}
    assert texts == {"s1": "- The tests run with make.", "s2": "- Nothing of it."}


def test_a_session_that_taught_nothing_else_teaches_nothing(database, projects):
    teach(database, "s1", "- The door opens with sesame.", "- The door opens with sesame.")

    erase_taught(is_meant, database, projects)

    assert database.consolidations.outputs() == []


def test_files_of_ours_lose_it_and_those_of_a_person_are_named(database, projects, root):
    (root / "memory_summary.md").write_text(f"{MARK}\n\n- Sesame opens it.\n- Use make.\n")
    (root / "learned.md").write_text("# Mine\n\n- Sesame, mostly.\n- Use tabs.\n")
    (root / "notes.md").write_text("Remember sesame.\n")

    left = erase_taught(is_meant, database, projects)

    assert left == [str(root / "notes.md")]
    assert (root / "memory_summary.md").read_text() == f"{MARK}\n\n- Use make.\n"
    assert (root / "learned.md").read_text() == "# Mine\n\n- Use tabs.\n"
    assert (root / "notes.md").read_text() == "Remember sesame.\n"


def test_no_byte_of_it_stays_in_the_database(database, projects, tmp_path):
    teach(database, "s1", "- The door opens with sesame.\n- Use make.")

    erase_taught(is_meant, database, projects)
    database.erase_handed_out([])

    files = list(tmp_path.glob("m.sqlite3*"))
    assert files
    assert not [path for path in files if b"sesame" in path.read_bytes()]
