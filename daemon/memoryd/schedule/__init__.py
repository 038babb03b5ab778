"""When things run: hints mark dirty, a reconciler finds what moved, jobs read it."""

from .clockwork import Clockwork
from .dreaming import Dreamer, Place
from .extraction import Extractor
from .reconcile import Reconciler, Wanted

__all__ = ["Clockwork", "Dreamer", "Extractor", "Place", "Reconciler", "Wanted"]
