"""Taking a fact out of all that sessions taught, to the last byte that is ours."""

from collections.abc import Callable
from datetime import datetime

from memoryd.database import Database
from memoryd.memory import Projects
from memoryd.system.files import atomic_write, remove
from memoryd.system.inside import confined

from .keep import extraction_of, rollout_of
from .marks import is_ours
from .untell import without_facts
from .without import without, without_lines
from .write import read_root

_LESSONS = "learned.md"


def erase_taught(
    is_meant: Callable[[str], bool], database: Database, projects: Projects
) -> list[str]:
    """Leave no statement that *is_meant*; return the files of a person that still hold one.

    Blocking. The database is to be scrubbed after it.
    """

    def is_forgotten(said: str, at: datetime | None) -> bool:
        del at
        return is_meant(said)

    for output in database.consolidations.outputs():
        before = rollout_of(output)
        after = without(before, is_forgotten)
        if after != before:
            database.stage1.rewrite(output.thread, extraction_of(after))
    left: list[str] = []
    for project in projects.all():
        root = project.artefacts_dir
        present = read_root(root) if root.is_dir() else {}
        changed = dict(without_facts(present, is_meant))
        if lessons := present.get(_LESSONS):
            text = lessons.decode("utf-8", "replace")
            kept = without_lines(text, is_meant)
            if kept != text:
                changed[_LESSONS] = f"{kept}\n".encode() if kept else None
        for path, data in changed.items():
            if data is None:
                remove(confined(root, path))
            else:
                atomic_write(confined(root, path), data)
        own = (path for path, data in present.items() if path not in changed and not is_ours(data))
        left += [str(root / path) for path in own if _tells(present[path], is_meant)]
    return left


def _tells(data: bytes, is_meant: Callable[[str], bool]) -> bool:
    text = data.decode("utf-8", "replace")
    return without_lines(text, is_meant) != text
