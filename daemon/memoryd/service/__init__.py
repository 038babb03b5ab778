"""The composition root: start the parts in order, stop them in reverse."""

from .run import run

__all__ = ["run"]
