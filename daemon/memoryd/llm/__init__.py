"""What turns words into proposed memories: rules, and models where the settings name some."""

from memoryd.model_settings import Role

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
    own_words,
    propose,
    write_out,
)
from .values import Answer, Ask, Usage

__all__ = [
    "Answer",
    "Ask",
    "BadAnswerError",
    "BudgetExhaustedError",
    "Model",
    "ModelError",
    "ModelRefusedError",
    "ModelUnavailableError",
    "Models",
    "Role",
    "SpokenDate",
    "Usage",
    "classify",
    "content_words",
    "find_dates",
    "fold_letters",
    "is_unspaced",
    "open_models",
    "own_words",
    "propose",
    "write_out",
]
