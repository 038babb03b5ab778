import asyncio
import json
import threading
from datetime import timedelta

import pytest
from fakes import ModelServer, openai_fails, openai_says
from structlog.testing import capture_logs

from memoryd.config import Seconds
from memoryd.database import RolloutStatus, Wait
from memoryd.lifecycle.rollouts import Artefacts, count_tokens, stage
from memoryd.lifecycle.rollouts.marks import marked
from memoryd.model_settings import Budget
from memoryd.schedule.stage1 import Tally
from memoryd.system.pid_lock import PidLock

TRUNK = "Remember that releases are cut from the trunk branch."
LINTER = "Remember that the linter runs before every commit."
SECRET = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
EMPTY = {"memory_md": "", "memory_summary": "", "skills": []}


class Work:
    """The second phase alone, over sessions that were extracted from by rules."""

    def __init__(self, house, open_pipeline, root):
        self.house, self.open_pipeline, self.root = house, open_pipeline, root
        self.rules_only = open_pipeline()

    async def learn(self, *sessions):
        """Let each session say something, and extract from all that changed."""
        for session, fact in sessions:
            self.house.say(session, self.root, fact)
        await self.extract()

    async def extract(self):
        await self.rules_only.read()
        self.rules_only.passes._register()
        rules = self.rules_only.rules
        await self.rules_only.stage1.extract(rules, Tally(), lambda *_: None)

    async def consolidate(self, pipeline=None):
        pipeline = pipeline or self.rules_only
        async with asyncio.timeout(20):
            return await pipeline.consolidator.consolidate(str(self.root), pipeline.rules)

    def enqueue(self):
        self.house.database.consolidations.enqueue(
            str(self.root), at=self.house.clock(), force=True
        )

    def state(self):
        (state,) = self.house.database.consolidations.states(
            self.rules_only.rules, now=self.house.clock()
        )
        return state

    def files(self):
        return self.rules_only.files(self.root)

    def beside(self):
        return self.rules_only.beside(self.root)


@pytest.fixture(name="app")
def _app(house):
    return house.project("app")


@pytest.fixture(name="work")
def _work(house, pipeline, app):
    return Work(house, pipeline, app)


async def test_what_sessions_taught_becomes_the_files_of_the_root(work):
    await work.learn(("s1", TRUNK), ("s2", LINTER))

    merged = await work.consolidate()

    assert merged.done
    assert "2 sessions (2 new, 0 as before)" in merged.words
    files = work.files()
    assert {"MEMORY.md", "memory_summary.md", "raw_memories.md"} < set(files)
    assert len([path for path in files if path.startswith("rollout_summaries/")]) == 2
    assert work.rules_only.told(work.root) == ["s1", "s2"]
    assert b"trunk" in files["memory_summary.md"]
    assert work.state().wait is Wait.UP_TO_DATE
    assert work.beside() == []


async def test_with_nothing_new_nothing_is_done(work):
    await work.learn(("s1", TRUNK))
    await work.consolidate()

    merged = await work.consolidate()

    assert (merged.done, merged.waits) == (False, "up_to_date")


async def test_the_same_sessions_give_the_same_bytes(work):
    await work.learn(("s1", TRUNK), ("s2", LINTER))
    await work.consolidate()
    before = work.files()
    work.enqueue()

    merged = await work.consolidate()

    assert merged.done
    assert work.files() == before


async def test_a_project_that_taught_nothing_gets_no_directory(work, house):
    work.enqueue()

    merged = await work.consolidate()

    assert merged.done
    assert "no session taught anything" in merged.words
    assert not house.projects.of(str(work.root)).store.state_dir.exists()
    assert work.state().wait is Wait.UP_TO_DATE


@pytest.mark.parametrize("how", ["forget", "remove"])
async def test_a_session_that_goes_leaves_all_files(work, house, how):
    await work.learn(("s1", TRUNK), ("s2", LINTER))
    await work.consolidate()

    getattr(house.database.threads, how)(["claude-code:s1"], now=house.clock())
    merged = await work.consolidate()

    assert "1 gone" in merged.words
    assert work.rules_only.told(work.root) == ["s2"]
    assert not any(b"trunk" in data for data in work.files().values())


async def test_with_its_last_session_a_project_loses_the_files_and_not_those_of_a_person(
    work, house
):
    await work.learn(("s1", TRUNK))
    await work.consolidate()
    root = work.rules_only.root(work.root)
    (root / "learned.md").write_text("- mine\n")

    house.database.threads.remove(["claude-code:s1"], now=house.clock())
    await work.consolidate()

    assert set(work.files()) == {"learned.md"}


