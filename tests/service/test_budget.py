"""The budget of models, as a person sees it and as a reload changes it."""

import json
from contextlib import closing
from datetime import UTC, datetime

import msgspec
import pytest
from fakes import ModelServer, openai_says

from memoryd.config import load
from memoryd.database import Ledger, open_database
from memoryd.errors import BudgetExhaustedError
from memoryd.llm import Ask
from memoryd.model_settings import Budget
from memoryd.paths import locate
from memoryd.service.parts import assemble
from memoryd.service.reload import reload
from memoryd.service.state import Service
from memoryd.system.notify import Notifier
from memoryd_client import wire


class Found(msgspec.Struct, forbid_unknown_fields=True):
    facts: list[str]


ASK = Ask(system="Find.", user="text", schema=Found, max_output_tokens=9, purpose="extract")
GOOD = openai_says('{"facts":["a"]}')
# Nobody listens there, and nobody is to be asked.
MODELS = """
models:
  providers: {local: {kind: openai, baseUrl: "%s"}}
  roles: {default: local/qwen3}
"""
NOWHERE = MODELS % "http://127.0.0.1:9/v1"


def spend_before_the_start(house, *purposes):
    """Leave calls in the database, as an earlier daemon would."""
    now = datetime.now(UTC)
    database, _ = open_database(house.state / "memoryd.sqlite3", now=now)
    with closing(database):
        ledger = Ledger(database.connection, Budget(), now=now)
        for purpose in purposes:
            call = ledger.reserve("smol", purpose, "local/qwen3", tokens=100, now=now)
            ledger.settle(call, "answered", input_tokens=90, output_tokens=4, estimated=False)


def ctl(house, *argv):
    done = house.run("memoryctl", "--socket", str(house.socket), *argv)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_without_a_model_the_budget_says_so_and_status_says_nothing(house):
    house.start()

    budget = house.client().budget()

    assert budget == house.client().status().budget
    assert (budget.models, budget.roles, budget.spendings) == ({}, {}, [])
    assert (budget.limits.calls_per_hour, budget.day) == (20, wire.Spent())
    assert ctl(house, "budget") == "No role has a model: nothing is contacted, nothing is spent.\n"
    assert "models" not in ctl(house, "status")


def test_a_changed_budget_is_in_force_after_a_reload_and_spent_calls_count(house, wait_until):
    spend_before_the_start(house, "extract", "select", "extract")
    house.config.write_text(NOWHERE)
    house.start()
    before = house.client().budget()

    house.config.write_text(NOWHERE + "budget: {callsPerDay: 3, roles: {smol: {callsPerHour: 9}}}")
    ctl(house, "reload")
    wait_until(lambda: house.client().budget().limits.calls_per_day == 3)
    after = house.client().budget()

    assert before.models == after.models == {"default": "local/qwen3", "smol": "local/qwen3"}
    assert before.day == after.day == wire.Spent(calls=3, tokens=282)
    assert before.roles["smol"].reached is None
    assert after.roles["smol"].limits.calls_per_hour == 9
    for role in after.roles.values():
        assert role.reached.limit == "budget.callsPerDay"
        assert datetime.fromisoformat(role.reached.frees_at) > datetime.now(UTC)


def test_status_and_the_verb_tell_the_same_in_words(house):
    spend_before_the_start(house, "extract", "select", "extract")
    house.config.write_text(NOWHERE + "budget: {callsPerHour: 3}")
    house.start()

    status, table = ctl(house, "status"), ctl(house, "budget")

    assert "  models      default local/qwen3, smol the same\n" in status
    assert "  budget      3 of 3 calls in the last hour, 3 of 200 in 24 hours, 282 of" in status
    assert "; budget.callsPerHour is used up until " in status
    assert [line.split()[:4] for line in table.splitlines() if line.startswith("smol")] == [
        ["smol", "extract", "2", "188"],
        ["smol", "select", "1", "94"],
    ]
    assert "Work waits: budget.callsPerHour is used up until " in table
    assert json.loads(ctl(house, "budget", "--json"))["day"]["tokens"] == 282


async def test_what_asks_models_is_under_the_new_budget_after_a_reload(house):
    paths = locate(house.env)

    def write(calls):
        house.config.write_text(f"{MODELS % server.url}budget: {{callsPerHour: {calls}}}")

    async with ModelServer(GOOD, GOOD) as server:
        write(calls=1)
        service = Service(
            env=house.env,
            paths=paths,
            settings=load(paths.config, house.env),
            config_error=None,
            notifier=Notifier({}),
        )
        async with assemble(service) as parts:
            await parts.models.ask("smol", ASK)
            with pytest.raises(BudgetExhaustedError, match=r"budget\.callsPerHour is reached"):
                await parts.models.ask("smol", ASK)
            write(calls=2)
            reload(service, parts)
        assert service.begin_again()
        async with assemble(service) as parts:
            await parts.models.ask("smol", ASK)
            with pytest.raises(BudgetExhaustedError):
                await parts.models.ask("default", ASK)

    assert len(server.received) == 2
