"""Who a project is, and whether a repository that appears is one that moved here.

The *identity* of a project is its repository's remote or, without one, its first commit. A
linked worktree that is kept apart has none: it comes and goes, its repository stays.

- A repository that appears is a project that moved when both are the same repository and the
  other one is gone: there is no repository any more where it was, on a file system that is
  mounted. Of several such projects it is the one that was used last.
- As long as the other one exists, both are clones, and stay apart.
- A remote is what a configuration says, not a proof. All it can get that way is the memory of a
  project that is gone, and that is logged and shown.
"""

import os
from collections.abc import Iterable
from dataclasses import replace

from .git_files import first_commit, read_remote
from .register import Record, Register
from .roots import NO_REPOSITORY, Checkout
from .state import Meta

_REMOTE, _COMMIT = "remote:", "commit:"
_KEPT_PLACES = 64


def identify(checkout: Checkout, *, git: str | None, known: str | None = None) -> str | None:
    """Return a repository's identity. Blocking; a first commit that is *known* is not asked for."""
    if checkout.git_dir is None:
        return None
    if remote := read_remote(checkout.git_dir):
        return _REMOTE + remote
    if known and known.startswith(_COMMIT):
        return known
    commit = first_commit(checkout.git_dir, git=git) if git else None
    return _COMMIT + commit if commit else None


def find_alike(register: Register, checkout: Checkout) -> list[Record]:
    """Return the projects that may be this repository, as far as that takes no program."""
    if checkout.git_dir is None:
        return []
    if remote := read_remote(checkout.git_dir):
        return register.of_identity(_REMOTE + remote)
    return [one for one in register if (one.identity or "").startswith(_COMMIT)]


def find_moved(alike: Iterable[Record], checkout: Checkout, *, git: str | None) -> Record | None:
    """Return the project that this repository was before it moved. Blocking."""
    gone = [record for record in alike if _is_gone(record)]
    identity = identify(checkout, git=git) if gone else None
    moved = [record for record in gone if record.identity == identity]
    return max(moved, key=lambda record: (record.updated_at, record.key), default=None)


def _is_gone(record: Record) -> bool:
    """Tell whether there is no repository any more where one was; when in doubt, no."""
    if record.mount_point is None or not os.path.ismount(record.mount_point):
        return False
    return all(_is_absent(f"{record.root}/{name}") for name in (".git", "HEAD"))


def _is_absent(path: str) -> bool:
    try:
        os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return True
    except OSError:  # not ours to look at
        return False
    return False


def mount_point(root: str) -> str:
    """Return the directory where the file system of *root* is mounted."""
    while not os.path.ismount(root):
        root = root.rpartition("/")[0] or "/"
    return root


def move(meta: Meta, root: str) -> Meta:
    """Return what is to be noted of a project that is at *root* now."""
    past = dict.fromkeys((*(meta.former_roots or ()), meta.project_root or ""))
    former = tuple(place for place in past if place not in ("", root))
    return replace(
        meta,
        project_root=root,
        mount_point=mount_point(root),
        former_roots=former[-_KEPT_PLACES:],
    )


def note(meta: Meta, *, root: str, identity: str | None, worktree: str | None) -> Meta:
    """Return what is to be noted of a project in its place; what is not known stays."""
    worktrees = tuple(meta.worktrees or ())
    if worktree and worktree not in worktrees:
        worktrees = (*worktrees, worktree)[-_KEPT_PLACES:]
    return replace(
        meta,
        project_identity=identity or meta.project_identity,
        mount_point=mount_point(root),
        worktrees=worktrees or None,
    )


def explain(checkout: Checkout, record: Record | None) -> str:
    """Say why a directory is the project it is."""
    parts = [checkout.reason]
    remote = read_remote(checkout.git_dir) if checkout.git_dir else None
    noted = record.identity if record and checkout.reason != NO_REPOSITORY else None
    identity = _REMOTE + remote if remote else noted or ""
    if identity.startswith(_REMOTE):
        parts.append(f"remote {identity.removeprefix(_REMOTE)}")
    elif identity:
        parts.append(f"first commit {identity.removeprefix(_COMMIT)[:10]}")
    if record and record.former_roots:
        parts.append(f"moved here from {record.former_roots[-1]}")
    return "; ".join(parts)
