import asyncio
import json
from datetime import UTC, datetime

import pytest
from fakes import ModelServer, openai_fails, openai_says
from structlog.testing import capture_logs

from memoryd.config import Seconds
from memoryd.database import RolloutStatus, Sighting, Wait
from memoryd.model_settings import Budget, Roles
from memoryd.schedule.stage1 import Tally

FACT = "Remember that releases are cut from the trunk branch."
OTHER = "Remember that the linter runs before every commit."
SECRET = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
NOTHING = json.dumps({"rollout_summary": "", "rollout_slug": None, "raw_memory": ""})


class Work:
    """The first phase alone, over the sessions of a house."""

    def __init__(self, house, pipeline):
        self.house, self.pipeline = house, pipeline
        self.database, self.worker = house.database, pipeline.stage1

    async def look(self):
        """Read and register what there is, and leave it to be extracted from."""
        await self.pipeline.read()
        self.pipeline.passes._register()

    async def extract(self, tally=None, **wanted):
        tally = tally or Tally()
        async with asyncio.timeout(20):
            await self.worker.extract(self.pipeline.rules, tally, lambda *_: None, **wanted)
        return tally

    def texts(self):
        """What is kept of each session, by its thread."""
        with self.database.connection.transaction() as db:
            return {
                row["thread_id"].partition(":")[2]: row["raw_memory"]
                for row in db.execute("SELECT * FROM stage1_outputs ORDER BY thread_id")
            }

    def job(self, session="s1"):
        states = self.database.stage1.states(self.pipeline.rules, now=self.house.clock())
        return next(state.job for state in states if state.thread.session == session)

    def asked_for(self):
        """The projects that are to be consolidated."""
        rules, now = self.pipeline.rules, self.house.clock()
        states = self.database.consolidations.states(rules, now=now)
        return [state.project for state in states if state.wait is None]


@pytest.fixture(name="work")
def _work(house, pipeline):
    return lambda **wanted: Work(house, pipeline(**wanted))


@pytest.fixture(name="app")
def _app(house):
    return house.project("app")


async def test_what_a_session_taught_is_kept_and_its_project_to_be_consolidated(house, work, app):
    house.say("s1", app, FACT)
    here = work()
    await here.look()

    tally = await here.extract()

    assert (tally.claimed, tally.read, tally.taught, tally.failed) == (1, 1, 1, 0)
    assert "cut from the trunk branch" in here.texts()["s1"]
    assert here.asked_for() == [str(app)]
    assert (await here.extract()).claimed == 0


async def test_a_session_that_taught_nothing_is_done_and_asks_for_nothing(house, work, app):
    house.say("s1", app, "thanks")
    here = work()
    await here.look()

    tally = await here.extract()

    assert (tally.read, tally.taught) == (1, 0)
    assert here.texts() == {}
    assert here.asked_for() == []
    assert here.pipeline.states() == {"s1": Wait.UP_TO_DATE}


async def test_what_a_fork_copied_counts_once(house, work, app):
    path = house.say("s1", app, FACT)
    here = work()
    await here.look()
    copied = path.read_text().replace('"sessionId": "s1"', '"sessionId": "s2"')
    path.with_name("s2.jsonl").write_text(copied)
    house.say("s2", app, OTHER)
    await here.look()

    await here.extract()

    assert "trunk" in here.texts()["s1"]
    assert "linter" in here.texts()["s2"]
    assert "trunk" not in here.texts()["s2"]


async def test_a_session_that_only_a_script_spoke_in_by_now_takes_back_what_it_taught(
    house, work, app
):
    path = house.say("s1", app, FACT)
    here = work()
    await here.look()
    await here.extract()
    house.say("s1", app, OTHER)
    await here.look()

    record = {"type": "user", "uuid": "x", "cwd": str(app), "sessionId": "s1"}
    record |= {"entrypoint": "sdk-py", "message": {"role": "user", "content": FACT}}
    path.write_text(json.dumps(record) + "\n")
    tally = await here.extract()

    assert (tally.read, tally.taught) == (1, 0)
    assert here.texts() == {}


async def test_only_sessions_of_the_project_asked_for_are_taken(house, work, app):
    house.say("s1", app, FACT)
    house.say("s2", house.project("lib"), OTHER)
    here = work()
    await here.look()

    await here.extract(project=str(app))

    assert list(here.texts()) == ["s1"]


