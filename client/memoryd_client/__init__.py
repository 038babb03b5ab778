"""memoryd_client: ask memoryd what it remembers. Standard library only.

from memoryd_client import Client

with Client(cwd=".") as memory:
    print(memory.recall("which package manager?").prompt)
"""

from .client import Client
from .errors import (
    BusyError,
    ConflictError,
    DeniedError,
    MemorydError,
    NotFoundError,
    NotRunningError,
    ProtocolError,
    RequestError,
    ServerError,
    TimedOutError,
    UnsafeSocketError,
    VersionMismatchError,
)

TYPE_CHECKING = False  # `typing` would cost each hook 7 ms to say the same
if TYPE_CHECKING:
    from .aio import AsyncClient

__all__ = [
    "AsyncClient",
    "BusyError",
    "Client",
    "ConflictError",
    "DeniedError",
    "MemorydError",
    "NotFoundError",
    "NotRunningError",
    "ProtocolError",
    "RequestError",
    "ServerError",
    "TimedOutError",
    "UnsafeSocketError",
    "VersionMismatchError",
    "__version__",
]

__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    if name == "AsyncClient":  # asyncio takes longer to load than all the rest
        from .aio import AsyncClient  # noqa: PLC0415 -- see above

        return AsyncClient
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
