"""`memoryctl events`: what happens, as it happens."""

import argparse
import json

from memoryd_client import wire

from .text import bold
from .verbs import OK, Call, Verb


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--after", metavar="ID", help="begin after this event")


def _events(call: Call) -> int:
    for event in call.client.events(last_event_id=call.args.after):
        if call.terminal.json:
            line = {"id": event.id, "event": event.event, "data": event.data}
            call.terminal.print_json(json.dumps(line).encode())
        else:
            call.terminal.say(render_event(event))
            call.terminal.out.flush()
    return OK


def render_event(event: wire.Event) -> str:
    """Return the line that shows an event."""
    known = ((name, value) for name, value in event.data.items() if value not in (None, [], ""))
    return " ".join([bold(event.event), *(f"{name}={_short(value)}" for name, value in known)])


def _short(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


VERBS = {"events": Verb(_add_arguments, _events)}
