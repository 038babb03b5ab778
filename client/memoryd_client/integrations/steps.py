"""What set-up and its removal do to each file: decided first, shown, then done."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from . import files
from .base import CannotEditError, Edit
from .files import FileError
from .hook_entries import take_hooks
from .records import Record, Records, digest
from .toml_server import take_server

_TAKERS: Mapping[str, Callable[[Path, bytes], bytes]] = {
    "hooks": take_hooks,
    "table": take_server,
}
_EMPTY = (b"", b"{}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One file: what it holds, what it shall hold, and why nothing is done when so."""

    agent: str
    path: Path
    action: str  # create, change, restore, delete; unchanged, kept, failed
    old: bytes | None = None
    new: bytes | None = None
    without: bytes | None = None  # what it would hold without us
    record: Record | None = None  # of what a set-up writes
    why: str = ""
    hint: str = ""

    @property
    def does(self) -> bool:
        """True when there is something to do."""
        return self.action in ("create", "change", "restore", "delete")


def plan_setups(agent: str, edits: Iterable[Edit], records: Records, *, asked: bool) -> list[Step]:
    """Decide on each file; *asked* allows to write again what its user changed or took out."""
    return [
        _guard(agent, edit, lambda edit: _setup(agent, edit, records, asked=asked))
        for edit in edits
    ]


def plan_removals(agent: str, edits: Iterable[Edit], records: Records) -> list[Step]:
    """Decide how each file that was written, or would be, comes to be without us."""
    # Backwards: the directories that were made belong to the file that needed them first.
    known = dict(reversed(records.of(agent).items()))
    unknown = [edit for edit in edits if edit.path not in known]
    return [
        *(_removal(agent, path, one.kind, one, records) for path, one in known.items()),
        *(_removal(agent, one.path, one.kind, _guess(agent, one), records) for one in unknown),
    ]


def perform(step: Step, records: Records) -> None:
    """Do one step, so that it can be taken back wherever it is interrupted.

    Raise FileError when it cannot be done; the file is then as it was.
    """
    if step.record:
        _write(step, step.record, records)
        return
    record = records.get(step.path)
    if step.does and step.new is None:
        files.delete(step.path, expected=step.old)
    elif step.does and step.new is not None:
        files.write(step.path, step.new, expected=step.old)
    if record:
        files.remove_empty(map(Path, record.folders))
        is_restored = step.new is not None and digest(step.new) == record.before
        records.drop(step.path, with_backup=is_restored)


def _setup(agent: str, edit: Edit, records: Records, *, asked: bool) -> Step:
    path, old, record = edit.path, files.read(edit.path), records.get(edit.path)
    if record and not asked and _is_changed(edit, record, old):
        how = "changed" if edit.ours(old) else "taken out"
        why = f"memoryd's part of {path} was {how} by hand, and stays so"
        hint = f"`memoryctl setup {agent}` writes it again"
        return Step(agent=agent, path=path, action="kept", old=old, new=old, why=why, hint=hint)
    new = edit.put(old, known=record is not None)
    if new == old:
        return Step(agent=agent, path=path, action="unchanged", old=old, new=old)
    without = _without_us(path, edit.kind, old, record, records)
    written = Record(
        agent=agent,
        kind=edit.kind,
        ours=edit.ours(new),
        after=digest(new),
        before=None if without is None else digest(without),
        folders=record.folders if record else (),
    )
    action = "create" if old is None else "change"
    return Step(
        agent=agent, path=path, action=action, old=old, new=new, without=without, record=written
    )


def _removal(agent: str, path: Path, kind: str, record: Record | None, records: Records) -> Step:
    try:
        old = files.read(path)
        new = _without_us(path, kind, old, record, records)
    except (CannotEditError, FileError) as exc:
        hint = exc.hint or "take out by hand what memoryd has added"
        return Step(agent=agent, path=path, action="failed", why=str(exc), hint=hint)
    if old != new:
        action = "delete" if new is None else "restore"
        return Step(agent=agent, path=path, action=action, old=old, new=new)
    if kind == "file" and record and old is not None:
        why = f"{path} was changed by hand, and stays"
        return Step(agent=agent, path=path, action="kept", old=old, new=old, why=why)
    return Step(agent=agent, path=path, action="unchanged", old=old, new=old)


def _guard(agent: str, edit: Edit, plan: Callable[[Edit], Step]) -> Step:
    try:
        return plan(edit)
    except (CannotEditError, FileError) as exc:
        hint = f"{exc.hint or 'put it right'}, or add by hand:\n{edit.by_hand()}"
        return Step(agent=agent, path=edit.path, action="failed", why=str(exc), hint=hint)


def _guess(agent: str, edit: Edit) -> Record | None:
    """Return a record for a file that is all ours, should the real one be lost."""
    if edit.kind in _TAKERS:
        return None
    content = edit.put(None, known=False)
    return Record(agent=agent, kind=edit.kind, ours=edit.ours(content), after=digest(content))


def _write(step: Step, record: Record, records: Records) -> None:
    earlier = records.get(step.path)
    is_our_own = step.old is not None and earlier and digest(step.old) == earlier.after
    for content in {step.without, None if is_our_own else step.old} - {None}:
        records.keep(content or b"")
    folders = tuple(dict.fromkeys((*record.folders, *map(str, files.missing(step.path)))))
    record = replace(record, folders=folders)
    records.set(step.path, record)
    try:
        files.write(step.path, step.new or b"", expected=step.old)
    except FileError:
        if earlier:
            records.set(step.path, earlier)
        else:
            records.drop(step.path, with_backup=True)
        raise
    records.set(step.path, replace(record, written=True))


def _is_changed(edit: Edit, record: Record, now: bytes | None) -> bool:
    """Tell whether our part is neither what we wrote nor what we would write."""
    was_interrupted = not record.written and record.before == (None if now is None else digest(now))
    expected = (record.ours, edit.ours(edit.put(None, known=False)))
    return not was_interrupted and edit.ours(now) not in expected


def _without_us(
    path: Path, kind: str, now: bytes | None, record: Record | None, records: Records
) -> bytes | None:
    """Return what *path* would hold without us; None for no file."""
    if now is None:
        return None
    if record and digest(now) == record.after:
        return None if record.before is None else records.backup(record.before)
    if kind not in _TAKERS:
        return now
    rest = _TAKERS[kind](path, now)
    made_by_us = record is not None and record.before is None
    return None if made_by_us and rest.strip() in _EMPTY else rest
