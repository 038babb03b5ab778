"""Bookkeeping in SQLite: how far sessions were read, what was counted, who works on what.

Losing this file loses no memory: sessions are read again and the gate finds every fact known.
"""

from .clearings import Clearing, Clearings, ClearingState
from .consolidations import ConsolidationClaim, Consolidations, ConsolidationState, Stage1Output
from .eligibility import Wait
from .ledger import Block, CallOutcome, Ledger, Spending, Spent, awake_or_asleep_s
from .model_reads import ModelRead, ModelReads, ReadStatus, Unread
from .opening import VERSION, Database, open_database
from .outcomes import DreamRow, HandedOut, Injection, Run
from .rollout_jobs import JobKind, RolloutJob, RolloutStatus
from .sessions import SessionRow, Totals
from .stage1 import Extraction, Stage1, Stage1Claim, Stage1State
from .threads import Sighting, Thread, Threads, thread_id
from .usage import Usage, Use, Used

__all__ = [
    "VERSION",
    "Block",
    "CallOutcome",
    "Clearing",
    "ClearingState",
    "Clearings",
    "ConsolidationClaim",
    "ConsolidationState",
    "Consolidations",
    "Database",
    "DreamRow",
    "Extraction",
    "HandedOut",
    "Injection",
    "JobKind",
    "Ledger",
    "ModelRead",
    "ModelReads",
    "ReadStatus",
    "RolloutJob",
    "RolloutStatus",
    "Run",
    "SessionRow",
    "Sighting",
    "Spending",
    "Spent",
    "Stage1",
    "Stage1Claim",
    "Stage1Output",
    "Stage1State",
    "Thread",
    "Threads",
    "Totals",
    "Unread",
    "Usage",
    "Use",
    "Used",
    "Wait",
    "awake_or_asleep_s",
    "open_database",
    "thread_id",
]
