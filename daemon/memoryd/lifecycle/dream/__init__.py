"""The dream: what tidies the memories of one store, without a model.

Decisions are functions over values; `perform` is where they touch the disk.
"""

from .checking import Fault, check
from .differences import diff
from .perform import DreamRefusedError, Dreamt, dream, preview
from .planning import plan
from .values import Alike, Kind, Operation, Plan

__all__ = [
    "Alike",
    "DreamRefusedError",
    "Dreamt",
    "Fault",
    "Kind",
    "Operation",
    "Plan",
    "check",
    "diff",
    "dream",
    "plan",
    "preview",
]
