import json
from dataclasses import asdict, replace
from datetime import UTC, datetime

import pytest

from memoryd_client import wire
from memoryd_client.ctl.budget import render_budget, render_models, render_spent

NOW = datetime(2026, 5, 1, 14, tzinfo=UTC)
BUDGET = wire.Budget(
    models={"default": "cloud/big", "smol": "local/qwen3"},
    limits=wire.BudgetLimits(
        calls_per_hour=20, calls_per_day=200, tokens_per_hour=500_000, tokens_per_day=2_000_000
    ),
    hour=wire.Spent(calls=3, tokens=13_000),
    day=wire.Spent(calls=12, tokens=41_000),
    roles={
        "default": wire.RoleBudget(
            limits=wire.BudgetLimits(),
            hour=wire.Spent(calls=1, tokens=9_000),
            day=wire.Spent(calls=2, tokens=20_000),
        ),
        "smol": wire.RoleBudget(
            limits=wire.BudgetLimits(calls_per_hour=2),
            hour=wire.Spent(calls=2, tokens=4_000),
            day=wire.Spent(calls=10, tokens=21_000),
        ),
    },
    spendings=[
        wire.Spending(
            role="default",
            purpose="consolidate",
            hour=wire.Spent(calls=1, tokens=9_000),
            day=wire.Spent(calls=2, tokens=20_000),
        ),
        wire.Spending(
            role="smol",
            purpose="extract",
            hour=wire.Spent(calls=2, tokens=4_000),
            day=wire.Spent(calls=10, tokens=21_000),
        ),
    ],
)
TABLE = """\
default cloud/big, smol local/qwen3

role     purpose      calls/hour  tokens/hour  calls/day  tokens/day
default  consolidate           1        9,000          2      20,000
smol     extract               2        4,000         10      21,000
smol     all                   2        4,000         10      21,000
smol     limit                 2  -            -          -
all      all                   3       13,000         12      41,000
all      limit                20      500,000        200   2,000,000
"""
TOMORROW = wire.Reached(limit="budget.callsPerDay", frees_at="2026-05-02T09:30:00.000Z")


def reach(**reached: wire.Reached) -> wire.Budget:
    roles = {name: replace(BUDGET.roles[name], reached=one) for name, one in reached.items()}
    return replace(BUDGET, roles=BUDGET.roles | roles)


def test_the_table_says_what_was_spent_on_what_and_what_may_be():
    assert "\n".join(render_budget(BUDGET, NOW)) + "\n" == TABLE


def test_tokens_that_are_estimated_are_said_to_be():
    spent = replace(BUDGET.day, estimated=True)

    assert render_budget(replace(BUDGET, day=spent), NOW)[-2:] == [
        "",
        "Tokens that no model reported are estimated.",
    ]


@pytest.mark.parametrize(
    ("budget", "says"),
    [
        (
            reach(smol=wire.Reached(limit="budget.x", frees_at="2026-05-01T15:02:00.000Z")),
            ["budget.x is used up until 15:02"],
        ),
        (reach(default=TOMORROW, smol=TOMORROW), ["budget.callsPerDay is used up until Sat 09:30"]),
        (
            reach(default=TOMORROW, smol=wire.Reached(limit="budget.y")),
            [
                "budget.callsPerDay is used up until Sat 09:30",
                "budget.y is lower than one call needs",
            ],
        ),
    ],
)
def test_a_reached_limit_is_told_once_with_the_time_when_it_frees(
    budget: wire.Budget, says: list[str]
):
    assert render_budget(budget, NOW)[-len(says) :] == [f"Work waits: {why}." for why in says]
    assert render_spent(budget, NOW).split("; ")[1:] == says


def test_without_a_model_it_says_that_nothing_is_contacted():
    nothing = "No role has a model: nothing is contacted, nothing is spent."
    gone = replace(BUDGET, models={})

    assert render_budget(wire.Budget(), NOW) == [nothing]
    assert render_budget(gone, NOW)[0] == nothing
    assert len(render_budget(gone, NOW)) > 5


@pytest.mark.parametrize(
    ("models", "text"),
    [
        ({}, ""),
        ({"smol": "a/b"}, "smol a/b"),
        ({"default": "a/b", "smol": "a/c"}, "default a/b, smol a/c"),
        ({"default": "claude", "smol": "claude"}, "default claude, smol the same"),
    ],
)
def test_models_are_named_by_role(models: dict[str, str], text: str):
    assert render_models(wire.Budget(models=models)) == text


def test_a_limit_that_an_older_daemon_does_not_tell_is_left_out():
    assert render_spent(wire.Budget(), NOW) == "0 calls in the last hour, 0 in 24 hours, 0 tokens"


def test_the_verb_prints_it_and_json_is_the_reply_as_it_came(run, daemon):
    body = asdict(BUDGET) | {"from_the_future": [1]}
    daemon.on("GET /v1/budget", body)

    assert run("budget") == (0, TABLE, "")
    assert run("budget", "--json") == (0, json.dumps(body) + "\n", "")
