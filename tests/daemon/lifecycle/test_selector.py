"""Recalls with a model that chooses: what it may do, and what happens when it does not."""

import asyncio
import gc
import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from fakes import Elapsed, ModelServer, Reply, openai_fails, openai_says
from structlog.testing import capture_logs

from memoryd.config import Recall, Settings
from memoryd.lifecycle.recall import Recaller, RecallQuery
from memoryd.lifecycle.selector import Selector
from memoryd.llm import ModelUnavailableError, open_models
from memoryd.llm.values import Completion
from memoryd.model_settings import Budget, Models, Provider, Roles
from memoryd.prompts import Prompts
from memoryd.telemetry import Events, Metrics, Telemetry

QUERY = (
    "do internal services prefer protobuf or JSON, does the gateway speak protobuf to billing,"
    " and where is the runbook of the gateway in the operations wiki?"
)
PROTOBUF = "user:user/prefers-protobuf-over-json-for-internal-services.md"
GATEWAY = "project/the-gateway-speaks-protobuf-to-the-billing-service.md"
RUNBOOK = "reference/the-runbook-of-the-gateway-lies-in-the-operations-wiki.md"
FOUND = [GATEWAY, PROTOBUF, RUNBOOK]
# Milliseconds: time enough to find, to be asked, and to answer.
SOON, LATER, IN_TIME = 250, 1_500, 20_000


def says(*paths):
    return openai_says(json.dumps({"selected_memories": paths}))


class Thinker:
    """A provider of models that answers once *thought* has come to its end."""

    def __init__(self, thought):
        self.thought = thought

    async def complete(self, request):
        return Completion(text=json.dumps({"selected_memories": await self.thought(request)}))


class House:
    """A project with four memories, three of which the question needs, and a model."""

    def __init__(self, tmp_path, parts, settings, models_settings):
        self.project, self.database, clock = parts["project"], parts["database"], parts["clock"]
        self.settings, self.elapsed = settings, Elapsed()
        self.telemetry = Telemetry(events=Events(), metrics=Metrics("1"))
        self.executor = ThreadPoolExecutor(max_workers=2)
        self.models = open_models(
            models_settings,
            {"HOME": "/nonexistent", "MEMORYD_STATE_DIR": str(tmp_path / "state")},
            self.database,
            clock,
            telemetry=self.telemetry,
            elapsed=self.elapsed,
            sleep=self.elapsed.sleep,
            chance=lambda: 1.0,
        )
        self.selector = Selector(
            recaller=Recaller(
                parts["projects"], self.database, settings=lambda: self.settings, clock=clock
            ),
            models=self.models,
            prompts=Prompts(tmp_path / "prompts"),
            settings=lambda: self.settings,
            telemetry=self.telemetry,
            executor=self.executor,
            elapsed=self.elapsed,
        )

    async def recall(self, text=QUERY, *, deadline_ms=IN_TIME, **more):
        query = RecallQuery(text=text, cwd=self.project.root, **more)
        found, self.times = await self.selector.recall(query, deadline_ms=deadline_ms)
        return found

    def think(self, thought):
        """Have *thought* in place of a model on the network."""
        self.models.open_provider = lambda _: Thinker(thought)

    def handed_out(self, session="s"):
        return self.database.injected(session).keys()

    def calls(self):
        with self.database.connection.decision() as db:
            return [row["outcome"] for row in db.execute("SELECT outcome FROM calls ORDER BY id")]

    @property
    def skipped(self):
        return self.telemetry.skipped_recall


@pytest.fixture(name="house")
async def _house(tmp_path, projects, project, database, clock, keep):
    keep("The gateway speaks protobuf to the billing service", why="JSON was too slow for it")
    keep("Prefers protobuf over JSON for internal services", kind="user", scope="user")
    keep("The runbook of the gateway lies in the operations wiki", kind="reference")
    keep("Invoices are archived after ninety days")
    parts = {"projects": projects, "project": project, "database": database, "clock": clock}
    opened = []

    def house(url="http://127.0.0.1:9", *, selector="smol", roles=None, budget=None):
        providers = {"local": Provider(kind="openai", base_url=url)}
        models = Models(providers=providers, roles=roles or Roles(default="local/m"))
        opened.append(
            House(
                tmp_path,
                parts,
                Recall(selector=selector),
                Settings(models=models, budget=budget or Budget()),
            )
        )
        return opened[-1]

    yield house
    for each in opened:
        await each.selector.close()
        each.executor.shutdown()


