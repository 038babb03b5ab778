"""The HTTP API over the Unix socket."""

from .dreams import DreamHandlers
from .extracts import ExtractHandlers
from .handlers import Handlers
from .hooks import HookHandlers
from .jobs import JobHandlers
from .logs import LogHandlers
from .proofs import ProofHandlers
from .reading import ReadingHandlers
from .routes import Doers, all_routes, bind
from .serve import serve
from .server import make_app
from .status import Health

__all__ = [
    "Doers",
    "DreamHandlers",
    "ExtractHandlers",
    "Handlers",
    "Health",
    "HookHandlers",
    "JobHandlers",
    "LogHandlers",
    "ProofHandlers",
    "ReadingHandlers",
    "all_routes",
    "bind",
    "make_app",
    "serve",
]
