import os
import sqlite3
from datetime import timedelta

import pytest

from memoryd.config import Memories
from memoryd.database import Extraction, Sighting, Wait
from memoryd.domain import Scope
from memoryd.errors import BusyError, ConflictError, DeniedError, NotReadyError
from memoryd.lifecycle.clear import clear, settle_clearings
from memoryd.lifecycle.rollouts import stage
from memoryd.lifecycle.rollouts.marks import marked
from memoryd.lifecycle.rollouts.values import Artefacts, Changes
from memoryd.lifecycle.undo import history, undo
from memoryd.memory import Projects
from memoryd.system.pid_lock import PidLock

RULES = Memories()
STALE = timedelta(hours=1)


@pytest.fixture
def root(project):
    """The artefacts of a project, with what is more than Markdown."""
    root = project.store.state_dir / "root"
    (root / "skills/ship/scripts").mkdir(parents=True)
    (root / "MEMORY.md").write_text("# What was learnt\n")
    (root / "learned.md").write_text("- Ships go at noon.\n")
    script = root / "skills/ship/scripts/ship.sh"
    script.write_bytes(b"\xff\x00")
    script.chmod(0o700)
    os.utime(script, ns=(5, 1_234_567_891))
    return root


@pytest.fixture
def session(database, project, clock):
    """A session that taught something, a day ago."""
    sighting = Sighting(
        agent="codex",
        session="s1",
        project=project.root,
        updated=clock() - timedelta(days=1),
        path="/s/s1.jsonl",
        cwd=project.root,
        content="a",
    )
    database.threads.register([sighting], now=clock())
    (claim,) = database.stage1.claim(RULES, worker="w", now=clock())
    taught = Extraction(raw_memory="raw", rollout_summary="summary")
    assert database.stage1.complete(claim, taught, now=clock())
    return sighting


@pytest.fixture
def run(project, projects, database, clock):
    def run(*, confirmed=True, database=database):
        return clear(
            project,
            projects,
            database,
            confirmed=confirmed,
            lock_stale_after=STALE,
            now=clock(),
        )

    return run


def take_back(token, project, projects, database, clock):
    undone = undo(token, project, projects)
    settle_clearings(projects, database, now=clock())
    return undone


def seen(project):
    """Return all bytes, modes and times of memories and artefacts."""
    memory, root = project.store.memory_dir, project.store.state_dir / "root"
    found = [*memory.rglob("*.md"), *root.rglob("*")]
    return {
        str(path.relative_to(project.store.state_dir)): (
            path.stat().st_mode,
            path.name == "MEMORY.md" or path.stat().st_mtime_ns,
            path.read_bytes() if path.is_file() else None,
        )
        for path in found
    }


def waits(database, clock):
    return {each.thread.id: each.wait for each in database.stage1.states(RULES, now=clock())}


def test_a_project_is_cleared_of_all_but_what_is_pinned(project, keep, root, session, run):
    keep("The mole is closed in winter.")
    keep("The crane is green.")
    pinned = project.store.pin("project/the-crane-is-green.md", by="person")

    done = run()

    assert done.cleared == [
        "project/the-mole-is-closed-in-winter.md",
        "memory://root/MEMORY.md",
        "memory://root/learned.md",
        "memory://root/skills",
    ]
    assert done.kept == [pinned.relative]
    assert done.sessions == 1
    assert not root.exists()
    assert list(project.store.documents()) == [pinned.relative]
    index = (project.store.memory_dir / "MEMORY.md").read_text()
    assert "mole" not in index
    assert "crane" in index


def test_one_undo_brings_all_of_it_back(
    project, projects, keep, root, session, run, database, clock
):
    keep("The mole is closed in winter.")
    keep("The crane is green.")
    before = seen(project)
    done = run()
    assert waits(database, clock) == {"codex:s1": Wait.FORGOTTEN}

    undone = take_back(done.undo, project, projects, database, clock)

    assert undone.operation == "clear"
    assert "memory://root" in undone.restored
    assert seen(project) == before
    assert waits(database, clock) == {"codex:s1": Wait.UP_TO_DATE}


def test_the_history_tells_of_it(project, projects, keep, root, run):
    keep("The mole is closed in winter.")

    done = run()

    change = history(project, projects).changes[0]
    assert (change.operation, change.by, change.undo) == ("clear", "person", done.undo)
    assert change.files == ["project/the-mole-is-closed-in-winter.md", "memory://root"]


def test_memories_of_the_user_and_of_other_projects_stay(
    project, projects, keep, run, database, clock, tmp_path
):
    keep("The mole is closed in winter.")
    keep("Sam likes tea.", scope="user", kind="user")
    other = projects.of(str(tmp_path))
    sighting = Sighting(
        agent="codex",
        session="x",
        project=other.root,
        updated=clock(),
        path="/x",
        cwd="/",
        content="",
    )
    database.threads.register([sighting], now=clock())

    run()

    assert len(projects.user.documents()) == 1
    assert waits(database, clock) == {"codex:x": Wait.NOT_IDLE}


def test_without_a_yes_it_only_says_what_would_go(project, keep, root, session, run):
    keep("The mole is closed in winter.")
    before = seen(project)

    with pytest.raises(ConflictError, match=r"memories: 1; .*: 3 \(MEMORY.md, .*again: 1; .*: 0"):
        run(confirmed=False)

    assert seen(project) == before
    assert project.store.history()[0].operation == "extract"


