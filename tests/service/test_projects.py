"""Which project a directory belongs to, through a real daemon."""

import shutil
import subprocess

import pytest

from memoryd_client import DeniedError

FACT = "The nightly build runs on the green cluster."
QUESTION = "which cluster does the nightly build run on?"
needs_git = pytest.mark.skipif(not shutil.which("git"), reason="needs git")


def git(*words, cwd):
    options = ("-c", "user.name=a", "-c", "user.email=a@b")
    subprocess.run(["git", *options, *words], cwd=cwd, check=True, capture_output=True)


@pytest.fixture(name="repository")
def _repository(house):
    path = house.root.resolve() / "harbor"
    path.mkdir()
    git("init", cwd=path)
    git("commit", "--allow-empty", "-m", "x", cwd=path)
    return path


@needs_git
def test_a_repository_that_is_moved_under_a_running_daemon_keeps_its_memory(
    house, repository, wait_until
):
    git("remote", "add", "origin", "https://sam:hunter2@git.example.org/sam/harbor", cwd=repository)
    house.transcript(repository).say(f"Remember that {FACT}")
    house.start()
    client = house.client(repository)
    wait_until(lambda: any(one.last_extraction_at for one in client.projects().projects))

    moved = repository.rename(repository.parent / "port")

    assert house.client(moved).recall(QUESTION).documents
    (project,) = client.projects().projects
    assert (project.root, project.memories, project.sessions) == (str(moved), 1, 1)
    assert project.reason == (
        f"git repository; remote git.example.org/sam/harbor; moved here from {repository}"
    )
    shown = house.run("memoryctl", "--socket", str(house.socket), "projects").stdout
    assert project.key in shown
    assert project.reason in shown
    assert "hunter2" not in shown


@needs_git
def test_one_without_a_remote_is_known_by_its_first_commit_after_a_restart(house, repository):
    house.start()
    house.client(repository).remember(FACT)
    house.stop_all()
    moved = repository.rename(repository.parent / "port")

    house.start()

    assert house.client(moved).recall(QUESTION).documents
    (project,) = house.client(moved).projects().projects
    assert "first commit" in project.reason


def test_a_project_is_switched_off_and_on_by_a_reload(house, wait_until):
    project = house.project()
    house.start()
    client = house.client(project)
    client.remember(FACT)
    house.config.write_text(f"projects:\n  {project.resolve()}:\n    enabled: false\n")

    client.reload()
    wait_until(lambda: client.recall(QUESTION).skipped == "disabled")

    assert client.recall(QUESTION).prompt == ""
    assert client.guidance().skipped == "disabled"
    assert client.extract().skipped == "disabled"
    with pytest.raises(DeniedError, match="memory is off"):
        client.remember("The linter runs before every commit.")
    (shown,) = client.projects().projects
    assert (shown.enabled, shown.memories) == (False, 1)
    assert shown.reason.endswith("; off in the settings")

    house.config.write_text("")
    client.reload()
    wait_until(lambda: bool(client.recall(QUESTION).documents))


def test_status_counts_the_sessions_that_are_left_alone(house, wait_until):
    project = house.project()
    house.transcript(project).say(f"Remember that {FACT}")
    house.config.write_text(f"projects: {{{project.resolve()}: {{enabled: false}}}}\n")

    house.start()
    client = house.client(project)

    wait_until(lambda: client.status().skipped["extract"].get("disabled") == 1)
    assert house.memory_files() == []


def test_one_project_keeps_its_memory_itself(house):
    project, other = house.project(), house.project("other")
    house.config.write_text(f"projects: {{{project.resolve()}: {{local: true}}}}\n")
    house.start()

    house.client(project).remember(FACT)
    house.client(other).remember(FACT)

    assert len(list((project / ".qwen" / "memory").rglob("*.md"))) == 2
    assert {each.root: each.local for each in house.client(project).projects().projects} == {
        str(project.resolve()): True,
        str(other.resolve()): False,
    }


def test_in_workspace_scope_each_directory_has_a_memory_of_its_own(house):
    project = house.project()
    (project / "src").mkdir()
    house.start(QWEN_CODE_MEMORY_PROJECT_SCOPE=" Workspace")

    house.client(project).remember(FACT)

    assert house.client(project).recall(QUESTION).documents
    assert not house.client(project / "src").recall(QUESTION).documents


def test_a_scope_there_is_not_is_said_in_status(house):
    project = house.project()
    (project / "src").mkdir()
    house.start(MEMORYD_PROJECT_SCOPE="galaxy")
    client = house.client(project / "src")

    (trouble,) = client.status().errors

    assert "'galaxy'" in trouble.detail
    assert "git-root is in force" in trouble.hint
