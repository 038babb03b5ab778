"""Words and figures as people read them; no I/O."""

import re
import shlex
import unicodedata
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

_BOLD, _DIM, _PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[0m"
_STYLES = re.compile(r"\x1b\[[012]m")
# Control and direction characters, but for line feed, tab and our own three styles.
_UNSAFE = re.compile(
    r"(?!\x1b\[[012]m)[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]"
)

# Codes that say little to who does not know what they count.
_REASONS = {
    "failure_backoff": "failed within the hour",
    "memory_tool": "kept by the agent itself",
    "min_hours": "too soon after the last",
    "min_sessions": "too few new sessions",
    "no_memories": "nothing to tidy",
    "no_project": "in no project",
    "not_idle": "not over yet",
    "not_typed": "not typed by a person",
    "retries_exhausted": "given up until something changes",
    "retry_later": "tried again soon",
    "same_session": "done in this session already",
    "scan_throttled": "looked a moment ago",
    "up_to_date": "done already",
}
_UNITS = ((86_400, "d"), (3_600, "h"), (60, "min"))


def bold(text: str) -> str:
    """Return *text* in bold; the terminal decides whether it shows."""
    return f"{_BOLD}{text}{_PLAIN}"


def dim(text: str) -> str:
    """Return *text* in grey; the terminal decides whether it shows."""
    return f"{_DIM}{text}{_PLAIN}"


def unstyled(text: str) -> str:
    """Return *text* without styles."""
    return _STYLES.sub("", text)


def safe(text: str) -> str:
    """Return *text* without what would make a terminal do more than show it."""
    return _UNSAFE.sub("\ufffd", text)


def columns(rows: Iterable[Sequence[str | int]]) -> list[str]:
    """Return the rows as lines with aligned columns; numbers to the right, in groups."""
    cells = [[(f"{c:,}", True) if isinstance(c, int) else (c, False) for c in r] for r in rows]
    widths = [max(width(text) for text, _ in column) for column in zip(*cells, strict=True)]
    return [
        "  ".join(
            _pad(text, to, right=right) for (text, right), to in zip(row, widths, strict=True)
        ).rstrip()
        for row in cells
    ]


def _pad(text: str, to: int, *, right: bool) -> str:
    blanks = " " * (to - width(text))
    return blanks + text if right else text + blanks


def width(text: str) -> int:
    """Return how many columns of a terminal *text* takes; Chinese and the like take two each."""
    if text.isascii():
        return len(text)
    return sum(_columns_of(char) for char in text)


def _columns_of(char: str) -> int:
    if unicodedata.combining(char) or unicodedata.category(char) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def indent(lines: Iterable[str], by: int) -> list[str]:
    """Return *lines*, each moved to the right."""
    return [" " * by + line if line else line for line in lines]


def count(number: int, one: str, many: str | None = None) -> str:
    """Return a number and its noun."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def words(code: str) -> str:
    """Return a reason's code as words."""
    return _REASONS.get(code) or code.replace("_", " ")


def duration(seconds: float) -> str:
    """Return a span of time in its two largest units."""
    left, parts = int(seconds), []
    for size, unit in _UNITS:
        if left >= size:
            parts.append(f"{left // size} {unit}")
            left %= size
    return " ".join(parts[:2]) or f"{left} s"


def ago(at: str | None, now: datetime) -> str:
    """Return how long before *now* an ISO time was; as it stands when it is none."""
    try:
        then = datetime.fromisoformat(at or "")
    except ValueError:
        return at or "never"
    seconds = (now - (then if then.tzinfo else then.replace(tzinfo=UTC))).total_seconds()
    return "just now" if seconds < 1 else f"{duration(seconds)} ago"


def clock_time(at: str, now: datetime) -> str:
    """Return when an ISO time is by the clock of *now*, with its day when that is another one."""
    try:
        then = datetime.fromisoformat(at).astimezone(now.tzinfo)
    except ValueError:
        return at
    return f"{then:%H:%M}" if then.date() == now.date() else f"{then:%a %H:%M}"


def age(days: int) -> str:
    """Return a memory's age."""
    return "today" if days < 1 else f"{count(days, 'day')} old"


def undo_command(token: str) -> str:
    """Return the command that takes a change back, ready to be pasted."""
    return f"memoryctl undo {shlex.quote(token)}"


def cut(text: str, columns: int) -> str:
    """Return *text* on one line and no wider than that."""
    line = " ".join(text.split())
    if width(line) <= columns:
        return line
    taken = 0
    for place, char in enumerate(line):
        taken += _columns_of(char)
        if taken >= columns:
            return line[:place] + "…"
    return line


def head(text: str, lines: int) -> list[str]:
    """Return the first lines of *text* that hold anything, and a mark when there are more."""
    full = [line.rstrip() for line in text.splitlines() if line.strip()]
    return full[:lines] + ["…"] * (len(full) > lines)
