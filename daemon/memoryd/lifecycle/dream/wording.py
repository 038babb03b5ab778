"""A fact in other words, and the title and description that repeat it."""

from collections.abc import Sequence
from dataclasses import replace

from memoryd.domain import Entry, fingerprint_text
from memoryd.errors import BadRequestError
from memoryd.lifecycle.present import entry_text
from memoryd.memory import (
    Document,
    edit,
    remove_entries,
    restate_entry,
    title_for,
    unstated_lines,
)

_MOST_FIELD_CHARS = 8192  # as much as a memory keeps of one sentence


def reword(
    document: Document, index: int, wanted: Entry, *, loose: Sequence[str] = ()
) -> Document | None:
    """Word an entry as *wanted* with *loose* lines below it; None when it would read otherwise.

    Title and description follow where they say what the entry said.
    """
    texts = (wanted.summary, wanted.why or "", wanted.how_to_apply or "")
    if max(map(len, texts)) > _MOST_FIELD_CHARS:
        return None
    before = document.entries[index].summary
    try:
        return _rename(restate_entry(document, index, wanted, loose=loose), before, wanted.summary)
    except BadRequestError:
        return None


def write_anew(document: Document, wanted: Entry) -> Document | None:
    """Let a file say *wanted* in place of its only fact; None where it holds anything beside."""
    if len(document.entries) != 1 or unstated_lines(document):
        return None
    try:
        written = edit(document, body=entry_text(wanted))
        changed = _rename(written, document.entries[0].summary, wanted.summary)
    except BadRequestError:
        return None
    return changed if changed.entries == (wanted,) else None


def _rename(document: Document, before: str, after: str) -> Document:
    """Let title and description follow a fact that they repeat."""
    if before == after:
        return document
    return edit(
        document,
        title=title_for(after) if _states(document.title, title_for(before)) else None,
        description=after if _states(document.description, before) else None,
    )


def without(document: Document, index: int) -> Document | None:
    """Return *document* without an entry; None when none would be left.

    Raise BadRequestError when what is left would read as something else.
    """
    return remove_entries(document, [index]) if len(document.entries) > 1 else None


def both(mine: str | None, other: str | None) -> str | None:
    """Return what two texts say: one of them when it says what the other does, or one by one."""
    if not mine or not other:
        return mine or other
    if _holds(mine, other):
        return mine
    if _holds(other, mine):
        return other
    return f"{mine} {other}" if mine[-1] in ".!?。！？…" else f"{mine}; {other}"


def merge_facts(current: Entry, other: Entry, *, summary: str) -> Entry:
    """Return one fact of two, with all their reasons."""
    return replace(
        current,
        summary=summary,
        why=both(current.why, other.why),
        how_to_apply=both(current.how_to_apply, other.how_to_apply),
    )


def _holds(text: str, part: str) -> bool:
    return f" {fingerprint_text(part)} " in f" {fingerprint_text(text)} "


def _states(text: str, summary: str) -> bool:
    return fingerprint_text(text) == fingerprint_text(summary)