def ids(found):
    return [document.id for document in found.documents]


async def test_a_model_orders_and_drops_what_was_found(house):
    async with ModelServer(says(RUNBOOK, PROTOBUF)) as server:
        here = house(server.url)
        found = await here.recall(session="s")

    assert ids(found) == [RUNBOOK, PROTOBUF]
    assert found.strategy == "model"
    assert 0 < found.prompt.index("runbook of the gateway") < found.prompt.index("Prefers protobuf")
    assert "billing service" not in found.prompt
    assert here.times.selector_ms > 0


async def test_what_a_model_dropped_was_not_handed_out_and_is_found_again(house):
    async with ModelServer(says(RUNBOOK), says(GATEWAY)) as server:
        here = house(server.url)
        await here.recall(session="s")
        handed_out = set(here.handed_out())
        again = await here.recall(session="s")

    assert handed_out == {RUNBOOK}
    assert ids(again) == [GATEWAY]
    assert here.handed_out() == {RUNBOOK, GATEWAY}


async def test_explain_says_what_the_model_dropped(house):
    async with ModelServer(says(GATEWAY)) as server:
        found = await house(server.url).recall(explain=True)

    left_out = [lost.id for lost in found.explain.rejected if "model" in lost.reason]
    assert left_out == [PROTOBUF, RUNBOOK]
    assert all(lost.score > 0 for lost in found.explain.rejected)


async def test_where_a_model_chooses_nothing_nothing_is_given(house):
    async with ModelServer(says()) as server:
        here = house(server.url)
        found = await here.recall(session="s")

    assert (found.strategy, found.documents, found.prompt) == ("none", [], "")
    assert found.docs_scanned == 4
    assert not here.handed_out()
    assert not here.skipped


async def test_a_model_is_shown_headers_and_what_is_asked_and_no_body(house):
    async with ModelServer(says(GATEWAY)) as server:
        await house(server.url).recall(recent_tools=("deploy_tool",))
        ((_, _, body),) = server.received

    sent = body["messages"][1]["content"]
    assert all(f"] {path} (2026-" in sent for path in FOUND)
    assert json.dumps(QUERY) in sent
    assert "deploy_tool" in sent
    assert "too slow" not in json.dumps(body)
    assert "Invoices" not in json.dumps(body)


@pytest.mark.parametrize(
    "replies",
    [
        [openai_says("I would take the one about the gateway.")] * 2,
        [openai_says('{"selected_memories": ["' + GATEWAY[:9])] * 2,
        [openai_says(f'{{"selected_memories": "{GATEWAY}"}}')] * 2,
        [says(*(f"{GATEWAY}:{n}" for n in range(6)))] * 2,
        [says(GATEWAY, "project/invoices-are-archived-after-ninety-days.md")],
        [says(GATEWAY, "../../../etc/passwd")],
        [says(GATEWAY, GATEWAY)],
        [Reply(body=b"x" * 10_000_000)],
        [openai_says("[" * 1_000_000)] * 2,
        [Reply(body=b"<html>", status=404)],
        [Reply(body=b"{}")],
    ],
    ids=[
        *("prose", "half JSON", "no list", "too long", "refused by the gate", "a path"),
        *("doubled", "10 MB", "deeply nested", "not found", "no answer"),
    ],
)
async def test_an_answer_of_no_use_changes_nothing(house, replies):
    async with ModelServer(*replies) as server:
        here = house(server.url)
        found = await here.recall(session="s")

    assert (ids(found), found.strategy) == (FOUND, "heuristic")
    assert here.handed_out() == set(FOUND)
    assert here.skipped == {"selector_failed": 1}


async def test_a_model_that_is_down_costs_no_wait_and_rests_at_once(house):
    here = house()  # at whose address nobody listens
    found = [await here.recall(deadline_ms=900) for _ in range(2)]

    assert [ids(each) for each in found] == [FOUND, FOUND]
    assert here.skipped == {"selector_failed": 1, "selector_resting": 1}
    assert here.elapsed.slept == []


