import asyncio
import logging
import subprocess
import sys
from dataclasses import replace

import msgspec
import pytest
from fakes import (
    Clock,
    Elapsed,
    ModelServer,
    Reply,
    anthropic_says,
    openai_fails,
    openai_says,
)
from prometheus_client.exposition import generate_latest
from structlog.testing import capture_logs

from memoryd.config import Settings
from memoryd.database import Spent, open_database
from memoryd.llm import (
    Ask,
    BadAnswerError,
    BudgetExhaustedError,
    ModelRefusedError,
    ModelUnavailableError,
    open_models,
)
from memoryd.llm.asking import backoff_s
from memoryd.model_settings import Budget, Limits, Models, Provider, RoleLimits, Roles
from memoryd.telemetry import Events, Metrics, Telemetry

HOUR_S = 3600
SECRET = "Zq81nFd0aVc7Zq81"
TOKEN = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"


class Found(msgspec.Struct, forbid_unknown_fields=True):
    facts: list[str]


ASK = Ask(
    system="Find facts.", user="some text", schema=Found, max_output_tokens=100, purpose="extract"
)
GOOD = openai_says('{"facts":["a"]}')
PROSE = openai_says("I found one fact: a.")


class House:
    """The models of one daemon, with its clocks, its database and its telemetry."""

    def __init__(self, path, roles, providers, budget, env):
        self.clock, self.elapsed = Clock(), Elapsed()
        self.database, _ = open_database(path, now=self.clock.now)
        self.telemetry = Telemetry(events=Events(), metrics=Metrics("1"))
        self.models = open_models(
            Settings(models=Models(providers=providers, roles=roles), budget=budget),
            {"HOME": "/nonexistent", "MEMORYD_STATE_DIR": str(path.parent), "KEY": SECRET} | env,
            self.database,
            self.clock,
            telemetry=self.telemetry,
            elapsed=self.elapsed,
            sleep=self.elapsed.sleep,
            chance=lambda: 0.5,
        )

    async def ask(self, ask=ASK, role="default"):
        return await self.models.ask(role, ask)

    def spent(self, role="default"):
        return sum(
            (
                spending.hour
                for spending in self.models.ledger.spent(self.clock.now)
                if spending.role == role
            ),
            Spent(),
        )

    def outcomes(self):
        with self.database.connection.decision() as db:
            return [row["outcome"] for row in db.execute("SELECT outcome FROM calls ORDER BY id")]

    def metrics(self):
        return generate_latest(self.telemetry.metrics.registry).decode()


@pytest.fixture(name="house")
def _house(tmp_path):
    opened = []

    def house(url="", *, kind="openai", roles=None, budget=None, timeout_s=120, env=None):
        provider = Provider(kind=kind, base_url=url, api_key_env="KEY", timeout_seconds=timeout_s)
        opened.append(
            House(
                tmp_path / "m.sqlite3",
                roles or Roles(default="local/m"),
                {"local": provider, "claude": Provider(kind="command", command="claude")},
                budget or Budget(),
                env or {},
            )
        )
        return opened[-1]

    yield house
    for each in opened:
        each.database.close()


async def test_an_answer_comes_with_what_it_cost(house):
    async with ModelServer(GOOD) as server:
        here = house(server.url)
        answer = await here.ask()

    assert answer.value == Found(facts=["a"])
    assert answer.model == "local/m"
    usage = answer.usage
    assert (usage.calls, usage.input_tokens, usage.output_tokens) == (1, 12, 3)
    assert not usage.estimated
    assert here.spent() == Spent(calls=1, tokens=15)
    assert here.outcomes() == ["answered"]


async def test_tokens_that_are_not_reported_are_estimated_and_marked(house):
    async with ModelServer(openai_says('{"facts":[]}', usage=None)) as server:
        here = house(server.url)
        answer = await here.ask()

    assert answer.usage.estimated
    assert answer.usage.output_tokens == 4
    assert here.spent().tokens == answer.usage.input_tokens + 4


