from contextlib import closing
from datetime import UTC, datetime

import pytest
from fakes import Elapsed

from memoryd.api.budget import show_budget
from memoryd.database import Ledger, open_database
from memoryd.model_settings import Budget, Limits, RoleLimits
from memoryd_client import wire

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
MODELS = {"default": "cloud/big", "smol": "local/small"}
BUDGET = Budget(tokens_per_hour=1000, roles=RoleLimits(smol=Limits(calls_per_hour=2)))
NOTHING = wire.Spent()


@pytest.fixture(name="ledger")
def _ledger(tmp_path):
    database, _ = open_database(tmp_path / "m.sqlite3", now=NOW)
    with closing(database):
        yield Ledger(database.connection, BUDGET, now=NOW, elapsed=Elapsed())


def spend(ledger, role, purpose, tokens):
    call = ledger.reserve(role, purpose, MODELS[role], tokens=tokens, now=NOW)
    ledger.settle(call, "answered", input_tokens=tokens, output_tokens=0, estimated=False)


def test_it_tells_models_limits_and_that_nothing_was_spent(ledger):
    shown = show_budget(MODELS, ledger, NOW)

    assert shown.models == MODELS
    assert shown.limits == wire.BudgetLimits(
        calls_per_hour=20, calls_per_day=200, tokens_per_hour=1000, tokens_per_day=2_000_000
    )
    assert (shown.hour, shown.day, shown.spendings) == (NOTHING, NOTHING, [])
    assert shown.roles["default"] == wire.RoleBudget(
        limits=wire.BudgetLimits(), hour=NOTHING, day=NOTHING
    )
    assert shown.roles["smol"].limits == wire.BudgetLimits(calls_per_hour=2)


def test_what_was_spent_adds_up_by_role_and_in_total(ledger):
    spend(ledger, "smol", "extract", 5)
    spend(ledger, "smol", "select", 7)
    ledger.reserve("default", "dream", "m", tokens=11, now=NOW)

    shown = show_budget(MODELS, ledger, NOW)

    guess = wire.Spent(calls=1, tokens=11, estimated=True)
    assert shown.roles["smol"].hour == shown.roles["smol"].day == wire.Spent(calls=2, tokens=12)
    assert shown.roles["default"].hour == guess
    assert shown.hour == shown.day == wire.Spent(calls=3, tokens=23, estimated=True)
    assert shown.spendings == [
        wire.Spending(role="default", purpose="dream", hour=guess, day=guess),
        wire.Spending(
            role="smol",
            purpose="extract",
            hour=wire.Spent(calls=1, tokens=5),
            day=wire.Spent(calls=1, tokens=5),
        ),
        wire.Spending(
            role="smol",
            purpose="select",
            hour=wire.Spent(calls=1, tokens=7),
            day=wire.Spent(calls=1, tokens=7),
        ),
    ]


def test_a_reached_limit_is_told_for_its_role_with_the_time_when_it_frees(ledger):
    spend(ledger, "smol", "extract", 5)
    spend(ledger, "smol", "extract", 5)
    ledger.reserve("default", "dream", "m", tokens=2000, now=NOW)

    shown = show_budget(MODELS, ledger, NOW)

    assert shown.roles["smol"].reached == wire.Reached(
        limit="budget.roles.smol.callsPerHour", frees_at="2026-03-02T10:00:00.000Z"
    )
    assert shown.roles["default"].reached == wire.Reached(limit="budget.tokensPerHour")


def test_without_a_model_nothing_waits_and_nothing_was_spent(tmp_path):
    database, _ = open_database(tmp_path / "m.sqlite3", now=NOW)
    with closing(database):
        ledger = Ledger(database.connection, Budget(calls_per_day=0), now=NOW)

        shown = show_budget({}, ledger, NOW)

    assert (shown.models, shown.roles, shown.spendings) == ({}, {}, [])
    assert (shown.hour, shown.day) == (NOTHING, NOTHING)


def test_what_a_role_spent_while_it_had_a_model_is_still_told(ledger):
    spend(ledger, "smol", "extract", 5)
    spend(ledger, "smol", "extract", 5)

    shown = show_budget({"default": "cloud/big"}, ledger, NOW)

    assert list(shown.roles) == ["default", "smol"]
    assert shown.roles["smol"].day.tokens == 10
    assert shown.roles["smol"].reached is None
