"""One step of learning: written first, cursor moved after, and doing it again doubles nothing."""

import json
import sqlite3
from dataclasses import replace

import pytest

from memoryd.config import ProjectRule
from memoryd.lifecycle.learn import has_moved, learn, start_row
from memoryd.memory import Projects, compile_rules, read_meta
from memoryd.sources import source_for


@pytest.fixture
def source():
    return source_for("claude-code")


@pytest.fixture
def transcript(tmp_path, project):
    path = tmp_path / "claude" / "p" / "8a6f1c02-1111-4222-8333-444455556666.jsonl"
    path.parent.mkdir(parents=True)

    def add(number, text):
        record = {
            "type": "user",
            "uuid": f"u{number}",
            "parentUuid": f"u{number - 1}" if number else None,
            "isSidechain": False,
            "cwd": project.root,
            "sessionId": path.stem,
            "version": "2.1.219",
            "origin": {"kind": "human"},
            "timestamp": f"2026-03-01T10:00:{number:02}.000Z",
            "message": {"role": "user", "content": text},
        }
        with path.open("a") as file:
            file.write(json.dumps(record) + "\n")
        return path

    return add


def only(source, path):
    (file,) = source.sessions(path.parent.parent)
    return file


def step(source, file, row, database, projects, clock):
    return learn(source, file, row, database=database, projects=projects, now=clock())


def test_a_step_writes_counts_and_moves_the_cursor(
    source, transcript, database, projects, project, clock
):
    path = transcript(0, "Remember that releases are cut from the trunk branch.")
    file = only(source, path)

    done = step(source, file, start_row(file), database, projects, clock)

    assert (done.row.messages, done.row.human, done.row.complete) == (1, 1, True)
    assert done.row.offset == path.stat().st_size
    assert done.row.project == project.root
    assert len(project.store.documents()) == 1
    stored = database.session("claude-code", path.stem)
    assert replace(stored, state={}) == replace(done.row, state={})
    assert not has_moved(file, done.row)


def test_a_second_step_reads_only_what_is_new(source, transcript, database, projects, clock):
    path = transcript(0, "Remember that releases are cut from the trunk branch.")
    first = step(
        source, only(source, path), start_row(only(source, path)), database, projects, clock
    )
    transcript(1, "thanks")

    second = step(source, only(source, path), first.row, database, projects, clock)

    assert len(second.speakers) == 1
    assert (second.row.messages, second.row.human) == (2, 2)


def test_a_step_whose_cursor_could_not_be_moved_is_done_again_and_doubles_nothing(
    source, transcript, database, projects, project, clock
):
    path = transcript(0, "Remember that releases are cut from the trunk branch.")
    file = only(source, path)
    database.connection._raw.execute("PRAGMA query_only = ON")
    with pytest.raises(sqlite3.OperationalError):
        step(source, file, start_row(file), database, projects, clock)
    before = {path: document.raw for path, document in project.store.documents().items()}
    database.connection._raw.execute("PRAGMA query_only = OFF")

    again = step(source, file, start_row(file), database, projects, clock)

    assert len(before) == 1
    assert again.extraction.created == 0
    assert {p: d.raw for p, d in project.store.documents().items()} == before


def test_what_a_step_that_is_cut_off_has_written_is_known_to_be_of_its_project(
    source, transcript, database, projects, project, clock
):
    path = transcript(0, "Remember that releases are cut from the trunk branch.")
    file = only(source, path)
    database.connection._raw.execute("PRAGMA query_only = ON")

    with pytest.raises(sqlite3.OperationalError):
        step(source, file, start_row(file), database, projects, clock)

    assert project.store.documents()
    assert read_meta(project.store.state_dir, now=clock()).project_root == project.root


def test_a_copied_session_counts_a_statement_once(
    source, transcript, database, projects, project, clock
):
    path = transcript(0, "Remember that releases are cut from the trunk branch.")
    step(source, only(source, path), start_row(only(source, path)), database, projects, clock)
    copy = path.with_name("9b7f1c02-1111-4222-8333-444455556666.jsonl")
    copy.write_bytes(path.read_bytes())
    (found,) = [file for file in source.sessions(path.parent.parent) if file.path == copy]
    project.store.forget(list(project.store.documents()), by="person")

    done = step(source, found, start_row(found), database, projects, clock)

    assert done.row.human == 1
    assert done.extraction.patches == 0
    assert done.extraction.rejected == {}


def test_a_project_nothing_was_learnt_of_leaves_no_files(
    source, transcript, database, projects, project, clock
):
    path = transcript(0, "please fix the flaky login test")
    file = only(source, path)

    step(source, file, start_row(file), database, projects, clock)

    assert not project.store.state_dir.exists()


def test_a_session_that_vanished_is_an_error_and_moves_nothing(
    source, transcript, database, projects, clock
):
    path = transcript(0, "Remember that releases are cut from the trunk branch.")
    file = only(source, path)
    path.unlink()

    with pytest.raises(FileNotFoundError):
        step(source, file, start_row(file), database, projects, clock)
    assert database.session("claude-code", path.stem) is None


def test_where_memory_is_off_nothing_is_learnt(
    tmp_path, source, transcript, database, projects, project, clock
):
    path = transcript(0, "Remember that releases are cut from the trunk branch.")
    file = only(source, path)
    off = compile_rules({project.root: ProjectRule(enabled=False)}, tmp_path)
    ruled = Projects(projects.base, local=False, worktrees="shared", rules=off, clock=clock)

    done = step(source, file, start_row(file), database, ruled, clock)

    assert done.extraction.patches == 0
    assert not projects.base.exists()


def test_what_is_learnt_notes_which_repository_it_is(
    source, transcript, database, projects, project, clock
):
    (project.path / ".git" / "config").write_text('[remote "origin"]\nurl = h.org:a/b\n')
    path = transcript(0, "Remember that releases are cut from the trunk branch.")
    file = only(source, path)

    step(source, file, start_row(file), database, projects, clock)

    noted = json.loads((project.store.state_dir / "meta.json").read_text())
    assert noted["projectIdentity"] == "remote:h.org/a/b"
    assert noted["lastExtractionStatus"] == "updated"


def cite(path, number, name):
    """Let the agent end with a citation."""
    block = f"<memory-citation>\n{name}\n</memory-citation>"
    record = {
        "type": "assistant",
        "uuid": f"u{number}",
        "parentUuid": f"u{number - 1}",
        "isSidechain": False,
        "sessionId": path.stem,
        "message": {"content": [{"type": "text", "text": f"Remembered.\n\n{block}"}]},
    }
    with path.open("a") as file:
        file.write(json.dumps(record) + "\n")


@pytest.mark.parametrize("private", [False, True])
def test_a_citation_counts_once_however_often_the_session_is_read(
    source, transcript, database, projects, project, clock, keep, private
):
    keep("The crane is green.")
    path = transcript(0, "Which colour has the crane?")
    cite(path, 1, "project/the-crane-is-green.md")
    if private:
        typed = '"origin": {"kind": "human"}'
        path.write_text(path.read_text().replace(typed, '"entrypoint": "sdk-cli"'))
    file = only(source, path)

    for _ in range(2):
        step(source, file, start_row(file), database, projects, clock)

    used = database.usage.counts(project.key)
    assert {name: each.count for name, each in used.items()} == (
        {} if private else {"project/the-crane-is-green.md": 1}
    )
    assert "citation" not in str(project.store.documents())
