"""Models: which role has which, what may be spent on them, and what was."""

from dataclasses import dataclass, field

__all__ = ["Budget", "BudgetLimits", "Reached", "RoleBudget", "Spending", "Spent"]


@dataclass(frozen=True, slots=True, kw_only=True)
class BudgetLimits:
    """What may be spent in any hour and any 24 hours; null: as much as the others allow."""

    calls_per_hour: int | None = None
    calls_per_day: int | None = None
    tokens_per_hour: int | None = None
    tokens_per_day: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """Calls that were made and tokens they took; `estimated`: some of these nobody reported."""

    calls: int = 0
    tokens: int = 0
    estimated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Spending:
    """What a role spent on one purpose in the last hour and the last 24 hours."""

    role: str
    purpose: str
    hour: Spent
    day: Spent


@dataclass(frozen=True, slots=True, kw_only=True)
class Reached:
    """The limit that keeps a role from its next call, by its key in the settings.

    Without `frees_at` that call needs more than the limit ever allows.
    """

    limit: str
    frees_at: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RoleBudget:
    """What one role may spend of its own, what it spent, and whether its work waits."""

    limits: BudgetLimits
    hour: Spent
    day: Spent
    reached: Reached | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """The models by role, the limits for all of them together, and what was spent.

    Without `models` nothing is contacted and nothing spent. `roles` are those with a model and
    those that spent something in the last 24 hours.
    """

    models: dict[str, str] = field(default_factory=dict)
    limits: BudgetLimits = field(default_factory=BudgetLimits)
    hour: Spent = field(default_factory=Spent)
    day: Spent = field(default_factory=Spent)
    roles: dict[str, RoleBudget] = field(default_factory=dict)
    spendings: list[Spending] = field(default_factory=list)
