import json
import os
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.domain import Scope
from memoryd.memory import Projects, find_root, sanitise

NOW = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture(name="top")
def _top(tmp_path):
    # Whatever lies above the temporary directory must not be a repository.
    return tmp_path.resolve()


@pytest.fixture(name="make_projects")
def _make_projects(tmp_path):
    def make(*, local=False, worktrees="shared"):
        base = tmp_path / "base"
        return Projects(base, local=local, worktrees=worktrees, clock=lambda: NOW)

    return make


def repository(path):
    (path / ".git").mkdir(parents=True)
    return path


def git_file(directory, text):
    directory.mkdir(parents=True, exist_ok=True)
    (directory / ".git").write_bytes(text if isinstance(text, bytes) else text.encode())
    return directory


def adopt(state_dir, root=None):
    state_dir.mkdir(parents=True)
    text = json.dumps({"version": 1} | ({"projectRoot": root} if root else {}))
    (state_dir / "meta.json").write_text(text, encoding="utf-8")


def test_a_directory_belongs_to_the_nearest_repository_above_it(top):
    outer = repository(top / "outer")
    inner = repository(outer / "libs" / "inner")
    (inner / "src").mkdir()

    assert find_root(str(inner / "src")).path == str(inner)
    assert find_root(str(inner)).path == str(inner)
    assert find_root(str(outer / "libs")).path == str(outer)
    assert find_root(str(outer)).reason == "git repository"


def test_without_a_repository_a_directory_stands_for_itself(top):
    (top / "a" / "b").mkdir(parents=True)

    found = find_root(str(top / "a" / "b"))

    assert found.path == str(top / "a" / "b")
    assert "no git repository" in found.reason


def test_a_directory_that_is_gone_belongs_to_the_repository_that_is_left(top):
    root = repository(top / "app")

    assert find_root(str(root / "gone" / "deep")).path == str(root)
    assert find_root(str(top / "gone")).path == str(top / "gone")


def test_a_link_to_a_directory_belongs_to_what_it_leads_to(top):
    root = repository(top / "app")
    (top / "alias").symlink_to(root)

    assert find_root(str(top / "alias")).path == str(root)


def test_dots_and_slashes_do_not_make_another_project(top):
    root = repository(top / "app")

    for spelled in (f"{root}/", f"{root}/./src/..", f"/{root}", f"{root}//src"):
        assert find_root(spelled).path == str(root)


def test_a_linked_worktree_belongs_to_its_main_repository_unless_told_otherwise(top):
    main = repository(top / "app")
    tree = git_file(top / "app-fix", f"gitdir: {main}/.git/worktrees/app-fix\n")
    (tree / "src").mkdir()

    assert find_root(str(tree / "src")).path == str(main)
    assert find_root(str(tree / "src")).reason == "worktree of app"
    assert find_root(str(tree), worktrees="separate").path == str(tree)


def test_a_worktree_may_name_its_repository_by_a_relative_path(top):
    main = repository(top / "app")
    tree = git_file(top / "trees" / "fix", "gitdir: ../../app/.git/worktrees/fix")

    assert find_root(str(tree)).path == str(main)


def test_the_worktrees_of_a_bare_repository_belong_together(top):
    (top / "app.git" / "worktrees").mkdir(parents=True)
    one = git_file(top / "one", f"gitdir: {top}/app.git/worktrees/one\n")
    two = git_file(top / "two", f"gitdir: {top}/app.git/worktrees/two\n")

    assert find_root(str(one)).path == find_root(str(two)).path == str(top / "app.git")


def test_a_submodule_is_a_project_of_its_own(top):
    outer = repository(top / "app")
    module = git_file(outer / "libs" / "x", "gitdir: ../../.git/modules/x\n")

    assert find_root(str(module)).path == str(module)
    assert find_root(str(module)).reason == "git submodule"


