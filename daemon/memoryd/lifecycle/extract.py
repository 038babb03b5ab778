"""Messages -> patches -> gate -> memory files."""

import os
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import structlog

from memoryd.domain import Message, Patch, Scope, Speaker
from memoryd.memory import Change, Outcome, Store

log = structlog.get_logger(__name__)

_CHANGES = (Outcome.CREATED, Outcome.MERGED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """What became of the patches of one slice of a session.

    `rejected` counts by reason what is no memory of its own, also what was merged into one,
    `redacted` by kind the secrets that were taken out.
    """

    created: int = 0
    merged: int = 0
    rejected: Counter[str] = field(default_factory=Counter)
    topics: tuple[str, ...] = ()
    redacted: Counter[str] = field(default_factory=Counter)

    @property
    def patches(self) -> int:
        """How many patches changed memory."""
        return self.created + self.merged


def extract(
    messages: Sequence[Message],
    *,
    agent: str,
    session: str,
    project: Store | None,
    user: Store,
    cwd: str | None,
    claim: Callable[[], None] | None = None,
) -> Extraction:
    """Extract what *messages* leave behind into the stores of their scope.

    Without a project (a session that never named a directory) only facts of user scope are kept.
    *claim* is called before the first change to the project's store.
    """
    # Their tables take long to load, and a daemon that starts must answer first.
    from memoryd.llm import propose  # noqa: PLC0415 -- see above

    from .gate import judge  # noqa: PLC0415 -- see above

    rejected, redacted = Counter[str](), Counter[str]()
    roots = [store.memory_dir for store in (project, user) if store]
    kept, muted = without_own_writes(messages, roots, cwd)
    rejected["memory_tool"] += muted
    patches: dict[Scope, list[Patch]] = {Scope.PROJECT: [], Scope.USER: []}
    typed = {m.record: m.text for m in kept if m.speaker is Speaker.PERSON}
    for patch in propose(kept, agent=agent, session=session):
        store = user if patch.scope is Scope.USER else project
        if store is None:
            rejected["no_project"] += 1
            log.debug("patch rejected", reason="no_project", session=session)
            continue
        said = [typed[source.record] for source in patch.sources if source.record in typed]
        by_person = len(said) == len(patch.sources)
        speaker = Speaker.PERSON if by_person else Speaker.AGENT
        verdict = judge(patch, speaker=speaker, said=said)
        redacted += verdict.redacted
        if verdict.patch is None:
            rejected[verdict.reason] += 1
            log.debug("patch rejected", reason=verdict.reason, session=session)
        else:
            patches[patch.scope].append(verdict.patch)
    if claim and patches[Scope.PROJECT]:
        claim()
    done = _apply(patches, project=project, user=user, by=agent, session=session, rejected=rejected)
    return replace(done, redacted=redacted)


def _apply(
    patches: dict[Scope, list[Patch]],
    *,
    project: Store | None,
    user: Store,
    by: str,
    session: str,
    rejected: Counter[str],
) -> Extraction:
    counts: Counter[Outcome] = Counter()
    topics: set[str] = set()
    for scope, store in ((Scope.PROJECT, project), (Scope.USER, user)):
        if store is None or not patches[scope]:
            continue
        applied = store.apply(patches[scope], operation="extract", by=by)
        for patch, result in zip(patches[scope], applied, strict=True):
            counts[result.status] += 1
            if result.status in _CHANGES:
                topics.add(patch.type)
            if result.status is not Outcome.CREATED:
                log.debug("patch not kept as new", reason=result.status, session=session)
    rejected.update({status: n for status, n in counts.items() if status is not Outcome.CREATED})
    return Extraction(
        created=counts[Outcome.CREATED],
        merged=counts[Outcome.MERGED],
        rejected=+rejected,
        topics=tuple(sorted(topics)),
    )


def without_own_writes(
    messages: Sequence[Message], roots: Iterable[Path], cwd: str | None
) -> tuple[list[Message], int]:
    """Leave out what a person said in turns in which the agent itself wrote memory files.

    Returns the messages that remain and how many were left out (skip reason `memory_tool`). A
    failed write does not count, and one turn never mutes another.
    """
    roots = list(roots)
    muted: set[str] = set()
    latest = ""
    for message in messages:
        if message.speaker is Speaker.PERSON:
            latest = message.record
        elif writes_memory(message, roots, cwd):
            muted.add(latest)
    kept = [m for m in messages if m.speaker is not Speaker.PERSON or m.record not in muted]
    return kept, len(messages) - len(kept)


def writes_memory(message: Message, roots: Iterable[Path], cwd: str | None) -> bool:
    """Tell whether a tool wrote a file below *roots*, the directories of memories."""
    call = message.tool
    if call is None or call.failed or not call.path:
        return False
    path = Path(os.path.normpath(os.path.join(cwd or "/", call.path)))  # noqa: PTH118 -- text of a foreign machine, never touched
    return any(path.is_relative_to(root) for root in roots)


def withdraw(records: Iterable[str], session: str, stores: Iterable[Store]) -> int:
    """Take back memories whose every source the person took back (rewind, rollback).

    Returns how many. No tombstone: what is said again is learnt again.
    """
    gone = set(records)
    count = 0
    for store in stores if gone else ():
        store.refresh()
        seen = {
            document.relative: document.raw
            for document in store.documents().values()
            if not document.pinned
            and document.sources
            and all(ref.session == session and ref.record in gone for ref in document.sources)
        }
        if seen:
            changes = [Change(path=path, data=None) for path in seen]
            store.commit(changes, operation="withdraw", by="rewind", base=seen)
            count += len(changes)
    return count
