"""Repositories that move, real ones where git is installed; a project keeps its memory or not."""

import json
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest

from memoryd.domain import Entry, MemoryType, Patch, Scope, SourceRef
from memoryd.memory import Projects, sanitise

GIT = shutil.which("git")
needs_git = pytest.mark.skipif(not GIT, reason="needs git")
NOW = datetime(2026, 1, 1, tzinfo=UTC)
URL = "https://sam:hunter2@git.example.org/team/app.git"


@pytest.fixture(name="top")
def _top(tmp_path):
    return tmp_path.resolve()


@pytest.fixture(name="start")
def _start(tmp_path):
    """Start what keeps projects, as a daemon that starts anew does."""

    def start(*, git=GIT, worktrees="shared", local=False, at=NOW):
        base = tmp_path / "base"
        return Projects(base, local=local, worktrees=worktrees, git=git, clock=lambda: at)

    return start


def run_git(*words, cwd):
    options = ("-c", "user.name=a", "-c", "user.email=a@b", "-c", "init.defaultBranch=main")
    subprocess.run(["git", *options, *words], cwd=cwd, check=True, capture_output=True)


def with_remote(path, url=URL):
    """Make a repository by hand that has a remote."""
    (path / ".git").mkdir(parents=True)
    (path / ".git" / "config").write_text(f'[remote "origin"]\n\turl = {url}\n')
    return path


def with_commit(path, message="one"):
    path.mkdir(parents=True)
    run_git("init", cwd=path)
    run_git("commit", "--allow-empty", "-m", message, cwd=path)
    return path


def learn(projects, root, fact="Releases are cut from the release branch."):
    project = projects.of(str(root))
    projects.scaffold(project)
    source = SourceRef(agent="a", session="s", record=fact, at=NOW)
    patch = Patch(
        type=MemoryType.PROJECT,
        scope=Scope.PROJECT,
        entry=Entry(summary=fact),
        sources=(source,),
        at=NOW,
    )
    project.store.apply([patch], operation="extract", by="a")
    return project


def remembers(projects, root):
    store = projects.of(str(root)).store
    store.refresh()
    return sorted(document.body.strip() for document in store.documents().values())


def meta(project):
    return json.loads((project.store.state_dir / "meta.json").read_text())


FACT = ["Releases are cut from the release branch."]


@pytest.mark.parametrize("anew", [True, False])
def test_a_repository_with_a_remote_keeps_its_memory_when_it_is_renamed(top, start, anew):
    projects = start()
    before = learn(projects, with_remote(top / "app"))
    (top / "app").rename(top / "harbor")

    projects = start() if anew else projects
    after = projects.of(str(top / "harbor"))

    assert remembers(projects, top / "harbor") == FACT
    assert (after.key, after.root) == (before.key, str(top / "harbor"))
    assert after.reason == (
        f"git repository; remote git.example.org/team/app; moved here from {top / 'app'}"
    )
    assert [each.root for each in projects.all()] == [str(top / "harbor")]
    assert start().of(str(top / "harbor")).key == before.key


@needs_git
@pytest.mark.parametrize("anew", [True, False])
def test_a_repository_without_a_remote_is_known_by_its_first_commit(top, start, anew):
    projects = start()
    before = learn(projects, with_commit(top / "app"))
    run_git("commit", "--allow-empty", "-m", "two", cwd=top / "app")
    (top / "code").mkdir()
    (top / "app").rename(top / "code" / "app")

    projects = start() if anew else projects

    assert remembers(projects, top / "code" / "app" / "src") == FACT
    assert "; first commit " in projects.of(str(top / "code" / "app")).reason
    assert projects.of(str(top / "code" / "app")).key == before.key


@needs_git
def test_without_the_program_a_first_commit_makes_nobody_known(top, start):
    learn(start(), with_commit(top / "app"))
    (top / "app").rename(top / "harbor")

    assert remembers(start(git=None), top / "harbor") == []


