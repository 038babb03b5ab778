"""The dream: what tidies the memories of one store, as decisions over values."""

from .checking import Fault, check
from .differences import diff
from .planning import plan
from .values import Alike, Kind, Operation, Plan

__all__ = ["Alike", "Fault", "Kind", "Operation", "Plan", "check", "diff", "plan"]
