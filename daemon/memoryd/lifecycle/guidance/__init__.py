"""What a new session is told: the summary, the lessons and the index of a project's memory."""

from .guide import Guide
from .handing import INJECTED, versions_told

__all__ = ["INJECTED", "Guide", "versions_told"]
