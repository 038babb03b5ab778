"""What a session is to be given at an event: its start, what a prompt needs, or nothing."""

from dataclasses import dataclass

from .agents import AGENTS, Moment
from .hear import Heard

_COMMAND = "/"


@dataclass(frozen=True, slots=True)
class Wants:
    """What is to be looked up."""

    guidance: bool = False
    recall: bool = False


def plan(heard: Heard, *, is_guided: bool) -> Wants:
    """Return what *heard* asks for; *is_guided*: this session was given its guidance before.

    A start that follows what was kept gets none again. Where the start could not be answered, the
    first prompt is given it.
    """
    if heard.moment is Moment.START:
        keeps = heard.source in AGENTS[heard.agent].keeps
        return Wants(guidance=not (keeps and is_guided))
    if heard.moment is Moment.PROMPT and heard.prompt:
        return Wants(guidance=not is_guided, recall=not _is_command(heard.prompt))
    return Wants()


def _is_command(prompt: str) -> bool:
    """Tell a command (`/recall x`) from a path that a prompt begins with."""
    first = prompt.split(maxsplit=1)[0]
    return first.startswith(_COMMAND) and _COMMAND not in first[1:]