@pytest.mark.skipif(not shutil.which("git"), reason="needs git")
def test_what_git_makes_is_understood(top):
    def git(*words, cwd):
        options = ("-c", "user.name=a", "-c", "user.email=a@b", "-c", "protocol.file.allow=always")
        subprocess.run(["git", *options, *words], cwd=cwd, check=True, capture_output=True)

    main, other = top / "main", top / "other"
    for path in (main, other):
        path.mkdir()
        git("init", cwd=path)
        git("commit", "--allow-empty", "-m", "x", cwd=path)
    git("worktree", "add", str(top / "tree"), cwd=main)
    git("submodule", "add", str(other), "lib", cwd=main)

    assert find_root(str(top / "tree")).path == str(main)
    assert find_root(str(main / "lib")).path == str(main / "lib")


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"nonsense",
        b"gitdir:",
        b"gitdir: a\0b/worktrees/c",
        b"gitdir: \xff\xfe",
        b"gitdir: loop/worktrees/x",
        b"gitdir: " + b"x" * 100_000,
        b"\n" * 5000 + b"gitdir: /elsewhere/.git/worktrees/x",
    ],
)
def test_a_git_file_that_says_nothing_useful_still_marks_its_directory(top, text):
    root = git_file(top / "app", text)
    (root / "loop").symlink_to("loop")
    (root / "src").mkdir()

    assert find_root(str(root / "src")).path in (str(root), str(root / "loop"))


def test_a_marker_that_is_neither_file_nor_directory_marks_nothing(top):
    (top / "app").mkdir()
    os.mkfifo(top / "app" / ".git")

    assert "no git repository" in find_root(str(top / "app")).reason


def test_a_path_that_leads_in_a_circle_is_a_directory_like_any_other(top):
    (top / "a").symlink_to("b")
    (top / "b").symlink_to("a")

    assert find_root(str(top / "a" / "src")).path.startswith(str(top))


@pytest.mark.parametrize(
    "cwd",
    ["", "relative", "~/x", "C:\\Users\\x", "\\\\host\\share", "/a\0b", "/a\ud800b", "/a" * 5000],
)
def test_what_is_no_path_of_this_machine_stands_for_itself(cwd):
    found = find_root(cwd)

    assert found.path == cwd
    assert found.reason == "not a path of this machine"


def test_a_path_that_is_not_utf_8_is_a_path(top):
    root = top / os.fsdecode(b"caf\xe9")
    repository(root)

    assert find_root(str(root / "src")).path == str(root)


@pytest.mark.parametrize(
    ("root", "key"),
    [
        ("/home/u/app", "-home-u-app"),
        ("/home/u/app_1.x", "-home-u-app-1-x"),
        ("/home/u/项目", "-home-u---"),
        ("/home/u/é", "-home-u--"),
        ("/home/u/🚀", "-home-u---"),
        ("C:\\Users\\x", "C--Users-x"),
        ("/../..", "------"),
    ],
)
def test_a_key_has_one_hyphen_for_each_unit_that_is_no_letter_or_digit(root, key):
    # The agent that shares the layout counts in UTF-16, where a rocket has two units.
    assert sanitise(root) == key


@given(st.text(max_size=300))
def test_a_key_is_a_plain_name_of_the_same_length_as_the_root_in_utf_16(root):
    key = sanitise(root)

    assert len(key) == len(root.encode("utf-16-le", "surrogatepass")) // 2
    assert all(char.isascii() and (char.isalnum() or char == "-") for char in key)


@given(st.text(max_size=60) | st.text("/.ab~", max_size=20).map(lambda text: "/" + text))
def test_every_text_has_a_root(cwd):
    found = find_root(cwd)

    assert found.path == cwd or Path(found.path).is_absolute()


def test_a_project_has_its_store_below_the_base_and_nothing_is_created(make_projects, top):
    root = repository(top / "app")
    projects = make_projects()

    project = projects.of(str(root / "src"))

    assert (project.root, project.path, project.reason) == (str(root), root, "git repository")
    assert project.key == sanitise(str(root))
    assert project.store.state_dir == projects.base / "projects" / project.key
    assert project.store.memory_dir == project.store.state_dir / "memory"
    assert project.store.scope is Scope.PROJECT
    assert projects.user.memory_dir == projects.base / "memories"
    assert projects.user.scope is Scope.USER
    assert not projects.base.exists()


def test_all_directories_of_a_project_share_one_store(make_projects, top):
    root = repository(top / "app")
    projects = make_projects()

    assert projects.of(str(root)) is projects.of(str(root / "src" / "deep"))


def test_worktrees_share_a_store_unless_told_otherwise(make_projects, top):
    main = repository(top / "app")
    tree = git_file(top / "fix", f"gitdir: {main}/.git/worktrees/fix")

    shared, separate = make_projects(), make_projects(worktrees="separate")

    assert shared.of(str(tree)) is shared.of(str(main))
    assert separate.of(str(tree)).key != separate.of(str(main)).key


