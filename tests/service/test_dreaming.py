"""Dreams through a real daemon: asked for, shown, undone, and killed at any moment."""

import contextlib
import os
import random
import time

import pytest

ROUNDS = int(os.environ.get("MEMORYD_TEST_ROUNDS", "5"))
NAMES = ["amber", "birch", "cobalt", "dune", "ember", "fjord", "grove", "heath", "iris", "jade"]


def memory(fact, *, name):
    return f"---\nname: {name}\ndescription: {fact}\ntype: project\n---\n\n{fact}\n"


def keep(house, project, facts):
    """Write memories by hand, as a person would."""
    house.client(project).remember("The readme names the owners of this project", scope="project")
    (folder,) = house.base.glob("projects/*/memory")
    (folder / "project").mkdir(exist_ok=True)
    for number, fact in enumerate(facts):
        (folder / "project" / f"fact-{number}.md").write_text(memory(fact, name=f"F{number}"))
    return folder


def doubled(count):
    """Return facts of which every second one says what the one before it says."""
    facts = [
        f"The {NAMES[n % 10]}{n // 10} service listens on port {7000 + n}" for n in range(count)
    ]
    return [text for fact in facts for text in (fact, f"{fact}.")]


def files(folder):
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*.md")
        if path.name != "MEMORY.md"
    }


def test_a_dream_is_shown_first_then_done_then_taken_back(house):
    house.start()
    project = house.project()
    folder = keep(house, project, doubled(3))
    before = files(folder)
    client = house.client(project)

    shown = house.run("memoryctl", "dream", "--dry-run", "--cwd", str(project), **at(house))
    unchanged = files(folder)
    done = house.run("memoryctl", "dream", "--wait", "--cwd", str(project), **at(house))
    after = files(folder)
    client.undo()

    assert "-The amber0 service listens on port 7000" in shown.stdout
    assert unchanged == before
    assert done.returncode == 0, done.stderr
    assert "3 doubled entries merged" in done.stdout
    assert len(after) == 4
    assert files(folder) == before


def at(house):
    return {"MEMORYD_SOCKET": str(house.socket)}


def test_what_is_not_due_says_why_and_status_counts_it(house):
    house.start()
    project = house.project()
    client = house.client(project)

    asked = client.dream()
    status = client.status()

    assert asked.skipped == "min_sessions"
    assert status.skipped["dream"] == {"min_sessions": 1}
    assert status.last["dream"] is None


def test_a_pinned_memory_is_the_same_byte_for_byte_after_a_dream(house):
    house.start()
    project = house.project()
    folder = keep(house, project, ["The gate opens at six in the morning"])
    pinned = folder / "pinned" / "gate.md"
    pinned.parent.mkdir()
    pinned.write_text(memory("the gate opens at six, in the morning", name="Mine"))
    before = pinned.read_bytes()
    client = house.client(project)

    client.wait(client.dream(force=True).job)

    assert pinned.read_bytes() == before


def test_once_does_the_dreams_that_are_due(house):
    house.start()
    project = house.project()
    folder = keep(house, project, doubled(2))
    house.stop_all()
    for _ in range(5):
        house.transcript(project).say("What does this function do?")

    done = house.once()

    assert done.returncode == 0, done.stderr
    assert len(files(folder)) == 3


@pytest.mark.storm
@pytest.mark.timeout(1200)
def test_a_dream_that_is_killed_leaves_the_old_or_the_new(house, wait_until):
    chance = random.Random(20261130)
    house.start()
    project = house.project()
    folder = keep(house, project, doubled(60))
    old = files(folder)
    client = house.client(project)
    client.wait(client.dream(force=True).job)
    new = files(folder)
    client.undo()
    assert files(folder) == old
    house.stop_all()
    assert len(new) == 61

    began, halves = folder.parent / "trash" / "unfinished", 0
    for _ in range(ROUNDS):
        process = house.start()
        client = house.client(project)
        client.dream(force=True)
        if chance.random() < 0.7:
            wait_until(began.exists)
        time.sleep(chance.uniform(0, 0.3))
        process.kill()
        process.wait()
        halves += files(folder) not in (old, new)
        house.start()
        with contextlib.closing(house.client(project)) as client:
            client.memory_page()
            found = files(folder)
            assert found in (old, new)
            if found == new:
                client.undo()
        assert files(folder) == old
        house.stop_all()
    assert not list(folder.rglob(".memoryd-*"))
    assert halves or ROUNDS < 20, "no kill came in the middle: this showed nothing"