@needs_git
def test_git_is_asked_again_only_once_there_may_be_a_first_commit(top, start):
    asked = top / "asked"
    program = top / "git"
    program.write_text(f'#!/bin/sh\necho >> "{asked}"\nexec "{GIT}" "$@"\n')
    program.chmod(0o700)
    (top / "app").mkdir()
    run_git("init", cwd=top / "app")
    projects = start(git=str(program))
    for number in range(3):
        project = learn(projects, top / "app", f"The harbour has {number} cranes of its own.")
    assert "projectIdentity" not in meta(project)
    assert asked.read_text() == "\n"

    run_git("commit", "--allow-empty", "-m", "one", cwd=top / "app")
    for number in range(3):
        learn(projects, top / "app", f"The harbour has {number} boats of its own.")

    assert meta(project)["projectIdentity"].startswith("commit:")
    assert asked.read_text() == "\n\n"


@needs_git
def test_another_repository_without_a_remote_gets_nothing(top, start):
    learn(start(), with_commit(top / "app"))
    (top / "app").rename(top / "away")
    shutil.rmtree(top / "away")
    with_commit(top / "other", message="something else")

    assert remembers(start(), top / "other") == []


def test_what_is_noted_holds_no_credentials(top, start):
    project = learn(start(), with_remote(top / "app"))

    assert meta(project)["projectIdentity"] == "remote:git.example.org/team/app"
    assert "hunter2" not in (project.store.state_dir / "meta.json").read_text()
    assert "hunter2" not in project.reason


def test_the_state_and_the_keys_of_others_move_along(top, start):
    project = learn(start(), with_remote(top / "app"))
    file = project.store.state_dir / "meta.json"
    file.write_text(json.dumps(meta(project) | {"lastDreamStatus": "noop", "theirs": [1]}))
    (top / "app").rename(top / "harbor")

    moved = start().of(str(top / "harbor"))

    assert meta(moved) | {"projectRoot": "", "formerRoots": []} == meta(project) | {
        "projectRoot": "",
        "formerRoots": [],
    }
    assert meta(moved)["theirs"] == [1]
    assert (meta(moved)["projectRoot"], meta(moved)["formerRoots"]) == (
        str(top / "harbor"),
        [str(top / "app")],
    )


def test_a_repository_may_move_twice_and_back(top, start):
    key = learn(start(), with_remote(top / "a")).key
    for old, new in (("a", "b"), ("b", "c"), ("c", "a")):
        (top / old).rename(top / new)
        assert start().of(str(top / new)).key == key

    assert remembers(start(), top / "a") == FACT
    assert meta(start().of(str(top / "a")))["formerRoots"] == [str(top / "b"), str(top / "c")]


def test_when_a_folder_above_is_renamed_all_in_it_keep_their_memory(top, start):
    projects = start()
    for name in ("one", "two"):
        url = f"https://h.org/{name}"
        learn(projects, with_remote(top / "work" / name, url), f"This is about {name} only.")
    (top / "work").rename(top / "code")

    assert remembers(start(), top / "code" / "one") == ["This is about one only."]
    assert remembers(start(), top / "code" / "two") == ["This is about two only."]


def test_a_second_clone_has_a_memory_of_its_own_while_the_first_is_there(top, start):
    projects = start()
    learn(projects, with_remote(top / "app"))

    other = learn(projects, with_remote(top / "clone"), "Only the clone knows this.")

    assert remembers(start(), top / "app") == FACT
    assert remembers(start(), top / "clone") == ["Only the clone knows this."]
    assert "moved" not in other.reason


def test_two_memories_are_not_merged_when_one_of_two_clones_goes(top, start):
    projects = start()
    learn(projects, with_remote(top / "app"))
    learn(projects, with_remote(top / "clone"), "Only the clone knows this.")
    shutil.rmtree(top / "app")

    projects = start()

    assert remembers(projects, top / "clone") == ["Only the clone knows this."]
    gone = next(each for each in projects.all() if each.root == str(top / "app"))
    assert gone.reason == "the directory is not there; remote git.example.org/team/app"


def test_of_several_that_are_gone_the_one_used_last_comes_back(top, start):
    for days, name in enumerate(("first", "last")):
        projects = start(at=NOW + timedelta(days=days))
        learn(projects, with_remote(top / name), f"This is the {name} one of them.")
    for name in ("first", "last"):
        shutil.rmtree(top / name)

    assert remembers(start(), with_remote(top / "anew")) == ["This is the last one of them."]


