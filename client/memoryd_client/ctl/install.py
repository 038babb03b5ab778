"""`memoryctl install` and `uninstall`: have the daemon started at login, or no longer."""

import argparse
import contextlib
import difflib
import json
from collections.abc import Iterator

from memoryd_client.errors import MemorydError, NotRunningError
from memoryd_client.locate import socket_path

from .running import caller_env, refuse_worker, serves, wait_until_serving
from .service import wait_until_gone
from .supervisor import (
    Change,
    Supervisor,
    SupervisorError,
    find_program,
    install,
    left_behind,
    places,
    plan_install,
    plan_uninstall,
    supervisor_of,
    uninstall,
)
from .text import indent
from .verbs import FAILED, OK, Call, Verb

_DONE = {"create": "written", "change": "changed", "unchanged": "as it should be"}


def _add_install(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--dry-run", action="store_true", help="only show what would be written")
    parser.add_argument(
        "--linger", action="store_true", help="keep it running when you are logged out (systemd)"
    )
    parser.add_argument(
        "--program", metavar="PATH", help="the daemon's program (default: this installation's)"
    )


def _add_uninstall(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--dry-run", action="store_true", help="only show what would be removed")


def _install(call: Call) -> int:
    env = caller_env(call)
    refuse_worker(env)
    supervisor = supervisor_of(env)
    program = find_program(call.args.program, env)
    change = plan_install(supervisor, program, places(env), str(socket_path(env)))
    call.terminal.say(*_diff(change))
    for name in left_behind(env):
        call.terminal.trouble(
            f"{name} is set here and will not reach the service", "put it into the settings file"
        )
    if call.args.dry_run:
        return _end_dry_run(call, supervisor, change)
    supervisor.check()
    install(supervisor, change)
    call.terminal.say(f"{change.path} is {_DONE[change.action]}; memoryd starts at each login.")
    _hand_over(call, supervisor)
    supervisor.start(afresh=change.action != "unchanged")
    wait_until_serving(call.client)
    call.terminal.say(f"memoryd runs, looked after by {supervisor.name}.")
    _offer_past_sessions(call)
    lingers = _see_to_linger(call, supervisor)
    _print_json(call, supervisor, change, status="done", lingers=lingers)
    return FAILED if call.args.linger and not lingers else OK


def _uninstall(call: Call) -> int:
    supervisor = supervisor_of(caller_env(call))
    change = plan_uninstall(supervisor)
    if change.action == "unchanged":
        call.terminal.say(f"Nothing is installed: there is no {change.path}.")
        _print_json(call, supervisor, change, status="done")
        return OK
    call.terminal.say(*_diff(change))
    if call.args.dry_run:
        return _end_dry_run(call, supervisor, change)
    uninstall(supervisor, change)
    call.terminal.say(f"{change.path} is removed. What memoryd remembers stays.")
    if serves(call.client):
        call.terminal.say("memoryd still runs, by itself; `memoryctl stop` stops it.")
    _print_json(call, supervisor, change, status="done")
    return OK


def _end_dry_run(call: Call, supervisor: Supervisor, change: Change) -> int:
    try:
        supervisor.check()
    except SupervisorError as exc:
        call.terminal.trouble(f"it could not be done now: {exc}", exc.hint)
    call.terminal.say("Nothing was changed.")
    _print_json(call, supervisor, change, status="planned")
    return OK


def _diff(change: Change) -> Iterator[str]:
    if change.action == "unchanged":
        return iter(())
    old, new = ((each or b"").decode("utf-8", "replace") for each in (change.old, change.new))
    lines = difflib.unified_diff(
        old.splitlines(),
        new.splitlines(),
        "/dev/null" if change.old is None else str(change.path),
        "/dev/null" if change.new is None else str(change.path),
        lineterm="",
    )
    return iter(indent(lines, 2))


def _hand_over(call: Call, supervisor: Supervisor) -> None:
    """Have a daemon stopped that runs by itself: the service could not start beside it."""
    if supervisor.runs():
        return
    try:
        call.client.shutdown()
    except NotRunningError:
        return
    wait_until_gone(call.client)
    call.terminal.say("The memoryd that ran by itself has stopped.")


def _offer_past_sessions(call: Call) -> None:
    with contextlib.suppress(MemorydError):  # it is only an offer
        if not call.client.status().past_sessions.enabled:
            call.terminal.say(
                "`memories: {enabled: true}` in the settings has it learn from whole past "
                "sessions, too; without a model that costs nothing."
            )


def _see_to_linger(call: Call, supervisor: Supervisor) -> bool | None:
    """Return whether the service outlives its user's log-out, None when that cannot be told."""
    if call.args.linger:
        try:
            supervisor.linger()
        except SupervisorError as exc:
            call.terminal.trouble(str(exc), exc.hint)
            return False
        call.terminal.say("It goes on running when you are logged out.")
        return True
    lingers = supervisor.lingers()
    if lingers is False:
        call.terminal.say("It ends when you log out; `memoryctl install --linger` changes that.")
    return lingers


def _print_json(
    call: Call,
    supervisor: Supervisor,
    change: Change,
    *,
    status: str,
    lingers: bool | None = None,
) -> None:
    if not call.terminal.json:
        return
    told = {
        "manager": supervisor.name,
        "path": str(change.path),
        "action": change.action,
        "status": status,
        "content": None if change.new is None else change.new.decode("utf-8", "replace"),
        "lingers": lingers,
    }
    call.terminal.print_json(json.dumps(told).encode())


VERBS = {"install": Verb(_add_install, _install), "uninstall": Verb(_add_uninstall, _uninstall)}
