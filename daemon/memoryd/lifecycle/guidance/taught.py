"""The two files of a memory root that a new session is told, as inert lines."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from memoryd.lifecycle.lessons import NAME, fact_of_lesson, read_lessons
from memoryd.lifecycle.prompt import neutralise
from memoryd.lifecycle.rollouts import is_ours, without_mark
from memoryd.redact import redact
from memoryd.system.inside import read_plain

SUMMARY = "memory_summary.md"
LEARNED = NAME

_MOST_BYTES = 1024 * 1024
_COMMENT = re.compile(r"<!--|-->")
_HEADING = re.compile(r"^(#{1,4})(?= )")
_BULLETS = ("- ", "* ")
_DATED = re.compile(r"(?:\d{4}-\d\d-\d\d|undated): ")
_MORE = re.compile(r" (?:Why|How): | \(stated \d+ times\)$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Taught:
    """Summary lines and lessons; the summary is *by_hand* when a person has taken it over."""

    summary: tuple[str, ...] = ()
    lessons: tuple[str, ...] = ()
    by_hand: bool = False

    def upholds(self, told: "Taught") -> bool:
        """Tell whether what was told before may still be told.

        A consolidation may since have worded the summary anew; what a person took out may not.
        """
        by_person = not self.summary or self.by_hand or told.by_hand
        if told.summary and told.summary != self.summary and by_person:
            return False
        return set(told.lessons) <= set(self.lessons)

    def facts(self) -> dict[str, str]:
        """Return what each line states, of those that may state a fact."""
        bullets = [line for line in self.summary if line.startswith(_BULLETS)]
        return {line: fact_of_bullet(line) for line in bullets} | {
            line: fact_of_lesson(line) for line in self.lessons
        }

    def without(self, lines: Collection[str]) -> "Taught":
        """Return this without *lines*, and without what is indented below them."""
        kept: list[str] = []
        dropping = False
        for line in self.summary:
            dropping = line in lines or (dropping and line.startswith((" ", "\t")))
            if not dropping:
                kept.append(line)
        lessons = tuple(line for line in self.lessons if line not in lines)
        return Taught(summary=tuple(kept), lessons=lessons, by_hand=self.by_hand)


def fact_of_bullet(line: str) -> str:
    """Return the statement in a line of the summary: without its date, reason and count."""
    return _MORE.split(_DATED.sub("", line[2:], count=1), maxsplit=1)[0]


def read_taught(root: Path) -> Taught:
    """Read a memory root; empty where there is none. Links are not followed."""
    if root.is_symlink():
        return Taught()
    summary = _bytes(root / SUMMARY)
    learned = _bytes(root / NAME).decode("utf-8", "replace")
    return Taught(
        summary=inert_lines(summary.decode("utf-8", "replace")),
        lessons=read_lessons(learned),
        by_hand=bool(summary) and not is_ours(summary),
    )


def inert_lines(text: str) -> tuple[str, ...]:
    """Return a summary as lines of data: no secret, no mark or fence of ours, lower headings."""
    shown = redact(without_mark(text.removeprefix("\ufeff").replace("\r\n", "\n"))).text
    lines = _COMMENT.sub("", neutralise(shown)).strip().split("\n")
    return tuple(_HEADING.sub(r"##\1", line.rstrip()) for line in lines) if lines != [""] else ()


def stamp(path: Path) -> tuple[int, int, int] | None:
    """Return what changes when a file does; None when there is none."""
    try:
        info = path.lstat()
    except OSError:
        return None
    return info.st_mtime_ns, info.st_size, info.st_ino


def _bytes(path: Path) -> bytes:
    try:
        return read_plain(path, most_bytes=_MOST_BYTES)
    except OSError:  # not there, a link, no file, or not to be read: nothing is told of it
        return b""
