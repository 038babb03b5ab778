"""One memory file: read without loss, changed without touching the rest.

Every function here is a function over values. An edit touches the characters it is about; all
others, unknown keys and paragraphs, comments, CRLF, BOM and white space, come out as they went in.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property

from memoryd.domain import Entry, MemoryType, SourceRef, fingerprint_text
from memoryd.errors import BadRequestError, MemorydError

from . import body_edits, header, header_edits
from .entries import parse_entries
from .names import title_for
from .times import read_time

MAX_HEADER_BYTES = 64 * 1024
MAX_BODY_BYTES = 1024 * 1024
PINNED = "pinned"

_TYPES = {kind.value: kind for kind in MemoryType}
_OPENING = re.compile(r"\ufeff?---[ \t]*\r?\n")
_CLOSING = re.compile(r"\n---[ \t]*\r?(?=\n|\Z)")  # begins as it does to be found fast


class UnreadableError(MemorydError):
    """The file is not a memory; the message is the reason, for people."""

    code = "bad_request"


@dataclass(frozen=True, kw_only=True)  # without slots, which leave no place for what is cached
class Document:
    """One memory file. `updated` is when it was last stated: the file's time, in milliseconds."""

    relative: str
    type: MemoryType
    title: str
    description: str
    body: str
    created: datetime
    updated: datetime
    sources: tuple[SourceRef, ...]
    raw: bytes

    @property
    def pinned(self) -> bool:
        """True when the person keeps this file and memoryd only reads it."""
        return is_pinned(self.relative)

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """Return the facts that the body states; most readers of a store never ask for them."""
        return parse_entries(_divide(self.raw).body)

    @property
    def ids(self) -> tuple[str, ...]:
        """Return one id an entry: the path, with the entry's index where there are several."""
        if len(self.entries) < 2:
            return (self.relative,)
        return tuple(f"{self.relative}:{index}" for index in range(len(self.entries)))


def is_pinned(relative: str) -> bool:
    """Tell whether a path lies under `pinned/`, however that is spelt."""
    first, slash, _ = relative.partition("/")
    return bool(slash) and first.casefold() == PINNED


@dataclass(frozen=True, slots=True)
class _Parts:
    """The text of a file in four pieces that make it up without a gap."""

    opening: str
    header: str
    closing: str
    body: str

    @property
    def newline(self) -> str:
        return "\r\n" if self.opening.endswith("\r\n") else "\n"


def parse(raw: bytes, *, relative: str, updated: datetime) -> Document:
    """Read a memory file. Raise UnreadableError when it is none."""
    parts = _divide(raw)
    values = header.read(parts.header)
    kind = str(values["type"]).lower()
    if not kind:
        raise UnreadableError("the front matter has no type")
    if kind not in _TYPES:
        raise UnreadableError(f"unknown type {kind[:40]!r}: {', '.join(_TYPES)} are known")
    return Document(
        relative=relative,
        type=_TYPES[kind],
        title=str(values["name"] or values["title"] or kind),
        description=str(values["description"]),
        body=parts.body.replace("\r\n", "\n").strip(),
        created=read_time(values.get("created")) or updated,
        updated=updated,
        sources=header.read_sources(values),
        raw=raw,
    )


def header_lines(document: Document) -> list[str]:
    """Return the lines of the front matter."""
    return _divide(document.raw).header.splitlines()


def _divide(raw: bytes) -> _Parts:
    if len(raw) > MAX_HEADER_BYTES + MAX_BODY_BYTES:
        raise UnreadableError(f"larger than {MAX_BODY_BYTES // 1024} KiB")
    if b"\0" in raw:
        raise UnreadableError("a binary file, no text")
    try:
        text = raw.decode()
    except UnicodeDecodeError as exc:
        raise UnreadableError(f"not UTF-8 at byte {exc.start}") from exc
    opening = _OPENING.match(text)
    if not opening:
        raise UnreadableError("no front matter: the first line is not ---")
    closing = _CLOSING.search(text, opening.end() - 1)
    if not closing:
        raise UnreadableError("the front matter is not closed by a line ---")
    start, end = closing.start() + 1, closing.end()
    parts = _Parts(opening[0], text[opening.end() : start], text[start:end], text[end:])
    if len(raw) <= MAX_HEADER_BYTES:
        return parts
    if len(parts.header.encode()) > MAX_HEADER_BYTES:
        raise UnreadableError(f"front matter larger than {MAX_HEADER_BYTES // 1024} KiB")
    if len(parts.body.encode()) > MAX_BODY_BYTES:
        raise UnreadableError(f"larger than {MAX_BODY_BYTES // 1024} KiB")
    return parts


