"""Several processes on one file, and processes that die between any two steps."""

import itertools
import json
import os
import signal
import subprocess
import sys
from contextlib import ExitStack, closing
from datetime import UTC, datetime, timedelta

import pytest

from memoryd.config import Memories
from memoryd.database import ConsolidationClaim, Extraction, Sighting, Wait, open_database

NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
RULES = Memories()
LATER = NOW + timedelta(hours=1)

# Each phase begins for all processes at once.
RACER = """
import json, sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from memoryd.config import Memories
from memoryd.database import ConsolidationClaim, Extraction, Sighting, open_database

def wait_for_the_others():
    print("ready", flush=True)
    sys.stdin.readline()

me, now, rules, done = sys.argv[2], datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC), Memories(), []
sightings = [
    Sighting(agent="codex", session=f"s{n:02}", project=f"/p{n % 2}", path="/x", cwd="/p",
             updated=now - timedelta(days=1), content="a")
    for n in range(24)
]
wait_for_the_others()
database, _ = open_database(Path(sys.argv[1]), now=now)
database.threads.register(sightings, now=now)
wait_for_the_others()
while claims := database.stage1.claim(rules, worker=me, now=now):
    for claim in claims:
        text = f"{claim.thread.session} by {me}"
        extraction = Extraction(raw_memory=text, rollout_summary=text)
        if database.stage1.complete(claim, extraction, now=now):
            done.append(text)
wait_for_the_others()
for claim in database.stage1.claim(rules, worker=me, now=now):  # what the others left behind
    raise AssertionError(claim)
for project in ("/p0", "/p1"):
    claim = database.consolidations.claim(project, rules, worker=me, now=now)
    if isinstance(claim, ConsolidationClaim):
        done += [f"{project} reads {each.raw_memory}" for each in claim.inputs]
print(json.dumps(done), flush=True)
"""


def sight(*sessions):
    return [
        Sighting(
            agent="codex",
            session=session,
            project="/p",
            updated=NOW - timedelta(days=1),
            path="/x",
            cwd="/p",
            content="a",
        )
        for session in sessions
    ]


def test_of_several_processes_one_extracts_a_session_and_one_consolidates_a_project(path):
    with ExitStack() as stack:
        racers = [
            stack.enter_context(
                subprocess.Popen(
                    [sys.executable, "-c", RACER, path, f"w{number}"],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                )
            )
            for number in range(4)
        ]
        for _ in range(3):
            assert [racer.stdout.readline() for racer in racers] == [b"ready\n"] * 4
            for racer in racers:
                racer.stdin.write(b"\n")
                racer.stdin.flush()
        done = list(itertools.chain.from_iterable(json.load(racer.stdout) for racer in racers))

    extracted = sorted(each for each in done if each.startswith("s"))
    read = sorted(each.split(" reads ")[1] for each in done if each.startswith("/p"))
    assert [each.split()[0] for each in extracted] == [f"s{n:02}" for n in range(24)]
    assert read == extracted


# One process does everything in order, and says each step before it takes it.
WORKER = """
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from memoryd.config import Memories
from memoryd.database import Extraction, Sighting, open_database

def step(name):
    print(name, flush=True)
    sys.stdin.readline()

now = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
rules = Memories()
step("open")
database, _ = open_database(Path(sys.argv[1]), now=now)
step("register")
database.threads.register(
    [Sighting(agent="codex", session=session, project="/p", updated=now - timedelta(days=1),
              path="/x", cwd="/p", content="a") for session in ("s1", "s2")],
    now=now,
)
step("claim")
claims = database.stage1.claim(rules, worker="w", now=now)
for claim in claims:
    step("renew")
    assert database.stage1.renew(claim, rules, now=now)
    step("complete")
    text = Extraction(raw_memory="first", rollout_summary="first")
    assert database.stage1.complete(claim, text, now=now)
step("consolidate")
claim = database.consolidations.claim("/p", rules, worker="w", now=now)
step("renew")
assert database.consolidations.renew(claim, rules, now=now)
step("complete")
assert database.consolidations.complete(claim, now=now)
step("end")
"""
STEPS = [
    "open",
    "register",
    "claim",
    "renew",
    "complete",
    "renew",
    "complete",
    "consolidate",
    "renew",
    "complete",
    "end",
]