def test_a_fork_has_a_memory_of_its_own(top, start):
    learn(start(), with_remote(top / "app"))
    (top / "app").rename(top / "harbor")
    with_remote(top / "fork", "git@git.example.org:sam/app.git")

    assert remembers(start(), top / "fork") == []


def test_while_its_disk_is_not_mounted_a_project_is_only_away(top, start):
    project = learn(start(), with_remote(top / "disk" / "app"))
    noted = meta(project) | {"mountPoint": str(top / "disk")}  # which is no mount point now
    (project.store.state_dir / "meta.json").write_text(json.dumps(noted))
    shutil.rmtree(top / "disk" / "app")

    assert remembers(start(), with_remote(top / "clone")) == []
    assert [each.root for each in start().all()] == [str(top / "disk" / "app")]


def test_of_a_project_of_which_no_mount_point_is_known_nothing_is_taken(top, start):
    project = learn(start(), with_remote(top / "app"))
    noted = {name: value for name, value in meta(project).items() if name != "mountPoint"}
    (project.store.state_dir / "meta.json").write_text(json.dumps(noted))
    (top / "app").rename(top / "harbor")

    assert remembers(start(), top / "harbor") == []


def test_what_an_editor_leaves_behind_is_not_the_repository(top, start):
    learn(start(), with_remote(top / "app"))
    (top / "app").rename(top / "harbor")
    (top / "app" / ".idea").mkdir(parents=True)

    assert remembers(start(), top / "harbor") == FACT
    assert remembers(start(), top / "app") == []


def test_another_repository_in_the_old_place_has_a_memory_of_its_own(top, start):
    moved = learn(start(), with_remote(top / "app"))
    (top / "app").rename(top / "harbor")
    start().of(str(top / "harbor"))
    with_remote(top / "app", "https://h.org/other")

    projects = start()
    other = learn(projects, top / "app", "This is another repository.")

    assert other.key.startswith(f"{sanitise(str(top / 'app'))}-")
    assert moved.key == sanitise(str(top / "app"))
    assert remembers(start(), top / "harbor") == FACT
    assert remembers(start(), top / "app") == ["This is another repository."]


def test_sessions_of_the_old_place_are_those_of_the_project_that_moved(top, start):
    projects = start()
    learn(projects, with_remote(top / "app"))
    (top / "app").rename(top / "harbor")

    moved = projects.of(str(top / "harbor"))

    assert projects.of(str(top / "app" / "src")).key == moved.key
    assert start().of(str(top / "app" / "src")).root == str(top / "harbor")
    assert start().of(str(top / "application")).root == str(top / "application")


def test_a_directory_that_is_gone_in_a_repository_that_is_gone_is_still_its(top, start):
    project = learn(start(), with_remote(top / "app"))
    shutil.rmtree(top / "app")

    assert start().of(str(top / "app" / "src")).key == project.key


def test_a_plain_directory_that_moved_is_another_one(top, start):
    (top / "notes").mkdir()
    learn(start(), top / "notes")
    (top / "notes").rename(top / "papers")

    assert remembers(start(), top / "papers") == []
    assert "no git repository" in start().of(str(top / "papers")).reason


def test_memory_that_already_lies_in_the_new_place_stays_and_nothing_is_taken_over(top, start):
    learn(start(), with_remote(top / "app"))
    (top / "app").rename(top / "harbor")
    folder = top / "base" / "projects" / sanitise(str(top / "harbor"))
    (folder / "memory" / "project").mkdir(parents=True)
    (folder / "memory" / "project" / "x.md").write_text("---\ntype: project\n---\nTheirs.\n")
    (folder / "meta.json").write_text('{"version": 1}')

    assert remembers(start(), top / "harbor") == ["Theirs."]


def test_an_empty_store_in_the_new_place_does_not_keep_memory_from_coming(top, start):
    learn(start(), with_remote(top / "app"))
    (top / "app").rename(top / "harbor")
    folder = top / "base" / "projects" / sanitise(str(top / "harbor"))
    (folder / "memory").mkdir(parents=True)
    (folder / "memory" / "MEMORY.md").write_text("")
    (folder / "meta.json").write_text('{"version": 1}')

    assert remembers(start(), top / "harbor") == FACT


