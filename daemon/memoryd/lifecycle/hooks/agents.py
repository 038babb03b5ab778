"""The agents that have hooks: what their events are called, and what must not be said twice."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Moment(StrEnum):
    """What an event means to us, whatever an agent calls it."""

    START = "start"
    PROMPT = "prompt"
    TURN_END = "turn_end"
    SESSION_END = "session_end"


@dataclass(frozen=True, slots=True, kw_only=True)
class Agent:
    """One agent's events by its own names.

    `keeps`: the sources of a start after which what was injected before is still there.
    """

    events: Mapping[str, Moment]
    keeps: frozenset[str]


_EVENTS = {
    "SessionStart": Moment.START,
    "UserPromptSubmit": Moment.PROMPT,
    "Stop": Moment.TURN_END,
    "SessionEnd": Moment.SESSION_END,
}

AGENTS: Mapping[str, Agent] = {
    "claude-code": Agent(events=_EVENTS, keeps=frozenset({"resume", "fork"})),
    "codex": Agent(events=_EVENTS, keeps=frozenset({"resume"})),
    # What it gets at a start lives in the system prompt, which is built anew every time.
    "qwen-code": Agent(events=_EVENTS, keeps=frozenset()),
}