@pytest.mark.parametrize("tokens", [-1, 10**9, 2**63, 10**30])
async def test_tokens_that_cannot_be_are_not_believed(house, tokens):
    async with ModelServer(openai_says('{"facts":[]}', usage=(tokens, 4))) as server:
        here = house(server.url)
        answer = await here.ask()

    assert answer.usage.estimated
    assert here.spent().tokens < 1000


async def test_both_roles_have_their_model_and_smol_falls_back_to_default(house):
    async with ModelServer(GOOD, GOOD, GOOD) as server:
        two = house(server.url, roles=Roles(default="local/big", smol="local/small"))
        one = house(server.url, roles=Roles(default="local/big"))
        await two.ask(role="smol")
        await two.ask(role="default")
        await one.ask(role="smol")

    asked = [body["model"] for _, _, body in server.received]
    assert asked == ["small", "big", "big"]


async def test_a_role_without_a_model_is_told_and_costs_nothing(house):
    here = house(roles=Roles(smol="local/m"))

    with pytest.raises(ModelUnavailableError, match="role default has no model"):
        await here.ask()

    assert here.outcomes() == []


def test_without_roles_there_are_no_models_and_nothing_is_loaded():
    script = (
        "import sys; from memoryd.llm import open_models; from memoryd.config import Settings\n"
        "assert open_models(Settings(), {}, None, None, telemetry=None) is None\n"
        "assert 'aiohttp' not in sys.modules\n"
        "assert not {'memoryd.llm.web', 'memoryd.llm.command'} & set(sys.modules)\n"
    )

    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False)

    assert done.stderr.decode() == ""


async def test_secrets_are_taken_out_of_all_that_is_sent(house):
    leak = openai_says(f"the token is {TOKEN}")
    ask = Ask(
        system=f"Find. {TOKEN}",
        user=f"text {TOKEN} \ud800",
        schema=Found,
        max_output_tokens=9,
        purpose="extract",
    )
    async with ModelServer(leak, GOOD) as server:
        await house(server.url).ask(ask)

    assert len(server.received) == 2
    assert TOKEN not in str([body for _, _, body in server.received])
    assert "[redacted:" in str(server.received[1][2]["messages"][2])


@pytest.mark.parametrize(
    "bad",
    [PROSE, openai_says('{"facts":["a'), openai_says('{"facts":"a"}'), openai_says(None)],
    ids=["prose", "half", "wrong schema", "nothing"],
)
async def test_an_answer_in_the_wrong_form_is_sent_back_once_with_the_reason(house, bad):
    async with ModelServer(bad, GOOD) as server:
        here = house(server.url)
        answer = await here.ask()

    roles = [turn["role"] for turn in server.received[1][2]["messages"]]
    assert roles == ["system", "user", "assistant", "user"]
    assert "not the form I need" in server.received[1][2]["messages"][3]["content"]
    assert (answer.value, answer.usage.calls) == (Found(facts=["a"]), 2)
    assert here.outcomes() == ["bad_answer", "answered"]


async def test_an_answer_in_the_wrong_form_twice_is_an_error(house):
    async with ModelServer(PROSE, openai_says("{}")) as server:
        here = house(server.url)
        with pytest.raises(BadAnswerError, match="missing required field `facts`") as caught:
            await here.ask()

    assert caught.value.code == "model_unavailable"
    assert "local/m" in str(caught.value)
    assert here.outcomes() == ["bad_answer", "bad_answer"]


async def test_the_messages_api_is_asked_the_same_way(house):
    async with ModelServer(anthropic_says({"facts": 1}), anthropic_says({"facts": []})) as server:
        answer = await house(server.url, kind="anthropic").ask()

    assert answer.value == Found(facts=[])
    assert server.received[1][2]["messages"][1] == {"role": "assistant", "content": '{"facts": 1}'}


