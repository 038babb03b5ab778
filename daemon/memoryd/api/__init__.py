"""The HTTP API over the Unix socket."""

from .dreams import DreamHandlers
from .extracts import ExtractHandlers
from .handlers import Handlers
from .jobs import JobHandlers
from .reading import ReadingHandlers
from .routes import all_routes, bind
from .server import make_app
from .status import Health

__all__ = [
    "DreamHandlers",
    "ExtractHandlers",
    "Handlers",
    "Health",
    "JobHandlers",
    "ReadingHandlers",
    "all_routes",
    "bind",
    "make_app",
]
