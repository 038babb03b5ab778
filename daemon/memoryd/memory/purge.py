"""Taking facts out of the trash too: what leaked must not lie about, undoable or not."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import msgspec

from memoryd.domain import Entry, SourceRef, fold
from memoryd.errors import NotFoundError, NotReadyError
from memoryd.system.inside import read_plain

from .document import Document, UnreadableError, parse, remove_entries
from .times import from_mtime
from .trash import FileChange, Trash


@dataclass(frozen=True, slots=True, kw_only=True)
class Copy:
    """One old statement of a fact in the trash: under which operation, in which file, from where.

    `left` is the file without it; None when nothing is left.
    """

    token: str
    path: str
    sources: tuple[SourceRef, ...]
    left: bytes | None


def find_copies(trash: Trash, is_meant: Callable[[Entry], bool]) -> list[Copy]:
    """Return the kept files that state a fact that is meant."""
    return [
        copy
        for token in trash.tokens()
        for file in _files(trash, token)
        if file.before and (copy := _look(trash, token, file, is_meant))
    ]


def _files(trash: Trash, token: str) -> tuple[FileChange, ...]:
    try:
        return trash.read(token).files
    except (NotFoundError, NotReadyError):  # no record: it is swept, or left for a newer memoryd
        return ()


def _look(
    trash: Trash, token: str, file: FileChange, is_meant: Callable[[Entry], bool]
) -> Copy | None:
    path = trash.directory / token / str(file.before)
    try:
        raw = read_plain(path)
        document = parse(raw, relative=file.path, updated=from_mtime(path.stat().st_mtime_ns))
    except (FileNotFoundError, UnreadableError):
        return None
    entries = document.entries or (Entry(summary=document.title),)
    meant = [index for index, entry in enumerate(entries) if is_meant(entry)]
    if not meant:
        return None
    return Copy(
        token=token, path=file.path, sources=document.sources, left=_without(document, meant)
    )


def _without(document: Document, indexes: list[int]) -> bytes | None:
    """Return the file without these facts; None when a word of one would stay."""
    if len(indexes) >= len(document.entries):
        return None
    left = remove_entries(document, indexes).raw
    text = fold(left.decode())
    gone = (fold(document.entries[index].summary) for index in indexes)
    return None if any(summary in text for summary in gone) else left


def purge(trash: Trash, copies: Iterable[Copy]) -> None:
    """Remove *copies* for good; undoing their operations no longer brings them back.

    The name of a file repeats its fact: records that only say that it came go as well.
    """
    meant = {(copy.token, copy.path): copy.left for copy in copies}
    gone = {path for (_, path), left in meant.items() if left is None}
    for token in trash.tokens() if meant else ():
        files = _files(trash, token)
        kept = tuple(
            file
            for file in files
            if file.path not in gone
            or (file.before and meant.get((token, file.path), b"") is not None)
        )
        changed = {
            file.before: meant[token, file.path]
            for file in files
            if file.before and (token, file.path) in meant
        }
        if changed or kept != files:
            manifest = msgspec.structs.replace(trash.read(token), files=kept, detail="")
            trash.rewrite(token, manifest, changed)
