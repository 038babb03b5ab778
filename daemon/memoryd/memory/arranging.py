"""Facts in another order or in files of their own; what belongs to a fact moves along."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from memoryd.domain import Entry, collapse

from .beside import unstated_lines
from .document import Document, edit
from .entries import find_entries, parse_entries, split_lines

_HEADING = re.compile(r" {0,3}(?P<level>#{1,6})[ \t]+(?P<text>.*?)[ \t#]*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A part of a body that can stand alone; the first one may have no heading."""

    heading: str
    body: str
    entries: tuple[Entry, ...]


def sort_entries(document: Document) -> tuple[Document, list[int]]:
    """Put facts in the order of the alphabet; return the document and the old index of each.

    A body that holds anything beside its facts stays as it is: its order may mean something.
    """
    same = list(range(len(document.entries)))
    order = sorted(same, key=lambda index: _place(document.entries[index]))
    if order == same or unstated_lines(document):
        return document, same
    lines = split_lines(f"{document.body}\n")
    found = find_entries(lines)
    blocks = [lines[one.start : one.end] for one in found]
    texts = ["".join(block).rstrip("\n") for block in blocks]
    gaps = ["".join(block)[len(text) :] for block, text in zip(blocks, texts, strict=True)]
    body = "".join(texts[index] + gap for index, gap in zip(order, gaps, strict=True))
    wanted = tuple(document.entries[index] for index in order)
    if parse_entries(body) != wanted:
        return document, same
    return edit(document, body=body), order


def _place(entry: Entry) -> tuple[str, str]:
    return entry.summary.casefold(), entry.summary


def find_sections(document: Document) -> list[Section]:
    """Part a body at the topmost headings that stand more than once; none when that is not safe.

    Each section states facts, the same alone as within the whole. What states none by itself
    stays with what stands above it.
    """
    lines = split_lines(f"{document.body}\n")
    edges = [0, *_cuts(lines), len(lines)]
    starts = [found.start for found in find_entries(lines)]
    groups: list[list[str]] = [[]]
    stated = 0
    for start, end in pairwise(edges):
        piece, before = lines[start:end], stated
        while stated < len(starts) and starts[stated] < end:
            stated += 1
        facts = parse_entries("".join(piece))
        if before and facts and facts == document.entries[before:stated]:
            groups.append([])
        groups[-1] += piece
    sections = [_section(group) for group in groups]
    again = [entry for section in sections for entry in section.entries]
    return sections if again == list(document.entries) else []


def _cuts(lines: Sequence[str]) -> list[int]:
    fences = _fenced(lines)
    headings = [
        (number, len(found["level"]))
        for number, line in enumerate(lines)
        if number not in fences and (found := _HEADING.fullmatch(line.rstrip("\n")))
    ]
    levels = [level for _, level in headings]
    top = min((level for level in levels if levels.count(level) > 1), default=0)
    return [number for number, level in headings if level == top]


def _fenced(lines: Sequence[str]) -> set[int]:
    """Return the lines from the first fence on to the last: no place to part a body."""
    marks = [n for n, line in enumerate(lines) if line.lstrip().startswith(("```", "~~~"))]
    return set(range(marks[0], marks[-1] + 1)) if marks else set()


def _section(lines: Sequence[str]) -> Section:
    found = _HEADING.fullmatch(lines[0].rstrip("\n")) if lines else None
    body = "".join(lines)
    return Section(
        heading=collapse(found["text"]) if found else "",
        body=body.strip(),
        entries=parse_entries(body),
    )
