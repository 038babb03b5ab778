import asyncio
import threading

import msgspec
import pytest
from fakes import ModelServer, openai_fails
from structlog.testing import capture_logs

from memoryd.config import Agent, Agents, ProjectRule, Seconds
from memoryd.database import Wait
from memoryd.errors import BusyError
from memoryd.jobs import JobStatus
from memoryd.memory import Projects, compile_rules
from memoryd.model_settings import Budget, Limits, RoleLimits

TRUNK = "Remember that releases are cut from the trunk branch."
LINTER = "Remember that the linter runs before every commit."
SOON_S = 20
HOUR_S = 3600


@pytest.fixture(name="app")
def _app(house):
    return house.project("app")


def say_in(house, root, count, *, first=0):
    for number in range(first, first + count):
        house.say(f"s{number}", root, f"Remember that port {7000 + number} is for dock {number}.")


def models(server):
    return [body["model"] for _, _, body in server.received]


async def test_a_pass_reads_all_sessions_and_consolidates_each_project(house, pipeline, app):
    lib = house.project("lib")
    house.say("s1", app, TRUNK)
    house.say("s2", lib, LINTER)
    here = pipeline()

    job = await here.run()

    assert (job.status, job.kind, job.project) == (JobStatus.COMPLETED, "consolidate", None)
    assert job.result.startswith("2 sessions read, 2 taught something; ")
    assert (here.told(app), here.told(lib)) == (["s1"], ["s2"])
    assert await here.run() is None


async def test_what_a_pass_did_is_told_counted_and_recorded(house, pipeline, app):
    house.say("s1", app, TRUNK)
    here = pipeline()

    await here.run()

    with house.telemetry.events.listen(0) as stream:
        house.telemetry.events.close()
        events = [event async for event in stream.events(1)]
    (told,) = [dict(event.data) for event in events if event.kind == "consolidate"]
    assert told.pop("duration_ms") > 0
    counts = {"sessions": 1, "sessions_failed": 0, "projects": 1}
    assert told == {"project": None, "status": "updated"} | counts
    run = house.database.last_runs()["consolidate"]
    assert (run.status, run.project, run.reason) == ("updated", None, None)


async def test_a_session_that_goes_on_is_read_again_when_it_is_over(house, pipeline, app):
    house.say("s1", app, TRUNK)
    here = pipeline()
    await here.run()

    house.say("s1", app, LINTER)
    await here.run()

    assert here.told(app) == ["s1"]
    assert b"linter" in here.files(app)["memory_summary.md"]


async def test_switched_off_nothing_is_done(house, pipeline, app):
    house.say("s1", app, TRUNK)
    here = pipeline(enabled=False)

    assert await here.run() is None
    assert await here.rebuild(app) == "disabled"
    assert here.states() == {}
    assert here.files(app) == {}
    assert await here.passes._until_next_s() == HOUR_S


async def test_where_memory_is_off_nothing_is_done_and_no_pass_is_started_for_it(
    house, pipeline, app
):
    house.say("s1", app, TRUNK)
    here = pipeline()
    await here.run()
    before = here.files(app)
    house.say("s1", app, LINTER)
    await here.read()
    house.database.consolidations.enqueue(str(app), at=house.clock(), force=True)

    off = Projects(
        house.home / "memory-base",
        local=False,
        worktrees="shared",
        rules=compile_rules({str(app): ProjectRule(enabled=False)}, house.home),
        clock=house.clock,
    )
    here.passes.projects = here.consolidator.projects = off

    assert await here.passes.pass_if_due() is None
    assert await here.passes.rebuild(off.of(str(app)), force=True) == (None, "disabled")
    assert here.files(app) == before


async def test_sessions_of_an_agent_that_is_off_by_now_are_left_alone(house, pipeline, app):
    house.say("s1", app, TRUNK)
    here = pipeline()
    await here.run()
    before = here.files(app)
    house.say("s1", app, LINTER)
    house.say("s2", app, LINTER)
    await here.read()
    here.passes._register()

    off = Agents(claude_code=Agent(enabled=False))
    house.settings = msgspec.structs.replace(house.settings, agents=off)

    assert await here.run() is None
    assert (await here.rebuild(app)).error is None
    assert here.files(app) == before


