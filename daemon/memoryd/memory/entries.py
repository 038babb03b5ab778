"""The facts within a memory's body, found line by line.

A fact is a paragraph or a top-level bullet, with `Why:` and `How to apply:` lines below it.
Several facts stand as bullets, or as paragraphs of which each has such lines of its own. An
entry owns what follows it up to the next entry, except headings.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal, NamedTuple

from memoryd.domain import Entry, collapse

PLACEHOLDER = "_No entries yet._"

_LABEL = r"(why|how[ _]to[ _]apply)"
_FIELD = re.compile(
    rf"(?:\*\*{_LABEL}:\*\*|\*\*{_LABEL}\*\*:|{_LABEL}:)(?P<value>.*)", re.IGNORECASE | re.DOTALL
)
_BULLET = re.compile(r"[-*][ \t]+")
_RULE = re.compile(r"([-*_])[ \t]*(?:\1[ \t]*){2,}|=+|[-*]")
_FENCE = re.compile(r"(?P<char>[`~])(?P=char){2,}(?P<info>.*)", re.DOTALL)
_HEADING = re.compile(r"#{1,6}(?:\s|$)")
_LABEL_STARTS = frozenset("*wWhH")
_APART = re.compile(r"\d{1,9}[.)]\s|>|\|")  # starts a block of its own: never joins a line above


# The kinds of lines. A mark (a placeholder, a rule, the inside of a code fence) is never a fact,
# a detail is a bullet below a bullet.
_Kind = Literal["blank", "heading", "mark", "field", "bullet", "detail", "indented", "text"]

_PARAGRAPH = frozenset({"indented", "text"})


class _Line(NamedTuple):
    kind: _Kind
    text: str = ""  # without marker and label
    name: str = ""  # of a field: why or how
    lead: str = ""  # the indent of a field, indent and marker of a bullet


_BLANK, _MARK = _Line("blank"), _Line("mark")


@dataclass(slots=True)
class Found:
    """One entry: the lines it owns, its texts, and where each of them and headings stand.

    `marker` is the bullet with the white space around it, "" for a paragraph.
    """

    marker: str
    start: int
    end: int = 0
    texts: dict[str, list[str]] = field(default_factory=dict)
    spans: dict[str, tuple[int, int]] = field(default_factory=dict)
    headings: list[int] = field(default_factory=list)

    def begin(self, name: str, text: str, number: int) -> None:
        """Start a part; a later one of the same name replaces the earlier."""
        self.texts[name] = [text]
        self.spans[name] = (number, number + 1)

    def join(self, name: str, text: str, number: int) -> None:
        """Go on with a part on a line right below."""
        self.texts[name].append(text)
        self.spans[name] = (self.spans[name][0], number + 1)

    def entry(self) -> Entry:
        """Return the fact itself; an empty part says nothing."""
        parts = {name: collapse(" ".join(texts)) for name, texts in self.texts.items()}
        return Entry(
            summary=parts["summary"],
            why=parts.get("why") or None,
            how_to_apply=parts.get("how") or None,
        )


def parse_entries(body: str) -> tuple[Entry, ...]:
    """Return the facts that *body* states, in order."""
    return tuple(found.entry() for found in find_entries(split_lines(body)))


def split_lines(body: str) -> list[str]:
    """Return the lines of *body* with their ends."""
    # Not splitlines(), which also breaks at characters that are no line ends in Markdown.
    return re.findall(r"[^\n]*\n|[^\n]+", body)


def _read(lines: Sequence[str]) -> list[_Line]:
    read = [_classify(line) for line in lines]
    if not any("```" in line or "~~~" in line for line in lines):
        return read
    below = 0
    for start, end in _fences(lines):
        if start >= below:
            below = end + 1
            read[start:below] = [_MARK] * (below - start)
    return read


def is_list_line(line: str) -> bool:
    """Tell whether a line belongs to a list, so that a bullet may follow right below."""
    kind = _classify(line).kind
    return kind in {"bullet", "detail", "indented"} or (
        kind == "field" and line.startswith((" ", "\t"))
    )


def is_paragraph(text: str) -> bool:
    """Tell whether *text* on a line of its own reads as a plain paragraph."""
    return _classify(text).kind == "text" and not _FENCE.match(text)


def bullet_for(text: str) -> str:
    """Return the marker with which *text* reads as a bullet (`- ---` would be a rule)."""
    return "- " if _classify(f"- {text}").kind == "bullet" else "* "


def _classify(line: str) -> _Line:
    text = line.strip()
    if not text:
        return _BLANK
    first = text[0]
    if (first in "-*_=" and _RULE.fullmatch(text)) or text == PLACEHOLDER:
        return _MARK
    indent = line[: len(line) - len(line.lstrip())]
    deep = len(indent) > 1 or indent == "\t"
    bullet = _BULLET.match(text) if first in "-*" else None
    labelled = text[bullet.end() :] if bullet and deep else text
    if labelled[:1] in _LABEL_STARTS and (found := _FIELD.match(labelled)):
        label = found[1] or found[2] or found[3]
        name = "why" if label.lower() == "why" else "how"
        return _Line("field", found["value"].strip(), name, indent)
    if bullet and not deep:
        return _Line("bullet", text[bullet.end() :], lead=indent + bullet[0])
    if bullet:
        return _Line("detail", text)
    if first == "#" and _HEADING.match(text):
        return _Line("heading")
    return _Line("indented" if deep else "text", text)


def _fences(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield first and last line of what a code fence could hold, if it is ever closed."""
    closing: dict[str, int] = {}
    found: list[tuple[int, int]] = []
    for number in range(len(lines) - 1, -1, -1):
        text = lines[number].strip()
        fence = _FENCE.match(text) if text[:1] in {"`", "~"} else None
        if fence and fence["char"] in closing:
            found.append((number, closing[fence["char"]]))
        if fence and not fence["info"]:
            closing[fence["char"]] = number
    return reversed(found)


