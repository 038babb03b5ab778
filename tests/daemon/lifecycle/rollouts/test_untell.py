from datetime import UTC, datetime

import pytest

from memoryd.domain import Entry, MemoryType, Patch, Scope
from memoryd.lifecycle.rollouts.marks import END, MARK
from memoryd.lifecycle.rollouts.owned import list_owned
from memoryd.lifecycle.rollouts.untell import untell, without_facts
from memoryd.memory import Projects

NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
FRIDAYS = "Never push on Fridays."
STAGING = "Deploys go through the staging box first."


@pytest.fixture(name="projects")
def _projects(tmp_path):
    return Projects(tmp_path / "base", local=False, worktrees="shared", clock=lambda: NOW)


@pytest.fixture(name="project")
def _project(projects, tmp_path):
    (tmp_path / "harbor").mkdir()
    project = projects.of(str(tmp_path / "harbor"))
    projects.scaffold(project)
    return project


@pytest.fixture(name="root")
def _root(project):
    root = project.artefacts_dir
    (root / "rollout_summaries").mkdir(parents=True)
    return root


def learn(store, *facts):
    patches = [
        Patch(type=MemoryType.PROJECT, scope=Scope.PROJECT, entry=Entry(summary=fact), at=NOW)
        for fact in facts
    ]
    store.apply(patches, operation="extract", by="test", asked=True)


def forget(store, fact):
    path = next(d.relative for d in store.documents().values() if fact in d.raw.decode())
    store.forget([path], by="person")


def test_the_files_of_a_root_lose_what_was_forgotten_and_nothing_else(project, projects, root):
    summary = (
        f"{MARK}\n\n## Decisions\n\n- 2026-08-01: never push on Fridays.\n- 2026-08-01: {STAGING}\n"
    )
    (root / "memory_summary.md").write_text(summary)
    (root / "mine.md").write_text(FRIDAYS)
    learn(project.store, FRIDAYS, STAGING)
    forget(project.store, FRIDAYS)

    changed = untell(project, projects, now=NOW)

    assert changed == ("memory_summary.md",)
    text = (root / "memory_summary.md").read_text()
    assert "Fridays" not in text
    assert text == summary.replace("- 2026-08-01: never push on Fridays.\n", "")
    assert (root / "mine.md").read_text() == FRIDAYS


def test_what_is_remembered_again_stands(project, projects, root):
    (root / "memory_summary.md").write_text(f"{MARK}\n\n- {FRIDAYS}\n")
    learn(project.store, FRIDAYS)
    forget(project.store, FRIDAYS)
    learn(project.store, FRIDAYS)

    assert untell(project, projects, now=NOW) == ()


def test_what_the_user_forgot_for_all_projects_goes_too(project, projects, root):
    (root / "raw_memories.md").write_text(f"{MARK}\n\n### Decisions\n\n- {FRIDAYS}\n")
    learn(projects.user, FRIDAYS)
    forget(projects.user, FRIDAYS)

    assert untell(project, projects, now=NOW) == ("raw_memories.md",)
    assert not (root / "raw_memories.md").exists()


def test_a_project_without_a_root_gets_none(project, projects):
    learn(project.store, FRIDAYS)
    forget(project.store, FRIDAYS)

    assert untell(project, projects, now=NOW) == ()
    assert not (project.artefacts_dir).exists()


def test_what_a_person_wrote_below_stays_to_the_byte():
    tail = f"\nMy own: {FRIDAYS}\r\n"
    handbook = f"{MARK}\n\n- {FRIDAYS}\n- {STAGING}\n\n{END}{tail}".encode()

    (found,) = without_facts({"MEMORY.md": handbook}, lambda said: "Fridays" in said)

    assert found == ("MEMORY.md", f"{MARK}\n\n- {STAGING}\n\n{END}{tail}".encode())


def test_a_summary_whose_name_tells_goes_whole():
    path = "rollout_summaries/abc-never_push_on_friday.md"
    present = {
        path: f"{MARK}\n\n# A session\n\nWorked: `make`.\n".encode(),
        "MEMORY.md": f"{MARK}\n\n- {FRIDAYS}\n- {STAGING}\n".encode(),
    }

    changed = dict(without_facts(present, lambda said: said == FRIDAYS))

    assert changed[path] is None
    assert b"Fridays" not in changed["MEMORY.md"]


def test_a_script_of_ours_that_states_it_goes_and_a_persons_stays():
    ours, edited = "skills/check/scripts/a.sh", "skills/check/scripts/b.sh"
    script = f"# {FRIDAYS}\ngit push\n".encode()
    listed = list_owned({ours: script, edited: b"git push\n"})
    present = {ours: script, edited: script, ".generated.json": listed}

    changed = dict(without_facts(present, lambda said: said == FRIDAYS))

    assert changed == {ours: None}