async def test_what_may_pass_is_tried_again_after_longer_and_longer_pauses(house):
    async with ModelServer(openai_fails(503, "x"), Reply(body=b"", hang_up=True), GOOD) as server:
        here = house(server.url)
        answer = await here.ask()

    assert here.elapsed.slept == [0.5, 1.0]
    assert answer.usage.calls == 3
    assert here.outcomes() == ["failed", "failed", "answered"]


async def test_a_pause_that_is_asked_for_is_kept(house):
    limited = openai_fails(429, "slow down", **{"Retry-After": "20"})
    async with ModelServer(limited, GOOD) as server:
        here = house(server.url)
        answer = await here.ask()

    assert here.elapsed.slept == [20.5]
    assert (here.spent().calls, here.spent().tokens) == (2, 15)
    assert answer.duration_ms == 20_500


async def test_no_pause_is_begun_after_which_an_answer_is_of_no_use(house):
    async with ModelServer(openai_fails(503, "x"), openai_fails(503, "x"), GOOD) as server:
        here = house(server.url)
        with pytest.raises(ModelUnavailableError, match="HTTP 503"):
            await here.ask(replace(ASK, within_s=1.0))

    assert here.elapsed.slept == [0.5]
    assert here.outcomes() == ["failed", "failed"]


async def test_a_pause_longer_than_our_patience_is_not_begun(house):
    limited = openai_fails(429, "quota", **{"Retry-After": "3600"})
    async with ModelServer(limited) as server:
        here = house(server.url)
        with pytest.raises(ModelUnavailableError, match="HTTP 429: quota"):
            await here.ask()

    assert here.elapsed.slept == []


async def test_after_three_failures_it_is_given_up(house):
    async with ModelServer(*[openai_fails(500, "broken")] * 3) as server:
        here = house(server.url)
        with pytest.raises(ModelUnavailableError, match="HTTP 500: broken"):
            await here.ask()

    assert here.outcomes() == ["failed"] * 3


async def test_a_refusal_is_not_tried_again_but_counts(house):
    async with ModelServer(openai_fails(401, f"bad key {SECRET}")) as server:
        here = house(server.url)
        with pytest.raises(ModelRefusedError):
            await here.ask()

    assert here.outcomes() == ["refused"]
    assert here.spent() == Spent(calls=1, tokens=0)


async def test_another_way_to_ask_is_tried_at_once(house):
    async with ModelServer(openai_fails(400, "unknown response_format"), GOOD) as server:
        here = house(server.url)
        await here.ask()

    assert here.elapsed.slept == []
    assert here.outcomes() == ["refused", "answered"]


async def test_a_model_that_does_not_answer_in_time_is_given_up_and_counts_in_full(house):
    async with ModelServer() as server:
        here = house(server.url, timeout_s=0.2)
        with pytest.raises(ModelUnavailableError, match=r"no answer to extract within 0\.2 s"):
            await here.ask()
        await server.given_up.wait()

    assert here.outcomes() == ["started"]
    assert here.spent().tokens > 100
    assert 'memoryd_model_calls_total{outcome="cancelled",role="default"} 1.0' in here.metrics()


async def test_who_goes_away_ends_the_call(house):
    async with ModelServer() as server:
        here = house(server.url)
        asking = asyncio.create_task(here.ask())
        await server.asked_in_vain.wait()

        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        await server.given_up.wait()

    assert here.spent().calls == 1


async def test_a_reached_budget_stops_before_anything_is_sent(house):
    async with ModelServer(GOOD, GOOD) as server:
        here = house(server.url, budget=Budget(calls_per_hour=1))
        await here.ask()
        with pytest.raises(BudgetExhaustedError, match="until 2026-03-02T10:00:00") as caught:
            await here.ask()

    assert len(server.received) == 1
    assert (caught.value.code, caught.value.frees_in_s) == ("budget_exhausted", HOUR_S)
    assert "budget.callsPerHour is reached until" in str(caught.value)
    assert caught.value.hint == "wait, or raise budget.callsPerHour"
    assert 'memoryd_skipped_total{kind="model",reason="budget_exhausted"} 1.0' in here.metrics()


