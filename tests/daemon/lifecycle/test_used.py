import threading
from datetime import timedelta

import pytest

from memoryd.config import Memories, ProjectRule
from memoryd.database import Extraction, SessionRow, Sighting
from memoryd.lifecycle.rollouts.names import summary_name
from memoryd.lifecycle.used import used, uses
from memoryd.memory import Projects, compile_rules

CRANE = "project/the-crane-is-green.md"
TEA = "user:user/sam-likes-tea.md"
MINUTES = timedelta(minutes=10)
SESSION = "0199a213-81c0-7800-8aa1-bbab2a035a53"


@pytest.fixture
def report(project, projects, database, clock):
    def report(*ids, session="s1", project=project, projects=projects):
        done = used(
            ids, project, projects, database, session=session, now=clock(), again_after=MINUTES
        )
        return done.counted, done.unknown

    return report


@pytest.fixture
def kept(keep):
    keep("The crane is green.")
    keep("Sam likes tea.", scope="user", kind="user")


@pytest.fixture
def root(project):
    root = project.store.state_dir / "root"
    (root / "rollout_summaries").mkdir(parents=True)
    (root / "skills/ship").mkdir(parents=True)
    (root / "MEMORY.md").write_text("# Learnt\n")
    (root / "skills/ship/SKILL.md").write_text("Ship.\n")
    return root


@pytest.fixture
def taught(database, project, clock):
    """A session that taught something; return its id."""
    sighting = Sighting(
        agent="codex",
        session=SESSION,
        project=project.root,
        updated=clock() - timedelta(days=1),
        path="/s.jsonl",
        cwd=project.root,
        content="a",
    )
    database.threads.register([sighting], now=clock())
    (claim,) = database.stage1.claim(Memories(), worker="w", now=clock())
    extraction = Extraction(raw_memory="raw", rollout_summary="summary")
    assert database.stage1.complete(claim, extraction, now=clock())
    return f"codex:{SESSION}"


def counts(project, database):
    return {name: each.count for name, each in uses(project, database).items()}


def test_memories_of_both_scopes_count_with_or_without_the_number_of_an_entry(
    kept, report, project, database, clock
):
    assert report(CRANE, f"{CRANE}:0", TEA, "no/such.md") == (
        [CRANE, f"{CRANE}:0", TEA],
        ["no/such.md"],
    )

    assert counts(project, database) == {CRANE: 1, TEA: 1}
    assert uses(project, database)[CRANE].last == clock()


def test_what_one_session_repeats_at_once_counts_once(kept, report, project, database):
    report(CRANE)

    assert report(CRANE, "no/such.md") == ([], ["no/such.md"])
    assert report(CRANE, session="s2") == ([CRANE], [])

    assert counts(project, database) == {CRANE: 2}


def test_artefacts_count_for_the_project(root, report, project, database):
    names = ["memory://root/MEMORY.md", "memory://root/skills/ship/SKILL.md"]

    assert report(*names, "memory://root/skills", "memory://root/no.md", "memory://root/") == (
        names,
        ["memory://root/skills", "memory://root/no.md", "memory://root/"],
    )
    assert counts(project, database) == dict.fromkeys(names, 1)


def test_the_summary_of_a_session_counts_for_that_session_too(
    root, taught, report, project, database, clock
):
    path = f"rollout_summaries/{summary_name(SESSION, 'the crane')}"
    (root / path).write_text(f"<!-- mark -->\n\nthread_id: {SESSION}\nupdated_at: x\n\nWords.\n")

    assert report(f"memory://root/{path}") == ([f"memory://root/{path}"], [])

    assert counts(project, database) == {f"memory://root/{path}": 1, taught: 1}
    claim = database.consolidations.claim(project.root, Memories(), worker="w", now=clock())
    assert [each.usage_count for each in claim.inputs] == [1]


@pytest.mark.parametrize("name", [f"codex:{SESSION}", SESSION])
def test_sessions_count_by_either_name(taught, report, project, database, name):
    assert report(name, "codex:other") == ([name], ["codex:other"])

    assert counts(project, database) == {taught: 1}


def test_sessions_of_other_projects_and_forgotten_ones_are_unknown(
    taught, report, projects, database, clock, tmp_path
):
    elsewhere = projects.of(str(tmp_path))
    assert report(taught, project=elsewhere) == ([], [taught])

    database.threads.forget([taught], now=clock())

    assert report(taught) == ([], [taught])


@pytest.mark.parametrize(
    "name",
    [
        "../../etc/passwd.md",
        "user:../x.md",
        f"{CRANE}:999999999",
        "memory://root/../memory/project/the-crane-is-green.md",
        "memory://root/%2e%2e/memory/project/the-crane-is-green.md",
        "memory://root//etc/passwd",
        "memory://root/link.md",
        "memory://root/\x00",
        "memory://root/%00",
        "memory://root/" + "x/" * 400,
        "memory://other/MEMORY.md",
        "\udcff",
        "'; DROP TABLE usage; --",
        "x" * 1024,
        ":",
        "user:",
    ],
)
def test_hostile_names_are_unknown(kept, root, report, project, database, tmp_path, name):
    (tmp_path / "secret.md").write_text("thread_id: s\n")
    (root / "link.md").symlink_to(tmp_path / "secret.md")

    assert report(name) == ([], [name])
    assert counts(project, database) == {}


def test_where_memory_is_off_nothing_counts(kept, report, project, projects, database, clock):
    rules = compile_rules({project.root: ProjectRule(enabled=False)}, projects.base)
    off = Projects(projects.base, local=False, worktrees="shared", clock=clock, rules=rules)

    found = report(CRANE, project=off.of(project.root), projects=off)

    assert found == ([], [CRANE])
    assert counts(project, database) == {}


def test_a_private_session_counts_nothing(kept, report, project, database):
    row = SessionRow(
        agent="codex",
        session="s1",
        path="/s1",
        project=project.root,
        cwd=None,
        size=1,
        inode=1,
        mtime_ns=1,
        state={},
        private=True,
    )
    database.save(row, [])

    assert report(CRANE) == ([], [CRANE])
    assert counts(project, database) == {}


def test_eight_threads_report_what_they_used(kept, root, report, project, database):
    start = threading.Barrier(8)
    failed = []

    def work(number):
        start.wait()
        try:
            for turn in range(10):
                report(CRANE, TEA, "memory://root/MEMORY.md", session=f"{number}-{turn}")
                report(CRANE, session="shared")
        except Exception as exc:
            failed.append(exc)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert failed == []
    assert counts(project, database) == {CRANE: 81, TEA: 80, "memory://root/MEMORY.md": 80}
