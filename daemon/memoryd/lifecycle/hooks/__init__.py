"""What agents tell us at their events, and what they are given for it."""

from .agents import AGENTS, Agent, Moment
from .answer import write_answer
from .hear import Heard, UnheardError, hear
from .plan import Wants, plan

__all__ = [
    "AGENTS",
    "Agent",
    "Heard",
    "Moment",
    "UnheardError",
    "Wants",
    "hear",
    "plan",
    "write_answer",
]
