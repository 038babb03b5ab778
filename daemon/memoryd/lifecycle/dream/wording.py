"""A fact in other words, and the title and description that repeat it."""

from collections.abc import Sequence
from dataclasses import replace

from memoryd.domain import Entry, fingerprint_text
from memoryd.errors import BadRequestError
from memoryd.memory import Document, edit, remove_entries, restate_entry, title_for

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
    before, after = document.entries[index].summary, wanted.summary
    named = _states(document.title, title_for(before)) and before != after
    described = _states(document.description, before) and before != after
    try:
        reworded = restate_entry(document, index, wanted, loose=loose)
        return edit(
            reworded,
            title=title_for(after) if named else None,
            description=after if described else None,
        )
    except BadRequestError:
        return None


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
