"""MEMORY.md: one line a memory, newest first, within the limits of those who read it."""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate, takewhile
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
_ESCAPED = re.compile(r"[\\\[\]]")
_NOT_PLAIN = re.compile(r"[\s%()<>]")
_WARNING = "> WARNING: MEMORY.md "


@dataclass(slots=True)
class _Room:
    """What is left for the list, the lines taken so far, and the limits that were met."""

    lines: int
    size_bytes: int
    taken: dict[int, str] = field(default_factory=dict)
    limits: set[str] = field(default_factory=set)

    def take(self, number: int, line: str) -> None:
        """Take a line if it fits."""
        cost = _size(line) + 1
        if len(self.taken) >= self.lines:
            self.limits.add(_LINES_LIMIT)
        elif cost > self.size_bytes:
            self.limits.add(_BYTES_LIMIT)
        else:
            self.taken[number] = line
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
        lines = [line for each in newest if (line := _whole(each) or _shortened(each))]
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
    return _NOT_PLAIN.sub(lambda found: quote(found[0]), path)


def _whole(document: Document) -> str | None:
    """Return a document's line, None when it is too long."""
    if _bare_length(document) > _MAX_LINE_CHARS:
        return None
    title = _escape(document.title, _MAX_LINE_CHARS)
    line = f"- [{title}]({_link(document.relative)}) — {_about(document)}"
    return line if len(line) <= _MAX_LINE_CHARS else None


def _bare_length(document: Document) -> int:
    """Return the length of a document's line before any escape: the least it can have."""
    return len("- []() — ") + len(document.title) + len(document.relative) + len(_about(document))


def _shortened(document: Document) -> str | None:
    return _made_to_fit(document.title, document.relative, _about(document))


@lru_cache(maxsize=1 << 14)  # the index is written anew with every change of one memory
def _made_to_fit(title: str, path: str, about: str) -> str | None:
    """Return a line cut to its limit, None when its path alone is too long."""
    link = _link(path)
    room = _MAX_LINE_CHARS - len(f"- []({link})")
    escaped = _escape(title, _MAX_LINE_CHARS)
    rest = room - len(escaped) - len(" — ")
    if rest >= _MIN_DESCRIPTION_CHARS:
        return f"- [{escaped}]({link}) — {_shorten(about, rest)}"
    return f"- [{_escape(title, room)}]({link})" if room > 1 else None


def _escape(title: str, room: int) -> str:
    """Return a title as the text of a link, cut between characters to at most *room*."""
    if len(title) <= room and not _ESCAPED.search(title):
        return title
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
    long: list[tuple[int, Document]] = []
    for number, document in enumerate(documents):
        if _LINES_LIMIT in room.limits:
            break
        bare = _bare_length(document)
        if bare <= _MAX_LINE_CHARS and bare >= room.size_bytes:
            room.limits.add(_BYTES_LIMIT)
        elif line := _whole(document):
            room.take(number, line)
        else:
            long.append((number, document))
    for number, document in long:
        if _LINES_LIMIT in room.limits:
            break
        if line := _shortened(document):
            room.take(number, line)
        else:
            room.limits.add(_LINE_LIMIT)
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
