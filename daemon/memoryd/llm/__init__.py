"""What turns words into proposed memories: rules, and models where the settings name some."""

from .budget import Ledger, Spent
from .errors import (
    BadAnswerError,
    BudgetExhaustedError,
    ModelError,
    ModelRefusedError,
    ModelUnavailableError,
)
from .models import Model, Models, open_models
from .rules import (
    SpokenDate,
    classify,
    content_words,
    find_dates,
    fold_letters,
    is_unspaced,
    propose,
    write_out,
)
from .values import Answer, Ask, Role, Usage

__all__ = [
    "Answer",
    "Ask",
    "BadAnswerError",
    "BudgetExhaustedError",
    "Ledger",
    "Model",
    "ModelError",
    "ModelRefusedError",
    "ModelUnavailableError",
    "Models",
    "Role",
    "Spent",
    "SpokenDate",
    "Usage",
    "classify",
    "content_words",
    "find_dates",
    "fold_letters",
    "is_unspaced",
    "open_models",
    "propose",
    "write_out",
]
