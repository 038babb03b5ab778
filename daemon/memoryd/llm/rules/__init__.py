"""The built-in rules: no model, no network, the same words always give the same patches."""

from .kinds import classify
from .session import propose

__all__ = ["classify", "propose"]
