"""Finding transcripts below a directory that may change, loop or refuse while it is walked."""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from memoryd.system.files import is_scarcity
from memoryd.system.inside import read_plain

from .base import SessionFile
from .tail import is_packed

_MAX_DEPTH = 12
_HEAD_BYTES = 4096
_MAX_DOCUMENT_BYTES = 16 * 1024 * 1024


def _never(name: str) -> bool:
    del name
    return False


def _stem(path: Path) -> str:
    return path.name.removesuffix(".zst").removesuffix(".jsonl").removesuffix(".json")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What one agent's transcripts look like. Documents are also recognised by their head."""

    is_session: Callable[[str], bool]
    is_document: Callable[[str], bool] = _never
    document_head: bytes = b""
    skipped_folders: frozenset[str] = field(default_factory=frozenset)
    session_of: Callable[[Path], str] = _stem


def root_or_parts(configured: str, parts: tuple[str, ...], home: Path) -> tuple[Path, ...]:
    """Return the *parts* of a configured directory, or itself if it exists and has none of them.

    People also point at folders of copied transcripts.
    """
    base = home / Path(
        configured.replace("~", str(home), 1) if configured[0] == "~" else configured
    )
    wanted = tuple(base / part for part in parts)
    if base.is_dir() and not any(path.is_dir() for path in wanted):
        return (base,)
    return wanted


def find_sessions(root: Path, agent: str, rules: Rules) -> Iterator[SessionFile]:
    """Yield each session below *root* once.

    Of several files the plain one comes before a compressed twin, then the larger one. What
    vanishes or refuses meanwhile is left out. Raise OSError when we are out of descriptors or
    memory: what is not seen then is not gone.
    """
    best: dict[str, SessionFile] = {}
    for entry in _walk(root, rules.skipped_folders):
        if not (rules.is_session(entry.name) or rules.is_document(entry.name)):
            continue
        if found := _try(entry, agent, rules):
            known = best.setdefault(found.session, found)
            best[found.session] = max(known, found, key=_rank)
    yield from best.values()


def _rank(file: SessionFile) -> tuple[bool, int]:
    return (not is_packed(file.path), file.size_bytes)


def _try(entry: os.DirEntry[str], agent: str, rules: Rules) -> SessionFile | None:
    try:
        return _session_file(entry, agent, rules)
    except OSError as exc:  # vanished, or not ours to read
        if is_scarcity(exc):
            raise
        return None


def _session_file(entry: os.DirEntry[str], agent: str, rules: Rules) -> SessionFile | None:
    stat, path = entry.stat(), Path(entry.path)
    if not rules.is_session(entry.name):
        if stat.st_size > _MAX_DOCUMENT_BYTES:
            return None
        if rules.document_head not in read_plain(path, most_bytes=_HEAD_BYTES, follow=True):
            return None
    return SessionFile(
        agent=agent,
        session=rules.session_of(path),
        path=path,
        size_bytes=stat.st_size,
        mtime_ns=stat.st_mtime_ns,
        inode=stat.st_ino,
    )


def _walk(root: Path, skipped: frozenset[str]) -> Iterator[os.DirEntry[str]]:
    """Yield regular files; follow links to folders only directly below *root*, each once."""
    seen: set[str] = set()
    pending = [(str(root), 0)]
    while pending:
        folder, depth = pending.pop()
        real = os.path.realpath(folder)
        if real in seen:
            continue
        seen.add(real)
        for entry in _entries(folder):
            if _is_folder(entry, follow=depth == 0):
                if depth < _MAX_DEPTH and entry.name not in skipped:
                    pending.append((entry.path, depth + 1))
            elif _is_file(entry):
                yield entry


def _entries(folder: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as found:
            entries = [entry for entry in found if _is_utf8(entry.name)]
    except OSError as exc:  # gone, not a folder, or closed to us
        if is_scarcity(exc):
            raise
        return []
    return sorted(entries, key=lambda entry: entry.name)


def _is_utf8(name: str) -> bool:
    try:
        name.encode()
    except UnicodeEncodeError:  # an agent's own names are ASCII; this one could not be stored
        return False
    return True


def _is_folder(entry: os.DirEntry[str], *, follow: bool) -> bool:
    try:
        return entry.is_dir(follow_symlinks=follow)
    except OSError:
        return False


def _is_file(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_file()
    except OSError:
        return False
