"""Small JSON files beside a memory directory: written whole, set aside when unreadable."""

import json
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from memoryd.errors import NotReadyError
from memoryd.system.files import atomic_write, fsync_dir
from memoryd.system.inside import read_plain

from .times import compact_time

VERSION = 1

_MAX_BYTES = 16 * 1024 * 1024
_CORRUPT = ".corrupt."


def read_object(path: Path, *, now: datetime) -> dict[str, object] | None:
    """Return the JSON object in *path*, None when there is none.

    A file that is no JSON object is renamed to `<name>.corrupt.<time>`, where `set_aside_files`
    finds it. Raise NotReadyError for a version of the future, which is neither guessed at nor
    overwritten.
    """
    try:
        raw = read_plain(path, most_bytes=_MAX_BYTES + 1, follow=True)
    except FileNotFoundError:
        return None
    value = _decode(raw)
    if value is None:
        path.rename(path.with_name(f"{path.name}{_CORRUPT}{compact_time(now)}"))
        fsync_dir(path.parent)
        return None
    version = value.get("version", VERSION)
    if version != VERSION:
        raise NotReadyError(
            f"{path} has version {version!r}, this memoryd knows {VERSION}",
            hint="upgrade memoryd, or move the file away",
        )
    return value


def _decode(raw: bytes) -> dict[str, object] | None:
    try:
        value = json.loads(raw) if len(raw) <= _MAX_BYTES else None
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def write_object(path: Path, value: Mapping[str, object]) -> None:
    """Write a JSON object as the shared layout has it: two spaces, a newline at the end."""
    text = json.dumps(value, indent=2, ensure_ascii=False)
    # What is no character (a path that is not UTF-8) becomes the JSON escape it is read back from.
    atomic_write(path, f"{text}\n".encode("utf-8", "backslashreplace"))


def set_aside_files(state_dir: Path) -> list[str]:
    """Return the names of the files that were set aside and still wait for a person."""
    try:
        names = [path.name for path in state_dir.iterdir()]
    except OSError:
        return []
    return sorted(name for name in names if _CORRUPT in name)
