"""When things run: hints mark dirty, a reconciler finds what moved, jobs read it."""

from .clockwork import Clockwork
from .consolidation import Consolidator
from .dream_advice import Adviser
from .dreaming import Dreamer
from .due import DreamGates, Place
from .extraction import Extractor
from .model_due import ModelGates
from .model_extraction import ModelExtractor
from .model_reading import ModelReader
from .passes import Passes
from .proof import Prover
from .reconcile import Reconciler, Wanted
from .stage1 import Stage1Worker

__all__ = [
    "Adviser",
    "Clockwork",
    "Consolidator",
    "DreamGates",
    "Dreamer",
    "Extractor",
    "ModelExtractor",
    "ModelGates",
    "ModelReader",
    "Passes",
    "Place",
    "Prover",
    "Reconciler",
    "Stage1Worker",
    "Wanted",
]
