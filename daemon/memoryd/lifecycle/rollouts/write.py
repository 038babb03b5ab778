"""The only module here that touches the disk: reads a memory root, and swaps its files.

New files are put beside the root first. One rename says that they are complete; from then on
the swap only goes forward, file by file, and whoever finds it unfinished goes on with it.
"""

import contextlib
import hashlib
import os
import secrets
import shutil
from collections.abc import Iterator
from pathlib import Path

import msgspec

from memoryd.errors import BadRequestError, ConflictError, DeniedError
from memoryd.system.files import atomic_write, fsync_dir, make_private_dir, remove
from memoryd.system.inside import confined, read_plain

from .check import faults_of
from .names import is_artefact_path
from .owned import UNREADABLE
from .values import Artefacts

_VERSION = 1
_MOST_BYTES = 4 * 1024 * 1024
_MOST_FILES = 4_000
_MOST_DEPTH = 6
_SUMMARY = "memory_summary.md"


class _Plan(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    version: int
    # What each file was when the swap was decided; a file that says something else is left alone.
    files: dict[str, str | None]
    stale: dict[str, str]


_PLAN = msgspec.json.Decoder(_Plan)


def read_root(root: Path) -> dict[str, bytes]:
    """Return the files below *root* by relative path; empty when there is none.

    That is all Markdown, and what else consolidation may write. Links are left out. What is over
    4 MiB or cannot be read is there as `UNREADABLE`: not known, which is not empty. Raise
    DeniedError for a root that is a link.
    """
    _refuse_link(root)
    found: dict[str, bytes] = {}
    for path in _files(root):
        if len(found) < _MOST_FILES:
            with contextlib.suppress(FileNotFoundError):  # taken away meanwhile
                found[path.relative_to(root).as_posix()] = _read(path)
    return found


def _read(path: Path) -> bytes:
    try:
        data = read_plain(path, most_bytes=_MOST_BYTES + 1)
        return data if len(data) <= _MOST_BYTES else UNREADABLE
    except FileNotFoundError:
        raise
    except OSError:
        return UNREADABLE


def write_artefacts(root: Path, artefacts: Artefacts, *, token_limit: int) -> tuple[str, ...]:
    """Make the files of *root* those of *artefacts*; return the paths that were left alone.

    A kill leaves the old files or, after `recover`, the new ones. Left alone is what somebody
    changed since it was seen. Raise BadRequestError for artefacts with faults, with nothing
    written; OSError when the disk refuses.
    """
    recover(root)
    stage(root, artefacts, token_limit=token_limit)
    return commit(root)


def stage(root: Path, artefacts: Artefacts, *, token_limit: int) -> None:
    """Put complete new files beside *root*, where `commit` finds them.

    Whoever holds a lease looks at it between the two. Raise as `write_artefacts` does, and
    ConflictError when files are staged already.
    """
    _refuse_link(root)
    if faults := faults_of(artefacts, token_limit=token_limit):
        raise BadRequestError(f"cannot write {root}: {'; '.join(faults[:3])}")
    ready = _ready(root)
    if ready.exists():
        raise ConflictError(f"{root} has files that wait", hint="commit or recover first")
    make_private_dir(root.parent)
    staged = _beside(root)
    try:
        for path, data in artefacts.files.items():
            atomic_write(confined(staged, path), data)
        plan = _Plan(
            version=_VERSION,
            files={path: _hash(artefacts.seen.get(path)) for path in artefacts.files},
            stale={path: _hash(artefacts.seen.get(path)) or "" for path in artefacts.stale},
        )
        atomic_write(staged / "plan.json", msgspec.json.encode(plan))
        staged.rename(ready)
    except BaseException:
        shutil.rmtree(staged, ignore_errors=True)
        raise
    fsync_dir(root.parent)


def commit(root: Path) -> tuple[str, ...]:
    """Swap in what is staged, if anything is; return the paths that were left alone."""
    _refuse_link(root)
    plan = _read_plan(root)
    if plan is None:
        return ()
    make_private_dir(root)
    left = [path for path in sorted(plan.files, key=_last_summary) if not _swap(root, path, plan)]
    for path, seen in plan.stale.items():
        target = _as_it_was(root, path, seen)
        if target:
            remove(target)
            _prune(root, target.parent)
    discard(root)
    return tuple(left)


def discard(root: Path) -> None:
    """Drop what is staged: whoever staged it has lost the right to put it in place."""
    with contextlib.suppress(FileNotFoundError):
        discarded = _beside(root)
        _ready(root).rename(discarded)
        shutil.rmtree(discarded, ignore_errors=True)


def _read_plan(root: Path) -> _Plan | None:
    path = _ready(root) / "plan.json"
    try:
        plan = _PLAN.decode(path.read_bytes())
    except FileNotFoundError:
        return None
    except msgspec.DecodeError as exc:
        raise DeniedError(f"cannot read {path}: {exc}", hint="remove its folder") from exc
    if plan.version != _VERSION:
        raise DeniedError(f"{path} is of another version", hint="remove its folder")
    return plan


def recover(root: Path) -> bool:
    """Finish a swap that was cut off and sweep what was not complete; tell whether there was one.

    Run with the lease held, before anything else is done with *root*.
    """
    _refuse_link(root)
    for path in root.parent.glob(f".{root.name}-*.staged"):
        shutil.rmtree(path, ignore_errors=True)
    unfinished = _ready(root).is_dir()
    if unfinished:
        commit(root)
    return unfinished


def _swap(root: Path, path: str, plan: _Plan) -> bool:
    source = _ready(root) / path
    if not source.is_file():
        return True  # it was moved before the kill
    target = _as_it_was(root, path, plan.files[path])
    if target is None:
        return False
    try:
        make_private_dir(target.parent)
        source.rename(target)
    except (FileExistsError, NotADirectoryError, IsADirectoryError):
        return False  # something of a person's lies where a folder or the file should
    fsync_dir(target.parent)
    return True


def _as_it_was(root: Path, path: str, seen: str | None) -> Path | None:
    """Return where *path* lies if it is one of ours and nobody changed it since it was seen."""
    try:
        target = confined(root, path)
    except DeniedError:  # a person's link leads elsewhere
        return None
    return target if is_artefact_path(path) and _hash(_bytes(target)) == seen else None


def _last_summary(path: str) -> tuple[bool, str]:
    """Sort the summary last: it names the others."""
    return (path == _SUMMARY, path)


def _ready(root: Path) -> Path:
    return root.parent / f".{root.name}.ready"


def _beside(root: Path) -> Path:
    """Name a folder whose content is nothing to rely on."""
    return root.parent / f".{root.name}-{secrets.token_hex(6)}.staged"


def _refuse_link(root: Path) -> None:
    if root.is_symlink():
        raise DeniedError(f"{root} is a symbolic link", hint="put the directory itself there")


def _hash(data: bytes | None) -> str | None:
    return None if data is None else hashlib.sha256(data).hexdigest()


def _bytes(path: Path) -> bytes | None:
    try:
        return read_plain(path, follow=True)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError:
        if path.is_file():
            raise
        return None


def _files(root: Path) -> Iterator[Path]:
    for folder, folders, names in os.walk(root):  # links to directories are not followed
        if len(Path(folder).relative_to(root).parts) >= _MOST_DEPTH:
            folders.clear()
        for name in names:
            path = Path(folder, name)
            wanted = path.suffix == ".md" or is_artefact_path(path.relative_to(root).as_posix())
            if wanted and path.is_file() and not path.is_symlink():
                yield path


def _prune(root: Path, folder: Path) -> None:
    """Remove folders that became empty."""
    while folder != root and folder.is_relative_to(root):
        try:
            folder.rmdir()
        except OSError:  # something else lies there
            return
        folder = folder.parent
