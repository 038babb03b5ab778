"""An agent's words about its event, as a value; what cannot be understood has a reason."""

from dataclasses import dataclass

import msgspec

from memoryd.sources import hide_private, strip_blocks
from memoryd_client.wire import MAX_QUERY_CHARS

from .agents import AGENTS, Moment

_MOST_CHARS = 4096


class UnheardError(Exception):
    """Nothing can be done about an event; `reason` is counted."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """One event of one session. `prompt` is what a person typed, empty where nobody did."""

    agent: str
    event: str
    moment: Moment
    cwd: str
    session: str | None
    source: str
    prompt: str


class _Said(msgspec.Struct):
    """The fields that matter; newer agents send more."""

    session_id: str | None = None
    cwd: str | None = None
    source: str | None = None
    prompt: str | None = None
    submitted_prompt: str | None = None


_SAID = msgspec.json.Decoder(_Said)


def hear(agent: str, event: str, body: bytes) -> Heard:
    """Return what *agent* says at *event*. Raise UnheardError."""
    known = AGENTS.get(agent)
    if known is None:
        raise UnheardError("unknown_agent")
    moment = known.events.get(event)
    if moment is None:
        raise UnheardError("unknown_event")
    try:
        said = _SAID.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as exc:
        raise UnheardError("not_understood") from exc
    cwd = said.cwd or ""
    if not cwd.startswith("/") or len(cwd) > _MOST_CHARS or "\0" in cwd:
        raise UnheardError("no_directory")
    # A command is expanded in `prompt`. With what no person typed, a tool's result, both are empty.
    typed = said.prompt if said.submitted_prompt is None else said.submitted_prompt
    session = said.session_id
    return Heard(
        agent=agent,
        event=event,
        moment=moment,
        cwd=cwd,
        session=session if session and len(session) <= _MOST_CHARS else None,
        source=said.source or "",
        prompt=strip_blocks(hide_private(typed or ""))[:MAX_QUERY_CHARS].strip(),
    )
