"""`memoryctl clear`, also `reset`: begin a project anew."""

import argparse

from memoryd_client import wire
from memoryd_client.errors import ConflictError

from .text import count, indent, undo_command
from .verbs import FAILED, NOTHING, OK, USAGE, Call, Verb


def _add_clear(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--yes", action="store_true", help="do not ask")


def _clear(call: Call) -> int:
    if not call.args.yes:
        try:
            return _show(call, call.client.clear())  # nothing is there to be cleared
        except ConflictError as exc:
            call.terminal.say(str(exc))
        if not call.terminal.talks:
            call.terminal.trouble("nothing was cleared: nobody is there to ask", "add --yes")
            return USAGE
        if not call.terminal.ask("Clear it?"):
            call.terminal.say("Nothing was cleared.")
            return FAILED
    return _show(call, call.client.clear(confirm=True))


def _show(call: Call, cleared: wire.Cleared) -> int:
    if not call.print_json():
        call.terminal.say(*render_cleared(cleared))
    return OK if cleared.undo else NOTHING


def render_cleared(cleared: wire.Cleared) -> list[str]:
    """Return the lines that say what is gone, what stays and how to get it back."""
    kept = ["Pinned memories stay:", *indent(cleared.kept, 2)] if cleared.kept else []
    if not cleared.undo:
        return ["Nothing is there to be cleared.", *kept]
    gone = f"Cleared {count(len(cleared.cleared), 'memory or artefact', 'memories and artefacts')}"
    sessions = count(cleared.sessions, "session")
    return [
        f"{gone}; {sessions} will not be learnt from again.",
        *indent(cleared.cleared, 2),
        *kept,
        f"Take it back with: {undo_command(cleared.undo)}",
    ]


VERBS = {"clear": Verb(_add_clear, _clear), "reset": Verb(_add_clear, _clear)}