def kill_before(path, steps):
    """Let a worker take that many steps, then kill it before the next."""
    with subprocess.Popen(
        [sys.executable, "-c", WORKER, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as worker:
        said = []
        for _ in range(steps):
            said.append(worker.stdout.readline().decode().strip())
            worker.stdin.write(b"\n")
            worker.stdin.flush()
        said.append(worker.stdout.readline().decode().strip())
        os.kill(worker.pid, signal.SIGKILL)
    assert said == STEPS[: steps + 1]


def carry_on(database, now):
    """Do what is left, as the next process would; tell what was extracted, and read."""
    database.threads.register(sight("s1", "s2"), now=now)
    extracted = []
    while claims := database.stage1.claim(RULES, worker="next", now=now):
        for claim in claims:
            text = Extraction(raw_memory="second", rollout_summary="second")
            assert database.stage1.complete(claim, text, now=now)
            extracted.append(claim.thread.session)
    claim = database.consolidations.claim("/p", RULES, worker="next", now=now)
    if claim is Wait.UP_TO_DATE:
        return extracted, None
    assert database.consolidations.complete(claim, now=now)
    return extracted, sorted(each.raw_memory for each in claim.inputs)


@pytest.mark.parametrize("steps", range(len(STEPS)))
def test_whenever_a_worker_is_killed_all_is_done_once(path, steps):
    kill_before(path, steps)
    completed = STEPS[:steps].count("complete")

    database, aside = open_database(path, now=LATER)
    with closing(database):
        extracted, read = carry_on(database, LATER)
        again = carry_on(database, LATER)

    first = min(completed, 2)  # the third is the consolidation
    assert aside is None
    assert len(set(extracted)) == len(extracted) == 2 - first
    assert read == (None if completed == 3 else ["first"] * first + ["second"] * (2 - first))
    assert again == ([], None)


def test_the_sessions_of_a_killed_worker_are_free_when_their_leases_are_over(path):
    kill_before(path, STEPS.index("claim") + 1)
    over = NOW + timedelta(seconds=120)

    database, _ = open_database(path, now=NOW)
    with closing(database):
        before = database.stage1.claim(RULES, worker="next", now=over - timedelta(seconds=1))
        after = database.stage1.claim(RULES, worker="next", now=over)

    assert (len(before), len(after)) == (0, 2)


def test_the_project_of_a_killed_worker_is_free_when_its_lease_is_over(path):
    kill_before(path, STEPS.index("consolidate") + 1)
    over = NOW + timedelta(seconds=180)

    database, _ = open_database(path, now=NOW)
    with closing(database):
        jobs = database.consolidations
        before = jobs.claim("/p", RULES, worker="next", now=over - timedelta(seconds=1))
        after = jobs.claim("/p", RULES, worker="next", now=over)

    assert before is Wait.RUNNING
    assert isinstance(after, ConsolidationClaim)


HOLDER = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from memoryd.database import open_database

database, _ = open_database(Path(sys.argv[1]), now=datetime.now(UTC))
with database.connection.decision() as db:
    db.execute("DELETE FROM threads")
    print("deciding", flush=True)
    sys.stdin.readline()
"""


def test_who_is_killed_while_he_decides_has_decided_nothing_and_blocks_nobody(path):
    database, _ = open_database(path, now=NOW)
    with closing(database):
        database.threads.register(sight("s1"), now=NOW)
        with subprocess.Popen(
            [sys.executable, "-c", HOLDER, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as holder:
            assert holder.stdout.readline() == b"deciding\n"
            os.kill(holder.pid, signal.SIGKILL)

        database.threads.register(sight("s2"), now=NOW)

        assert [each.session for each in database.threads.all()] == ["s1", "s2"]
