"""What a new session is told: the summary, the lessons and the index of a project's memory."""

from .guide import Guide

__all__ = ["Guide"]
