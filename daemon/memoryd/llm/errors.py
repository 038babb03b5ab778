"""What can go wrong between a question and an answer, named by what the caller can do."""

from typing import Literal

from memoryd.errors import MemorydError

Again = Literal["no", "later", "differently"]


class ModelError(MemorydError):
    """No answer came from a model; rules can go on without it.

    *again* says whether the same provider should be asked once more: not at all, after a pause
    (*retry_after_s*, where it said how long), or at once, since it has learnt how to ask.
    *sent* tells whether the model may have worked on it, and charged for it.
    """

    code = "model_unavailable"

    def __init__(
        self,
        message: str,
        *,
        hint: str | None = None,
        again: Again = "no",
        retry_after_s: float | None = None,
        sent: bool = True,
    ) -> None:
        super().__init__(message, hint=hint)
        self.again, self.retry_after_s, self.sent = again, retry_after_s, sent


class ModelUnavailableError(ModelError):
    """The model cannot be reached or does not answer in time; later it may."""


class ModelRefusedError(ModelError):
    """The provider or the model declines; the same question will be declined again."""


class BadAnswerError(ModelError):
    """The model answered twice, and neither answer has the form that was asked for."""


class BudgetExhaustedError(ModelError):
    """The budget allows no further call now; frees_in_s is None when it never will."""

    code = "budget_exhausted"

    def __init__(self, message: str, *, hint: str, frees_in_s: float | None) -> None:
        super().__init__(message, hint=hint, sent=False)
        self.frees_in_s = frees_in_s