async def test_a_transcript_that_cannot_be_read_fails_by_name_and_not_the_others(house, work, app):
    path = house.say("s1", app, FACT)
    house.say("s2", app, OTHER)
    here = work()
    await here.look()
    path.unlink()

    with capture_logs():
        tally = await here.extract()

    assert (tally.read, tally.failed) == (1, 1)
    assert tally.error.startswith("claude-code:s1: ")
    assert "s1.jsonl" in here.job().error
    assert here.pipeline.states() == {"s1": Wait.RETRY_LATER, "s2": Wait.UP_TO_DATE}


async def test_a_session_of_an_agent_that_is_not_read_any_more_fails_by_name(house, work):
    now = house.clock()
    sighting = Sighting(
        agent="ed",
        session="s1",
        project="/p",
        updated=datetime(2026, 3, 1, tzinfo=UTC),
        path="/s/s1.ed",
        cwd="/p",
        content="x",
        arrived=now,
    )
    house.database.threads.register([sighting], now=now)
    here = work()

    with capture_logs():
        await here.extract()

    assert here.job().error == "no agent 'ed' is read"


async def test_a_session_is_told_in_the_words_of_the_model(house, work, app, think):
    house.say("s1", app, FACT)
    async with ModelServer(think=think) as server:
        here = work(url=server.url)
        await here.look()
        await here.extract()

    assert here.texts() == {"s1": "- session s1 taught that number 2 matters here"}
    assert len(server.received) == 1


async def test_with_a_small_model_alone_sessions_are_told_by_rules(house, work, app, think):
    house.say("s1", app, FACT)
    async with ModelServer(think=think) as server:
        here = work(url=server.url, roles=Roles(smol="local/small"))
        await here.look()
        await here.extract()

    assert "cut from the trunk branch" in here.texts()["s1"]
    assert server.received == []


async def test_a_model_that_finds_nothing_leaves_nothing(house, work, app):
    house.say("s1", app, FACT)
    async with ModelServer(openai_says(NOTHING)) as server:
        here = work(url=server.url)
        await here.look()
        tally = await here.extract()

    assert (tally.read, tally.taught) == (1, 0)
    assert here.texts() == {}


@pytest.mark.parametrize(
    ("replies", "says"),
    [
        ([openai_says("I would rather talk.")] * 2, "wrong form twice"),
        ([openai_says('{"raw_memory": "half')] * 2, "wrong form twice"),
        ([openai_says('{"raw_memory": "x"}')] * 2, "wrong form twice"),
        ([openai_fails(401, f"no such key {SECRET}")], "401"),
        ([openai_fails(500, "down")] * 3, "500"),
    ],
    ids=["prose", "half of it", "a part", "refused", "down"],
)
async def test_a_model_that_fails_is_named_and_what_was_known_stays(
    house, work, app, replies, says
):
    house.say("s1", app, FACT)
    known = work()
    await known.look()
    await known.extract()
    before = known.texts()
    house.say("s1", app, OTHER)

    async with ModelServer(*replies) as server:
        here = work(url=server.url)
        await here.look()
        with capture_logs():
            tally = await here.extract()

    assert tally.failed == 1
    assert here.job().status is RolloutStatus.ERROR
    assert says in here.job().error
    assert SECRET not in here.job().error + tally.error
    assert here.texts() == before


async def test_a_prompt_of_the_user_that_lacks_a_variable_is_named(house, work, app, think):
    house.say("s1", app, FACT)
    own = house.home / "config" / "prompts" / "stage_one_input.md"
    own.parent.mkdir(parents=True)
    own.write_text("Say something about {{thread}}.")

    async with ModelServer(think=think) as server:
        here = work(url=server.url)
        await here.look()
        with capture_logs():
            await here.extract()

    assert "stage_one_input.md" in here.job().error
    assert server.received == []


async def test_three_failures_exhaust_a_session_until_it_changes(house, work, app):
    house.say("s1", app, FACT)
    async with ModelServer(*[openai_fails(401, "no")] * 3) as server:
        here = work(url=server.url)
        await here.look()
        waits = []
        with capture_logs():
            for _ in range(5):
                await here.extract()
                waits.append(here.pipeline.states()["s1"])
                here.pipeline.advance(seconds=here.pipeline.rules.stage1_retry_delay_seconds)

        house.say("s1", app, OTHER)
        await here.look()
        server.replies.append(openai_says(NOTHING))
        await here.extract()

    assert waits == [Wait.RETRY_LATER] * 2 + [Wait.RETRIES_EXHAUSTED] * 3
    assert len(server.received) == 4
    assert here.pipeline.states() == {"s1": Wait.UP_TO_DATE}


