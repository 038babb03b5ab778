"""What can go wrong for a caller, named by what the caller can do about it."""


class ClientError(Exception):
    """Root of the tree; `hint` says what to do next."""

    hint = ""

    def __init__(self, message: str, *, hint: str | None = None, code: str = "") -> None:
        super().__init__(message)
        self.code = code
        if hint is not None:
            self.hint = hint


class NotRunningError(ClientError):
    """Nobody listens on the socket."""

    hint = "start it with `memoryd run`"


class UnsafeSocketError(ClientError):
    """The socket's directory could be somebody else's, or its path is too long."""


class TimedOutError(ClientError):
    """The daemon did not answer in time."""

    hint = "look at `memoryctl status`; the daemon may be busy or stopped"


class ProtocolError(ClientError):
    """What answered is not a memoryd."""


class VersionMismatchError(ClientError):
    """Client and daemon share no API number."""

    hint = "upgrade the older of the two and restart the daemon"


class RequestError(ClientError):
    """The daemon refused the request; `code` says why."""

    def __init__(
        self, message: str, *, code: str, status: int, hint: str | None = None, request_id: str = ""
    ) -> None:
        super().__init__(message, hint=hint, code=code)
        self.status = status
        self.request_id = request_id


class NotFoundError(RequestError):
    """There is no such thing."""


class DeniedError(RequestError):
    """The thing is not to be changed or seen by this caller."""


class BusyError(RequestError):
    """A limit is reached; the same call may succeed later."""


class ServerError(RequestError):
    """The daemon failed; its log has the request id."""
