"""What turns words into proposed memories: the built-in rules."""

from .kinds import classify
from .rules import propose

__all__ = ["classify", "propose"]
