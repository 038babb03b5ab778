"""A plan as people read it: what each file loses and gains."""

from collections.abc import Iterator, Mapping
from difflib import unified_diff

from memoryd.memory import Change, Document

from .values import Plan

_NOWHERE = "/dev/null"


def diff(plan: Plan, documents: Mapping[str, Document]) -> str:
    """Return the changes as one unified diff; `/dev/null` stands for a file that is not there."""
    return "".join(line for change in plan.changes for line in _lines(change, documents))


def _lines(change: Change, documents: Mapping[str, Document]) -> Iterator[str]:
    before = documents.get(change.path)
    texts = [before.raw if before else b"", change.data or b""]
    old, new = (text.decode("utf-8", "replace").split("\n") for text in texts)
    yield from unified_diff(
        _ended(old),
        _ended(new),
        f"a/{change.path}" if before else _NOWHERE,
        _NOWHERE if change.data is None else f"b/{change.path}",
    )


def _ended(lines: list[str]) -> list[str]:
    """Return lines with their ends; the last one may tell that it has none."""
    last = [f"{lines[-1]}\n\\ No newline at end of file\n"] if lines[-1] else []
    return [*(f"{line}\n" for line in lines[:-1]), *last]
