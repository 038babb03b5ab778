"""How each thing that was learnt reads as one line."""

from datetime import datetime

from .inert import code
from .values import Command, Cure, Fix, OpenEnd, Purpose, Statement

_PURPOSES = {
    Purpose.SETUP: "Set up",
    Purpose.FORMAT: "Format",
    Purpose.LINT: "Lint",
    Purpose.TYPES: "Types",
    Purpose.TEST: "Test",
    Purpose.BUILD: "Build",
    Purpose.RUN: "Run",
    Purpose.SHIP: "Ship",
    Purpose.OTHER: "Other",
}


def day(at: datetime | None) -> str:
    """Return the date of *at*."""
    return at.date().isoformat() if at else "undated"


def purpose_word(purpose: Purpose) -> str:
    """Return the word that stands before a command."""
    return _PURPOSES[purpose]


def statement_line(statement: Statement) -> str:
    """Return what a person stated, with the reason and what follows from it."""
    line = _sentence(statement.text)
    if statement.why:
        line += f" Why: {_sentence(statement.why)}"
    if statement.how:
        line += f" How: {_sentence(statement.how)}"
    return line


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?", "。", "！", "？", "…")) else f"{text}."


def fix_line(fix: Fix) -> str:
    """Return what fails, why, and what helps."""
    failed = f"{code(fix.failed)} failed" + (f" ({fix.cause})" if fix.cause else "")
    if fix.cure is Cure.FIRST:
        return f"{failed} until {code(fix.command)} was run."
    return f"{failed}; {code(fix.command)} worked instead."


def command_line(command: Command) -> str:
    """Return a command and how its last run ended."""
    ended = "passed" if command.passed else "failed"
    runs = f"{command.runs} runs, the last {ended}" if command.runs > 1 else ended
    return f"{purpose_word(command.purpose)}: {code(command.shown)} ({runs})"


def open_end_line(end: OpenEnd) -> str:
    """Return what was left."""
    if end.is_command:
        return f"{code(end.text)} failed when it was last run."
    return f"Asked for and not answered: “{end.text}”"
