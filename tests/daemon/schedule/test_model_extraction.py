"""When models are asked: in process, with real files, a real database and a real endpoint."""

import asyncio
import json
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import msgspec
import pytest
from fakes import Clock, Elapsed, ModelServer, openai_fails, openai_says
from structlog.testing import capture_logs

from memoryd.config import Extract, Seconds, Settings
from memoryd.jobs import JobStatus
from memoryd.llm import open_models
from memoryd.model_settings import Budget, Models, Provider, Roles
from memoryd.prompts import Prompts
from memoryd.schedule import ModelExtractor, ModelGates, ModelReader, Wanted
from memoryd.schedule.model_reading import walk_through

NOTHING = openai_says('{"patches": []}')
SAID_AT = datetime(2026, 3, 1, 10, 0, tzinfo=UTC)
PROMPT = "the depot closes its gates at half past six"


def say(house, *sessions, text=PROMPT):
    root = house.home / "app"
    (root / ".git").mkdir(parents=True, exist_ok=True)
    return [house.say(session, root, text) for session in sessions]


@dataclass
class Reading:
    """A model extractor over a house, and what it is made of."""

    extractor: ModelExtractor
    clock: Clock
    elapsed: Elapsed
    house: object

    def advance(self, *, minutes):
        self.clock.advance(minutes=minutes)
        self.elapsed.now_s += 60 * minutes

    async def read_by_rules(self):
        await self.house.reconciler.reconcile("test", Wanted())
        await self.house.jobs.join()

    async def finish(self):
        async with asyncio.timeout(30):
            await self.extractor.finish_due()

    def ends(self):
        return sorted(
            (job.session, job.status, job.reason) for job in self.house.jobs.all() if job.session
        )


@asynccontextmanager
async def reading(house, server, *, clock=None, quiet_s=300, **more):
    """Assemble what the daemon does, with a model at *server*."""
    clock = clock or Clock()
    provider = Provider(kind="openai", base_url=server.url)
    house.settings = Settings(
        extract=Extract(quiet_seconds=Seconds(0.1), model_quiet_seconds=Seconds(quiet_s)),
        models=Models(providers={"here": provider}, roles=Roles(default="here/m1")),
        **more,
    )
    elapsed = Elapsed()
    models = open_models(
        house.settings,
        {"HOME": str(house.home)},
        house.database,
        clock,
        telemetry=house.telemetry,
        elapsed=elapsed,
        sleep=elapsed.sleep,
    )
    prompts = Prompts(house.home / "prompts")
    house.extractor.clock = clock
    gates = ModelGates(
        database=house.database,
        projects=house.projects,
        prompts=prompts,
        models=models,
        settings=lambda: house.settings,
        clock=clock,
    )
    reader = ModelReader(
        extractor=house.extractor,
        models=models,
        prompts=prompts,
        settings=lambda: house.settings,
    )
    extractor = ModelExtractor(
        extractor=house.extractor, jobs=house.jobs, gates=gates, reader=reader
    )
    house.reconciler.on_moved = extractor.poke
    house.reconciler.read_on = extractor.ask_now
    made = Reading(extractor, clock, elapsed, house)
    await made.read_by_rules()
    yield made


async def test_each_quiet_session_is_asked_about_once(house):
    say(house, "s1", "s2", "s3")
    async with ModelServer(*[NOTHING] * 9) as server, reading(house, server) as made:
        await made.finish()
        await made.finish()

        assert len(server.received) == 3
        assert {status for _, status, _ in made.ends()} == {JobStatus.COMPLETED}


async def test_only_two_sessions_are_read_at_once(house):
    say(house, *(f"s{n}" for n in range(5)))
    async with ModelServer() as server, reading(house, server) as made:
        stop = asyncio.Event()
        task = asyncio.create_task(made.extractor.run(stop))
        async with asyncio.timeout(30):
            await server.asked_in_vain.wait()
            for _ in range(2000):
                await asyncio.sleep(0)

        assert len(server.received) == 2
        await house.jobs.close(0)
        stop.set()
        made.extractor.poke()
        await task
        # What was on its way is asked again by the next daemon: nothing of it was kept.
        assert len(house.database.model_reads.unread(since=SAID_AT - timedelta(days=1))) == 5


