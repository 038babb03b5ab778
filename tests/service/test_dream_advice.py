"""Dreams with a model through a real daemon: shown, done, taken back, and killed at the answer."""

import asyncio
import contextlib
import json
import os
import random
from datetime import UTC, datetime, timedelta

import pytest
from fakes import ModelServer, openai_says

ROUNDS = int(os.environ.get("MEMORYD_TEST_ROUNDS", "3"))
FACTS = {
    "old": ("The gateway listens on port 8080.", 40),
    "new": ("The gateway listens on port 9090 since March.", 10),
    "one": ("Ask Maria for access.", 20),
    "two": ("The board shows the sprint.", 60),
}
ANSWER = openai_says(
    json.dumps(
        {
            "operations": [
                {
                    "op": "supersede",
                    "sources": ["project/old.md"],
                    "target": "project/new.md",
                    "facts": [],
                    "reason": "the port was changed",
                }
            ]
        }
    )
)


@pytest.fixture(name="project")
def _project(house):
    return house.project()


def keep(house, project):
    """Write memories by hand, as a person would; return their directory."""
    house.client(project).remember("The readme names the owners of this project", scope="project")
    (folder,) = house.base.glob("projects/*/memory")
    (folder / "project").mkdir(exist_ok=True)
    for name, (fact, days) in FACTS.items():
        file = folder / "project" / f"{name}.md"
        file.write_text(f"---\nname: {name}\ndescription: d\ntype: project\n---\n\n{fact}\n")
        said = datetime.now(UTC) - timedelta(days=days)
        os.utime(file, (said.timestamp(),) * 2)
    return folder


def files(folder):
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*.md")
        if path.name != "MEMORY.md"
    }


def configure(house, url):
    house.config.write_text(
        "models:\n"
        "  providers:\n"
        f"    local: {{kind: openai, baseUrl: '{url}'}}\n"
        "  roles: {default: local/m}\n"
        "budget: {callsPerHour: 100}\n"
    )


async def test_a_models_part_is_shown_first_then_done_then_taken_back(house, project):
    async with ModelServer(ANSWER, ANSWER) as server:
        configure(house, server.url)
        folder, shown, before = await asyncio.to_thread(show, house, project)
        asked = len(server.received)
        done, jobs, status, after = await asyncio.to_thread(do, house, project, folder)

    assert asked == 1
    assert "model: would be asked about 5 facts" in shown[0]
    assert "supersede: " in shown[1]
    assert "-The gateway listens on port 8080." in shown[1]
    assert before[0] == before[1]
    assert "model: 1 of the steps" in done
    assert "model: 1 of the steps" in jobs
    assert status.last["dream"].status == "updated"
    assert "project/old.md" not in after
    assert files(folder) == before[0]


def show(house, project):
    house.start()
    folder = keep(house, project)
    before = files(folder)
    socket = {"MEMORYD_SOCKET": str(house.socket)}
    words = ("dream", "--dry-run", "--cwd", str(project))
    free = house.run("memoryctl", *words, **socket).stdout
    paid = house.run("memoryctl", *words, "--model", **socket).stdout
    return folder, (free, paid), (before, files(folder))


def do(house, project, folder):
    socket = {"MEMORYD_SOCKET": str(house.socket)}
    done = house.run("memoryctl", "dream", "--wait", "--cwd", str(project), **socket).stdout
    jobs = house.run("memoryctl", "jobs", **socket).stdout
    after = files(folder)
    client = house.client(project)
    status = client.status()
    client.undo()
    return done, jobs, status, after


class Killer(ModelServer):
    """A model that ends its daemon a moment after it answered."""

    def __init__(self, *replies):
        super().__init__(*replies)
        self.process, self.pause_s = None, 0.0

    async def _answer(self, request):
        reply = await super()._answer(request)
        asyncio.get_running_loop().call_later(self.pause_s, self.process.kill)
        return reply


@pytest.mark.storm
@pytest.mark.timeout(300)
async def test_a_daemon_that_is_killed_at_the_answer_leaves_the_old_or_the_new(house, project):
    chance = random.Random(20261130)
    async with Killer(*[ANSWER] * ROUNDS) as server:
        configure(house, server.url)
        await asyncio.to_thread(house.start)
        folder = await asyncio.to_thread(keep, house, project)
        await asyncio.to_thread(house.stop_all)
        old = files(folder)
        for _ in range(ROUNDS):
            server.process = await asyncio.to_thread(house.start)
            server.pause_s = chance.uniform(0, 0.1)
            await asyncio.to_thread(dream, house, project)
            await asyncio.to_thread(server.process.wait)
            found = await asyncio.to_thread(look_after, house, project, folder)
            assert found == old or found.keys() == old.keys() - {"project/old.md"}
            assert files(folder) == old

    assert len(server.received) == ROUNDS


def dream(house, project):
    client = house.client(project)
    client.dream(force=True)


def look_after(house, project, folder):
    """Start anew, return what is remembered, and bring the old state back."""
    house.start()
    with contextlib.closing(house.client(project)) as client:
        client.memory_page()
        found = files(folder)
        if "project/old.md" not in found:
            client.undo()
    house.stop_all()
    return found
