"""What turns words into proposed memories."""

from .rules import classify, propose

__all__ = ["classify", "propose"]
