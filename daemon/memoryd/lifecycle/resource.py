"""`memory://root/…`: reading what a project's sessions taught, and nothing besides."""

import os
import re
import stat
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote_to_bytes

from memoryd.errors import BadRequestError, DeniedError, NotFoundError
from memoryd.memory import Project
from memoryd.system.inside import confined, is_plain, open_below

_SCHEME = "memory://"
_SUMMARY = "memory_summary.md"
_BAD_ESCAPE = re.compile(r"%(?![0-9A-Fa-f]{2})")
_MOST_BYTES = 4 * 1024 * 1024
_MOST_ENTRIES = 10_000


@dataclass(frozen=True, slots=True)
class File:
    """A file's bytes and media type."""

    data: bytes
    media: str


@dataclass(frozen=True, slots=True)
class Folder:
    """The names in a directory."""

    entries: tuple[str, ...]


def read_resource(uri: str, project: Project) -> File | Folder:
    """Return what a `memory://` address names below a project's root.

    Raise BadRequestError for an address that cannot be, NotFoundError for one that leads
    nowhere, DeniedError for what is outside, no plain file, or not to be read.
    """
    relative = relative_path(uri)
    if not project.enabled:
        raise DeniedError(f"memory is off in {project.root}", hint="the settings say so")
    root = project.artefacts_dir
    if root.is_symlink():
        raise DeniedError(f"{root} is a symbolic link", hint="put the directory itself there")
    path = confined(root, relative)
    if not root.is_dir():
        raise NotFoundError(
            f"{_SCHEME}root is not available for this project yet",
            hint="it comes with the first consolidation of its sessions",
        )
    try:
        return _read(open_below(root, relative), path, uri)
    except (FileNotFoundError, NotADirectoryError) as exc:
        raise NotFoundError(
            f"memory file not found: {uri[:200]!r}",
            hint="`memoryctl show memory://root/skills` lists a directory",
        ) from exc
    except OSError as exc:
        raise DeniedError(f"cannot read {uri[:200]!r}: {exc.strerror}") from exc


def relative_path(uri: str) -> str:
    """Return the path below the root that an address names. Raise BadRequestError."""
    if not uri.startswith(_SCHEME):
        raise BadRequestError(f"not a memory:// address: {uri[:200]!r}")
    namespace, _, raw = uri.removeprefix(_SCHEME).partition("/")
    if namespace != "root":
        raise BadRequestError(
            f"unknown namespace {namespace[:100]!r} in {uri[:200]!r}",
            hint="memory://root is the only one; memories are shown by their ids",
        )
    if not raw:
        return _SUMMARY
    if "?" in raw or "#" in raw:
        raise BadRequestError("a memory:// address has no query", hint="write %3F and %23")
    if _BAD_ESCAPE.search(raw):
        raise BadRequestError(f"bad percent-encoding in {uri[:200]!r}")
    try:
        return unquote_to_bytes(raw).decode()
    except UnicodeError as exc:
        raise BadRequestError(f"{uri[:200]!r} is not UTF-8") from exc


def _read(descriptor: int, path: Path, uri: str) -> File | Folder:
    try:
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            with os.scandir(descriptor) as entries:
                names = [entry.name for entry in entries if not entry.name.startswith(".")]
            return Folder(tuple(sorted(names)[:_MOST_ENTRIES]))
        if not is_plain(descriptor):
            raise DeniedError(f"{uri[:200]!r} is neither a file nor a directory")
        if not is_plain(descriptor, sole=True):
            raise DeniedError(
                f"{uri[:200]!r} has a second name, which may be anywhere",
                hint="put a copy in the place of the hard link",
            )
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            data = file.read(_MOST_BYTES + 1)
    finally:
        os.close(descriptor)
    if len(data) > _MOST_BYTES:
        raise DeniedError(
            f"{uri[:200]!r} is larger than {_MOST_BYTES >> 20} MiB", hint=f"open {path} itself"
        )
    return File(data, "text/markdown" if path.suffix == ".md" else "text/plain")