@needs_git
def test_a_deleted_worktree_still_belongs_to_its_repository(top, start):
    main = with_commit(top / "app")
    run_git("worktree", "add", str(top / "fix"), cwd=main)
    projects = start()
    project = learn(projects, top / "fix")
    projects.scaffold(project, cwd=str(top / "fix"))
    run_git("worktree", "remove", str(top / "fix"), cwd=main)

    assert project.root == str(main)
    assert start().of(str(top / "fix" / "src")).key == project.key


@needs_git
def test_a_worktree_kept_apart_leaves_its_memory_to_no_other_one(top, start):
    main = with_commit(top / "app")
    run_git("worktree", "add", str(top / "fix"), cwd=main)
    learn(start(worktrees="separate"), top / "fix")
    run_git("worktree", "remove", str(top / "fix"), cwd=main)
    run_git("worktree", "add", str(top / "other"), cwd=main)

    apart = start(worktrees="separate")

    assert remembers(apart, top / "other") == []
    assert apart.of(str(top / "other")).reason == "worktree of app"
    assert remembers(apart, main) == []


@needs_git
def test_a_repository_that_moved_with_a_worktree_repaired_has_one_memory(top, start):
    main = with_commit(top / "app")
    run_git("worktree", "add", str(top / "fix"), cwd=main)
    learn(start(), main)
    main.rename(top / "harbor")

    assert "git worktree repair" in start().of(str(top / "fix")).reason
    run_git("worktree", "repair", cwd=top / "harbor")
    assert remembers(start(), top / "fix") == FACT


def test_a_remote_that_came_later_is_noted_with_the_next_look(top, start):
    projects = start()
    (top / "app" / ".git").mkdir(parents=True)
    project = learn(projects, top / "app")
    assert "projectIdentity" not in meta(project)

    (top / "app" / ".git" / "config").write_text(f'[remote "origin"]\n\turl = {URL}\n')
    projects.note(project, afresh=True)
    (top / "app").rename(top / "harbor")

    assert remembers(projects, top / "harbor") == FACT


def test_what_is_noted_is_kept_when_a_configuration_cannot_be_read_for_once(top, start):
    projects = start()
    project = learn(projects, with_remote(top / "app"))
    (top / "app" / ".git" / "config").unlink()

    projects.note(project, afresh=True)

    assert meta(project)["projectIdentity"] == "remote:git.example.org/team/app"


def test_a_store_from_before_identities_is_noted_without_being_changed_otherwise(top, start):
    root = with_remote(top / "app")
    projects = start()
    project = projects.of(str(root))
    project.store.scaffold(project_root=root)
    before = meta(project)

    projects.note(project)

    added = {name: value for name, value in meta(project).items() if name not in before}
    assert meta(project) | before == meta(project)
    assert added.keys() == {"projectIdentity", "mountPoint"}


def test_a_project_without_a_directory_gets_none_by_being_noted(top, start):
    projects = start()

    projects.note(projects.of(str(with_remote(top / "app"))), afresh=True)

    assert not projects.base.exists()


@pytest.mark.parametrize("text", ['{"version": 99, "projectRoot": "/x"}', "{", '{"version": []}'])
def test_one_store_that_cannot_be_used_keeps_nobody_elses_from_being_found(top, start, text):
    learn(start(), with_remote(top / "app"))
    (top / "app").rename(top / "harbor")
    other = top / "base" / "projects" / "other"
    other.mkdir()
    (other / "meta.json").write_text(text)

    projects = start()

    assert remembers(projects, top / "harbor") == FACT
    assert [each.root for each in projects.all()] == [str(top / "harbor")]


def test_in_local_mode_memory_moves_with_the_repository_by_itself(top, start):
    learn(start(local=True), with_remote(top / "app"))
    (top / "app").rename(top / "harbor")

    projects = start(local=True)

    assert remembers(projects, top / "harbor") == FACT
    assert projects.of(str(top / "harbor")).local


def test_many_who_ask_at_once_about_a_repository_that_moved_get_one_store(top, start):
    learn(start(), with_remote(top / "app"))
    (top / "app").rename(top / "harbor")
    projects = start()

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda n: projects.of(f"{top}/harbor/{n}"), range(50)))

    assert len({id(each.store) for each in found}) == 1
    assert remembers(projects, top / "harbor") == FACT
