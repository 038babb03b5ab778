"""Taking what was forgotten out of a memory root at once; the next consolidation does the rest."""

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime

from memoryd.domain import fingerprint
from memoryd.memory import Project, Projects
from memoryd.system.files import atomic_write, remove
from memoryd.system.inside import confined

from .marks import END, is_ours, marked, without_mark
from .names import is_beside, slug_of
from .owned import owned_in
from .without import without_lines
from .write import read_root

_LONG_AGO = datetime.min.replace(tzinfo=UTC)
_SUMMARIES = "rollout_summaries/"


def untell(project: Project, projects: Projects, *, now: datetime) -> tuple[str, ...]:
    """Rewrite the files that state what was forgotten; return their paths. Blocking.

    What is remembered (again) stands. Files of a person stay as they are.
    """
    root = project.artefacts_dir
    if not root.is_dir():
        return ()
    stores = (project.store, projects.user)
    stones = [store.tombstones() for store in stores]
    if not any(each.times for each in stones):
        return ()
    known = {
        fingerprint(entry.summary)
        for store in stores
        for document in store.documents().values()
        for entry in document.entries
    }

    def is_gone(said: str) -> bool:
        held = any(each.hold_back(said, at=_LONG_AGO, now=now) for each in stones)
        return held and fingerprint(said) not in known

    changed = dict(without_facts(read_root(root), is_gone))
    for path, data in changed.items():
        target = confined(root, path)
        if data is None:
            remove(target)
        else:
            atomic_write(target, data)
    return tuple(changed)


def without_facts(
    present: Mapping[str, bytes], is_gone: Callable[[str], bool]
) -> Iterator[tuple[str, bytes | None]]:
    """Yield the generated files that state what *is_gone*, as they are without it; None: nothing.

    A session's summary goes where its very name tells: it comes back under another one.
    """
    gone: set[str] = set()

    def note(said: str) -> bool:
        if is_gone(said):
            gone.add(slug_of(said))
            return True
        return False

    owned = owned_in(present)
    for path, data in present.items():
        if path in owned and is_beside(path):
            text = data.decode("utf-8", "replace")
            if without_lines(text, note) != text:
                yield path, None  # what is left of a script is none
        if not is_ours(data):
            continue
        body, end, tail = data.decode("utf-8", "replace").partition(END)
        before = without_mark(body)
        after = without_lines(before, note)
        if after != before:
            rest = f"\n{END}{tail}" if end else ""
            yield path, (marked(after) + rest).encode() if after or tail.strip() else None
    for path, data in present.items():
        if path.startswith(_SUMMARIES) and is_ours(data) and _is_named_after(path, gone):
            yield path, None


def _is_named_after(path: str, facts: set[str]) -> bool:
    stem = path.removesuffix(".md")
    return any(stem.endswith(f"-{fact}") for fact in facts if fact)
