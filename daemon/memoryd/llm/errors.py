"""What can go wrong between a question and an answer, named by what the caller can do."""

from memoryd.errors import BudgetExhaustedError, ModelError

__all__ = [
    "BadAnswerError",
    "BudgetExhaustedError",
    "ModelError",
    "ModelRefusedError",
    "ModelUnavailableError",
]


class ModelUnavailableError(ModelError):
    """The model cannot be reached or does not answer in time; later it may."""


class ModelRefusedError(ModelError):
    """The provider or the model declines; the same question will be declined again."""


class BadAnswerError(ModelError):
    """The model answered twice, and neither answer has the form that was asked for."""
