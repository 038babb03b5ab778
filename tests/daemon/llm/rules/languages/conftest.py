"""Hears statements as the daemon does: by the rules, and through the gate."""

from datetime import UTC, datetime

import pytest

from memoryd.domain import Message, Speaker
from memoryd.lifecycle.gate import judge
from memoryd.llm.rules import propose

TUESDAY = datetime(2026, 3, 10, 9, tzinfo=UTC)


@pytest.fixture
def hear():
    """Return what is kept of one message, as «type summary»; agents' words may come before."""

    def told(text, *, offer=""):
        spoken = [(Speaker.AGENT, offer)] if offer else []
        spoken.append((Speaker.PERSON, text))
        messages = [
            Message(speaker=speaker, text=said, record=str(n), at=TUESDAY, offset=n)
            for n, (speaker, said) in enumerate(spoken)
        ]
        patches = propose(messages, agent="test", session="s")
        judged = [judge(patch, speaker=Speaker.PERSON).patch for patch in patches]
        return [f"{patch.type} {patch.entry.summary}" for patch in judged if patch]

    return told
