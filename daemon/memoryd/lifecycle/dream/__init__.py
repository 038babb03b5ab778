"""The dream: what tidies the memories of one store, by rules and on the advice of a model.

Decisions are functions over values; `perform` is where they touch the disk.
"""

from .checking import Fault, check
from .differences import diff
from .draft import is_kept
from .outdated import contradicts
from .perform import DreamRefusedError, Dreamt, Refused, dream, preview, show
from .planning import plan
from .proposal import Advice, Listing, Proposal, ProposedFact, ProposedOperation
from .replaced import find_replaced, is_negated
from .values import Alike, Kind, Operation, Plan
from .wording import merge_facts, reword, without

__all__ = [
    "Advice",
    "Alike",
    "DreamRefusedError",
    "Dreamt",
    "Fault",
    "Kind",
    "Listing",
    "Operation",
    "Plan",
    "Proposal",
    "ProposedFact",
    "ProposedOperation",
    "Refused",
    "check",
    "contradicts",
    "diff",
    "dream",
    "find_replaced",
    "is_kept",
    "is_negated",
    "merge_facts",
    "plan",
    "preview",
    "reword",
    "show",
    "without",
]
