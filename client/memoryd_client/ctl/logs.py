"""`memoryctl logs`: what the daemon logged; from itself, or what its last life left."""

import argparse
import json
from collections.abc import Iterable, Mapping
from datetime import datetime

from memoryd_client import wire
from memoryd_client.errors import NotRunningError
from memoryd_client.locate import state_dir

from .last_life import Record, read_last_life
from .text import bold, dim
from .verbs import NOT_RUNNING, OK, Call, Verb

_HEAD = ("timestamp", "level", "logger", "event")


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-f", "--follow", action="store_true", help="go on as it comes")
    parser.add_argument("-n", type=_count, default=50, metavar="N", help="how many (default: 50)")
    parser.add_argument(
        "--level", choices=wire.LOG_LEVELS[:-1], help="only this level and graver ones"
    )


def _count(text: str) -> int:
    number = int(text)
    if not 1 <= number <= 1000:
        raise argparse.ArgumentTypeError("1 to 1000 are kept")
    return number


def _logs(call: Call) -> int:
    try:
        found = call.client.logs(limit=call.args.n, level=call.args.level)
    except NotRunningError as exc:
        return _from_last_life(call, exc)
    _show(call, found.records)
    if call.args.follow:
        for event in call.client.follow_logs(last_event_id=found.last):
            _show(call, [_record(event)])
    return OK


def _record(event: wire.Event) -> Record:
    """Return what an event of the stream says; a gap becomes a record of its own."""
    if event.event != "gap":
        return event.data
    return {"level": "warning", "event": "records are missing here", **event.data}


def _from_last_life(call: Call, down: NotRunningError) -> int:
    life = read_last_life(state_dir(call.env), call.args.n, call.args.level)
    if life is None:
        raise down
    call.terminal.trouble(f"memoryd is not running; its last life, from {life.source}:", "")
    _show(call, life.records)
    return NOT_RUNNING if call.args.follow else OK


def _show(call: Call, records: Iterable[Record]) -> None:
    for record in records:
        if not wire.at_least(record.get("level"), call.args.level or "debug"):
            continue
        if call.terminal.json:
            call.terminal.print_json(json.dumps(record).encode())
        else:
            call.terminal.say(render_record(record, call.now.astimezone()))
            call.terminal.out.flush()


def render_record(record: Mapping[str, object], now: datetime) -> str:
    """Return the line that shows a record; its time is as *now*'s."""
    at, level, logger, event = (str(record.get(name, "")) for name in _HEAD)
    rest = (f"{name}={_short(value)}" for name, value in record.items() if name not in _HEAD)
    name = dim(logger.removeprefix("memoryd.")) if logger else ""
    what = bold(event) if level in ("warning", "error", "critical") else event
    return " ".join([_when(at, now), f"{level:<7}", *([name] * bool(name)), what, *rest])


def _when(at: str, now: datetime) -> str:
    try:
        return f"{datetime.fromisoformat(at).astimezone(now.tzinfo):%Y-%m-%d %H:%M:%S}"
    except ValueError:
        return at or "-"


def _short(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


VERBS = {"logs": Verb(_add_arguments, _logs)}
