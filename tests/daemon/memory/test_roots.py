import os
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.memory import find_root


@pytest.fixture(name="top")
def _top(tmp_path):
    # Whatever lies above the temporary directory must not be a repository.
    return tmp_path.resolve()


def repository(path):
    (path / ".git").mkdir(parents=True)
    return path


def git_file(directory, text):
    directory.mkdir(parents=True, exist_ok=True)
    (directory / ".git").write_bytes(text if isinstance(text, bytes) else text.encode())
    return directory


def worktree(directory, git_dir, *, pointer=None):
    """Make a linked worktree by hand: `.git` points to its part of the repository, and back."""
    git_dir.mkdir(parents=True)
    (git_dir / "gitdir").write_text(f"{directory}/.git\n", encoding="utf-8")
    return git_file(directory, f"gitdir: {pointer or git_dir}\n")


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
    tree = worktree(top / "app-fix", main / ".git" / "worktrees" / "app-fix")
    (tree / "src").mkdir()

    assert find_root(str(tree / "src")).path == str(main)
    apart = find_root(str(tree), worktrees="separate")
    assert (apart.path, apart.reason) == (str(tree), "worktree of app")


def test_a_worktree_may_name_its_repository_by_a_relative_path(top):
    main = repository(top / "app")
    git_dir = main / ".git" / "worktrees" / "fix"
    tree = worktree(top / "trees" / "fix", git_dir, pointer="../../app/.git/worktrees/fix")
    (git_dir / "gitdir").write_text("../../../../trees/fix/.git", encoding="utf-8")

    assert find_root(str(tree)).path == str(main)


def test_the_worktrees_of_a_bare_repository_belong_together(top):
    one = worktree(top / "one", top / "app.git" / "worktrees" / "one")
    two = worktree(top / "two", top / "app.git" / "worktrees" / "two")

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


def test_a_git_file_that_points_at_the_worktree_of_another_directory_is_not_believed(top):
    main = repository(top / "app")
    tree = worktree(top / "app-fix", main / ".git" / "worktrees" / "app-fix")
    hostile = git_file(top / "evil", f"gitdir: {main}/.git/worktrees/app-fix\n")
    (top / "evil2").mkdir()
    (top / "evil2" / ".git").symlink_to(tree / ".git")

    for directory in (hostile, top / "evil2"):
        found = find_root(str(directory))
        assert found.path == str(directory)
        assert "does not list" in found.reason


def test_a_git_file_that_points_at_a_repository_it_has_no_worktree_of_is_not_believed(top):
    main = repository(top / "app")
    (main / ".git" / "worktrees").mkdir()
    tree = git_file(top / "evil", f"gitdir: {main}/.git/worktrees/none\n")

    assert find_root(str(tree)).path == str(tree)


@pytest.mark.parametrize("back", [b"", b"\0", b"\xff/.git", b"/", b"x" * 100_000, b"../.git"])
def test_what_does_not_point_back_makes_no_worktree(top, back):
    main = repository(top / "app")
    tree = worktree(top / "fix", main / ".git" / "worktrees" / "fix")
    (main / ".git" / "worktrees" / "fix" / "gitdir").write_bytes(back)

    assert find_root(str(tree)).path == str(tree)


def test_a_pipe_in_place_of_what_points_back_holds_nobody_up(top):
    main = repository(top / "app")
    tree = worktree(top / "fix", main / ".git" / "worktrees" / "fix")
    (main / ".git" / "worktrees" / "fix" / "gitdir").unlink()
    os.mkfifo(main / ".git" / "worktrees" / "fix" / "gitdir")

    assert find_root(str(tree)).path == str(tree)


def test_a_bare_repository_is_a_project_with_all_that_is_in_it(top):
    bare = top / "app.git"
    for folder in ("objects", "refs", "hooks"):
        (bare / folder).mkdir(parents=True)
    (bare / "HEAD").write_text("ref: refs/heads/main\n", encoding="utf-8")

    found = find_root(str(bare / "hooks"))

    assert (found.path, found.reason) == (str(bare), "bare git repository")


def test_inside_of_dot_git_one_is_in_the_repository_around_it(top):
    root = repository(top / "app")
    for folder in ("objects", "refs", "hooks"):
        (root / ".git" / folder).mkdir()
    (root / ".git" / "HEAD").write_text("ref: refs/heads/main\n", encoding="utf-8")

    assert find_root(str(root / ".git" / "hooks")).path == str(root)


def test_the_worktrees_beside_a_hidden_bare_repository_belong_to_the_folder_of_all(top):
    folder = git_file(top / "app", "gitdir: ./.bare\n")
    tree = worktree(folder / "main", folder / ".bare" / "worktrees" / "main")

    assert find_root(str(tree)).path == find_root(str(folder)).path == str(folder)


def test_in_workspace_scope_each_directory_stands_for_itself(top):
    root = repository(top / "app")
    (root / "src").mkdir()
    tree = worktree(top / "fix", root / ".git" / "worktrees" / "fix")

    for directory in (root, root / "src", tree):
        found = find_root(str(directory), scope="workspace")
        assert found.path == str(directory)
        assert "projectScope" in found.reason


def test_only_a_repository_has_a_configuration_to_look_at(top):
    root = repository(top / "app")
    module = git_file(root / "lib", "gitdir: ../.git/modules/lib\n")
    tree = worktree(top / "fix", root / ".git" / "worktrees" / "fix")

    assert find_root(str(root)).git_dir == root / ".git"
    assert find_root(str(module)).git_dir == root / ".git" / "modules" / "lib"
    assert find_root(str(tree)).git_dir == root / ".git"
    assert find_root(str(tree), worktrees="separate").git_dir is None
    assert find_root(str(top)).git_dir is None


@given(st.text(max_size=60) | st.text("/.ab~", max_size=20).map(lambda text: "/" + text))
def test_every_text_has_a_root(cwd):
    found = find_root(cwd)

    assert found.path == cwd or Path(found.path).is_absolute()