async def test_a_project_that_keeps_its_memory_itself_is_consolidated_there(house, pipeline, app):
    here = pipeline()
    local = Projects(house.home / "memory-base", local=True, worktrees="shared", clock=house.clock)
    here.passes.projects = here.consolidator.projects = house.extractor.projects = local
    house.say("s1", app, TRUNK)

    await here.run()

    root = local.of(str(app)).artefacts_dir
    assert root.is_relative_to(app)
    assert b"trunk" in (root / "memory_summary.md").read_bytes()


async def test_so_many_sessions_are_read_in_an_hour_and_after_a_start(house, pipeline, app):
    say_in(house, app, 7)
    here = pipeline(max_rollouts_per_startup=2)
    read = []

    async def go_on(on, **delta):
        on.advance(**delta)
        await on.run()
        read.append(len(here.told(app)))

    await go_on(here)
    await go_on(here, minutes=59)
    await go_on(here, minutes=1)
    await go_on(pipeline(max_rollouts_per_startup=2))

    assert read == [2, 2, 4, 6]


async def test_all_of_a_start_are_read_though_fewer_may_be_read_at_once(house, pipeline, app):
    say_in(house, app, 30)
    here = pipeline(max_rollouts_per_startup=25, stage1_concurrency=8)

    await here.run()

    assert len(here.told(app)) == 25


async def test_a_forced_rebuild_does_not_wait_for_quiet_in_that_project_only(house, pipeline, app):
    lib = house.project("lib")
    house.say("s1", app, TRUNK)
    house.say("s2", lib, LINTER)
    here = pipeline(min_rollout_idle_hours=24)

    assert await here.run() is None
    unforced = await here.rebuild(app, force=False)
    forced = await here.rebuild(app)

    assert (unforced.status, unforced.reason) == (JobStatus.SKIPPED, "nothing_new")
    assert (forced.status, forced.project) == (JobStatus.COMPLETED, str(app))
    assert here.told(app) == ["s1"]
    assert here.states() == {"s1": Wait.UP_TO_DATE, "s2": Wait.NOT_IDLE}
    assert here.files(lib) == {}


async def test_a_forced_rebuild_writes_anew_what_was_done(house, pipeline, app):
    house.say("s1", app, TRUNK)
    here = pipeline()
    await here.run()
    before = here.files(app)
    (here.root(app) / "MEMORY.md").unlink()

    job = await here.rebuild(app)

    assert job.status is JobStatus.COMPLETED
    assert here.files(app) == before


async def test_of_two_rebuilds_that_wait_the_forced_one_is_not_lost(house, pipeline, app):
    house.say("s1", app, TRUNK)
    here = pipeline(min_rollout_idle_hours=24)
    await here.read()
    project = house.projects.of(str(app))

    jobs = [(await here.passes.rebuild(project, force=force))[0] for force in (False, True, False)]
    for job in jobs:
        await here.ended(job)

    assert here.told(app) == ["s1"]


async def test_a_failure_is_named_in_the_job_of_the_pass_and_old_files_stay(house, pipeline, app):
    house.say("s1", app, TRUNK)
    here = pipeline()
    await here.run()
    before = here.files(app)
    path = house.say("s1", app, LINTER)
    house.say("s2", house.project("lib"), LINTER)
    await here.read()
    path.rename(path.with_suffix(".away"))
    path.mkdir()

    with capture_logs():
        job_id = await here.passes.pass_if_due()
        job = await here.ended(job_id)

    assert job.status is JobStatus.FAILED
    assert "1 failed, the first: claude-code:s1: " in job.error
    assert here.files(app) == before
    assert here.told(house.home / "lib") == ["s2"]  # the others are not held up
    run = house.database.last_runs()["consolidate"]
    assert run.status == "failed"
    assert "claude-code:s1" in run.reason


