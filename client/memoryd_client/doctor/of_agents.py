"""Checks of the agents that are here: connected as they should be, and how long they keep."""

from collections.abc import Iterator

from .values import AgentState, Facts, Finding

_WRITES = ("create", "change")


def check_agents(facts: Facts) -> Iterator[Finding]:
    """Check that every agent that was set up still is."""
    for agent in facts.agents:
        if agent.connected:
            yield from _check_agent(agent)
    here = [agent.title for agent in facts.agents]
    if here and not any(agent.connected for agent in facts.agents):
        yield Finding(
            check="agents",
            level="warn",
            detail=f"{', '.join(here)}: learnt from, and not given memories by themselves",
            remedy="`memoryctl setup` connects them",
        )


def _check_agent(agent: AgentState) -> Iterator[Finding]:
    found = list(_troubles(agent))
    yield from found
    if not found:
        yield Finding(check=agent.name, level="ok", detail=f"{agent.title} is connected")


def _troubles(agent: AgentState) -> Iterator[Finding]:
    again = f"`memoryctl setup {agent.name}`"
    for path in agent.missing:
        detail = f"its hooks start {path}, which is not there"
        yield Finding(check=agent.name, level="fail", detail=detail, remedy=again)
    for action, path, why, hint in agent.steps:
        if action == "failed":
            yield Finding(check=agent.name, level="fail", detail=why, remedy=hint)
        elif action == "kept":
            yield Finding(check=agent.name, level="warn", detail=why, remedy=hint)
        elif action in _WRITES and not agent.missing:
            gone = "is not there" if action == "create" else "is for another socket or installation"
            yield Finding(check=agent.name, level="warn", detail=f"{path} {gone}", remedy=again)
    for warning in agent.warnings:
        yield Finding(check=agent.name, level="warn", detail=warning)


def check_retention(facts: Facts) -> Iterator[Finding]:
    """Say what goes when agents delete their transcripts."""
    for agent in facts.agents:
        if agent.keeps_days is None:
            continue
        if agent.keeps_days <= 0:
            yield Finding(
                check="retention",
                level="warn",
                detail=f"{agent.title} keeps no transcripts (cleanupPeriodDays is 0):"
                " nothing can be learnt from it",
                remedy="set cleanupPeriodDays in its settings.json to 1 or more",
            )
        else:
            yield Finding(
                check="retention",
                level="ok",
                detail=f"{agent.title} deletes transcripts {agent.keeps_days} days after their last"
                " use; what was learnt of them stays, and they cannot be read again",
            )
