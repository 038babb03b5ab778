"""A project is cleared over the socket, and one undo brings all of it back."""

import os

import pytest

from memoryd_client import ConflictError

FACT = "Remember that the harbor crane is operated from the north cabin."
QUESTION = "from which cabin is the harbor crane operated?"


def artefacts(house):
    (state_dir,) = (house.base / "projects").iterdir()
    return state_dir / "root"


def seen(house):
    found = [*house.memory_files(), *(path for path in artefacts(house).rglob("*"))]
    return {
        str(path): (
            path.stat().st_mode,
            path.stat().st_mtime_ns,
            path.is_file() and path.read_bytes(),
        )
        for path in found
    }


@pytest.fixture
def learnt(house):
    """A daemon that learnt a fact of a project; return it all."""
    project = house.project()
    transcript = house.transcript(project)
    transcript.say(FACT)
    house.start()
    client = house.client(project)
    client.wait(client.extract().job)
    client.remember("Answer in short sentences, please.", scope="user", type="feedback")
    script = artefacts(house) / "skills/ship/scripts/ship.sh"
    script.parent.mkdir(parents=True)
    script.write_bytes(b"\xff")
    script.chmod(0o750)
    os.utime(script, ns=(1, 1_234_567_891))
    return house, project, transcript, client


def test_a_project_is_cleared_and_comes_back_with_one_undo(learnt):
    house, _, _, client = learnt
    before = seen(house)
    with pytest.raises(ConflictError, match="memories: 1"):
        client.clear()
    assert seen(house) == before
    assert client.recall(QUESTION).documents

    cleared = client.clear(confirm=True)

    assert len(cleared.cleared) == 2
    assert not artefacts(house).exists()
    assert not client.recall(QUESTION).documents
    assert "crane" not in client.guidance().text
    assert "short sentences" in client.guidance().text
    assert client.history().changes[0].operation == "clear"
    client.undo(cleared.undo)
    assert seen(house) == before
    assert client.recall(QUESTION).documents


def test_what_was_cleared_does_not_come_back_by_itself_but_when_it_is_said_again(learnt):
    house, project, transcript, client = learnt
    client.clear(confirm=True)
    client.wait(client.extract().job)
    house.stop_all()
    house.start()
    client = house.client(project)
    client.wait(client.extract().job)
    assert not client.recall(QUESTION).documents

    transcript.say(FACT)
    client.wait(client.extract().job)

    assert client.recall(QUESTION).documents


def test_a_daemon_that_is_killed_after_a_clearing_still_knows_the_undo(learnt):
    house, project, _, client = learnt
    before = seen(house)
    cleared = client.clear(confirm=True)
    house.processes[-1].kill()
    house.processes[-1].wait()
    house.start()

    house.client(project).undo(cleared.undo)

    assert seen(house) == before


def test_memoryctl_clears_and_says_how_to_undo_it(learnt):
    house, project, _, client = learnt
    at = {"MEMORYD_SOCKET": str(house.socket)}

    done = house.run("memoryctl", "clear", "--yes", "--cwd", str(project), **at)

    assert done.returncode == 0, done.stderr
    assert "Take it back with: memoryctl undo " in done.stdout
    assert not client.recall(QUESTION).documents