@pytest.mark.parametrize("confirmed", [True, False])
def test_where_nothing_was_learnt_there_is_nothing_to_clear(project, run, confirmed):
    done = run(confirmed=confirmed)

    assert (done.cleared, done.undo) == ([], None)
    assert not project.store.state_dir.exists()


def test_sessions_alone_can_be_cleared_and_taken_back(
    project, projects, session, run, database, clock
):
    done = run()
    assert (done.cleared, done.sessions) == ([], 1)
    assert run().undo is None

    take_back(done.undo, project, projects, database, clock)

    assert waits(database, clock) == {"codex:s1": Wait.UP_TO_DATE}


def test_what_is_said_again_is_learnt_again(project, keep, run):
    keep("The mole is closed in winter.")
    run()

    keep("The mole is closed in winter.", record="r2")

    assert list(project.store.documents()) == ["project/the-mole-is-closed-in-winter.md"]


def test_artefacts_that_wait_beside_the_root_do_not_come_later(
    project, projects, root, run, database, clock
):
    raw = marked("raw").encode()
    waiting = Artefacts(files={"raw_memories.md": raw}, stale=(), changes=Changes(), seen={})
    stage(root, waiting, token_limit=5000)

    done = run()

    assert "memory://root/raw_memories.md" in done.cleared
    assert not [path for path in root.parent.iterdir() if path.name.startswith((".root", "root"))]
    take_back(done.undo, project, projects, database, clock)
    assert (root / "raw_memories.md").read_bytes() == raw


def test_an_undo_of_the_undo_clears_again(
    project, projects, keep, root, session, run, database, clock
):
    keep("The mole is closed in winter.")
    done = run()
    take_back(done.undo, project, projects, database, clock)
    token = next(record.token for record in project.store.history() if record.undoes)

    take_back(f"{token}@{project.key}", project, projects, database, clock)

    assert (list(project.store.documents()), root.exists()) == ([], False)
    assert waits(database, clock) == {"codex:s1": Wait.FORGOTTEN}


def test_an_undo_does_not_overwrite_what_was_made_since(project, projects, root, run):
    done = run()
    root.mkdir()
    (root / "learned.md").write_text("- New.\n")

    with pytest.raises(ConflictError, match="memory://root was written anew"):
        undo(done.undo, project, projects)

    assert (root / "learned.md").read_text() == "- New.\n"


def test_nobody_is_disturbed_who_tidies_the_memories(project, projects, keep, run):
    keep("The mole is closed in winter.")
    projects.scaffold(project)

    with PidLock(project.store.lock_path, stale_after=STALE), pytest.raises(BusyError):
        run()

    assert len(project.store.documents()) == 1


def test_a_root_that_leads_elsewhere_is_refused(project, projects, keep, run, tmp_path):
    keep("The mole is closed in winter.")
    (tmp_path / "elsewhere").mkdir()
    (project.store.state_dir / "root").symlink_to(tmp_path / "elsewhere")

    with pytest.raises(DeniedError):
        run()

    assert len(project.store.documents()) == 1


def test_a_root_that_is_a_file_is_refused(project, keep, run):
    keep("The mole is closed in winter.")
    (project.store.state_dir / "root").write_text("?")

    with pytest.raises(DeniedError):
        run()

    assert len(project.store.documents()) == 1


def test_a_database_that_cannot_be_written_stops_it(project, keep, root, session, run, database):
    keep("The mole is closed in winter.")
    before = seen(project)
    with database.connection.transaction() as db:
        db.execute(
            "CREATE TRIGGER full BEFORE INSERT ON clearings BEGIN SELECT RAISE(FAIL, 'full'); END"
        )

    with pytest.raises(NotReadyError, match="full"):
        run()

    assert seen(project) == before
    with database.connection.transaction() as db, pytest.raises(sqlite3.Error):
        db.execute("INSERT INTO clearings VALUES ('', '', 0, '')")
    assert [record.operation for record in project.store.history()] == ["extract"]


def test_names_in_the_root_can_be_anything(project, root, run):
    (root / os.fsdecode(b"\xff\n")).write_text("?")

    assert "memory://root/\ufffd\n" in run().cleared


def test_when_the_undo_is_over_what_sessions_taught_is_dropped(
    project, projects, session, run, database, clock
):
    run()
    project.store.tidy(keep=timedelta(days=-1))

    settle_clearings(projects, database, now=clock())

    assert database.clearings.unfinished() == []
    assert waits(database, clock) == {"codex:s1": Wait.FORGOTTEN}


def test_what_cannot_be_settled_now_is_settled_later(
    project, projects, keep, root, session, run, database, clock, tmp_path
):
    run()
    unfinished = project.store.state_dir / "trash/unfinished"
    unfinished.write_text(project.store.history()[0].token)
    with database.connection.transaction() as db:
        db.execute("UPDATE clearings SET state = 'begun'")
    fresh = Projects(tmp_path / "base", local=False, worktrees="shared", clock=clock)
    with PidLock(project.store.lock_path, stale_after=STALE):
        settle_clearings(fresh, database, now=clock())
    assert waits(database, clock) == {"codex:s1": Wait.FORGOTTEN}

    fresh = Projects(tmp_path / "base", local=False, worktrees="shared", clock=clock)
    settle_clearings(fresh, database, now=clock())

    assert waits(database, clock) == {"codex:s1": Wait.UP_TO_DATE}
    assert root.exists()
    assert fresh.user.scope is Scope.USER
