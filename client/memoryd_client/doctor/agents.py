"""Looking at what connects the agents that are here."""

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from memoryd_client.errors import MemorydError
from memoryd_client.integrations import (
    AGENTS,
    Agent,
    Records,
    Step,
    detect,
    find_launch,
    plan_setups,
)
from memoryd_client.integrations.settings import lookup, read_settings

from .values import AgentState

# As hooks and servers are started: the interpreter, its two options, a file of ours.
_STARTS = re.compile(rb"(/[^\s\"']+) -I -S (/[^\s\"']+)")
_CLAUDE_KEEPS_DAYS = 30


def read_agents(env: Mapping[str, str], socket: str, state: Path) -> tuple[AgentState, ...]:
    """Return how it stands with each agent that is here."""
    try:
        records = Records(state / "setup")
    except MemorydError as exc:
        return (_unknown(exc),)
    return tuple(_read(agent, env, socket, records) for agent in _present(env))


def _present(env: Mapping[str, str]) -> Iterator[Agent]:
    return (agent for agent in AGENTS.values() if detect(agent, env).found)


def _read(agent: Agent, env: Mapping[str, str], socket: str, records: Records) -> AgentState:
    folder = agent.folder(env)
    connected = bool(records.of(agent.name))
    steps: list[Step] = []
    if connected:
        steps = plan_setups(
            agent.name, agent.edits(folder, find_launch(socket)), records, asked=False
        )
    return AgentState(
        name=agent.name,
        title=agent.title,
        connected=connected,
        steps=tuple((step.action, str(step.path), step.why, step.hint) for step in steps),
        missing=missing_in(step.old or b"" for step in steps),
        warnings=tuple(agent.warnings(folder, env)) if connected else (),
        keeps_days=_keeps_days(folder) if agent.name == "claude-code" else None,
    )


def missing_in(contents: Iterable[bytes]) -> tuple[str, ...]:
    """Return the programs and files that hooks in these files start and that are not there."""
    named = (word for content in contents for found in _STARTS.findall(content) for word in found)
    paths = dict.fromkeys(os.fsdecode(word) for word in named)
    return tuple(path for path in paths if not Path(path).exists())


def _keeps_days(folder: Path) -> int:
    days = lookup(read_settings(folder / "settings.json"), "cleanupPeriodDays")
    return days if isinstance(days, int) and not isinstance(days, bool) else _CLAUDE_KEEPS_DAYS


def _unknown(error: MemorydError) -> AgentState:
    return AgentState(
        name="setup",
        title="set-up",
        connected=True,
        steps=(("failed", "", str(error), error.hint),),
        missing=(),
        warnings=(),
        keeps_days=None,
    )
