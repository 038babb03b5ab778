"""memory_summary.md: what a new session is told, within a number of tokens."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from memoryd.redact import has_secret, redact

from . import sections
from .knowledge import Knowledge
from .lines import day
from .sections import Section
from .tokens import count_tokens, quarters

_COMES_BACK = 2
_MOST_CHARS = 500
_POINTER = "More, and which session is about what: `MEMORY.md`."


@dataclass(frozen=True, slots=True)
class _Share:
    """How much of the whole a section may take before the others had theirs, and ever."""

    section: Section
    percent: int
    most: int


def summary(knowledge: Knowledge, further: Section, *, token_limit: int) -> str:
    """Return the text of memory_summary.md, at most *token_limit* tokens by our estimate.

    Empty when there is nothing to tell, or no room to tell it.
    """
    shares = [
        _Share(sections.check_section(knowledge), 20, 8),
        _Share(sections.decision_section(knowledge), 40, 40),
        _Share(sections.pitfall_section(knowledge), 15, 10),
        _Share(sections.run_section(knowledge), 10, 8),
        _Share(sections.person_section(knowledge), 10, 10),
        _Share(sections.open_section(knowledge), 5, 3),
        _Share(further, 5, 8),
        _Share(sections.session_section(knowledge), 10, 5),
        _Share(sections.place_section(knowledge, least_sessions=_COMES_BACK), 10, 6),
    ]
    head = _head(knowledge)
    page = _Page(room=4 * token_limit - quarters(head) - quarters(f"\n\n{_POINTER}"))
    for share in shares:
        page.add(share, within=4 * token_limit * share.percent // 100)
    for share in shares:
        page.add(share, within=page.room)
    text = page.text(shares)
    return _without_secrets(f"{head}{text}\n\n{_POINTER}", token_limit) if text else ""


def _head(knowledge: Knowledge) -> str:
    count = len(knowledge.sessions)
    days = sorted(day(s.ended) for s in knowledge.sessions if s.ended)
    span = " to ".join(dict.fromkeys((days[0], days[-1]))) if days else "undated"
    sessions = f"{count} sessions" if count > 1 else "1 session"
    return (
        f"# What earlier sessions taught\n\nFrom {sessions}, {span}."
        " Where the repository says otherwise, it is right."
    )


@dataclass(slots=True)
class _Page:
    """Lines that were taken, section by section, and the room that is left in quarter tokens."""

    room: int
    taken: dict[str, list[str]] = field(default_factory=dict)

    def add(self, share: _Share, *, within: int) -> None:
        """Take the next lines of a section as long as they fit."""
        title, lines = share.section.title, self.taken.setdefault(share.section.title, [])
        for line in share.section.lines[len(lines) : share.most]:
            told = _listed(line)
            cost = quarters(told) + (0 if lines else quarters(_heading(title)))
            if cost > min(within, self.room):
                return
            within, self.room = within - cost, self.room - cost
            lines.append(line)

    def text(self, shares: Sequence[_Share]) -> str:
        """Return what was taken, in the order of the sections."""
        return "".join(
            _heading(share.section.title) + "".join(map(_listed, lines))
            for share in shares
            if (lines := self.taken.get(share.section.title))
        )


def _heading(title: str) -> str:
    return f"\n\n## {title}\n"


def _listed(line: str) -> str:
    cut = line if len(line) <= _MOST_CHARS else f"{line[:_MOST_CHARS].rpartition(' ')[0]} …"
    return f"\n- {cut}"


def _without_secrets(text: str, token_limit: int) -> str:
    """Redact once more what was put together; drop lines from the end if marks made it longer."""
    if not has_secret(text):
        return text
    lines = redact(text).text.splitlines()
    while lines and count_tokens("\n".join(lines)) > token_limit:
        lines.pop()
    return "\n".join(lines)
