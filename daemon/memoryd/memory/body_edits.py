"""Changes to the facts within a memory's body: lines go in and out, the others stay as they are.

Where text and position could make a fact read as something else, the next way to write it is
tried: what is handed out reads back as what was asked for.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain

from memoryd.domain import Entry, collapse
from memoryd.errors import BadRequestError

from .entries import (
    PLACEHOLDER,
    Found,
    bullet_for,
    find_entries,
    is_list_line,
    is_paragraph,
    parse_entries,
    split_lines,
)
from .likeness import is_same_fact

_MAX_FIELD_CHARS = 8192
_MAX_DETAIL_CHARS = 1200  # of reasons that grow by merging
AND = "; "
"""What joins the reasons of two statements of a fact."""

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\ufeff]")
_UNPRINTABLE = re.compile(r"[\ud800-\udfff\ufffe\uffff]")


def clean(text: str) -> str:
    """Return *text* as one line without what no text file should hold: control characters."""
    return collapse(_UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", _CONTROL.sub(" ", text)))


def clean_entry(entry: Entry) -> Entry:
    """Return a fact as it can be written and read back; raise BadRequestError without a summary."""
    summary, why, how = (
        clean(text or "")[:_MAX_FIELD_CHARS].strip()
        for text in (entry.summary, entry.why, entry.how_to_apply)
    )
    if not summary:
        raise BadRequestError("an entry needs a summary")
    return Entry(summary=summary, why=why or None, how_to_apply=how or None)


def merge_facts(current: Entry, incoming: Entry) -> Entry:
    """Return one fact of two: the newcomer's wording, the reasons of both."""
    return Entry(
        summary=incoming.summary or current.summary,
        why=_merge_details(current.why, incoming.why),
        how_to_apply=_merge_details(current.how_to_apply, incoming.how_to_apply),
    )


def _merge_details(current: str | None, incoming: str | None) -> str | None:
    """Return what both say; what is said already, or would make it too long, is left out."""
    if not current or not incoming:
        return current or incoming
    said = f"{current}{AND}"
    told = any(is_same_fact(part, incoming) for part in (current, *current.split(AND)))
    if told or f"{incoming}{AND}" in said or len(said) + len(incoming) > _MAX_DETAIL_CHARS:
        return current
    return f"{said}{incoming}"


def render_entries(entries: Sequence[Entry]) -> str:
    """Return a body that states *entries*: paragraphs for one, bullets for several."""
    if not entries:
        return f"{PLACEHOLDER}\n"
    if len(entries) == 1 and is_paragraph(entries[0].summary):
        return "\n".join([f"{entries[0].summary}\n", *_fields(entries[0], "", "\n")])
    return "".join(_bullet(entry, "\n") for entry in entries)


def _bullet(entry: Entry, newline: str) -> str:
    return "".join(
        [f"{bullet_for(entry.summary)}{entry.summary}{newline}", *_fields(entry, "  ", newline)]
    )


def _fields(entry: Entry, indent: str, newline: str) -> Iterable[str]:
    if entry.why:
        yield f"{indent}Why: {entry.why}{newline}"
    if entry.how_to_apply:
        yield f"{indent}How to apply: {entry.how_to_apply}{newline}"


def append(body: str, entry: Entry, *, newline: str) -> str:
    """Return *body* with one more fact at its end."""
    lines = split_lines(body)
    before = parse_entries(body)
    if not before:
        lines = [line for line in lines if line.strip() != PLACEHOLDER]
    text = "".join(lines)
    text = text if text.endswith("\n") else text + newline
    tight = not lines or not lines[-1].strip() or is_list_line(lines[-1])
    bullet = _bullet(entry, newline)
    ways = [text + bullet, text + newline + bullet]
    return _end_as(body, _readable(ways if tight else ways[1:], (*before, entry)), newline)


def remove(body: str, indexes: Collection[int], *, newline: str) -> str:
    """Return *body* without some of its facts and what belongs to them; headings stay."""
    lines = split_lines(body)
    found = find_entries(lines)
    left = tuple(one.entry() for index, one in enumerate(found) if index not in indexes)
    preamble = lines[: found[0].start]

    def without(lead: str) -> str:
        kept = [*preamble]
        for index, one in enumerate(found):
            if index in indexes:
                kept += _headings(lines, one, newline)
            else:
                kept += [lead if index - 1 in indexes else "", *lines[one.start : one.end]]
        return "".join(kept if len(found) - 1 not in indexes else _trimmed(kept))

    def anew() -> Iterator[str]:
        for index, one in enumerate(found):
            yield "" if index in indexes else _bullet(one.entry(), newline)
            yield from _headings(lines, one, newline)

    # What follows could now read as a part of what stands above; a bullet could not. Last, all is
    # written anew: what was said about the facts is then in the trash only.
    ways = chain(
        map(without, ("", "- ", newline, f"{newline}- ")),
        ["".join([*preamble, newline, *anew()])],
    )
    return _end_as(body, _readable(ways, left), newline)


