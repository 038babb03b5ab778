"""MEMORY.md: all that the sessions of a project taught, and which session is about what."""

from collections.abc import Mapping

from memoryd.redact import redact

from . import sections
from .inert import code
from .knowledge import Knowledge
from .lines import day
from .names import summary_name
from .sections import Section
from .values import SessionDigest

_MOST_LINES = 200


def handbook(knowledge: Knowledge, further: Section, slugs: Mapping[str, str]) -> str:
    """Return the text of MEMORY.md, without the marks; *slugs* are those of the sessions."""
    about = [_session_line(each, slugs.get(each.session, "")) for each in knowledge.sessions]
    listed = [
        sections.decision_section(knowledge),
        sections.check_section(knowledge),
        sections.run_section(knowledge),
        sections.pitfall_section(knowledge),
        sections.open_section(knowledge),
        further,
        sections.place_section(knowledge, least_sessions=1),
        sections.person_section(knowledge),
        Section("Sessions", tuple(about)),
    ]
    parts = ["# Memory of this project"]
    for section in listed:
        if section.lines:
            parts += ["", f"## {section.title}", ""]
            parts += [f"- {line}" for line in section.lines[:_MOST_LINES]]
    return redact("\n".join(parts)).text


def _session_line(digest: SessionDigest, slug: str) -> str:
    name = summary_name(digest.session, slug)
    title = digest.title or "no request"
    return f"{day(digest.ended)}: {title} ({code(f'rollout_summaries/{name}')})"
