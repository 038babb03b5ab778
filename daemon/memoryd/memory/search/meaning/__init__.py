"""Recall by meaning, beside words: optional, and nothing of it is imported while it is off."""

from .choose import open_meanings
from .near import Meaning, Meanings, Near

__all__ = ["Meaning", "Meanings", "Near", "open_meanings"]