def _headings(lines: Sequence[str], found: Found, newline: str) -> list[str]:
    return [f"{lines[number].rstrip()}{newline}{newline}" for number in found.headings]


def _trimmed(lines: list[str]) -> list[str]:
    while lines and not lines[-1].strip():
        lines.pop()
    return lines


def merge(body: str, index: int, incoming: Entry, *, newline: str) -> str:
    """Return *body* with one fact merged with another statement of it."""
    found = find_entries(split_lines(body))
    current = found[index].entry()
    merged = merge_facts(current, incoming)
    filled = Entry(
        summary=current.summary,
        why=current.why or incoming.why,
        how_to_apply=current.how_to_apply or incoming.how_to_apply,
    )
    for wanted in (merged, replace(merged, summary=current.summary), filled):
        text = _rewrite(body, found[index], current, wanted, newline)
        after = [entry.entry() for entry in found]
        after[index] = wanted
        if parse_entries(text) == tuple(after):
            return text
    return body


def restate(body: str, index: int, wanted: Entry, *, newline: str) -> str:
    """Return *body* with one fact worded as *wanted*, which leaves out no part it has."""
    found = find_entries(split_lines(body))
    after = [entry.entry() for entry in found]
    text = _rewrite(body, found[index], after[index], wanted, newline)
    after[index] = wanted
    return _readable([text], tuple(after))


def hang_below(body: str, index: int, loose: Sequence[str], *, newline: str) -> str:
    """Return *body* with lines of text below one fact, as a paragraph that belongs to it."""
    lines = split_lines(body)
    lines[-1] = lines[-1] if lines[-1].endswith("\n") else lines[-1] + newline
    found = find_entries(lines)
    at = min([found[index].end, *found[index].headings])
    while not lines[at - 1].strip():
        at -= 1
    apart = newline if at < len(lines) and lines[at].strip() else ""
    lines[at:at] = [newline, *(f"{line}{newline}" for line in loose), apart]
    return _end_as(
        body, _readable(["".join(lines)], tuple(entry.entry() for entry in found)), newline
    )


def _rewrite(body: str, found: Found, current: Entry, wanted: Entry, newline: str) -> str:
    lines = split_lines(body)
    lines[-1] = lines[-1] if lines[-1].endswith("\n") else lines[-1] + newline
    added = Entry(
        summary="",
        why=None if current.why else wanted.why,
        how_to_apply=None if current.how_to_apply else wanted.how_to_apply,
    )
    texts = {"summary": wanted.summary, "why": wanted.why, "how": wanted.how_to_apply}
    said = {"summary": current.summary, "why": current.why, "how": current.how_to_apply}
    below = found.spans["why" if current.why else "summary"][1]
    indent = "  " if found.marker else ""
    gap = "" if found.marker else newline
    # From the last line up, so that the places further up stay what they are.
    parts = [(span, name) for name, span in found.spans.items() if said[name]]
    for (start, end), name in sorted([*parts, ((below, below), "")], reverse=True):
        if not name:
            lines[below:below] = [gap + line for line in _fields(added, indent, newline)]
        elif texts[name] != said[name]:
            lines[start:end] = _reworded(lines[start:end], found, name, wanted, newline)
    return _end_as(body, "".join(lines), newline)


def _reworded(
    lines: Sequence[str], found: Found, name: str, wanted: Entry, newline: str
) -> list[str]:
    """Return the lines of a part as *wanted* says it; what only goes on leaves the rest alone."""
    texts = {"summary": wanted.summary, "why": wanted.why, "how": wanted.how_to_apply}
    text, said = texts[name] or "", collapse(" ".join(found.texts[name]))
    if text.startswith(said):
        last = lines[-1].rstrip()
        return [*lines[:-1], last + text.removeprefix(said) + lines[-1][len(last) :]]
    if name == "summary":
        return [f"{found.marker or _marker(text)}{text}{newline}"]
    label = lines[0].rstrip().removesuffix(found.texts[name][0]).rstrip()
    return [f"{label} {text}{newline}"]


def _marker(summary: str) -> str:
    return "" if is_paragraph(summary) else bullet_for(summary)


def _readable(ways: Iterable[str], wanted: tuple[Entry, ...]) -> str:
    for text in ways:
        if parse_entries(text) == wanted:
            return text
    raise BadRequestError("the body cannot be changed safely", hint="edit the file by hand")


def _end_as(body: str, text: str, newline: str) -> str:
    """Return *text* with a final line end where *body* has one."""
    text = text if text.endswith("\n") else text + newline
    return text if body.endswith("\n") else text.removesuffix(newline)
