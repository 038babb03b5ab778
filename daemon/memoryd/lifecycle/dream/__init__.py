"""The dream: what tidies the memories of one store, as decisions over values."""

from .planning import plan
from .values import Alike, Kind, Operation, Plan

__all__ = ["Alike", "Kind", "Operation", "Plan", "plan"]