async def test_three_failures_park_a_session_until_a_rebuild_is_forced(house, pipeline, app, think):
    house.say("s1", app, TRUNK)
    async with ModelServer(*[openai_fails(401, "no")] * 3) as server:
        here = pipeline(url=server.url)
        jobs = []
        with capture_logs():
            for _ in range(4):
                jobs.append(await here.run())
                here.advance(seconds=here.rules.stage1_retry_delay_seconds)
        parked = here.states()
        server.think = think
        unforced = await here.rebuild(app, force=False)
        await here.rebuild(app)

    assert [job.status for job in jobs[:3]] == [JobStatus.FAILED] * 3
    assert jobs[3] is None
    assert parked == {"s1": Wait.RETRIES_EXHAUSTED}
    assert unforced.status is JobStatus.SKIPPED
    assert here.told(app) == ["s1"]
    assert models(server) == ["large"] * 4 + ["small"]


async def test_a_spent_budget_stops_a_pass_and_nothing_is_lost(house, pipeline, app, think):
    say_in(house, app, 7)
    async with ModelServer(think=think) as server:
        here = pipeline(url=server.url, budget=Budget(calls_per_hour=3))
        first = await here.run()
        waits_s = await here.passes._until_next_s()
        again = await here.run()
        read = [len(server.received)]
        for _ in range(5):
            here.advance(seconds=HOUR_S)
            await here.run()
            read.append(len(server.received))

    assert (first.status, first.reason) == (JobStatus.SKIPPED, "budget_exhausted")
    assert again.reason == "budget_exhausted"
    assert waits_s == HOUR_S
    # What was learnt is consolidated before more is read, and at the end once more.
    assert models(server)[:4] == ["large"] * 3 + ["small"]
    assert read == [3, 6, 9, 10, 10, 10]
    assert models(server).count("large") == 7
    assert here.told(app) == [f"s{number}" for number in range(7)]
    assert here.passes._rest_until_s is None


async def test_of_two_budgets_the_one_that_frees_first_wakes(house, pipeline, app, think):
    say_in(house, app, 2)
    limits = RoleLimits(default=Limits(calls_per_hour=1), smol=Limits(calls_per_day=1))
    async with ModelServer(think=think) as server:
        here = pipeline(url=server.url, budget=Budget(roles=limits))
        await here.run()
        here.advance(minutes=30)
        house.database.consolidations.enqueue(str(app), at=house.clock(), force=True)
        await here.run()

        assert models(server) == ["large", "small"]
        assert await here.passes._until_next_s() == HOUR_S / 2


async def test_a_budget_that_frees_sooner_wakes_sooner(house, pipeline, app, think):
    say_in(house, app, 2)
    async with ModelServer(think=think) as server:
        here = pipeline(url=server.url, budget=Budget(calls_per_hour=1))
        await here.run()
        here.advance(minutes=50)
        await here.run()

        assert await here.passes._until_next_s() == 600


def ask_in(house, root, count):
    """Let sessions ask something each, which rules learn nothing from."""
    for number in range(count):
        house.say(f"q{number:03}", root, f"Which port is dock {number} on?")


async def test_of_300_sessions_at_start_as_many_are_asked_about_as_a_start_may(
    house, pipeline, app, think
):
    ask_in(house, app, 300)
    budget = Budget(calls_per_hour=1000, calls_per_day=1000)
    async with ModelServer(think=think) as server:
        for _ in range(2):  # the second time as after a restart
            here = pipeline(url=server.url, budget=budget)
            await here.run()
            again = await here.run()
            assert (again.status, again.reason) == (JobStatus.SKIPPED, "nothing_new")

    assert models(server).count("large") == 2 * 64
    assert models(server).count("small") == 2
    assert len(here.told(app)) == len(asked_about(server)) == 2 * 64


def asked_about(server):
    """The sessions that a model was asked about, each once however often."""
    return {
        body["messages"][-1]["content"].split("\n")[0]
        for _, _, body in server.received
        if body["model"] == "large"
    }


