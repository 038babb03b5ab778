"""One dream: look, plan, check, and all of the change or nothing of it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from memoryd.domain import MemoryType
from memoryd.errors import ConflictError, MemorydError
from memoryd.lifecycle.present import public_id
from memoryd.memory import Document, Store, is_same_fact, read_meta, split_id, write_meta
from memoryd_client import wire

from .checking import Fault, check
from .differences import diff
from .planning import plan
from .values import Kind, Plan

_TRIES = 3


class DreamRefusedError(MemorydError):
    """What a dream wanted to do is more than it may; nothing was changed."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__(
            f"the dream was refused: {'; '.join(map(_describe, faults[:5]))}",
            hint="`memoryctl dream --dry-run` shows what it wanted to do",
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Dreamt:
    """What a dream did; `undo` takes all of it back."""

    status: Literal["updated", "noop"]
    deduped_entries: int = 0
    topics: tuple[MemoryType, ...] = ()
    steps: int = 0
    undo: str | None = None

    @property
    def words(self) -> str:
        """The same for people."""
        if self.undo is None:
            return "nothing to tidy"
        merged = f", {self.deduped_entries} doubled entries merged" if self.deduped_entries else ""
        return f"{self.steps} steps{merged}"


def dream(store: Store, *, session: str | None, max_loss_percent: float, now: datetime) -> Dreamt:
    """Tidy the memories of *store* and note it in meta.json. Blocking.

    Raise DreamRefusedError when the plan does not pass its check, ConflictError when the files
    change faster than they can be tidied, OSError when the disk refuses; then all is as before.
    """
    store.recover()
    for last in (*(False,) * (_TRIES - 1), True):
        try:
            dreamt = _dream_once(store, max_loss_percent=max_loss_percent)
            break
        except ConflictError:  # somebody edited a file meanwhile: look again
            if last:
                raise
    meta = read_meta(store.state_dir, now=now)
    write_meta(
        store.state_dir,
        replace(
            meta,
            updated_at=now,
            last_dream_at=now,
            last_dream_session_id=session or meta.last_dream_session_id,
            last_dream_touched_topics=dreamt.topics,
            last_dream_status=dreamt.status,
        ),
    )
    return dreamt


def _dream_once(store: Store, *, max_loss_percent: float) -> Dreamt:
    documents, planned, faults = _propose(store, max_loss_percent=max_loss_percent)
    if faults:
        raise DreamRefusedError(faults)
    token = store.commit(
        planned.changes,
        operation="dream",
        by="memoryd",
        detail=f"{len(planned.operations)} steps",
        base={
            change.path: documents[change.path].raw if change.path in documents else None
            for change in planned.changes
        },
        forgotten=_superseded(planned, documents),
        whole=True,
    )
    if token is None:
        store.rebuild_index()
        return Dreamt(status="noop")
    return Dreamt(
        status="updated",
        deduped_entries=planned.deduped_entries,
        topics=planned.topics,
        steps=len(planned.operations),
        undo=token,
    )


def preview(store: Store, *, max_loss_percent: float) -> wire.DreamPreview:
    """Return what a dream would do now; nothing is changed. Blocking."""
    documents, planned, faults = _propose(store, max_loss_percent=max_loss_percent)
    return wire.DreamPreview(
        diff=diff(planned, documents),
        steps=[
            wire.DreamStep(
                kind=step.kind.value,
                ids=[public_id(store.scope, memory_id) for memory_id in step.sources],
                reason=step.reason,
            )
            for step in planned.operations
        ],
        deduped_entries=planned.deduped_entries,
        refused=[_describe(fault) for fault in faults],
    )


def _propose(
    store: Store, *, max_loss_percent: float
) -> tuple[Mapping[str, Document], Plan, Sequence[Fault]]:
    store.refresh()
    documents = store.documents()
    planned = plan(
        documents,
        alike=is_same_fact,
        max_loss_percent=max_loss_percent,
        taken=store.unreadable(),
    )
    faults = check(planned, documents, alike=is_same_fact, max_loss_percent=max_loss_percent)
    return documents, planned, faults


def _describe(fault: Fault) -> str:
    return f"{fault.path}: {fault.reason}" if fault.path else fault.reason


def _superseded(planned: Plan, documents: Mapping[str, Document]) -> Iterator[str]:
    """Yield the facts that no longer hold: their old statement must not bring them back."""
    for step in planned.operations:
        if step.kind is Kind.SUPERSEDE:
            for memory_id in step.sources:
                path, index = split_id(memory_id)
                yield documents[path].entries[index or 0].summary
