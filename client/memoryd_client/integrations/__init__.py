"""What connects coding agents to memoryd: their files, made, changed and taken back."""

from .base import Agent, CannotEditError, Edit
from .claude_code import CLAUDE_CODE
from .codex import CODEX
from .detect import Installed, detect
from .files import FileError
from .launch import Launch, find_launch
from .qwen_code import QWEN_CODE
from .records import Record, Records
from .steps import Step, perform, plan_removals, plan_setups

__all__ = [
    "AGENTS",
    "Agent",
    "CannotEditError",
    "Edit",
    "FileError",
    "Installed",
    "Launch",
    "Record",
    "Records",
    "Step",
    "detect",
    "find_launch",
    "perform",
    "plan_removals",
    "plan_setups",
]

AGENTS = {agent.name: agent for agent in (CLAUDE_CODE, CODEX, QWEN_CODE)}
