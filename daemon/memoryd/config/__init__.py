"""The settings: one frozen tree, its defaults, and errors that name file, line and key."""

from .durations import Seconds
from .environment import scope_complaint
from .loading import REBUILDS, as_plain, changes, dump, load, needs_rebuild
from .settings import (
    Agent,
    Agents,
    Api,
    Directory,
    Dream,
    Extract,
    Log,
    Memories,
    Privacy,
    ProjectRule,
    Recall,
    Settings,
    Storage,
)

__all__ = [
    "REBUILDS",
    "Agent",
    "Agents",
    "Api",
    "Directory",
    "Dream",
    "Extract",
    "Log",
    "Memories",
    "Privacy",
    "ProjectRule",
    "Recall",
    "Seconds",
    "Settings",
    "Storage",
    "as_plain",
    "changes",
    "dump",
    "load",
    "needs_rebuild",
    "scope_complaint",
]
