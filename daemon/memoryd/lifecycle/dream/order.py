"""Facts in alphabetical order, and files that grew too long in parts."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from memoryd.errors import BadRequestError
from memoryd.memory import (
    Document,
    Section,
    edit,
    file_names,
    find_sections,
    slug_for,
    sort_entries,
    title_for,
)

from .draft import Draft, is_kept
from .values import Kind

_MOST_ENTRIES = 40
_MOST_BODY_BYTES = 16 * 1024


def order_facts(draft: Draft) -> None:
    """Sort the facts of files that hold nothing else."""
    for document in draft.open_files():
        ordered, order = sort_entries(document)
        if ordered is not document:
            path = document.relative
            draft.say(Kind.ORDER, draft.ids_in(path), path, "its facts stand in alphabetical order")
            draft.put(ordered, order)


def split_files(draft: Draft, *, taken: Collection[str]) -> None:
    """Give each topic of an over-long file a file of its own; the first one keeps the place.

    *taken* are paths that no memory has but that are not free either.
    """
    waiting = draft.open_files()
    while waiting:
        document = waiting.pop()
        is_long = len(document.body.encode()) > _MOST_BODY_BYTES
        if is_long or len(document.entries) > _MOST_ENTRIES:
            sections = find_sections(document)
            if len(sections) > 1:
                waiting += _split(draft, document, sections, taken=taken)


def _split(
    draft: Draft,
    document: Document,
    sections: Sequence[Section],
    *,
    taken: Collection[str],
) -> list[Document]:
    """Part a file; return its parts, none when it had to stay whole."""
    first, *others = sections
    used = {*draft.documents, *taken}
    folder = document.relative.rpartition("/")[0]
    parts: list[Document] = []
    try:
        head = edit(document, body=first.body)
        for section in others:
            stem = slug_for(section.heading)
            path = next(
                name
                for name in file_names(f"{folder}/{stem}" if folder else stem)
                if name not in used
            )
            used.add(path)
            parts.append(
                edit(
                    replace(document, relative=path),
                    title=title_for(section.heading),
                    description=section.entries[0].summary,
                    body=section.body,
                )
            )
    except BadRequestError:
        return []
    facts = [entry for part in (head, *parts) for entry in part.entries]
    if facts != list(document.entries) or not is_kept([document], [head, *parts]):
        return []
    draft.say(
        Kind.SPLIT,
        draft.ids_in(document.relative),
        document.relative,
        "one file a heading: " + ", ".join(part.relative for part in parts),
    )
    draft.part(head, parts)
    return [draft.documents[head.relative], *parts]