async def test_at_the_deadline_what_was_found_is_given_and_the_call_is_given_up(house):
    async with ModelServer() as server:
        here = house(server.url)
        found = await here.recall(session="s", deadline_ms=LATER)
        await server.given_up.wait()

    assert (ids(found), found.strategy) == (FOUND, "heuristic")
    assert here.handed_out() == set(FOUND)
    assert here.skipped == {"selector_late": 1}
    assert here.calls() == ["started"]  # which counts in full


async def test_the_settings_give_the_deadline_where_the_caller_gives_none(house):
    async with ModelServer() as server:
        here = house(server.url)
        here.settings = Recall(selector="smol", deadline_ms=SOON)
        found = await here.recall(deadline_ms=None)

    assert ids(found) == FOUND
    assert here.skipped == {"selector_late": 1}


async def test_a_late_answer_is_not_used_for_the_next_question(house):
    here, asked, late = house(), asyncio.Event(), asyncio.Event()

    async def think(_):
        if not asked.is_set():
            asked.set()
            try:
                await late.wait()
            except asyncio.CancelledError:
                await late.wait()  # it answers although nobody listens
            return [RUNBOOK]
        late.set()
        await asyncio.sleep(0)
        return [GATEWAY]

    here.think(think)
    first = await here.recall(deadline_ms=LATER)
    second = await here.recall("what does the gateway speak, and where is its runbook in the wiki?")

    assert asked.is_set()
    assert ids(first) == FOUND
    assert ids(second) == [GATEWAY]


async def test_questions_at_once_get_each_its_own_answer(house):
    here, both = house(), asyncio.Barrier(2)
    other = f"{QUERY} Thanks!"

    async def think(request):
        await both.wait()
        return [RUNBOOK] if "Thanks!" in request.turns[0].text else [GATEWAY]

    here.think(think)
    found = await asyncio.gather(here.recall(QUERY), here.recall(other))

    assert [ids(each) for each in found] == [[GATEWAY], [RUNBOOK]]


async def test_three_late_answers_in_a_row_begin_a_rest(house):
    here, asked = house(), []

    async def think(request):
        asked.append(request)
        await asyncio.Event().wait()

    here.think(think)
    for _ in range(3):
        await here.recall(deadline_ms=SOON)
    before = len(asked)
    found = await here.recall()

    assert ids(found) == FOUND
    assert here.skipped == {"selector_late": 3, "selector_resting": 1}
    assert len(asked) == before


async def test_three_answers_of_no_use_in_a_row_begin_a_rest(house):
    async with ModelServer(*[says("project/other.md")] * 3) as server:
        here = house(server.url)
        found = [await here.recall() for _ in range(4)]

    assert [ids(each) for each in found] == [FOUND] * 4
    assert here.skipped == {"selector_failed": 3, "selector_resting": 1}


async def test_after_its_rest_a_model_is_asked_again_and_an_answer_is_a_new_start(house):
    here, well = house(), asyncio.Event()

    async def think(_):
        await well.wait()
        return [GATEWAY]

    here.think(think)
    for _ in range(3):
        await here.recall(deadline_ms=SOON)
    here.elapsed.now_s += 600
    well.set()
    answered = await here.recall()
    well.clear()
    for _ in range(3):
        await here.recall(deadline_ms=SOON)

    assert ids(answered) == [GATEWAY]
    assert here.skipped == {"selector_late": 6}


async def test_a_rest_after_a_rest_is_longer(house):
    here = house()
    await here.recall(deadline_ms=900)
    here.elapsed.now_s += 600
    await here.recall(deadline_ms=900)
    here.elapsed.now_s += 1199
    await here.recall(deadline_ms=900)

    assert here.skipped == {"selector_failed": 2, "selector_resting": 1}


async def test_without_budget_nothing_is_asked_and_nothing_rests(house):
    async with ModelServer() as server:
        here = house(server.url, budget=Budget(calls_per_hour=0))
        found = [await here.recall() for _ in range(2)]

    assert [ids(each) for each in found] == [FOUND, FOUND]
    assert here.skipped == {"selector_budget": 2}
    assert server.received == []