@pytest.mark.parametrize("by", ["rules", "a model"])
async def test_what_was_forgotten_since_is_in_no_file(work, house, think, by):
    await work.learn(("s1", TRUNK), ("s2", LINTER))
    await work.consolidate()
    store = house.projects.of(str(work.root)).store
    store.refresh()
    (gone,) = [path for path, doc in store.documents().items() if "trunk" in doc.body]

    store.forget([gone], by="person")
    work.enqueue()
    async with ModelServer(think=echo) as server:
        pipeline = work.open_pipeline(url=server.url if by == "a model" else "")
        merged = await work.consolidate(pipeline)

    assert merged.error == ""
    assert merged.done
    assert not any(b"trunk" in data for data in work.files().values())
    assert any(b"linter" in data for data in work.files().values())


async def echo(body):
    """Answer with each line that was shown, as a model that leaves out nothing."""
    asked = body["messages"][-1]["content"]
    lines = dict.fromkeys(line for line in asked.splitlines() if line.startswith("- "))
    memory = "\n".join(lines)
    return openai_says(
        json.dumps({"memory_md": memory, "memory_summary": memory[:400], "skills": []})
    )


async def test_a_file_that_a_person_changed_meanwhile_stays_and_is_named(work, think):
    await work.learn(("s1", TRUNK))
    await work.consolidate()
    work.enqueue()
    held = Held(echo)
    async with ModelServer(think=held) as server:
        merging = asyncio.create_task(work.consolidate(work.open_pipeline(url=server.url)))
        await held.asked.wait()
        root = work.rules_only.root(work.root)
        (root / "MEMORY.md").write_text("Mine now.\n")
        held.go.set()
        merged = await merging

    assert merged.left == ("MEMORY.md",)
    assert work.files()["MEMORY.md"] == b"Mine now.\n"


async def test_the_memory_is_told_by_the_small_model_in_one_call(work):
    await work.learn(("s1", TRUNK), ("s2", LINTER))
    async with ModelServer(think=echo) as server:
        merged = await work.consolidate(work.open_pipeline(url=server.url))

    assert merged.done
    assert [body["model"] for _, _, body in server.received] == ["small"]
    assert work.rules_only.told(work.root) == ["s1", "s2"]


async def test_no_model_is_asked_about_a_project_without_sessions(work, house):
    await work.learn(("s1", TRUNK))
    await work.consolidate()
    house.database.threads.remove(["claude-code:s1"], now=house.clock())

    async with ModelServer(think=echo) as server:
        merged = await work.consolidate(work.open_pipeline(url=server.url))

    assert merged.done
    assert server.received == []
    assert work.files() == {}


@pytest.mark.parametrize(
    ("replies", "says"),
    [
        ([openai_says("Sure!")] * 2, "wrong form twice"),
        ([openai_says('{"memory_md": "half')] * 2, "wrong form twice"),
        ([openai_says(json.dumps(EMPTY))], "empty consolidated memory"),
        ([openai_says("x" * 10_000_000)] * 2, ""),
        ([openai_fails(401, f"no such key {SECRET}")], "401"),
        ([openai_fails(503, "down")] * 3, "503"),
    ],
    ids=["prose", "half of it", "empty", "10 MB", "refused", "down"],
)
async def test_a_model_that_fails_is_named_and_no_file_changes(work, replies, says):
    await work.learn(("s1", TRUNK))
    await work.consolidate()
    before = work.files()
    await work.learn(("s2", LINTER))

    async with ModelServer(*replies) as server:
        pipeline = work.open_pipeline(url=server.url)
        with capture_logs():
            merged = await work.consolidate(pipeline)

    assert merged.error
    assert says in merged.error
    assert SECRET not in merged.error
    assert work.files() == before
    assert work.beside() == []
    assert work.state().wait is Wait.RETRY_LATER
    assert work.state().job.error == merged.error[:500]


async def test_a_disk_that_refuses_is_named_and_no_file_changes(work, house):
    await work.learn(("s1", TRUNK))
    await work.consolidate()
    before = work.files()
    await work.learn(("s2", LINTER))
    ready = house.projects.of(str(work.root)).store.state_dir / ".root.ready"
    ready.write_text("in the way")

    with capture_logs():
        merged = await work.consolidate()

    assert merged.error
    assert work.files() == before
    assert work.state().job.status is RolloutStatus.ERROR


