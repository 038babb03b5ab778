"""MEMORY.md on disk: rebuilt from the memories, written only when it would say something else."""

import stat
from collections.abc import Collection, Iterable
from pathlib import Path

from memoryd.system.files import atomic_write
from memoryd.system.inside import read_plain

from .document import Document
from .index import render

INDEX_NAME = "MEMORY.md"

_MAX_BYTES = 1024 * 1024


def update_index(
    memory_dir: Path, documents: Iterable[Document], *, unreadable: Collection[str]
) -> bool:
    """Bring MEMORY.md up to date; return whether it was written.

    A link, a directory or a file of more than 1 MiB under that name is not ours and stays.
    """
    path = memory_dir / INDEX_NAME
    before = _read(path)
    if before is None:
        return False
    text = render(
        documents, existing=before.decode("utf-8", "surrogateescape"), unreadable=unreadable
    )
    after = text.encode("utf-8", "surrogateescape")
    if after != before:
        atomic_write(path, after)
    return after != before


def _read(path: Path) -> bytes | None:
    try:
        info = path.lstat()
    except FileNotFoundError:
        return b""
    if not stat.S_ISREG(info.st_mode) or info.st_size > _MAX_BYTES:
        return None
    return read_plain(path)
