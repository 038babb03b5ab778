"""What can go wrong for a caller, named by what the caller can do about it."""

UPGRADE_DAEMON = "upgrade memoryd and restart it; until then `memoryctl version` works"
UPGRADE_CLIENT = "upgrade this client; until then `memoryctl version` works"


class MemorydError(Exception):
    """Root of the tree; `hint` says what to do next."""

    hint = ""

    def __init__(self, message: str, *, hint: str | None = None, code: str = "") -> None:
        super().__init__(message)
        self.code = code
        if hint is not None:
            self.hint = hint


class NotRunningError(MemorydError):
    """Nobody listens on the socket."""

    hint = "start it with `memoryctl start`"


class UnsafeSocketError(MemorydError):
    """The socket's directory could be somebody else's, or its path is too long."""


class TimedOutError(MemorydError):
    """The daemon did not answer in time."""

    hint = "look at `memoryctl status`; the daemon may be busy or stopped"


class ProtocolError(MemorydError):
    """What answered is not a memoryd, or it broke off halfway."""

    hint = "look at `memoryctl status`, and at what else may use this socket"


class VersionMismatchError(MemorydError):
    """Client and daemon share no API number."""

    hint = "upgrade the older of the two and restart the daemon"


class RequestError(MemorydError):
    """The daemon refused the request; `code` says why."""

    def __init__(
        self,
        message: str,
        *,
        code: str,
        status: int = 0,
        hint: str | None = None,
        request_id: str = "",
    ) -> None:
        super().__init__(message, hint=hint, code=code)
        self.status = status
        self.request_id = request_id


class NotFoundError(RequestError):
    """There is no such thing."""


class DeniedError(RequestError):
    """The thing is not to be changed or seen by this caller."""


class ConflictError(RequestError):
    """The thing changed meanwhile, or too much would; look again, then decide."""


class BusyError(RequestError):
    """A limit is reached; the same call may succeed later."""


class ServerError(RequestError):
    """The daemon failed, or cannot do this now; its log has the request id."""


_BY_CODE: dict[str, type[RequestError]] = {
    "not_found": NotFoundError,
    "denied": DeniedError,
    "conflict": ConflictError,
    "busy": BusyError,
    "budget_exhausted": BusyError,
    "model_unavailable": ServerError,
    "not_ready": ServerError,
    "internal": ServerError,
}


def refusal(status: int, problem: dict[str, object]) -> MemorydError:
    """Return the error that an error reply stands for; *problem* is its decoded body."""
    code = _text(problem, "code")
    message = _text(problem, "detail") or _text(problem, "title") or f"refused with {status}"
    hint = _text(problem, "hint") or None
    if code == "unsupported_api":
        return VersionMismatchError(message, hint=hint, code=code)
    kind = _BY_CODE.get(code, ServerError if status >= 500 else RequestError)
    return kind(
        message, code=code, status=status, hint=hint, request_id=_text(problem, "request_id")
    )


def _text(problem: dict[str, object], key: str) -> str:
    value = problem.get(key)
    return value if isinstance(value, str) else ""
