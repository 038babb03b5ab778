from datetime import UTC, datetime

from memoryd.domain import Speaker
from memoryd.sources import Cursor, Scratch, answer_record, read, typed_record

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
SESSION = "0123456789abcdef0123456789abcdef"


def write(scratch, session=SESSION):
    scratch.file_of(session).write_bytes(
        typed_record(session, "Remember: it is so.", cwd="/p", at=NOW)
        + answer_record(session, "Understood.", cwd="/p", at=NOW)
    )


def test_its_sessions_are_read_as_those_of_a_person_by_an_agent_of_their_own(tmp_path):
    scratch = Scratch(tmp_path)
    write(scratch)

    (file,) = scratch.sessions(tmp_path)
    reading = read(scratch, file, Cursor(), max_bytes=10_000)

    assert (file.agent, file.session) == ("doctor", SESSION)
    assert [(each.speaker, each.text) for each in reading.messages] == [
        (Speaker.PERSON, "Remember: it is so."),
        (Speaker.AGENT, "Understood."),
    ]
    assert (reading.cwd, reading.private, reading.bad_lines) == ("/p", False, 0)


def test_it_lies_in_its_own_directory_whatever_the_environment_says(tmp_path):
    roots = Scratch(tmp_path / "d").roots({"CLAUDE_CONFIG_DIR": "/elsewhere"}, tmp_path)

    assert roots == (tmp_path / "d",)


def test_a_sweep_removes_its_sessions_but_those_that_run_and_what_it_did_not_write(tmp_path):
    scratch = Scratch(tmp_path)
    running = "f" * 32
    for session in (SESSION, running):
        write(scratch, session)
    (tmp_path / "notes.jsonl").write_bytes(b"")

    scratch.sweep(but=[running])

    assert {path.name for path in tmp_path.iterdir()} == {f"{running}.jsonl", "notes.jsonl"}
    Scratch(tmp_path / "gone").sweep()
