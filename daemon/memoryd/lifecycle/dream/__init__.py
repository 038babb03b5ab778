"""The dream: what tidies the memories of one store, without a model.

Decisions are functions over values; `perform` is where they touch the disk.
"""

from .checking import Fault, check
from .differences import diff
from .gates import Past, Rules, counts_since, shut_after_scan, shut_before_scan
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
    "Past",
    "Plan",
    "Rules",
    "check",
    "counts_since",
    "diff",
    "dream",
    "plan",
    "preview",
    "shut_after_scan",
    "shut_before_scan",
]