async def test_a_session_that_is_not_quiet_is_waited_for_with_one_timer(house):
    say(house, "s1")
    clock = Clock(SAID_AT + timedelta(seconds=100))
    async with ModelServer(NOTHING) as server, reading(house, server, clock=clock) as made:
        await made.finish()
        due = made.extractor.gates.find_due(set(), most=2)
        assert (server.received, due.ready) == ([], ())
        assert due.next_at == SAID_AT + timedelta(seconds=300)

        clock.now = due.next_at
        await made.finish()

        assert len(server.received) == 1


async def test_while_there_is_nothing_to_do_nothing_wakes_up(house):
    say(house, "s1")
    async with ModelServer(NOTHING) as server, reading(house, server) as made:
        await made.finish()
        looks, looked, loop = [], asyncio.Event(), asyncio.get_running_loop()

        def look():
            looks.append(1)
            loop.call_soon_threadsafe(looked.set)
            return made.clock()

        made.extractor.gates = replace(made.extractor.gates, clock=look)
        stop = asyncio.Event()
        task = asyncio.create_task(made.extractor.run(stop))
        async with asyncio.timeout(30):
            await looked.wait()
            for _ in range(2000):
                await asyncio.sleep(0)

        assert len(looks) == 1
        assert len(server.received) == 1
        stop.set()
        made.extractor.poke()
        await task


async def test_a_refusal_that_concerns_all_holds_up_the_others_for_a_minute(house):
    say(house, *(f"s{n}" for n in range(5)))
    refused = openai_fails(401, "no such key")
    async with (
        ModelServer(*[refused] * 2, *[NOTHING] * 5) as server,
        reading(house, server) as made,
    ):
        with capture_logs():
            await made.finish()
        assert len(server.received) == 2

        made.advance(minutes=2)
        await made.finish()

        assert len(server.received) == 7
        assert house.database.model_reads.troubled() == []


