"""What can go wrong in the daemon, named by what the caller can do about it."""

from pathlib import Path
from typing import Literal

Again = Literal["no", "later", "differently"]


class MemorydError(Exception):
    """Root of the tree; carries a hint that says what to do next."""

    code = "internal"

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint


class ConfigError(MemorydError):
    """The settings cannot be used; names file, line and key."""

    code = "bad_request"

    def __init__(
        self, message: str, *, file: Path | None = None, line: int | None = None, key: str = ""
    ) -> None:
        self.file, self.line, self.key = file, line, key
        where = f"{file}:{line}: " if file and line else f"{file}: " if file else ""
        super().__init__(f"{where}{key + ': ' if key else ''}{message}")


class ModelMissingError(MemorydError):
    """A model of meaning is asked for by name, and its packages are not installed."""

    code = "not_ready"


class AlreadyRunningError(MemorydError):
    """Another instance holds the lock."""

    code = "conflict"


class CannotServeError(MemorydError):
    """State or socket directory is unsafe, unwritable or impossible."""

    code = "not_ready"


class BadRequestError(MemorydError):
    """The caller's words are off; the same call will fail again."""

    code = "bad_request"


class NotFoundError(MemorydError):
    """No memory, project, job or undo token of that name."""

    code = "not_found"


class DeniedError(MemorydError):
    """The thing exists, but is not ours to change (pinned, outside the store)."""

    code = "denied"


class ConflictError(MemorydError):
    """The thing changed under the caller, or too much would change at once."""

    code = "conflict"


class PreconditionError(ConflictError):
    """The memory is not the version the caller saw."""


class BusyError(MemorydError):
    """A limit is reached; the same call may succeed later."""

    code = "busy"


class NotReadyError(MemorydError):
    """The daemon serves, but cannot do this now (bad settings, store not writable)."""

    code = "not_ready"


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


class BudgetExhaustedError(ModelError):
    """The budget allows no further call now; frees_in_s is None when it never will."""

    code = "budget_exhausted"

    def __init__(self, message: str, *, hint: str, frees_in_s: float | None) -> None:
        super().__init__(message, hint=hint, sent=False)
        self.frees_in_s = frees_in_s