async def test_of_300_sessions_at_start_a_small_budget_gets_through_all_in_time(
    house, pipeline, app, think
):
    ask_in(house, app, 300)
    spent = []
    async with ModelServer(think=think) as server:
        for _ in range(10):
            here = pipeline(url=server.url, budget=Budget(calls_per_hour=40, calls_per_day=400))
            await here.run()  # a restart each hour, and another one within it
            await pipeline(url=server.url, budget=here.house.settings.budget).run()
            spent.append(len(server.received))
            here.advance(hours=1)

    assert spent[:7] == [40 * hour for hour in range(1, 8)]
    assert spent[7:] == [spent[-1]] * 3  # idle
    assert models(server).count("large") == len(asked_about(server)) == 300
    assert spent[-1] - 300 <= 8  # what an hour had brought was consolidated in the next
    assert len(here.told(app)) == here.rules.max_raw_memories_for_global


async def test_while_nothing_changes_no_model_is_asked(house, pipeline, app, think):
    say_in(house, app, 3)
    async with ModelServer(think=think) as server:
        here = pipeline(url=server.url)
        await here.run()
        asked = len(server.received)
        for _ in range(50):
            here.advance(hours=1)
            assert await here.run() is None

    assert len(server.received) == asked == 4


async def test_what_is_forgotten_is_gone_at_once_and_stays_away(house, pipeline, app):
    house.say("s1", app, TRUNK)
    house.say("s2", app, LINTER)
    here = pipeline()
    await here.run()
    project = house.projects.of(str(app))
    project.store.refresh()
    (gone,) = [path for path, doc in project.store.documents().items() if "trunk" in doc.body]

    token = project.store.forget([gone], by="person")
    await here.passes.forgotten(project)
    at_once = here.files(app)
    await here.run()
    after = here.files(app)
    project.store.undo(token, by="person")
    await here.passes.restored(project)
    await here.run()

    assert b"trunk" not in at_once["memory_summary.md"] + at_once["MEMORY.md"]
    assert [path for path, data in after.items() if b"trunk" in data] == []
    assert here.told(app) == ["s1", "s2"]
    assert b"trunk" in here.files(app)["memory_summary.md"]


async def test_a_forgotten_session_leaves_and_does_not_come_back(house, pipeline, app):
    house.say("s1", app, TRUNK)
    house.say("s2", app, LINTER)
    here = pipeline()
    await here.run()

    house.database.threads.forget(["claude-code:s1"], now=house.clock())
    await here.run()
    house.say("s1", app, TRUNK)
    await here.run()

    assert here.told(app) == ["s2"]
    assert here.states()["s1"] is Wait.FORGOTTEN


async def test_a_transcript_that_is_gone_leaves_and_a_disk_that_is_away_does_not(
    house, pipeline, app
):
    path = house.say("s1", app, TRUNK)
    house.say("s2", app, LINTER)
    here = pipeline()
    await here.run()
    path.unlink()
    await here.run()
    without = here.told(app)

    house.transcripts.rename(house.home / "unmounted")
    house.transcripts.mkdir()

    assert without == ["s2"]
    assert await here.run() is None
    assert here.told(app) == ["s2"]


async def test_who_stops_gives_back_what_was_claimed(house, pipeline, app, think):
    say_in(house, app, 2)
    asked = asyncio.Event()

    async def never(body):
        asked.set()
        await asyncio.Event().wait()

    async with ModelServer(think=never) as server:
        here = pipeline(url=server.url)
        await here.read()
        job_id = await here.passes.pass_if_due()
        await asked.wait()
        await house.jobs.close(0)

    job = house.jobs.get(job_id)
    assert (job.status, job.reason) == (JobStatus.SKIPPED, "stopping")
    assert here.states() == {"s0": None, "s1": None}
    with pytest.raises(BusyError):
        await here.passes.rebuild(house.projects.of(str(app)), force=True)


async def test_with_nothing_in_sight_the_next_look_is_in_an_hour(house, pipeline):
    assert await pipeline().passes._until_next_s() == HOUR_S


