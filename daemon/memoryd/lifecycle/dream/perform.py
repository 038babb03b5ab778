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

from .advised import AdviceRefusedError, follow, refuse_faults
from .checking import Fault, check
from .differences import diff
from .draft import Draft
from .listing import list_facts
from .planning import tidy
from .proposal import Advice, Listing
from .values import Kind, Plan

_TRIES = 3


class DreamRefusedError(MemorydError):
    """What a dream wanted to do is more than it may; nothing was changed."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__(
            f"the dream was refused: {'; '.join(map(str, faults[:5]))}",
            hint="`memoryctl dream --dry-run` shows what it wanted to do",
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """Why nothing of what a model proposed was done; after a conflict it may be asked again."""

    reason: str
    faults: tuple[Fault, ...]
    conflict: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Dreamt:
    """What a dream did; `undo` takes all of it back.

    `advised` counts the steps that a model proposed; `refused` says why none was taken.
    """

    status: Literal["updated", "noop"]
    deduped_entries: int = 0
    topics: tuple[MemoryType, ...] = ()
    steps: int = 0
    undo: str | None = None
    advised: int = 0
    refused: Refused | None = None

    @property
    def words(self) -> str:
        """The same for people, but for what a model had to do with it."""
        if self.undo is None:
            return "nothing to tidy"
        merged = f", {self.deduped_entries} doubled entries merged" if self.deduped_entries else ""
        return f"{self.steps} steps{merged}"

    @property
    def model_words(self) -> str:
        """What a model's advice came to, for people."""
        return _describe(self.advised, self.refused)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Proposed:
    """What a dream wants of *documents*, and what is wrong with that."""

    documents: Mapping[str, Document]
    plan: Plan
    faults: Sequence[Fault]
    advised: int = 0
    refused: Refused | None = None


def dream(
    store: Store,
    *,
    session: str | None,
    max_loss_percent: float,
    now: datetime,
    advice: Advice | None = None,
) -> Dreamt:
    """Tidy the memories of *store* and note it in meta.json. Blocking.

    What a model advised is done in the same operation, or not at all: see `refused`. Raise
    DreamRefusedError when the plan does not pass its check, ConflictError when the files
    change faster than they can be tidied, OSError when the disk refuses; then all is as before.
    """
    store.recover()
    for last in (*(False,) * (_TRIES - 1), True):
        try:
            dreamt = _dream_once(store, advice, max_loss_percent=max_loss_percent, now=now)
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


def _dream_once(
    store: Store, advice: Advice | None, *, max_loss_percent: float, now: datetime
) -> Dreamt:
    proposed = _propose(store, advice, max_loss_percent=max_loss_percent, now=now)
    if proposed.faults:
        raise DreamRefusedError(proposed.faults)
    documents, planned = proposed.documents, proposed.plan
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
        return Dreamt(status="noop", refused=proposed.refused)
    return Dreamt(
        status="updated",
        deduped_entries=planned.deduped_entries,
        topics=planned.topics,
        steps=len(planned.operations),
        undo=token,
        advised=proposed.advised,
        refused=proposed.refused,
    )


def show(store: Store, *, max_loss_percent: float, now: datetime) -> Listing:
    """Return the facts that a dream would leave, as a model is to see them. Blocking.

    Raise DreamRefusedError when there would be no dream.
    """
    store.refresh()
    documents = store.documents()
    draft = _tidy(store, documents, max_loss_percent=max_loss_percent)
    if faults := _check(draft.plan(), documents, max_loss_percent=max_loss_percent):
        raise DreamRefusedError(faults)
    return list_facts(draft, max_loss_percent=max_loss_percent, now=now)


def preview(
    store: Store,
    *,
    max_loss_percent: float,
    now: datetime,
    advice: Advice | None = None,
    model: str | None = None,
) -> wire.DreamPreview:
    """Return what a dream would do now; nothing is changed. Blocking.

    *model* says in words what there is to say of one that gave no advice.
    """
    proposed = _propose(store, advice, max_loss_percent=max_loss_percent, now=now)
    refused = proposed.faults or (proposed.refused.faults if proposed.refused else ())
    return wire.DreamPreview(
        diff=diff(proposed.plan, proposed.documents),
        steps=[
            wire.DreamStep(
                kind=step.kind.value,
                ids=[public_id(store.scope, memory_id) for memory_id in step.sources],
                reason=step.reason,
            )
            for step in proposed.plan.operations
        ],
        deduped_entries=proposed.plan.deduped_entries,
        refused=[str(fault) for fault in refused],
        model=_describe(proposed.advised, proposed.refused) if advice else model,
    )


def _describe(advised: int, refused: Refused | None) -> str:
    if refused:
        return f"refused: {refused.reason}"
    return f"{advised} of the steps" if advised else "nothing to add"


def _propose(
    store: Store, advice: Advice | None, *, max_loss_percent: float, now: datetime
) -> _Proposed:
    store.refresh()
    documents = store.documents()
    draft = _tidy(store, documents, max_loss_percent=max_loss_percent)
    planned, steps = draft.plan(), len(draft.operations)
    faults = _check(planned, documents, max_loss_percent=max_loss_percent)
    tidied = _Proposed(documents=documents, plan=planned, faults=faults)
    if faults or advice is None or not advice.proposal.operations:
        return tidied
    try:
        follow(draft, advice, taken=store.unreadable(), now=now)
        advised = draft.plan()
        # Both parts as one: what is lost counts together, and is seen from where both began.
        refuse_faults(_check(advised, documents, max_loss_percent=max_loss_percent))
    except AdviceRefusedError as exc:
        refused = Refused(reason=str(exc), faults=tuple(exc.faults), conflict=exc.conflict)
        return replace(tidied, refused=refused)
    return _Proposed(
        documents=documents, plan=advised, faults=(), advised=len(draft.operations) - steps
    )


def _tidy(store: Store, documents: Mapping[str, Document], *, max_loss_percent: float) -> Draft:
    return tidy(
        documents,
        alike=is_same_fact,
        max_loss_percent=max_loss_percent,
        taken=store.unreadable(),
    )


def _check(
    planned: Plan, documents: Mapping[str, Document], *, max_loss_percent: float
) -> list[Fault]:
    return check(planned, documents, alike=is_same_fact, max_loss_percent=max_loss_percent)


def _superseded(planned: Plan, documents: Mapping[str, Document]) -> Iterator[str]:
    """Yield the facts that no longer hold: their old statement must not bring them back."""
    for step in planned.operations:
        if step.kind is Kind.SUPERSEDE:
            for memory_id in step.sources:
                path, index = split_id(memory_id)
                yield documents[path].entries[index or 0].summary
