"""kill -9 at random moments of a backlog: nothing lost, nothing doubled, nothing half."""

import contextlib
import os
import random
import subprocess

import pytest

from memoryd.domain import parse_time
from memoryd.memory import parse

ROUNDS = int(os.environ.get("MEMORYD_TEST_ROUNDS", "8"))
NAMES = ["Amber", "Birch", "Cobalt", "Dune", "Ember", "Fjord", "Grove", "Heath", "Iris", "Jade"]


def facts(number: int) -> list[str]:
    name = f"{NAMES[number % 10]}{number}"
    return [
        f"Remember that the {name} service is deployed from the {name.lower()} branch.",
        f"Always run the {name} smoke tests before you deploy to the {name.lower()} cluster.",
    ]


@pytest.mark.storm
@pytest.mark.timeout(1200)
def test_killing_it_during_a_backlog_loses_doubles_and_halves_nothing(make_house):
    chance = random.Random(20261129)
    stormy, calm = make_house(), make_house()

    def add_sessions(count: int, start: int) -> None:
        for number in range(start, start + count):
            for house in (stormy, calm):
                house.transcript(house.project(f"project{number % 4}")).say(*facts(number))

    add_sessions(20, 0)
    killed_at_work = 0
    for round_ in range(ROUNDS):
        process = stormy.start(wait=chance.random() < 0.8)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(timeout=chance.uniform(0.05, 0.6))
        killed_at_work += process.poll() is None
        process.kill()
        process.wait()
        add_sessions(3, 20 + 3 * round_)
    last, clean = stormy.once(), calm.once()

    assert (last.returncode, clean.returncode) == (0, 0), last.stderr + clean.stderr
    assert killed_at_work == ROUNDS
    summaries = {house: _summaries(house) for house in (stormy, calm)}
    assert len(summaries[calm]) == 2 * (20 + 3 * ROUNDS)
    assert summaries[stormy] == summaries[calm]


def _summaries(house) -> list[str]:
    at = parse_time("2026-01-01")
    documents = [
        parse(path.read_bytes(), relative=path.name, updated=at) for path in house.memory_files()
    ]
    return sorted(entry.summary for document in documents for entry in document.entries)
