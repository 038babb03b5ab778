"""The words of the API, shared by client and daemon: numbers, header names, limits, replies.

Replies are plain frozen dataclasses, made when first asked for: `dataclasses` and these classes
take longer to load than all the rest of the client, and not every caller needs them.
"""

from importlib import import_module

TYPE_CHECKING = False  # `typing` takes long to load
if TYPE_CHECKING:
    from .budget import *  # noqa: F403 -- each part says in __all__ what it gives
    from .changes import *  # noqa: F403
    from .decode import *  # noqa: F403
    from .files import *  # noqa: F403
    from .memories import *  # noqa: F403
    from .state import *  # noqa: F403

API = 1
API_MIN = 1

HEADER_VERSION = "Memoryd-Version"
HEADER_API = "Memoryd-Api"
HEADER_API_MIN = "Memoryd-Api-Min"
HEADER_INSTANCE = "Memoryd-Instance"
HEADER_REQUEST_ID = "X-Request-Id"

MAX_BODY_BYTES = 1024 * 1024
MAX_QUERY_CHARS = 32_768
MAX_TEXT_CHARS = 8_192
MAX_RECALL = 5
MAX_FORGET_WITHOUT_IDS = 20

# Of a record of the log; each is graver than those before it.
LOG_LEVELS = ("debug", "info", "warning", "error", "critical")

# What a recall needs comes first.
_PARTS = ("decode", "memories", "changes", "state", "budget", "files")


def at_least(level: object, least: str) -> bool:
    """Return whether a record's *level* is as grave as *least*; one that is unknown is."""
    return level not in LOG_LEVELS or LOG_LEVELS.index(str(level)) >= LOG_LEVELS.index(least)


def __getattr__(name: str) -> object:
    if not name.startswith("_"):
        for part in _PARTS:
            module = import_module(f"{__name__}.{part}")
            if name in module.__all__:
                return getattr(module, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
