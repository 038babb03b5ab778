"""MEMORY.md: one line a memory, newest first, within the limits of those who read it."""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, takewhile
from typing import NamedTuple
from urllib.parse import quote

from .document import Document

_MAX_LINE_CHARS = 150
_MAX_LINES = 200
_MAX_BYTES = 25_000
_MIN_DESCRIPTION_CHARS = 12
_LINE_LIMIT = "150 characters a line"
_LINES_LIMIT = "200 lines"
_BYTES_LIMIT = "25,000 bytes of UTF-8"

_OURS = re.compile(r"- \[(?:\\.|[^\[\]\\])*\]\((?P<path>[^\s()<>]+\.md)\)(?: — .*)?")
_WARNING = "> WARNING: MEMORY.md "


class _Line(NamedTuple):
    text: str
    complete: bool


@dataclass(slots=True)
class _Room:
    """What is left for the list, the lines taken so far, and the limits that were met."""

    lines: int
    size_bytes: int
    taken: dict[int, str] = field(default_factory=dict)
    limits: set[str] = field(default_factory=set)

    def take(self, number: int, text: str) -> None:
        """Take a line if it fits."""
        cost = _size(text) + 1
        if len(self.taken) >= self.lines:
            self.limits.add(_LINES_LIMIT)
        elif cost > self.size_bytes:
            self.limits.add(_BYTES_LIMIT)
        else:
            self.taken[number] = text
            self.size_bytes -= cost


def render(
    documents: Iterable[Document], *, existing: str = "", unreadable: Collection[str] = ()
) -> str:
    """Return the text of MEMORY.md: what people wrote in *existing*, then the list.

    Lines in the list's form that lead to *unreadable* files were written by people too. Their
    text is never cut; it counts towards the limits (200 lines, 25,000 bytes of UTF-8), and what
    of the list does not fit within is left out and counted in a warning.
    """
    newest = sorted(documents, key=lambda document: document.relative)
    newest.sort(key=lambda document: document.updated, reverse=True)
    written = _written_by_people(existing, newest, unreadable)
    if len(newest) <= _MAX_LINES:
        lines = [line.text for line in map(_line, newest) if line]
        whole = _join(written, lines, "")
        if len(lines) == len(newest) and _fits(whole):
            return whole
    return _cut(written, newest)


def _written_by_people(
    existing: str, documents: Iterable[Document], unreadable: Collection[str]
) -> str:
    foreign = {_link(path) for path in unreadable}
    kept = []
    for line in (line.rstrip("\r") for line in existing.split("\n")):
        ours = _OURS.fullmatch(line.rstrip())
        if ours and (ours["path"] in foreign or _leads_out(ours["path"])):
            ours = None
        if not ours and not line.startswith(_WARNING):
            kept.append(line)
    if any(line.startswith("- [") and line.endswith("…") for line in kept):
        broken = {_broken(document) for document in documents}
        kept = [line for line in kept if line not in broken]
    return "\n".join(kept).strip("\n")


def _broken(document: Document) -> str:
    """Return the line as others who share the layout cut it: anywhere, also within the link."""
    whole = f"- [{document.title}]({document.relative}) — {_about(document)}"
    return f"{whole[: _MAX_LINE_CHARS - 1].rstrip()}…"


def _about(document: Document) -> str:
    return document.description or document.type.value


def _leads_out(path: str) -> bool:
    return path.startswith(("/", "..")) or ":" in path.partition("/")[0]


def _link(path: str) -> str:
    return re.sub(r"[\s%()<>]", lambda found: quote(found[0]), path)


def _line(document: Document) -> _Line | None:
    """Return a document's line, shortened where it must be; None if its path alone is too long."""
    path, about = _link(document.relative), _about(document)
    title = _escape(document.title, _MAX_LINE_CHARS)
    whole = f"- [{title}]({path}) — {about}"
    if len(whole) <= _MAX_LINE_CHARS:
        return _Line(whole, complete=True)
    room = _MAX_LINE_CHARS - len(f"- []({path})")
    rest = room - len(title) - len(" — ")
    if rest >= _MIN_DESCRIPTION_CHARS:
        return _Line(f"- [{title}]({path}) — {_shorten(about, rest)}", complete=False)
    if room < 2:
        return None
    return _Line(f"- [{_escape(document.title, room)}]({path})", complete=False)


def _escape(title: str, room: int) -> str:
    """Return a title as the text of a link, cut between characters to at most *room*."""
    units = [f"\\{char}" if char in "\\[]" else char for char in title[:room]]
    ends = list(accumulate(map(len, units)))
    if len(title) <= room and (not ends or ends[-1] <= room):
        return "".join(units)
    fitting = len(list(takewhile(lambda end: end < room, ends)))
    return f"{''.join(units[:fitting]).rstrip()}…"


def _shorten(text: str, room: int) -> str:
    return text if len(text) <= room else f"{text[: room - 1].rstrip()}…"


def _cut(written: str, documents: Sequence[Document]) -> str:
    """Return what fits: complete lines before shortened ones, then in their order again."""
    total = len(documents)
    every_limit = f"{_LINE_LIMIT}, {_LINES_LIMIT} and {_BYTES_LIMIT}"
    frame = _join(written, (), _warning(total, every_limit))
    room = _Room(
        lines=_MAX_LINES - frame.count("\n") - 1,  # the blank line below the list
        size_bytes=_MAX_BYTES - _size(frame) - 1,
    )
    shortened: list[tuple[int, _Line]] = []
    for number, document in enumerate(documents):
        if _LINES_LIMIT in room.limits:
            break
        line = _line(document)
        if line and line.complete:
            room.take(number, line.text)
        elif line:
            shortened.append((number, line))
        else:
            room.limits.add(_LINE_LIMIT)
    for number, line in shortened:
        room.take(number, line.text)
    warning = _warning(total - len(room.taken), " and ".join(sorted(room.limits)))
    return _join(written, [text for _, text in sorted(room.taken.items())], warning)


def _warning(left_out: int, limits: str) -> str:
    noun = "memory is" if left_out == 1 else "memories are"
    return f"{_WARNING}is limited to {limits}; {left_out} {noun} left out."


def _join(written: str, lines: Sequence[str], warning: str) -> str:
    text = "\n\n".join(block for block in (written, "\n".join(lines), warning) if block)
    return f"{text}\n" if text else ""


def _fits(text: str) -> bool:
    return text.count("\n") <= _MAX_LINES and _size(text) <= _MAX_BYTES


def _size(text: str) -> int:
    return len(text.encode("utf-8", "surrogateescape"))
