"""When things run: hints mark dirty, a reconciler finds what moved, jobs read it."""

from .clockwork import Clockwork
from .extraction import Extractor
from .reconcile import Reconciler, Wanted

__all__ = ["Clockwork", "Extractor", "Reconciler", "Wanted"]
