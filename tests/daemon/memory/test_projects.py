import json
import shutil
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest

from memoryd.config import ProjectRule
from memoryd.domain import Scope
from memoryd.memory import Projects, compile_rules, sanitise

NOW = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture(name="top")
def _top(tmp_path):
    # Whatever lies above the temporary directory must not be a repository.
    return tmp_path.resolve()


@pytest.fixture(name="make_projects")
def _make_projects(tmp_path):
    def make(*, local=False, worktrees="shared", scope="git-root", rules=None):
        return Projects(
            tmp_path / "base",
            local=local,
            worktrees=worktrees,
            scope=scope,
            rules=compile_rules(rules or {}, tmp_path),
            clock=lambda: NOW,
        )

    return make


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


def adopt(state_dir, root=None):
    state_dir.mkdir(parents=True)
    text = json.dumps({"version": 1} | ({"projectRoot": root} if root else {}))
    (state_dir / "meta.json").write_text(text, encoding="utf-8")


def test_a_project_has_its_store_below_the_base_and_nothing_is_created(make_projects, top):
    root = repository(top / "app")
    projects = make_projects()

    project = projects.of(str(root / "src"))

    assert (project.root, project.path, project.reason) == (str(root), root, "git repository")
    assert project.artefacts_dir == project.store.state_dir / "root"
    assert not project.artefacts_dir.exists()
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
    tree = worktree(top / "fix", main / ".git" / "worktrees" / "fix")

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


def test_a_rule_holds_for_the_worktrees_of_a_repository_wherever_they_lie(make_projects, top):
    main = repository(top / "app")
    tree = worktree(top / "fix", main / ".git" / "worktrees" / "fix")
    apart, together = ProjectRule(worktrees="separate"), ProjectRule(worktrees="shared")

    for rules in ({"~/app": apart}, {"~/fix": apart}, {"~/app": together, "~/fix": apart}):
        assert make_projects(rules=rules).of(str(tree)).root == str(tree)
    projects = make_projects(worktrees="separate", rules={"~/app": together})
    assert projects.of(str(tree)).root == str(main)


def test_in_workspace_scope_each_directory_is_a_project_also_when_it_is_gone(make_projects, top):
    root = repository(top / "app")
    (root / "src").mkdir()
    projects = make_projects(scope="workspace")

    for directory in (root, root / "src", root / "gone"):
        assert projects.of(str(directory)).root == str(directory)
    assert "projectScope" in projects.of(str(root)).reason
    assert {each.reason for each in projects.all()} == {projects.of(str(root)).reason}


def test_a_rule_may_partition_one_repository_and_not_the_others(make_projects, top):
    mono, app = repository(top / "mono"), repository(top / "app")
    for root in (mono, app):
        (root / "src").mkdir()
    projects = make_projects(rules={"~/mono": ProjectRule(project_scope="workspace")})

    assert projects.of(str(mono / "src")).root == str(mono / "src")
    assert projects.of(str(app / "src")).root == str(app)


def test_a_rule_may_let_one_project_keep_its_memory_itself_or_not(make_projects, top):
    app, lib = repository(top / "app"), repository(top / "lib")

    some = make_projects(rules={"~/app": ProjectRule(local=True)})
    most = make_projects(local=True, rules={"~/app": ProjectRule(local=False)})

    assert [some.of(str(root)).local for root in (app, lib)] == [True, False]
    assert [most.of(str(root)).local for root in (app, lib)] == [False, True]
    assert some.of(str(app)).store.state_dir == app / ".qwen"


def test_a_project_is_off_where_a_rule_says_so(make_projects, top):
    root = repository(top / "app")
    (root / "secret").mkdir()
    projects = make_projects(rules={"~/app/secret": ProjectRule(enabled=False)})

    above, below = projects.of(str(root)), projects.of(str(root / "secret"))

    assert (above.enabled, below.enabled) == (True, False)
    assert above.store is below.store
    assert "off" not in above.reason


def test_a_project_that_is_off_says_so(make_projects, top):
    root = repository(top / "app")
    projects = make_projects(rules={"~/*": ProjectRule(enabled=False)})

    assert projects.of(str(root / "src")).reason == "git repository; off in the settings"
    assert [each.enabled for each in projects.all()] == [False]


def test_a_project_whose_directory_is_gone_says_so_until_it_is_back(make_projects, top):
    root = repository(top / "app")
    make_projects().of(str(root)).store.scaffold(project_root=root)
    projects = make_projects()
    shutil.rmtree(root)

    assert [each.reason for each in projects.all()] == ["the directory is not there"]
    repository(root)
    assert projects.of(str(root)).reason == "git repository"
    assert [each.reason for each in projects.all()] == ["git repository"]


def test_a_dropped_project_leaves_nothing_and_others_as_they_are(make_projects, top):
    projects = make_projects()
    kept, gone = (projects.of(str(repository(top / name))) for name in ("kept", "gone"))
    for project in (kept, gone):
        projects.scaffold(project)

    projects.drop(gone)

    assert [each.root for each in projects.all()] == [str(top / "kept")]
    assert [path.name for path in (top / "base" / "projects").iterdir()] == [kept.key]
    again = projects.of(str(top / "gone"))
    assert again.key == gone.key
    assert again.store.documents() == {}


def test_when_the_last_project_is_dropped_the_base_is_as_it_was(make_projects, top):
    projects = make_projects()
    project = projects.of(str(repository(top / "only")))
    projects.scaffold(project)

    projects.drop(project)

    assert list((top / "base").iterdir()) == []
    assert projects.all() == []


@pytest.mark.parametrize("link", [".qwen", ".qwen/memory", ".qwen/root", ".qwen/trash"])
def test_a_repository_cannot_make_its_memory_lie_somewhere_else(top, make_projects, link):
    root, outside = top / "app", top / "outside"
    outside.mkdir()
    place = root / link
    place.parent.mkdir(parents=True)
    place.symlink_to(outside)

    project = make_projects(local=True).of(str(root))

    assert not project.local
    assert project.store.memory_dir.is_relative_to(top / "base")


def test_a_link_that_stays_in_the_repository_keeps_memory_local(top, make_projects):
    root = top / "app"
    (root / "settings" / "qwen").mkdir(parents=True)
    (root / ".qwen").symlink_to(root / "settings" / "qwen")

    assert make_projects(local=True).of(str(root)).local