@pytest.mark.parametrize(
    "options",
    [{"selector": None}, {"selector": "default", "roles": Roles(smol="local/m")}],
    ids=["null", "a role without a model"],
)
async def test_nobody_is_asked_where_no_model_is_to_choose(house, options):
    async with ModelServer() as server:
        here = house(server.url, **options)
        found = await here.recall(session="s")

    assert (ids(found), here.times, server.received) == (FOUND, None, [])
    assert here.handed_out() == set(FOUND)


async def test_nobody_is_asked_where_there_are_no_models(house):
    here = house()
    here.selector.models = None

    assert ids(await here.recall()) == FOUND
    assert here.times is None


@pytest.mark.parametrize(
    ("query", "found"),
    [("in which wiki is the runbook?", [RUNBOOK]), (" ", [])],
)
async def test_nobody_is_asked_where_there_is_nothing_to_choose(house, query, found):
    async with ModelServer() as server:
        here = house(server.url)
        given = await here.recall(query, session="s")

    assert (ids(given), server.received) == (found, [])
    assert here.handed_out() == set(found)
    assert here.times.selector_ms == 0
    assert not here.skipped


async def test_what_is_forgotten_while_the_model_thinks_is_not_handed_out(house):
    here = house()

    async def think(_):
        (here.project.store.memory_dir / GATEWAY).unlink()
        return FOUND

    here.think(think)

    assert ids(await here.recall(session="s")) == [PROTOBUF, RUNBOOK]
    assert here.handed_out() == {PROTOBUF, RUNBOOK}


async def test_what_the_session_is_handed_while_the_model_thinks_is_not_handed_out_twice(house):
    here = house()
    query = RecallQuery(text=QUERY, cwd=here.project.root, session="s")

    async def think(_):
        await asyncio.to_thread(here.selector.recaller.recall, query)
        return FOUND

    here.think(think)

    assert ids(await here.recall(session="s")) == []


async def test_a_prompt_of_the_users_own_that_cannot_be_used_is_named_once(house, tmp_path):
    (tmp_path / "prompts").mkdir()
    (tmp_path / "prompts" / "select_input.md").write_text("Choose from {{list}}")
    here = house()
    with capture_logs() as logged:
        found = [await here.recall() for _ in range(2)]

    assert [ids(each) for each in found] == [FOUND, FOUND]
    (line,) = logged
    assert (line["event"], line["rest_s"]) == ("the selector rests", 600)
    assert "select_input.md" in line["hint"]


async def test_what_an_endpoint_quotes_of_the_question_is_not_logged(house):
    async with ModelServer(openai_fails(400, f"cannot answer: {QUERY}")) as server:
        here = house(server.url)
        with capture_logs() as logged, here.telemetry.events.listen(None):
            await here.recall()

    assert "the selector rests" in [line["event"] for line in logged]
    assert "runbook" not in json.dumps(logged)


async def test_closing_lets_go_of_what_is_still_asked(house):
    here, asked = house(), asyncio.Event()
    ended = []

    async def think(_):
        asked.set()
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            ended.append(True)

    here.think(think)
    await here.recall(deadline_ms=LATER)
    await here.selector.close()

    assert asked.is_set()
    assert ended == [True]


async def test_a_caller_that_goes_away_takes_its_question_along(house):
    here, asked, ended = house(), asyncio.Event(), asyncio.Event()

    async def think(_):
        asked.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    here.think(think)
    caller = asyncio.create_task(here.recall())
    await asked.wait()
    caller.cancel()

    await ended.wait()
    with pytest.raises(asyncio.CancelledError):
        await caller


async def test_a_failure_after_the_deadline_concerns_nobody(house):
    here, asked, complaints = house(), asyncio.Event(), []
    asyncio.get_running_loop().set_exception_handler(lambda _, it: complaints.append(it))

    async def think(_):
        asked.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            raise ModelUnavailableError("gone") from None

    here.think(think)
    await here.recall(deadline_ms=LATER)
    await asyncio.wait([*here.selector._asked, asyncio.create_task(asyncio.sleep(0))])
    gc.collect()

    assert asked.is_set()
    assert here.skipped == {"selector_late": 1}
    assert complaints == []