async def test_three_failures_exhaust_a_project_until_it_is_asked_for_again(work):
    await work.learn(("s1", TRUNK))
    waits = []
    async with ModelServer(*[openai_fails(401, "no")] * 3) as server:
        pipeline = work.open_pipeline(url=server.url)
        with capture_logs():
            for _ in range(5):
                await work.consolidate(pipeline)
                waits.append(work.state().wait)
                pipeline.advance(seconds=pipeline.rules.phase2_retry_delay_seconds)
        asked = len(server.received)

        work.enqueue()
        server.think = echo
        merged = await work.consolidate(pipeline)

    assert waits == [Wait.RETRY_LATER] * 2 + [Wait.RETRIES_EXHAUSTED] * 3
    assert asked == 3
    assert merged.done


async def test_a_spent_budget_gives_the_claim_back_untried(work):
    await work.learn(("s1", TRUNK))
    async with ModelServer(think=echo) as server:
        merged = await work.consolidate(
            work.open_pipeline(url=server.url, budget=Budget(calls_per_hour=0))
        )

    assert (merged.done, merged.error, merged.waits) == (False, "", "budget_exhausted")
    assert merged.frees_in_s is None  # not as long as the settings say so
    state = work.state()
    assert (state.wait, state.job.status, state.job.retries_left) == (
        None,
        RolloutStatus.PENDING,
        3,
    )
    assert "callsPerHour" in state.job.error
    assert server.received == []


class Held:
    """A model that says when it is asked, and answers when it is let."""

    def __init__(self, think):
        self.think = think
        self.asked, self.go = asyncio.Event(), asyncio.Event()

    async def __call__(self, body):
        self.asked.set()
        await self.go.wait()
        return await self.think(body)


async def test_who_is_stopped_gives_the_claim_back_and_changes_no_file(work):
    await work.learn(("s1", TRUNK))
    await work.consolidate()
    before = work.files()
    await work.learn(("s2", LINTER))
    held = Held(echo)
    async with ModelServer(think=held) as server:
        merging = asyncio.create_task(work.consolidate(work.open_pipeline(url=server.url)))
        await held.asked.wait()
        merging.cancel()
        with pytest.raises(asyncio.CancelledError):
            await merging

    assert work.files() == before
    state = work.state()
    assert (state.wait, state.job.error, state.job.retries_left) == (None, "stopping", 3)


class HeldClock:
    """A clock on which a thread waits that looks at it; the loop's own looks are free."""

    def __init__(self, clock):
        self.clock, self.loop = clock, asyncio.get_running_loop()
        self.main, self.go = threading.get_ident(), threading.Event()
        self.reached = asyncio.Event()

    def __call__(self):
        if threading.get_ident() != self.main:
            self.loop.call_soon_threadsafe(self.reached.set)
            assert self.go.wait(20)
        return self.clock()


async def test_a_stop_waits_for_files_that_are_being_put_in_place(work):
    await work.learn(("s1", TRUNK))
    held = Held(echo)
    async with ModelServer(think=held) as server:
        pipeline = work.open_pipeline(url=server.url)
        merging = asyncio.create_task(work.consolidate(pipeline))
        await held.asked.wait()
        clock = pipeline.consolidator.clock = HeldClock(work.house.clock)
        held.go.set()
        await clock.reached.wait()
        merging.cancel()
        clock.go.set()
        with pytest.raises(asyncio.CancelledError):
            await merging

    assert work.rules_only.told(work.root) == ["s1"]
    assert work.state().wait is Wait.UP_TO_DATE


@pytest.mark.parametrize("notices", ["by its heart", "before the swap"])
async def test_who_lost_his_lease_while_a_model_answers_puts_nothing_in_place(work, notices):
    await work.learn(("s1", TRUNK))
    held = Held(echo)
    beat_s = 0.01 if notices == "by its heart" else 60
    async with ModelServer(think=held) as server:
        pipeline = work.open_pipeline(url=server.url, phase2_heartbeat_seconds=Seconds(beat_s))
        with capture_logs() as logs:
            merging = asyncio.create_task(work.consolidate(pipeline))
            await held.asked.wait()
            other = work.house.database.consolidations
            work.house.clock.advance(seconds=pipeline.rules.phase2_lease_seconds)
            now = work.house.clock()
            claim = other.claim(str(work.root), pipeline.rules, worker="b", now=now)
            if notices == "before the swap":
                held.go.set()
            merged = await merging

    assert (merged.done, merged.error, merged.waits) == (False, "", "running")
    assert "a consolidation was taken over" in [each["event"] for each in logs]
    assert work.files() == {}
    assert work.beside() == []
    assert other.complete(claim, now=now)  # the other one is not disturbed