def new_document(
    entries: Sequence[Entry],
    *,
    type: MemoryType,  # noqa: A002 (the word of the layout)
    relative: str,
    at: datetime,
    sources: Iterable[SourceRef] = (),
    title: str | None = None,
    description: str | None = None,
) -> Document:
    """Write a new memory: one entry as paragraphs, several as bullets, none as the placeholder.

    Title and description default to the first summary, shortened and whole. Raise
    BadRequestError for an entry without a summary.
    """
    facts = [body_edits.clean_entry(entry) for entry in entries]
    first = facts[0].summary if facts else type.value
    text = header_edits.write(
        name=body_edits.clean(title or title_for(first)),
        description=body_edits.clean(description or first),
        kind=type.value,
        created=at,
        sources=sources,
    )
    raw = f"---\n{text}---\n\n{body_edits.render_entries(facts)}".encode()
    return parse(raw, relative=relative, updated=at)


def merge_entry(document: Document, index: int, incoming: Entry) -> Document:
    """Merge another statement of a fact into the entry at *index*."""
    parts = _divide(document.raw)
    fact = body_edits.clean_entry(incoming)
    return _with(
        document, parts, body=body_edits.merge(parts.body, index, fact, newline=parts.newline)
    )


def restate_entry(
    document: Document, index: int, wanted: Entry, *, loose: Sequence[str] = ()
) -> Document:
    """Word the entry at *index* as *wanted*, with *loose* lines of text hung below it.

    Raise BadRequestError when that would read as something else.
    """
    parts = _divide(document.raw)
    body = body_edits.restate(parts.body, index, wanted, newline=parts.newline)
    if loose:
        body = body_edits.hang_below(body, index, loose, newline=parts.newline)
    return _with(document, parts, body=body)


def append_entry(document: Document, entry: Entry) -> Document:
    """Add a fact at the end."""
    parts = _divide(document.raw)
    fact = body_edits.clean_entry(entry)
    return _with(document, parts, body=body_edits.append(parts.body, fact, newline=parts.newline))


def remove_entries(document: Document, indexes: Collection[int]) -> Document:
    """Remove facts; a title or description that states one gives way to what is left first."""
    parts = _divide(document.raw)
    body = body_edits.remove(parts.body, indexes, newline=parts.newline)
    after = _with(document, parts, body=body)
    if not after.entries:
        return after
    gone = [document.entries[index].summary for index in indexes]
    first = after.entries[0].summary
    named = any(_states(document.title, name) for text in gone for name in (text, title_for(text)))
    described = any(_states(document.description, summary) for summary in gone)
    return edit(
        after,
        title=title_for(first) if named else None,
        description=first if described else None,
    )


def _states(text: str, summary: str) -> bool:
    return fingerprint_text(text) == fingerprint_text(summary)


def add_sources(document: Document, sources: Iterable[SourceRef]) -> Document:
    """Add the sources that are not listed yet, up to 32 in all."""
    parts = _divide(document.raw)
    return _with(document, parts, header=header_edits.add_sources(parts.header, sources))


def edit(
    document: Document,
    *,
    title: str | None = None,
    description: str | None = None,
    body: str | None = None,
    created: datetime | None = None,
) -> Document:
    """Change what is given. Raise BadRequestError for what a memory file cannot hold."""
    parts = _divide(document.raw)
    text = parts.header
    if title is not None:
        named = header.read(text)
        key = "title" if named["title"] and not named["name"] else "name"
        text = header_edits.set_text(text, key, body_edits.clean(title))
    if description is not None:
        text = header_edits.set_text(text, "description", body_edits.clean(description))
    if created is not None:
        text = header_edits.set_created(text, created)
    return _with(document, parts, header=text, body=None if body is None else _fit(body, parts))


def _fit(body: str, parts: _Parts) -> str:
    """Return *body* between the white space, and with the line ends, that the file has."""
    if "\0" in body or any("\ud800" <= char <= "\udfff" for char in body):
        raise BadRequestError("a body must not hold NUL characters or lone surrogates")
    text = body.replace("\r\n", "\n").strip().replace("\n", parts.newline)
    inner = parts.body.strip()
    if not inner:
        return f"{parts.newline * 2}{text}{parts.newline}"
    start = parts.body.index(inner)
    return parts.body[:start] + text + parts.body[start + len(inner) :]


def _with(
    document: Document, parts: _Parts, *, header: str | None = None, body: str | None = None
) -> Document:
    changed = replace(
        parts,
        header=parts.header if header is None else header,
        body=parts.body if body is None else body,
    )
    if changed == parts:
        return document
    raw = (changed.opening + changed.header + changed.closing + changed.body).encode()
    try:
        return parse(raw, relative=document.relative, updated=document.updated)
    except UnreadableError as exc:
        raise BadRequestError(f"{document.relative} cannot be changed so: {exc}") from exc