async def test_a_failure_is_tried_again_after_longer_and_longer_and_then_parked(house):
    say(house, "s1")
    prose = openai_says("prose")
    async with ModelServer(*[prose] * 6, NOTHING) as server, reading(house, server) as made:
        asked = []
        with capture_logs():
            for minutes in (0, 0.5, 0.6, 5, 6, 60 * 24 * 20):
                made.advance(minutes=minutes)
                await made.finish()
                asked.append(len(server.received) // 2)  # each time it is sent back once

        assert asked == [1, 1, 2, 2, 3, 3]
        job = made.house.jobs.all()[0]
        assert job.error.endswith("parked after three failures")
        assert house.database.skipped()["extract"] == {"bad_answer": 3, "parked": 1}

        made.clock.now = SAID_AT + timedelta(days=1)
        say(house, "s1", text="and it opens them at nine, as the guards want it")
        await made.read_by_rules()
        await made.finish()

        assert len(server.received) == 7
        assert house.database.model_reads.troubled() == []


async def test_a_model_that_answers_again_releases_what_it_was_too_far_away_for(house):
    say(house, "s1")
    down = openai_fails(503, "overloaded")
    async with ModelServer(*[down] * 9, NOTHING, NOTHING) as server, reading(house, server) as made:
        with capture_logs():
            for _ in range(3):
                await made.finish()
                made.advance(minutes=60)
        ((_, _, read),) = house.database.model_reads.troubled()
        assert read.status == "parked"

        say(house, "s2")
        await made.read_by_rules()
        await made.finish()

        assert house.database.model_reads.troubled() == []
        assert len(server.received) == 11


async def test_a_spent_budget_is_waited_for_until_it_frees_at_no_cost(house):
    say(house, *(f"s{n}" for n in range(4)))
    budget = Budget(calls_per_hour=1)
    async with (
        ModelServer(*[NOTHING] * 4) as server,
        reading(house, server, budget=budget) as made,
    ):
        await made.finish()
        assert len(server.received) == 1
        assert house.database.skipped()["extract"]["budget_exhausted"] >= 1
        assert JobStatus.FAILED not in {status for _, status, _ in made.ends()}
        tried = len(made.ends())

        await made.finish()
        assert len(made.ends()) == tried  # nobody else tries in vain

        for _ in range(4):
            made.advance(minutes=61)
            await made.finish()
        assert len(server.received) == 4


def learnt(summary):
    patch = {"op": "add", "type": "project", "scope": "project", "records": ["p1"]}
    return openai_says(json.dumps({"patches": [patch | {"summary": summary}]}))


async def test_a_daemon_killed_before_the_cursor_moved_doubles_nothing(house):
    say(house, "s1")
    answers = (
        learnt("The depot closes its gates at half past six"),
        learnt("Gates of the depot close at half past six"),
    )
    async with ModelServer(*answers) as server, reading(house, server) as made:
        (unread,) = made.extractor.gates.find_due(set(), most=2).ready
        reader = made.extractor.reader
        walk = await walk_through(unread, house.extractor, limit=8000)
        question = walk.question(reader.prompts)
        answer = await reader.models.ask("default", question.ask)
        walk.keep(question, answer.value, now=made.clock())
        before = house.facts(house.home / "app")

        await made.finish()

        assert len(server.received) == 2
        assert house.facts(house.home / "app") == before
        assert before == ["The depot closes its gates at half past six"]
        assert house.database.skipped()["extract"] == {"duplicate": 1}


async def test_what_was_read_since_it_was_found_is_not_asked_about_again(house):
    say(house, "s1")
    async with ModelServer(NOTHING) as server, reading(house, server) as made:
        (found,) = made.extractor.gates.find_due(set(), most=2).ready
        await made.finish()

        outcome = await made.extractor.reader.read(found, lambda *_: None, asked_with="x")

        assert outcome.reason == "nothing_new"
        assert len(server.received) == 1


async def test_a_person_asks_without_waiting_for_quiet(house):
    say(house, "s1", "s2")
    clock = Clock(SAID_AT + timedelta(seconds=1))
    async with ModelServer(*[NOTHING] * 3) as server, reading(house, server, clock=clock) as made:
        submitted = await house.reconciler.extract_now(Wanted(session="s1"))
        await house.jobs.ended(submitted.job)

        assert len(server.received) == 1
        job = house.jobs.get(submitted.job)
        assert job.result == "the model was asked: nothing new"

        again = await house.reconciler.extract_now(Wanted(session="s1", force=True))
        await house.jobs.ended(again.job)

        assert PROMPT in json.dumps(server.received[1][2])
        assert len(server.received) == 2
        assert made.extractor.trouble is None


async def test_a_prompt_that_is_off_is_a_trouble_and_not_the_end(house):
    say(house, "s1")
    async with ModelServer(NOTHING) as server, reading(house, server) as made:
        file = house.home / "prompts" / "extract_input.md"
        file.parent.mkdir()
        file.write_text("{{nonsense}}")

        with capture_logs():
            await made.finish()

        assert "nonsense" in made.extractor.trouble
        file.unlink()
        await made.finish()
        assert (made.extractor.trouble, len(server.received)) == (None, 1)


async def test_a_session_whose_file_moved_since_is_left_to_the_rules_first(house):
    (path,) = say(house, "s1")
    async with ModelServer(NOTHING) as server, reading(house, server) as made:
        with path.open("a") as file:
            file.write("\n")

        await made.finish()
        assert server.received == []

        path.unlink()
        await made.finish()
        assert server.received == []


@pytest.mark.parametrize("extract", [{"model": "off"}, {"enabled": False}])
async def test_switched_off_no_model_is_asked(house, extract):
    say(house, "s1")
    async with ModelServer(NOTHING) as server, reading(house, server) as made:
        house.settings = replace_settings(house.settings, **extract)

        await made.finish()
        assert await made.extractor.ask_now(Wanted()) == []

        assert server.received == []
        assert (await made.extractor.preview(Wanted())).skipped == "disabled"


def replace_settings(settings, **extract):
    changed = msgspec.structs.replace(settings.extract, **extract)
    return msgspec.structs.replace(settings, extract=changed)