def _upcoming(read: Sequence[_Line]) -> list[str]:
    """Return for each line of a paragraph the field that the paragraph is followed by, if any."""
    upcoming = [""] * len(read)
    name, below = "", "mark"
    for number in range(len(read) - 1, -1, -1):
        kind = read[number].kind
        if kind == "field":
            name = read[number].name
        elif kind == "blank":
            name = "" if below in _PARAGRAPH else name
        elif kind in _PARAGRAPH:
            upcoming[number] = name
            name = "" if _APART.match(read[number].text) else name
        else:
            name = ""
        below = kind
    return upcoming


def find_entries(lines: Sequence[str]) -> list[Found]:
    """Return the entries of a body and where they stand."""
    read = _read(lines)
    upcoming: list[str] = []
    found: list[Found] = []
    joining = ""  # the part that a line right below would go on with
    for number, line in enumerate(read):
        current = found[-1] if found else None
        coming = ""
        if current and line.kind in _PARAGRAPH:
            upcoming = upcoming or _upcoming(read)
            coming = upcoming[number]
        if current and joining and _goes_on(current, joining, line, coming):
            current.join(joining, line.lead + line.text, number)
        elif line.kind == "field":
            joining = line.name if current else ""
            if current:
                current.begin(line.name, line.text, number)
        elif line.kind == "bullet" or _starts(current, line, coming):
            found.append(Found(line.lead, number))
            found[-1].begin("summary", line.text, number)
            joining = "summary"
        else:
            joining = ""
            if current and line.kind == "heading":
                current.headings.append(number)
    for entry, following in pairwise(found):
        entry.end = following.start
    if found:
        found[-1].end = len(read)
    return found


def _goes_on(current: Found, joining: str, line: _Line, upcoming: str) -> bool:
    """Tell whether a line goes on with the part right above it: a hard-wrapped text.

    A label alone on its line is also gone on with by the bullets below it.
    """
    if line.kind in {"bullet", "detail"}:
        return joining != "summary" and not current.texts[joining][0] and not current.marker
    if line.kind not in _PARAGRAPH or _APART.match(line.text):
        return False
    return joining == "summary" or not _repeats(current, upcoming)


def _starts(current: Found | None, line: _Line, upcoming: str) -> bool:
    if line.kind not in _PARAGRAPH:
        return False
    return current is None or (line.kind == "text" and _repeats(current, upcoming))


def _repeats(current: Found, upcoming: str) -> bool:
    """Tell whether a field that comes up must belong to another entry than *current*."""
    return upcoming in current.texts or (upcoming == "why" and "how" in current.texts)
