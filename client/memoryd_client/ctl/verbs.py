"""What a verb is, what it is given, and what its exit code says."""

import argparse
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from memoryd_client import errors
from memoryd_client.client import Client

from .terminal import Terminal

OK, FAILED, USAGE, NOT_RUNNING, NOTHING, BUSY, TIMED_OUT, INTERRUPTED = 0, 1, 2, 3, 4, 5, 6, 130

_CODES: tuple[tuple[type[errors.MemorydError], int], ...] = (
    (errors.NotRunningError, NOT_RUNNING),
    (errors.NotFoundError, NOTHING),
    (errors.DeniedError, NOTHING),
    (errors.BusyError, BUSY),
    (errors.TimedOutError, TIMED_OUT),
)


class UsageError(errors.MemorydError):
    """The command line cannot be understood."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One run of one verb."""

    args: argparse.Namespace
    client: Client
    terminal: Terminal
    env: Mapping[str, str]
    now: datetime

    def print_json(self) -> bool:
        """With --json print the latest reply as it came; return whether that was asked."""
        if self.terminal.json:
            self.terminal.print_json(self.client.transport.last)
        return self.terminal.json


@dataclass(frozen=True, slots=True)
class Verb:
    """One verb: its own arguments, and what it does."""

    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[Call], int]


def no_arguments(_: argparse.ArgumentParser) -> None:
    """Add nothing: the verb is enough."""


def exit_code(error: errors.MemorydError) -> int:
    """Return the exit code that *error* stands for."""
    if isinstance(error, UsageError):
        return USAGE
    return next((code for kind, code in _CODES if isinstance(error, kind)), FAILED)
