"""From a transcript that grows to a recall, through a real daemon."""

import json
import os


def test_what_is_said_while_the_daemon_runs_is_learnt_and_recalled(house, wait_until):
    project = house.project()
    transcript = house.transcript(project)
    transcript.say("please fix the flaky login test")
    house.start()
    client = house.client(project)

    transcript.say("Remember that the staging database is reset every Monday morning.")

    wait_until(lambda: client.recall("when is the staging database reset?").documents)
    (found,) = client.recall("when is the staging database reset?").documents
    assert "Monday" in found.title
    assert found.sources[0].agent == "claude-code"
    assert found.sources[0].session == transcript.session


def test_a_memory_edited_by_hand_is_recalled_as_it_now_stands(house):
    project = house.project()
    house.start()
    client = house.client(project)
    kept = client.remember("The nightly build runs on the green cluster.").memory
    (file,) = house.memory_files()

    file.write_text(file.read_text().replace("green cluster", "violet cluster"))

    (found,) = client.recall("which cluster does the nightly build run on?").documents
    assert found.id == kept.id
    assert "violet cluster" in client.recall("violet nightly build").prompt


def test_a_memory_file_written_by_hand_is_recalled_at_once(house):
    project = house.project()
    house.start()
    client = house.client(project)
    client.remember("The nightly build runs on the green cluster.")
    (file,) = house.memory_files()
    folder = file.parent.parent / "reference"
    folder.mkdir(exist_ok=True)

    (folder / "pager.md").write_text(
        "---\nname: Pager rota\ndescription: who is on call\ntype: reference\n---\n"
        "The pager rota lives in the wiki under Operations.\n"
    )

    (found,) = client.recall("where is the pager rota?").documents
    assert found.path == "reference/pager.md"


def test_run_once_reads_everything_and_a_second_run_adds_nothing(house):
    project = house.project()
    house.transcript(project).say(
        "Always run the linter before you commit in this repository.",
        "what does this function do?",
    )

    first = house.once()
    files = {path: path.read_bytes() for path in house.memory_files()}
    second = house.once()

    assert (first.returncode, second.returncode) == (0, 0), first.stderr + second.stderr
    assert len(files) == 1
    assert {path: path.read_bytes() for path in house.memory_files()} == files


def test_a_deleted_database_loses_and_doubles_nothing(house):
    house.transcript(house.project()).say("Remember that releases are cut from the trunk branch.")
    house.once()
    before = {path: path.read_bytes() for path in house.memory_files()}
    for file in house.state.glob("memoryd.sqlite3*"):
        file.unlink()

    house.once()

    assert before
    assert {path: path.read_bytes() for path in house.memory_files()} == before


def test_what_was_forgotten_stays_forgotten_when_the_transcript_is_read_again(house):
    project = house.project()
    house.transcript(project).say("Remember that releases are cut from the trunk branch.")
    house.once()
    house.start()
    client = house.client(project)
    forgotten = client.forget("trunk branch", apply=True)

    client.wait(client.extract(force=True).job)

    assert len(forgotten.forgotten) == 1
    assert house.memory_files() == []
    assert client.recall("which branch are releases cut from?").documents == []


def test_status_counts_what_was_read_and_what_was_not_kept(house):
    project = house.project()
    transcript = house.transcript(project)
    transcript.say("Remember that releases are cut from the trunk branch.", "thanks!")
    with transcript.path.open("ab") as file:
        file.write(b"this is not a record\n")
    house.start()
    client = house.client(project)

    client.wait(client.extract().job)

    status = client.status()
    (root,) = [root for root in status.roots if root.sessions]
    assert (root.agent, root.sessions, root.human_messages, root.bad_lines) == (
        "claude-code",
        1,
        2,
        1,
    )
    assert root.messages == 4
    assert status.memories == 1
    assert status.ready


def test_a_session_that_is_forked_counts_a_statement_once(house):
    project = house.project()
    transcript = house.transcript(project)
    transcript.say("Remember that releases are cut from the trunk branch.")
    house.once()
    fork = house.transcript(project)
    copied = transcript.path.read_bytes().replace(
        transcript.session.encode(), fork.session.encode()
    )
    fork.path.write_bytes(copied)
    house.start()
    client = house.client(project)
    client.forget("trunk", apply=True)

    client.wait(client.extract(force=True).job)

    assert house.memory_files() == []


def test_cursor_and_meta_have_the_shapes_of_the_shared_layout(house):
    project = house.project()
    transcript = house.transcript(project)
    transcript.say("Remember that releases are cut from the trunk branch.")

    house.once()

    (folder,) = (house.base / "projects").iterdir()
    meta = json.loads((folder / "meta.json").read_text())
    cursor = json.loads((folder / "extract-cursor.json").read_text())
    assert meta["version"] == 1
    assert meta["projectRoot"] == os.path.realpath(project)
    assert meta["lastExtractionSessionId"] == transcript.session
    assert meta["lastExtractionStatus"] == "updated"
    assert cursor["sessionId"] == transcript.session
    assert cursor["processedOffset"] == 2


def test_a_database_that_cannot_be_read_is_set_aside_and_status_says_so(house):
    house.transcript(house.project()).say("Remember that releases are cut from the trunk branch.")
    house.once()
    before = {path: path.read_bytes() for path in house.memory_files()}
    (house.state / "memoryd.sqlite3").write_bytes(b"not a database " * 400)

    house.start()
    client = house.client(house.project())
    client.wait(client.extract().job)

    (note,) = client.status().errors
    assert "begun anew" in note.what
    assert ".corrupt." in note.detail
    assert {path: path.read_bytes() for path in house.memory_files()} == before