async def test_while_one_works_the_other_is_told_so(work):
    await work.learn(("s1", TRUNK))
    held = Held(echo)
    async with ModelServer(think=held) as server:
        pipeline = work.open_pipeline(url=server.url)
        merging = asyncio.create_task(work.consolidate(pipeline))
        await held.asked.wait()
        second = await work.consolidate(work.open_pipeline(url=server.url, worker="b"))
        held.go.set()
        first = await merging

    assert (first.done, second.done, second.waits) == (True, False, "running")
    assert len(server.received) == 1


async def test_while_the_project_is_locked_nothing_is_put_in_place_and_nothing_is_lost(work):
    await work.learn(("s1", TRUNK))
    store = work.house.projects.of(str(work.root)).store
    store.scaffold(project_root=work.root)
    with PidLock(store.lock_path, stale_after=timedelta(hours=1)):
        merged = await work.consolidate()
        files, beside = work.files(), work.beside()

    assert (merged.done, merged.waits, merged.frees_in_s) == (False, "locked", 60)
    assert (files, beside) == ({}, [])
    assert (await work.consolidate()).done
    assert "memory_summary.md" in work.files()


async def test_what_is_learnt_while_a_model_answers_is_consolidated_next(work):
    await work.learn(("s1", TRUNK))
    held = Held(echo)
    async with ModelServer(think=held) as server:
        pipeline = work.open_pipeline(url=server.url)
        merging = asyncio.create_task(work.consolidate(pipeline))
        await held.asked.wait()
        await work.learn(("s2", LINTER))
        held.go.set()
        await merging
        after_first = work.rules_only.told(work.root)
        await work.consolidate(pipeline)

    assert after_first == ["s1"]
    assert work.rules_only.told(work.root) == ["s1", "s2"]
    assert work.state().wait is Wait.UP_TO_DATE


async def test_a_swap_that_a_killed_daemon_left_is_finished_first(work, house):
    await work.learn(("s1", TRUNK))
    root = work.rules_only.root(work.root)
    left = {"rollout_summaries/old.md": marked("thread_id: old\n\nOld.").encode()}
    stage(root, Artefacts(files=left), token_limit=5000)

    merged = await work.consolidate()

    assert "1 gone" in merged.words
    assert work.rules_only.told(work.root) == ["s1"]
    assert work.beside() == []


@pytest.mark.parametrize("limit", [60, 200, 5000])
async def test_the_summary_stays_within_its_limit(work, limit):
    await work.learn(
        *[(f"s{n}", f"Remember that port {7000 + n} is for dock {n}.") for n in range(20)]
    )
    work.rules_only.configure(summary_injection_token_limit=limit)

    merged = await work.consolidate()

    assert merged.done
    assert count_tokens(work.files().get("memory_summary.md", b"").decode()) <= limit


async def test_a_name_that_no_file_can_have_stops_nobody(work, house):
    await work.learn(("s1", TRUNK))
    folder = house.transcripts / "p"
    written = str(work.root / ("数" * 100))
    records = [
        {
            "type": "assistant",
            "message": {
                "role": "assistant",
                "content": [
                    {
                        "type": "tool_use",
                        "id": "t1",
                        "name": "Write",
                        "input": {"file_path": written, "content": "x"},
                    }
                ],
            },
        },
        {
            "type": "user",
            "message": {
                "role": "user",
                "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "ok"}],
            },
        },
    ]
    shared = {"cwd": str(work.root), "sessionId": "s1", "isSidechain": False}
    shared |= {"timestamp": "2026-03-01T10:05:00.000Z"}
    with (folder / "s1.jsonl").open("a") as file:
        for number, record in enumerate(records):
            file.write(json.dumps(record | shared | {"uuid": f"w{number}"}) + "\n")
    await work.extract()

    async with ModelServer(think=echo) as server:
        merged = await work.consolidate(work.open_pipeline(url=server.url))

    [(_, _, body)] = server.received
    assert "数" * 100 in body["messages"][-1]["content"]  # it is told that the file is gone
    assert merged.error == ""
    assert merged.done