async def test_a_retry_wakes_when_it_is_due_and_never_at_once(house, pipeline, app):
    house.say("s1", app, TRUNK)
    async with ModelServer(openai_fails(401, "no")) as server:
        here = pipeline(url=server.url, stage1_retry_delay_seconds=Seconds(300))
        with capture_logs():
            await here.run()

    later = []
    for _ in range(3):
        later.append(await here.passes._until_next_s())
        here.advance(seconds=149)
    assert later == [300, 151, 5]


async def test_the_lease_of_another_wakes_when_it_is_over(house, pipeline, app):
    house.say("s1", app, TRUNK)
    here = pipeline()
    await here.read()
    here.passes._register()
    (claim,) = house.database.stage1.claim(here.rules, worker="b", now=house.clock())

    sessions_s = await here.passes._until_next_s()
    house.database.stage1.complete(claim, None, now=house.clock())
    house.database.consolidations.enqueue(str(app), at=house.clock(), force=True)
    house.database.consolidations.claim(str(app), here.rules, worker="b", now=house.clock())

    assert sessions_s == here.rules.stage1_lease_seconds
    assert await here.passes._until_next_s() == here.rules.phase2_lease_seconds


class Looks:
    """The look at all sessions, which waits for a test as long as one wants it to."""

    def __init__(self, passes):
        self._roots, self._loop = passes.roots, asyncio.get_running_loop()
        self.count, self.faults = 0, []
        self.began, self.go = asyncio.Event(), threading.Event()
        passes.roots = self

    def __call__(self):
        self.count += 1
        self._loop.call_soon_threadsafe(self.began.set)
        assert self.go.wait(SOON_S)
        if self.faults:
            raise self.faults.pop()
        return self._roots()

    async def next(self):
        async with asyncio.timeout(SOON_S):
            await self.began.wait()
        self.began.clear()


class Life:
    """The passes as the daemon runs them, with each look in a test's hand."""

    def __init__(self, passes):
        self.passes, self.looks = passes, Looks(passes)
        self.stop = asyncio.Event()
        self.task = asyncio.create_task(passes.run(self.stop))

    async def end(self):
        self.looks.go.set()
        self.stop.set()
        self.passes.poke()
        async with asyncio.timeout(SOON_S):
            await self.task


async def test_a_stop_during_a_look_is_not_lost(house, pipeline):
    life = Life(pipeline().passes)
    await life.looks.next()

    life.stop.set()
    life.passes.poke()
    life.looks.go.set()

    async with asyncio.timeout(SOON_S):
        await life.task
    assert life.looks.count == 1


async def test_a_poke_during_a_look_is_another_look(house, pipeline):
    life = Life(pipeline().passes)
    await life.looks.next()

    life.passes.poke()
    life.looks.go.set()
    await life.looks.next()

    await life.end()
    assert life.looks.count >= 2


async def test_a_look_that_fails_ends_nothing(house, pipeline, app):
    house.say("s1", app, TRUNK)
    here = pipeline()
    await here.read()
    life = Life(here.passes)
    await life.looks.next()
    with capture_logs() as logs:
        life.looks.faults.append(OSError("no disk"))
        life.looks.go.set()
        life.passes.poke()
        await life.looks.next()
        await life.end()

    assert logs[0]["event"] == "a pass over past sessions failed"
    assert here.told(app) == ["s1"]


async def test_the_budget_that_a_pass_met_is_known_when_the_next_look_is_planned(
    house, pipeline, app, think
):
    say_in(house, app, 2)
    async with ModelServer(think=think) as server:
        here = pipeline(url=server.url, budget=Budget(calls_per_hour=1))
        await here.read()
        planned = asyncio.Event()
        asked = []

        def monotonic():
            asked.append(here.passes._rest_until_s)
            if len(asked) > 2:  # when the pass began, and when it met the budget
                planned.set()
            return here.elapsed()

        here.passes.monotonic = monotonic
        life = Life(here.passes)
        life.looks.go.set()
        async with asyncio.timeout(SOON_S):
            await planned.wait()
        await life.end()

    assert asked[2] == here.elapsed.now_s + HOUR_S
