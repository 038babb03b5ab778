"""Extraction by rules: a session's messages in, patches out, no model asked."""

from collections.abc import Sequence
from datetime import UTC, datetime

from memoryd.domain import Message, Patch, SourceRef, Speaker

from .assent import find_assent
from .facts import Fact, find_facts, takes_back
from .phrases import Cues, may_tell
from .sentences import MAX_TEXT, has_address
from .wording import fold_letters


def propose(messages: Sequence[Message], *, agent: str, session: str) -> list[Patch]:
    """Return what the persons of *messages*, in order, stated for good and did not take back."""
    found: list[tuple[Message, Fact]] = []
    offer = ""
    for message in messages:
        if message.speaker is Speaker.AGENT:
            offer = message.text or offer
        if message.speaker is not Speaker.PERSON:
            continue
        folded = fold_letters(message.text[:MAX_TEXT])
        if may_tell(folded) or has_address(folded):
            cues = Cues(folded)
            if found and takes_back(message.text, cues):
                last = found[-1][0]
                found = [pair for pair in found if pair[0] is not last]
            accepted = find_assent(offer, message.text, cues)
            at = message.at or datetime.now(UTC)
            facts = [accepted] if accepted else find_facts(message.text, cues, at)
            found += [(message, fact) for fact in facts]
        offer = ""
    return [_patch(message, fact, agent, session) for message, fact in found]


def _patch(message: Message, fact: Fact, agent: str, session: str) -> Patch:
    source = SourceRef(agent=agent, session=session, record=message.record, at=message.at)
    return Patch(
        type=fact.type,
        scope=fact.scope,
        entry=fact.entry,
        sources=(source,),
        at=message.at or datetime.now(UTC),
    )
