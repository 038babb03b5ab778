"""What was forgotten is gone from everywhere, and comes back only when a person says it again."""

import json

import pytest

FACT = "Remember that the harbor crane is operated from cabin sesame."
USER_FACT = "I prefer sesame themes over dark themes."
WORD = "sesame"


def holding(*folders, word=WORD):
    """Return the files below *folders* that hold *word* in their bytes or in their names."""
    return [
        str(path)
        for folder in folders
        for path in folder.rglob("*")
        if word in path.name or (path.is_file() and word.encode() in path.read_bytes().lower())
    ]


def is_gone(house, client):
    """Tell whether nothing that is handed to anybody speaks of it."""
    told = [
        client.guidance().text,
        client.recall("from which cabin is the harbor crane operated? sesame?").prompt,
        client.recall("do I prefer dark themes or sesame themes?").prompt,
        *(memory.title for memory in client.memories()),
        *(path.read_text() for path in house.base.rglob("*/MEMORY.md")),
        *(path.read_text() for path in house.memory_files()),
    ]
    return not any(WORD in text for text in told)


@pytest.fixture
def learnt(house):
    """A daemon that learnt a fact of a project and one of the user; return it all."""
    project = house.project()
    transcript = house.transcript(project)
    transcript.say(FACT, USER_FACT, "Remember that the ledger is closed every Friday evening.")
    house.start()
    client = house.client(project)
    client.wait(client.extract().job)
    assert client.recall("from which cabin is the harbor crane operated?").documents
    assert client.recall("which themes do I prefer, dark themes?").documents
    return house, project, transcript, client


def read_again(client):
    client.wait(client.extract(force=True).job)


def test_what_is_forgotten_is_gone_from_all_that_is_handed_out(learnt):
    house, _, _, client = learnt

    forgotten = client.forget(WORD, apply=True)

    assert len(forgotten.forgotten) == 2
    assert is_gone(house, client)
    assert client.recall("when is the ledger closed?").documents


def test_it_does_not_come_back_when_the_transcript_is_read_from_its_start(learnt):
    house, project, _, client = learnt
    client.forget(WORD, apply=True)

    done = house.run(
        "memoryctl", "extract", "--force", "--wait", "--cwd", str(project), **at(house)
    )

    assert done.returncode == 0, done.stderr
    assert is_gone(house, client)


def at(house):
    return {"MEMORYD_SOCKET": str(house.socket)}


def test_it_does_not_come_back_with_a_dream(learnt):
    house, _, _, client = learnt
    client.forget(WORD, apply=True)

    client.wait(client.dream(force=True).job)

    assert is_gone(house, client)


def test_it_does_not_come_back_with_a_new_database(learnt):
    house, project, _, client = learnt
    client.forget(WORD, apply=True)
    house.stop_all()
    for file in house.state.glob("memoryd.sqlite3*"):
        file.unlink()

    house.start()
    client = house.client(project)
    read_again(client)

    assert is_gone(house, client)
    assert client.recall("when is the ledger closed?").documents


def test_it_does_not_come_back_when_its_record_is_found_reworded(learnt):
    house, _, transcript, client = learnt
    client.forget(WORD, apply=True)
    reworded = FACT.replace("Remember that the", "Please remember: our")
    text = transcript.path.read_text()
    transcript.path.write_text(text.replace(FACT, reworded))

    read_again(client)

    assert is_gone(house, client)


def test_it_comes_back_when_a_person_says_it_again_later(learnt, wait_until):
    house, _, transcript, client = learnt
    client.forget(WORD, apply=True)

    transcript.say(FACT)

    wait_until(lambda: client.recall("from which cabin is the harbor crane operated?").documents)
    assert len(house.memory_files()) == 2


def test_a_purge_leaves_no_byte_of_it_and_names_the_transcript(learnt):
    house, _, transcript, client = learnt
    client.recall("from which cabin is the harbor crane operated?", session_id="s1")
    assert holding(house.base, house.state)

    purged = client.forget(WORD, apply=True, purge=True)

    assert len(purged.forgotten) == 2
    assert any(str(transcript.path) in place for place in purged.unreachable)
    assert holding(house.base, house.state) == []
    read_again(client)
    house.stop_all()
    assert holding(house.base, house.state) == []


def test_a_purge_leaves_no_byte_of_what_was_only_forgotten_before(learnt):
    house, _, transcript, client = learnt
    client.recall("from which cabin is the harbor crane operated?", session_id="s1")
    client.forget(WORD, apply=True)
    assert holding(house.base, house.state)

    purged = client.forget(WORD, apply=True, purge=True)

    assert purged.forgotten == []
    assert any(str(transcript.path) in place for place in purged.unreachable)
    assert holding(house.base, house.state) == []


def test_a_purge_leaves_no_byte_of_a_fact_among_others_in_a_file(learnt):
    house, _, _, client = learnt
    (folder,) = house.base.glob("projects/*/memory")
    (folder / "project" / "crane.md").write_text(
        "---\nname: The crane is painted sesame\ndescription: The crane is painted sesame\n"
        "type: project\n---\n\n- The crane is painted sesame\n- The crane is from Malmö\n"
    )
    client.recall("how is the crane painted?", session_id="s1")

    client.forget(WORD, apply=True, purge=True)

    assert holding(house.base, house.state) == []
    assert client.recall("is the crane from Malmö?").documents


def test_a_purge_from_the_command_line_says_what_it_cannot_reach(learnt):
    house, project, transcript, _ = learnt

    done = house.run(
        "memoryctl",
        "forget",
        WORD,
        "--purge",
        "--yes",
        "--json",
        "--cwd",
        str(project),
        **at(house),
    )

    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert len(told["forgotten"]) == 2
    assert any(str(transcript.path) in place for place in told["unreachable"])
    assert holding(house.base, house.state) == []