async def test_a_spent_budget_gives_claims_back_untried_and_stops(house, work, app, think):
    for number in range(12):
        house.say(f"s{number}", app, FACT)
    async with ModelServer(think=think) as server:
        here = work(url=server.url, budget=Budget(calls_per_hour=3))
        await here.look()
        tally = await here.extract()

    assert len(server.received) == 3
    assert (tally.claimed, tally.read, tally.failed) == (3, 3, 0)
    assert tally.stopped
    assert tally.frees_in_s == 3600
    assert list(here.pipeline.states().values()).count(None) == 9
    jobs = here.database.stage1.states(here.pipeline.rules, now=house.clock())
    given_back = [each.job for each in jobs if each.job and each.wait is None]
    assert {job.status for job in given_back} == {RolloutStatus.PENDING}
    assert {job.retries_left for job in given_back} == {3}
    assert all("callsPerHour" in job.error for job in given_back)


class Held:
    """A model that answers when it is let; tells how many questions waited at once."""

    def __init__(self, think, *, at_once):
        self.think, self.at_once = think, at_once
        self.asked, self.most = 0, 0
        self.waiting, self.go = asyncio.Event(), asyncio.Event()

    async def __call__(self, body):
        self.asked += 1
        self.most = max(self.most, self.asked)
        if self.asked == self.at_once:
            self.waiting.set()
        await self.go.wait()
        self.asked -= 1
        return await self.think(body)


async def test_a_start_gets_through_all_it_may_and_never_more_than_so_many_at_once(
    house, work, app, think
):
    for number in range(30):
        house.say(f"s{number}", app, FACT)
    held = Held(think, at_once=8)
    async with ModelServer(think=held) as server:
        here = work(url=server.url, max_rollouts_per_startup=20, budget=Budget(calls_per_hour=99))
        await here.look()
        working = asyncio.create_task(here.extract())
        await held.waiting.wait()
        held.go.set()
        tally = await working

    assert (tally.claimed, tally.read) == (20, 20)
    assert len(server.received) == len(here.texts()) == 20
    assert held.most == 8


async def test_who_is_stopped_gives_back_what_he_claimed(house, work, app, think):
    for number in range(3):
        house.say(f"s{number}", app, FACT)
    held = Held(think, at_once=3)
    async with ModelServer(think=held) as server:
        here = work(url=server.url)
        await here.look()
        working = asyncio.create_task(here.extract())
        await held.waiting.wait()
        working.cancel()
        with pytest.raises(asyncio.CancelledError):
            await working

    assert here.texts() == {}
    assert here.pipeline.states() == dict.fromkeys(["s0", "s1", "s2"])
    assert (here.job("s0").status, here.job("s0").error) == (RolloutStatus.PENDING, "stopping")
    assert here.job("s0").retries_left == 3


def taken_over(here, held):
    """Let another worker take over the sessions, whose leases are over, and be done with them."""
    here.pipeline.advance(seconds=here.pipeline.rules.stage1_lease_seconds)
    claims = here.database.stage1.claim(here.pipeline.rules, worker="b", now=here.house.clock())
    for claim in claims:
        assert here.database.stage1.complete(claim, None, now=here.house.clock())
    assert claims


@pytest.mark.parametrize("notices", ["by its heart", "at the end"])
async def test_who_lost_his_lease_while_a_model_answers_stores_nothing(
    house, work, app, think, notices
):
    house.say("s1", app, FACT)
    held = Held(think, at_once=1)
    beat_s = 0.01 if notices == "by its heart" else 60
    async with ModelServer(think=held) as server:
        here = work(url=server.url, phase2_heartbeat_seconds=Seconds(beat_s))
        await here.look()
        with capture_logs() as logs:
            working = asyncio.create_task(here.extract())
            await held.waiting.wait()
            taken_over(here, held)
            if notices == "at the end":
                held.go.set()
            tally = await working

    assert "a session's extraction was taken over" in [each["event"] for each in logs]
    assert here.texts() == {}
    assert (tally.read, tally.failed) == (0, 0)
    assert here.pipeline.states() == {"s1": Wait.UP_TO_DATE}


async def test_a_session_that_is_forgotten_while_a_model_answers_stays_forgotten(
    house, work, app, think
):
    house.say("s1", app, FACT)
    held = Held(think, at_once=1)
    async with ModelServer(think=held) as server:
        here = work(url=server.url)
        await here.look()
        with capture_logs():
            working = asyncio.create_task(here.extract())
            await held.waiting.wait()
            here.database.threads.forget(["claude-code:s1"], now=house.clock())
            held.go.set()
            await working
        await here.look()
        again = await here.extract()

    assert here.texts() == {}
    assert here.pipeline.states() == {"s1": Wait.FORGOTTEN}
    assert again.claimed == 0
    assert len(server.received) == 1
