"""Extraction by rules: a session's messages in, patches out, no model asked."""

from collections.abc import Sequence
from datetime import UTC, datetime

from memoryd.domain import Message, Patch, SourceRef, Speaker

from .assent import find_assent
from .facts import Fact, find_facts, open_clauses
from .phrases import Cues, may_tell
from .sentences import MAX_TEXT, has_address
from .wording import fold_letters

_Found = list[tuple[Message, Fact]]


def propose(messages: Sequence[Message], *, agent: str, session: str) -> list[Patch]:
    """Return what the persons of *messages*, in order, stated for good and did not take back."""
    found: _Found = []
    offer = ""
    for message in messages:
        if message.speaker is Speaker.AGENT:
            offer = message.text or offer
        elif message.speaker is Speaker.PERSON:
            found = _read(message, offer, found)
            offer = ""
    return [_patch(message, fact, agent, session) for message, fact in found]


def _read(message: Message, offer: str, found: _Found) -> _Found:
    """Return *found* as it stands after *message*, which answers the agent's *offer*."""
    text = message.text[:MAX_TEXT]
    folded = fold_letters(text)
    if not (may_tell(folded) or has_address(folded)):
        return found
    cues = Cues(folded)
    at = message.at or datetime.now(UTC)
    clauses = open_clauses(text, cues)
    taken_back = [n for n, clause in enumerate(clauses) if cues.has("retract", clause.folded)]
    if taken_back:
        said, clauses = clauses[: taken_back[-1]], clauses[taken_back[-1] :]
        if found and not find_facts(said, text, cues, at):
            found = [pair for pair in found if pair[0] is not found[-1][0]]
    accepted = find_assent(offer, text, cues)
    for fact in [accepted] if accepted else find_facts(clauses, text, cues, at):
        found = [pair for pair in found if not fact.replaces(pair[1])]
        found.append((message, fact))
    return found


def _patch(message: Message, fact: Fact, agent: str, session: str) -> Patch:
    source = SourceRef(agent=agent, session=session, record=message.record, at=message.at)
    return Patch(
        type=fact.type,
        scope=fact.scope,
        entry=fact.entry,
        sources=(source,),
        at=message.at or datetime.now(UTC),
    )
