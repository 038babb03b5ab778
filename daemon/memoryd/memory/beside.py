"""What a memory holds beside its facts: the words of people, which no tidying may lose."""

import re
from collections.abc import Iterator

from .document import Document, header_lines
from .entries import PLACEHOLDER, Found, find_entries, split_lines

_OURS = re.compile(r"(?:name|title|description|type|created|sources)\s*:")


def reads_alike(document: Document) -> bool:
    """Tell whether the trimmed body reads as the file does: its first line is not indented."""
    text = document.raw.decode().replace("\r\n", "\n").rstrip()
    return not document.body or text.removesuffix(document.body).endswith("\n")


def loose_lines(document: Document, index: int) -> list[str]:
    """Return the lines below one entry that are no part of its fact, headings apart."""
    lines = split_lines(document.body)
    found = find_entries(lines)[index]
    stated = {*_stated(found), *found.headings}
    loose = [
        "" if number in stated else lines[number].rstrip()
        for number in range(found.start, found.end)
    ]
    while loose and not loose[-1]:
        loose.pop()
    start = next((number for number, line in enumerate(loose) if line), 0)
    return loose[start:]


def unstated_lines(document: Document) -> list[str]:
    """Return all lines of the body that state no fact, headings included, trimmed."""
    lines = split_lines(document.body)
    stated = {number for found in find_entries(lines) for number in _stated(found)}
    texts = (line.strip() for number, line in enumerate(lines) if number not in stated)
    return [text for text in texts if text and text != PLACEHOLDER]


def foreign_lines(document: Document) -> list[str]:
    """Return the lines of the front matter that say something else than the layout's keys do."""
    foreign: list[str] = []
    ours = False
    for line in filter(str.strip, header_lines(document)):
        inner = line[:1].isspace() or line.startswith("- ")
        ours = ours if inner else bool(_OURS.match(line))
        if not ours:
            foreign.append(line.rstrip())
    return foreign


def _stated(found: Found) -> Iterator[int]:
    for start, end in found.spans.values():
        yield from range(start, end)
