"""The dream: what tidies the memories of one store, without a model.

Decisions are functions over values; `perform` is where they touch the disk.
"""

from .checking import Fault, check
from .differences import diff
from .outdated import contradicts
from .perform import DreamRefusedError, Dreamt, dream, preview
from .planning import plan
from .replaced import find_replaced
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
    "contradicts",
    "diff",
    "dream",
    "find_replaced",
    "plan",
    "preview",
]