async def test_a_limit_of_one_role_stops_only_that_one(house):
    limits = RoleLimits(smol=Limits(calls_per_hour=1))
    async with ModelServer(GOOD, GOOD) as server:
        here = house(server.url, budget=Budget(roles=limits))
        await here.ask(role="smol")
        with pytest.raises(BudgetExhaustedError, match=r"budget\.roles\.smol\.callsPerHour is"):
            await here.ask(role="smol")
        await here.ask(role="default")

    assert len(server.received) == 2


async def test_a_limit_lower_than_one_call_is_told_to_be_that(house):
    here = house("http://127.0.0.1:9", budget=Budget(tokens_per_hour=10))

    with pytest.raises(BudgetExhaustedError, match="lower than this one call needs") as caught:
        await here.ask()

    assert (caught.value.frees_in_s, caught.value.hint) == (None, "raise budget.tokensPerHour")


async def test_retries_and_repairs_are_within_the_budget_as_well(house):
    async with ModelServer(openai_fails(500, "x"), PROSE, GOOD) as server:
        here = house(server.url, budget=Budget(calls_per_hour=2))
        with pytest.raises(BudgetExhaustedError):
            await here.ask()

    assert here.outcomes() == ["failed", "bad_answer"]


async def test_many_at_once_share_one_budget(house):
    async with ModelServer(*[GOOD] * 10) as server:
        here = house(server.url, budget=Budget(calls_per_hour=4))
        ends = await asyncio.gather(*(here.ask() for _ in range(10)), return_exceptions=True)

    assert len(server.received) == 4
    assert sum(isinstance(end, BudgetExhaustedError) for end in ends) == 6


async def test_a_key_that_is_missing_is_told_before_anything_is_counted(house):
    here = house(env={"KEY": ""})

    with pytest.raises(ModelUnavailableError, match="no usable key in the variable KEY"):
        await here.ask()

    assert here.outcomes() == []


async def test_a_command_answers_as_a_model_too(house, tmp_path):
    program = tmp_path / "claude"
    program.write_text(
        '#!/bin/sh\ncat > /dev/null\nprintf \'{"result": "{\\\\"facts\\\\":[]}"}\'\n'
    )
    program.chmod(0o755)
    here = house(roles=Roles(default="claude"), env={"PATH": f"{tmp_path}:/usr/bin:/bin"})

    answer = await here.ask()

    assert (answer.value, answer.model) == (Found(facts=[]), "claude")
    assert answer.usage.estimated


async def test_calls_are_counted_by_role_and_outcome_and_said_without_words_or_keys(house, caplog):
    caplog.set_level(logging.DEBUG)
    async with ModelServer(PROSE, GOOD, openai_fails(401, f"bad {SECRET}")) as server:
        here = house(server.url)
        with capture_logs() as lines:
            await here.ask()
            with pytest.raises(ModelRefusedError) as caught:
                await here.ask()

    calls = [line for line in lines if line["event"] == "model called"]
    assert [line["outcome"] for line in calls] == ["bad_answer", "answered", "refused"]
    assert {"role": "default", "purpose": "extract", "model": "local/m"}.items() <= calls[0].items()
    metrics = here.metrics()
    assert 'memoryd_model_calls_total{outcome="answered",role="default"} 1.0' in metrics
    tokens = 'memoryd_model_tokens_total{direction="input",outcome="answered",role="default"} 12.0'
    assert tokens in metrics
    said = f"{lines} {caplog.text} {metrics} {caught.value!r} {caught.value} {here.models!r}"
    assert SECRET not in said
    assert "some text" not in said


@pytest.mark.parametrize(
    ("failures", "asked_for", "chance", "waits"),
    [(1, None, 1, 1), (2, None, 1, 2), (3, None, 0.25, 1), (1, None, 0, 0), (9, 60, 1, 90)],
)
def test_a_pause_is_a_random_part_of_a_doubling_time_on_top_of_what_was_asked_for(
    failures, asked_for, chance, waits
):
    assert backoff_s(failures, asked_for, chance) == waits
