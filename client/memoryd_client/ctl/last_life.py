"""What a daemon that is gone has logged: in its file, or in the journal."""

import contextlib
import json
import shutil
import subprocess
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from memoryd_client import wire

Record = dict[str, object]

_UNIT = "memoryd.service"
_JOURNAL_S = 10.0
_TAIL_BYTES = 4 * 1024 * 1024
# As in syslog: what the daemon gives each of its lines.
_LEVELS = {
    "0": "critical",
    "1": "critical",
    "2": "critical",
    "3": "error",
    "4": "warning",
    "7": "debug",
}


@dataclass(frozen=True, slots=True)
class LastLife:
    """The latest records, oldest first, and where they are."""

    source: str
    records: list[Record]

    @property
    def ended(self) -> str:
        """The time of the latest record, in UTC; these sort as they follow each other."""
        return str(self.records[-1].get("timestamp", ""))


def read_last_life(state: Path, limit: int, level: str | None) -> LastLife | None:
    """Return the file's or the journal's records, whichever holds later ones; None: neither has.

    At most *limit* of *level* or a graver one.
    """
    file = state / "log" / "memoryd.log"
    lives = [
        LastLife(source, latest)
        for source, records in ((str(file), _of_file(file)), ("the journal", _of_journal(limit)))
        if (latest := _latest(records, limit, level))
    ]
    return max(lives, key=lambda life: life.ended, default=None)


def _latest(records: Iterable[Record], limit: int, level: str | None) -> list[Record]:
    wanted = (each for each in records if wire.at_least(each.get("level"), level or "debug"))
    return list(deque(wanted, maxlen=limit))


def _of_file(file: Path) -> Iterator[Record]:
    with contextlib.suppress(OSError), file.open("rb") as lines:
        lines.seek(max(0, file.stat().st_size - _TAIL_BYTES))
        for line in lines:
            if record := _object(line):
                yield record


def _of_journal(limit: int) -> Iterator[Record]:
    journalctl = shutil.which("journalctl")
    if journalctl is None:
        return
    command = [journalctl, "--user", "--quiet", "--no-pager", "--output=json"]
    try:
        done = subprocess.run(
            [*command, f"--unit={_UNIT}", f"--lines={max(limit, 1000)}"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_JOURNAL_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return
    for line in done.stdout.splitlines():
        if entry := _object(line):
            yield _of_entry(entry)


def _of_entry(entry: Record) -> Record:
    at, message = str(entry.get("__REALTIME_TIMESTAMP", "")), entry.get("MESSAGE")
    time = datetime.fromtimestamp(int(at) / 1e6, UTC).isoformat() if at.isdigit() else ""
    return {
        "timestamp": time.replace("+00:00", "Z"),
        "level": _LEVELS.get(str(entry.get("PRIORITY")), "info"),
        # A message that is not UTF-8 comes as a list of bytes.
        "event": message
        if isinstance(message, str)
        else bytes(_bytes(message)).decode("utf-8", "replace"),
    }


def _bytes(message: object) -> Iterator[int]:
    for each in message if isinstance(message, list) else ():
        if isinstance(each, int) and 0 <= each < 256:
            yield each


def _object(line: bytes) -> Record | None:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):  # the torn first line of the part that was read
        return None
    return value if isinstance(value, dict) else None
