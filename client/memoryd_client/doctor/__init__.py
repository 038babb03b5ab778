"""Is all well? What is looked at, and what each finding means."""

from collections.abc import Callable, Iterator

from .gather import Here, gather
from .of_agents import check_agents, check_retention
from .of_daemon import (
    check_announced,
    check_clock,
    check_lock,
    check_loop,
    check_running,
    check_socket,
    check_version,
)
from .of_places import (
    check_base,
    check_disks,
    check_git,
    check_inotify,
    check_keys,
    check_settings,
    check_state,
    check_unit,
)
from .values import Facts, Finding

__all__ = ["CHECKS", "Facts", "Finding", "Here", "examine", "gather"]

CHECKS: tuple[Callable[[Facts], Iterator[Finding]], ...] = (
    check_running,
    check_loop,
    check_version,
    check_settings,
    check_socket,
    check_lock,
    check_announced,
    check_state,
    check_base,
    check_disks,
    check_keys,
    check_inotify,
    check_unit,
    check_clock,
    check_git,
    check_agents,
    check_retention,
)


def examine(facts: Facts) -> list[Finding]:
    """Return what all checks find."""
    return [finding for check in CHECKS for finding in check(facts)]
