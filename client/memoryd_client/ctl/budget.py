"""`memoryctl budget`, and the two lines of it that `memoryctl status` shows."""

from collections.abc import Iterator
from datetime import datetime

from memoryd_client import wire

from .text import clock_time, columns
from .verbs import OK, Call, Verb, no_arguments

_TITLES = ("role", "purpose", "calls/hour", "tokens/hour", "calls/day", "tokens/day")


def _budget(call: Call) -> int:
    budget = call.client.budget()
    if not call.print_json():
        call.terminal.say(*render_budget(budget, call.now.astimezone()))
    return OK


def render_budget(budget: wire.Budget, now: datetime) -> list[str]:
    """Return the lines that show what was spent, on what, and what may be; times are as *now*'s."""
    models = render_models(budget) or "No role has a model: nothing is contacted, nothing is spent."
    if not budget.models and not budget.spendings:
        return [models]
    notes = [f"Work waits: {why}." for why in _why_it_waits(budget, now)]
    if budget.day.estimated:
        notes.append("Tokens that no model reported are estimated.")
    return [models, "", *columns([_TITLES, *_rows(budget)]), *([""] * bool(notes)), *notes]


def render_models(budget: wire.Budget) -> str:
    """Return which role has which model; empty when none has one."""
    default, smol = budget.models.get("default"), budget.models.get("smol")
    if default and default == smol:
        return f"default {default}, smol the same"
    return ", ".join(f"{role} {model}" for role, model in budget.models.items())


def render_spent(budget: wire.Budget, now: datetime) -> str:
    """Return what was spent of the whole budget, and when a reached limit frees."""
    hour, day, limits = budget.hour, budget.day, budget.limits
    spent = [
        f"{_of(hour.calls, limits.calls_per_hour)} calls in the last hour",
        f"{_of(day.calls, limits.calls_per_day)} in 24 hours",
        f"{_of(day.tokens, limits.tokens_per_day)} tokens",
    ]
    return "; ".join([", ".join(spent), *_why_it_waits(budget, now)])


def _of(spent: int, limit: int | None) -> str:
    return f"{spent:,}" if limit is None else f"{spent:,} of {limit:,}"


def _why_it_waits(budget: wire.Budget, now: datetime) -> list[str]:
    reached = [role.reached for role in budget.roles.values() if role.reached]
    return list(dict.fromkeys(_why(one, now) for one in reached))


def _why(reached: wire.Reached, now: datetime) -> str:
    if reached.frees_at is None:
        return f"{reached.limit} is lower than one call needs"
    return f"{reached.limit} is used up until {clock_time(reached.frees_at, now)}"


def _rows(budget: wire.Budget) -> Iterator[tuple[str | int, ...]]:
    for one in budget.spendings:
        yield one.role, one.purpose, *_figures(one.hour, one.day)
    for name, role in budget.roles.items():
        if role.limits != wire.BudgetLimits():
            yield name, "all", *_figures(role.hour, role.day)
            yield name, "limit", *_limits(role.limits)
    yield "all", "all", *_figures(budget.hour, budget.day)
    yield "all", "limit", *_limits(budget.limits)


def _figures(hour: wire.Spent, day: wire.Spent) -> tuple[int, int, int, int]:
    return hour.calls, hour.tokens, day.calls, day.tokens


def _limits(limits: wire.BudgetLimits) -> tuple[str | int, ...]:
    each = (
        limits.calls_per_hour,
        limits.tokens_per_hour,
        limits.calls_per_day,
        limits.tokens_per_day,
    )
    return tuple("-" if limit is None else limit for limit in each)


VERBS = {"budget": Verb(no_arguments, _budget)}
