"""When things run: hints mark dirty, a reconciler finds what moved, jobs read it."""

from .clockwork import Clockwork
from .dreaming import Dreamer
from .due import DreamGates, Place
from .extraction import Extractor
from .reconcile import Reconciler, Wanted

__all__ = ["Clockwork", "DreamGates", "Dreamer", "Extractor", "Place", "Reconciler", "Wanted"]
