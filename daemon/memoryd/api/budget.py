"""What was spent on models and what may be, as the API shows it."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import get_args

from memoryd.database import Block, Ledger, Spending, Spent
from memoryd.domain import isoformat
from memoryd.model_settings import Budget, Limits, Role
from memoryd_client import wire


def show_budget(models: Mapping[str, str], ledger: Ledger, now: datetime) -> wire.Budget:
    """Show the budget of the *models*, named by role. Blocking."""
    spendings = ledger.spent(now)
    blocks = ledger.blocks(now) if models else {}
    spenders = {spending.role for spending in spendings}
    roles: dict[str, wire.RoleBudget] = {}
    for role in get_args(Role):
        if role in models or role in spenders:
            mine = [spending for spending in spendings if spending.role == role]
            roles[role] = wire.RoleBudget(
                limits=_limits(ledger.budget.roles.of(role)),
                hour=_sum(spending.hour for spending in mine),
                day=_sum(spending.day for spending in mine),
                reached=_reached(blocks[role], now) if role in models and role in blocks else None,
            )
    return wire.Budget(
        models=dict(models),
        limits=_limits(ledger.budget),
        hour=_sum(spending.hour for spending in spendings),
        day=_sum(spending.day for spending in spendings),
        roles=roles,
        spendings=[_spending(spending) for spending in spendings],
    )


def _limits(limits: Budget | Limits) -> wire.BudgetLimits:
    return wire.BudgetLimits(
        calls_per_hour=limits.calls_per_hour,
        calls_per_day=limits.calls_per_day,
        tokens_per_hour=limits.tokens_per_hour,
        tokens_per_day=limits.tokens_per_day,
    )


def _reached(block: Block, now: datetime) -> wire.Reached:
    if block.frees_in_ms is None:
        return wire.Reached(limit=block.limit)
    frees = now + timedelta(milliseconds=block.frees_in_ms)
    return wire.Reached(limit=block.limit, frees_at=isoformat(frees))


def _sum(spent: Iterable[Spent]) -> wire.Spent:
    return wire.Spent(**asdict(sum(spent, Spent())))


def _spending(spending: Spending) -> wire.Spending:
    return wire.Spending(
        role=spending.role,
        purpose=spending.purpose,
        hour=_sum([spending.hour]),
        day=_sum([spending.day]),
    )
