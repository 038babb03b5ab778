"""Several processes on one store, and processes that die between any two steps of a swap."""

import asyncio
import contextlib
import json
import os
import signal
import sys

import pytest
from fakes import ModelServer
from structlog.testing import capture_logs

from memoryd.schedule.stage1 import Tally

SESSIONS = ["s0", "s1", "s2"]
SOON_S = 60

# A daemon's pipeline without the rest of a daemon: a pass over a store that is read already.
# It stops before each step that it is told of, until its standard input says to go on.
WORKER = """
import asyncio, json, sys
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from memoryd.config import Memories, Settings
from memoryd.database import open_database
from memoryd.jobs import Jobs
from memoryd.llm import open_models
from memoryd.memory import Projects
from memoryd.model_settings import Budget, Models, Provider, Roles
from memoryd.prompts import Prompts
from memoryd.schedule import Consolidator, Passes, Stage1Worker
from memoryd.telemetry import Events, Metrics, Telemetry

home, database_path, worker, url, stops = Path(sys.argv[1]), *sys.argv[2:6]

def step(name):
    print(name, flush=True)
    sys.stdin.readline()

def before(event, details):
    if event not in ("os.rename", "shutil.rmtree") or ".root" not in str(details[0]):
        return
    # Of the files that are staged the last one stands for all.
    if "plan.json" in str(details[1]) or ".staged/" not in str(details[0]):
        step("step")

def now():
    return datetime(2026, 3, 2, 9, tzinfo=UTC)

async def main():
    database, _ = open_database(Path(database_path), now=now())
    providers = {"local": Provider(kind="openai", base_url=url or None)}
    roles = Roles(default="local/large", smol="local/small")
    settings = Settings(
        memories=Memories(enabled=True),
        models=Models(providers=providers, roles=roles),
        budget=Budget(calls_per_hour=1000),
    )
    telemetry = Telemetry(events=Events(), metrics=Metrics("1"))
    jobs = Jobs(clock=now, on_change=lambda job: None)
    projects = Projects(home / "memory-base", local=False, worktrees="shared", clock=now)
    env = {"HOME": "/nonexistent", "MEMORYD_STATE_DIR": str(home / "state")}
    models = open_models(settings, env, database, now, telemetry=telemetry) if url else None
    with ThreadPoolExecutor(2) as executor:
        parts = dict(
            database=database, executor=executor, clock=now, models=models,
            prompts=Prompts(home / "none"), worker=worker,
        )
        passes = Passes(
            database=database, projects=projects, telemetry=telemetry, jobs=jobs,
            executor=executor, settings=lambda: settings, clock=now,
            roots=lambda: [("claude-code", home / ".claude" / "projects")],
            stage1=Stage1Worker(**parts), consolidator=Consolidator(projects=projects, **parts),
        )
        step("ready")
        if stops:
            sys.addaudithook(before)
        if job := await passes.pass_if_due():
            await jobs.ended(job)
        ended = jobs.get(job) if job else None
        print(json.dumps([ended.status, ended.reason, ended.error] if ended else None), flush=True)
    database.close()

import structlog
structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
asyncio.run(main())
"""


class Worker:
    """One such process."""

    def __init__(self, process):
        self.process = process

    async def line(self):
        async with asyncio.timeout(SOON_S):
            return (await self.process.stdout.readline()).decode().strip()

    def go_on(self):
        self.process.stdin.write(b"\n")

    async def kill(self):
        os.kill(self.process.pid, signal.SIGKILL)
        await self.process.wait()


@contextlib.asynccontextmanager
async def started(house, name, *, url="", stops=False):
    process = await asyncio.create_subprocess_exec(
        *[sys.executable, "-c", WORKER, house.home, house.database_path, name, url],
        "stops" if stops else "",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        worker = Worker(process)
        assert await worker.line() == "ready"
        yield worker
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


@pytest.fixture(name="app")
def _app(house):
    app = house.project("app")
    for number, session in enumerate(SESSIONS):
        house.say(session, app, f"Remember that port {7000 + number} is for dock {number}.")
    return app


async def race(house, *, url):
    """Let two processes do a pass at the same time; return how each ended."""
    async with started(house, "a", url=url) as a, started(house, "b", url=url) as b:
        for worker in (a, b):
            worker.go_on()
        return [json.loads(await worker.line()) for worker in (a, b)]


def models(server):
    return sorted(body["model"] for _, _, body in server.received)


async def test_of_two_processes_one_consolidates(house, pipeline, app, think):
    async with ModelServer(think=think) as server:
        here = pipeline(url=server.url)
        await here.read()
        here.passes._register()
        await here.stage1.extract(here.rules, Tally(), lambda *_: None)
        ended = await race(house, url=server.url)

    assert models(server).count("small") == 1
    assert sorted(each[0] for each in ended if each) in (["completed"], ["completed", "skipped"])
    assert here.told(app) == SESSIONS
    assert here.beside(app) == []


async def test_two_processes_ask_once_about_each_session(house, pipeline, app, think):
    here = pipeline()
    await here.read()

    async with ModelServer(think=think) as server:
        ended = await race(house, url=server.url)
    for each in filter(None, ended):
        assert each[2] is None
    again = pipeline()
    await again.run()  # what the last one learnt while the other consolidated

    assert models(server).count("large") == 3
    assert models(server).count("small") <= 2
    assert here.told(app) == SESSIONS
    assert here.beside(app) == []


async def undisturbed(pipeline, app):
    """The files as they are when nothing goes wrong, and the same store without them."""
    here = pipeline()
    await here.run()
    files = here.files(app)
    here.house.database.consolidations.enqueue(str(app), at=here.house.clock(), force=True)
    for path in files:
        (here.root(app) / path).unlink()
    return here, files


@pytest.mark.storm
@pytest.mark.timeout(300)
async def test_killed_before_any_step_of_the_swap_the_files_are_whole_after_the_next_pass(
    house, pipeline, app
):
    here, files = await undisturbed(pipeline, app)
    steps = 0
    while True:
        async with started(house, f"w{steps}", stops=True) as worker:
            worker.go_on()
            said = [await worker.line()]
            while said[-1] == "step" and len(said) <= steps:
                worker.go_on()
                said.append(await worker.line())
            await worker.kill()
        if said[-1] != "step":  # it came to its end before it was killed
            break
        found = here.files(app)
        assert all(files[path] == data for path, data in found.items())  # no half files

        here.advance(seconds=here.rules.phase2_lease_seconds)
        with capture_logs():
            job = await here.run()
        assert job.error is None
        assert here.files(app) == files
        assert here.beside(app) == []

        house.database.consolidations.enqueue(str(app), at=house.clock(), force=True)
        for path in files:
            (here.root(app) / path).unlink()
        house.clock.advance(seconds=-here.rules.phase2_lease_seconds)
        steps += 1

    assert steps == len(files) + 4  # the plan, that all is ready, and the two of tidying up
