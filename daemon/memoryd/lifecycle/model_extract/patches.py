"""What of a model's answer holds: each patch against the records it names, then the gate."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Literal

from memoryd.domain import (
    Entry,
    MemoryType,
    Message,
    Patch,
    Scope,
    SourceRef,
    Speaker,
    collapse,
)
from memoryd.lifecycle.gate import judge
from memoryd.llm import own_words, propose

from .grounding import is_grounded, is_same_matter, restates, supported
from .lines import Line
from .question import ExtractAnswer, PatchAnswer, Question
from .standing import Standing

_MOST_SUPERSEDED = 3  # one session makes no more obsolete; who says so wants to forget

Op = Literal["add", "update", "supersede"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A patch that holds. `target` is the memory it updates or supersedes.

    `told` is what the rules make of its records: the same fact in the words of its speaker.
    """

    patch: Patch
    told: tuple[str, ...] = ()
    op: Op = "add"
    target: Standing | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """What is left of an answer, and what is not: counts by reason."""

    proposals: tuple[Proposal, ...]
    rejected: Counter[str]


def check_answer(answer: ExtractAnswer, question: Question, *, agent: str, session: str) -> Checked:
    """Return what of *answer* may go to the stores.

    A fact that holds though it may not touch its `target` is added, and the reason counted.
    """
    standing = {each.id: each for each in question.standing}
    proposals: list[Proposal] = []
    rejected: Counter[str] = Counter()
    for given in answer.patches:
        lines = [question.slice.find(record) for record in given.records]
        known = [line for line in lines if line is not None]
        target = standing.get(given.target or "")
        if len(known) < len(lines) or not known:
            rejected["no_such_record"] += 1
            continue
        judged = _judge(given, known, target, agent=agent, session=session)
        if isinstance(judged, str):
            rejected[judged] += 1
            continue
        superseded = sum(each.op == "supersede" for each in proposals)
        proposal, reason = _aim(given, judged, target, superseded=superseded)
        proposals.append(replace(proposal, told=_told(known)))
        rejected.update([reason] if reason else [])
    return Checked(proposals=tuple(proposals), rejected=rejected)


def _told(lines: Sequence[Line]) -> tuple[str, ...]:
    messages = [
        Message(speaker=line.speaker, text=line.text, record=line.record, at=line.at, offset=0)
        for line in lines
    ]
    return tuple(patch.entry.summary for patch in propose(messages, agent="", session=""))


def _judge(
    given: PatchAnswer, lines: Sequence[Line], target: Standing | None, *, agent: str, session: str
) -> Patch | str:
    """Return the patch that *lines* bear out, or the reason why they do not."""
    speakers = {line.speaker for line in lines}
    if Speaker.TOOL in speakers:
        return "tool_record"
    speaker = Speaker.PERSON if speakers == {Speaker.PERSON} else Speaker.AGENT
    if speaker is not Speaker.PERSON and given.op == "supersede":
        return "not_typed"
    # What a person pasted is context; a rule must rest on what they wrote themselves.
    said = [own_words(line.text) if speaker is Speaker.PERSON else line.text for line in lines]
    at = max((line.at for line in lines if line.at), default=None)
    known = [*said, target.summary] if target and given.op == "update" else said
    summary = collapse(given.summary)
    patch = Patch(
        type=MemoryType(given.type),
        scope=Scope(given.scope) if speaker is Speaker.PERSON else Scope.PROJECT,
        entry=Entry(
            summary=summary,
            why=supported(given.why, summary, known, at=at),
            how_to_apply=supported(given.how_to_apply, summary, known, at=at),
        ),
        sources=tuple(
            SourceRef(agent=agent, session=session, record=line.record, at=line.at)
            for line in dict.fromkeys(lines)
        ),
        at=at or datetime.now(UTC),
    )
    verdict = judge(patch, speaker=speaker, said=said)
    if verdict.patch is None:
        return verdict.reason
    touches = is_same_matter(summary, "\n".join(said))
    return verdict.patch if touches and is_grounded(summary, known, at=at) else "not_grounded"


def _aim(
    given: PatchAnswer, patch: Patch, target: Standing | None, *, superseded: int
) -> tuple[Proposal, str]:
    """Return what is to be done with *patch*, and why not what was proposed."""
    plain = Proposal(patch=patch)
    if given.op == "add":
        return plain, ""
    if target is None or target.scope is not patch.scope:
        return plain, "no_such_memory"
    summary = patch.entry.summary
    if given.op == "update":
        same = target.type is patch.type and restates(target.summary, summary)
        return (Proposal(patch=patch, op="update", target=target), "") if same else (plain, "")
    if not is_same_matter(target.summary, summary):
        return plain, "unrelated"
    if superseded >= _MOST_SUPERSEDED:
        return plain, "too_many"
    return Proposal(patch=patch, op="supersede", target=target), ""