def test_two_roots_of_the_same_key_never_share_a_store(make_projects, top):
    one, two = repository(top / "a_1"), repository(top / "a-1")
    projects = make_projects()

    first, second = projects.of(str(one)), projects.of(str(two))

    assert sanitise(str(one)) == sanitise(str(two)) == first.key
    assert second.key.startswith(f"{first.key}-")
    assert len(second.key) == len(first.key) + 9
    assert first.store.state_dir != second.store.state_dir


@pytest.mark.parametrize("asked_first", [0, 1])
def test_after_a_restart_each_root_finds_the_store_it_had(make_projects, top, asked_first):
    roots = [repository(top / "a_1"), repository(top / "a-1")]
    before = make_projects()
    had = [before.of(str(root)).store.state_dir for root in roots]
    for root in roots:
        before.of(str(root)).store.scaffold(project_root=root)

    after = make_projects()
    after.of(str(roots[asked_first]))

    assert [after.of(str(root)).store.state_dir for root in roots] == had


def test_a_store_that_was_kept_apart_is_found_also_when_the_other_one_is_gone(make_projects, top):
    one, two = repository(top / "a_1"), repository(top / "a-1")
    before = make_projects()
    before.of(str(one))
    before.of(str(two)).store.scaffold(project_root=two)

    after = make_projects()

    assert after.of(str(two)).key == before.of(str(two)).key
    assert after.of(str(one)).key == before.of(str(one)).key


def test_a_store_made_by_an_agent_of_the_same_layout_is_adopted(make_projects, top):
    root = repository(top / "app")
    projects = make_projects()
    adopt(projects.base / "projects" / sanitise(str(root)))

    assert projects.of(str(root)).key == sanitise(str(root))


def test_a_root_too_long_for_a_file_name_gets_a_key_of_its_own_that_fits(make_projects):
    projects = make_projects()
    roots = ["/a/" + "x" * 400, "/b/" + "x" * 400, "/a/" + "y" * 252]

    keys = [projects.of(root).key for root in roots]

    assert len(set(keys)) == 3
    assert max(map(len, keys)) == 255
    assert keys[2] == sanitise(roots[2])


def test_also_two_long_roots_of_the_same_key_are_kept_apart(make_projects):
    projects = make_projects()

    one, two = (projects.of("/a" + char + "x" * 250) for char in "_-")

    assert one.key != two.key
    assert len(two.key) <= 255


def test_in_local_mode_a_project_keeps_its_memory_itself(make_projects, top):
    root = repository(top / "app")

    store = make_projects(local=True).of(str(root)).store

    assert store.memory_dir == root / ".qwen" / "memory"
    assert store.state_dir == root / ".qwen"


@pytest.mark.parametrize("cwd", ["/nonexistent/app", "C:\\Users\\x"])
def test_in_local_mode_a_project_that_is_not_here_has_its_store_below_the_base(make_projects, cwd):
    projects = make_projects(local=True)

    assert projects.of(cwd).store.memory_dir.is_relative_to(projects.base)


def test_all_projects_are_those_on_disk_and_those_asked_for(make_projects, top):
    app, lib = repository(top / "app"), repository(top / "lib")
    earlier = make_projects()
    earlier.of(str(app)).store.scaffold(project_root=app)
    projects = make_projects()
    (projects.base / "projects" / "no-project").mkdir()
    (projects.base / "projects" / "a file").write_bytes(b"")
    adopt(projects.base / "projects" / "of-another-agent")

    projects.of(str(lib))

    assert [project.root for project in projects.all()] == [str(app), str(lib)]
    assert [project.reason for project in projects.all()] == ["git repository"] * 2


def test_there_are_no_projects_before_there_is_a_base(make_projects):
    assert make_projects().all() == []


@pytest.mark.parametrize(
    "meta", ["", "[]", "{", '{"projectRoot": 5}', '{"projectRoot": "a\\u0000"}']
)
def test_a_damaged_meta_file_hides_no_other_project(make_projects, top, meta):
    root = repository(top / "app")
    projects = make_projects()
    projects.of(str(root)).store.scaffold(project_root=root)
    damaged = projects.base / "projects" / "damaged"
    damaged.mkdir()
    (damaged / "meta.json").write_text(meta, encoding="utf-8")

    assert str(root) in [project.root for project in make_projects().all()]


def test_many_threads_get_one_and_the_same_store(make_projects, top):
    projects = make_projects()
    root = repository(top / "app")

    with ThreadPoolExecutor(8) as pool:
        found = set(pool.map(lambda n: id(projects.of(f"{root}/{n}")), range(50)))

    assert len(found) == 1
