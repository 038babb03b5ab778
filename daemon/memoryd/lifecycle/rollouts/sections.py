"""What was learnt as sections of lines, for the handbook and for the summary."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from memoryd.domain import Scope
from memoryd.memory import is_same_fact

from .inert import code
from .knowledge import Area, Knowledge, Practice, Rule
from .lines import day, fix_line, open_end_line, purpose_word, statement_line
from .values import CHECKS, Purpose, SessionDigest, Skill

_STALE = timedelta(days=120)
_MOST_FILES = 4
_MOST_COMPLAINTS = 6
_LEAST_RUNS = 3
_EVERYWHERE = frozenset({"git", "gh"})


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and its lines, the most useful first."""

    title: str
    lines: tuple[str, ...]


def check_section(knowledge: Knowledge) -> Section:
    """Return how a change is verified here."""
    known = [p for p in _current(knowledge) if p.command.purpose in CHECKS]
    whole = {p.command.purpose for p in known if "<" not in p.command.form}
    lines: list[str] = []
    for practice in known:
        command = practice.command
        part = "<" in command.form
        word = purpose_word(command.purpose) + (", a part of it" if part else "")
        # A run on one file says little where the whole is run by the same tool or another.
        if not part or practice.sessions > 1 or command.purpose not in whole:
            lines.append(
                f"{word}: {code(command.shown)} ({_seen(practice)}){_complaints(practice)}"
            )
    return Section("Check a change", tuple(lines))


def run_section(knowledge: Knowledge) -> Section:
    """Return other commands that come back: setting up, running, releasing."""
    known = [
        p
        for p in _current(knowledge)
        if p.command.purpose not in CHECKS
        and p.command.shown.split(maxsplit=1)[0] not in _EVERYWHERE
        and (p.sessions > 1 or p.runs >= _LEAST_RUNS or p.command.purpose is Purpose.SETUP)
    ]
    lines = [
        f"{code(p.command.shown)} ({_seen(p)})"
        for p in known
        if p.command.purpose is not Purpose.OTHER
    ]
    others = [p for p in known if p.command.purpose is Purpose.OTHER]
    return Section("Commands that work", (*lines, *_by_program(others)))


def _by_program(others: Sequence[Practice]) -> Iterator[str]:
    """Put what one program was told to do into one line; of such a tool that is what counts."""
    programs: dict[str, list[Practice]] = {}
    for practice in others:
        programs.setdefault(practice.command.form.partition(" ")[0], []).append(practice)
    for program, known in programs.items():
        told = ", ".join(
            code(p.command.form.partition(" ")[2]) for p in known if " " in p.command.form
        )
        runs = sum(practice.runs for practice in known)
        last = max((p.last for p in known if p.last), default=None)
        yield f"{code(program)}{f' with {told}' if told else ''} ({runs} runs, last {day(last)})"


def decision_section(knowledge: Knowledge) -> Section:
    """Return what persons decided for this project, the latest first."""
    return Section("Decisions", _rules(knowledge, Scope.PROJECT))


def person_section(knowledge: Knowledge) -> Section:
    """Return what persons said of themselves and of how they work."""
    return Section("About the user", _rules(knowledge, Scope.USER))


def pitfall_section(knowledge: Knowledge) -> Section:
    """Return what failed here and what helped."""
    return Section(
        "Pitfalls",
        tuple(
            f"{fix_line(pitfall.fix)} ({_times(pitfall.sessions, pitfall.fix.origin.at)})"
            for pitfall in knowledge.pitfalls
        ),
    )


def place_section(knowledge: Knowledge, *, least_sessions: int) -> Section:
    """Return the folders in which work was done, in *least_sessions* or more."""
    back = [area for area in knowledge.areas if area.sessions >= least_sessions]
    return Section("Where work was done", tuple(map(_area_line, back)))


def open_section(knowledge: Knowledge) -> Section:
    """Return what the last sessions left."""
    return Section(
        "Left open",
        tuple(f"{day(end.origin.at)}: {open_end_line(end)}" for end in knowledge.open_ends),
    )


def session_section(knowledge: Knowledge) -> Section:
    """Return what was asked for in the sessions that changed files, the latest first."""
    lines = (_session_line(digest) for digest in knowledge.sessions if digest.title)
    return Section("Lately", tuple(dict.fromkeys(filter(None, lines))))


def further_section(skills: Sequence[Skill], own: Sequence[str]) -> Section:
    """Return what is written down beside this: our procedures, and a person's *own* files."""
    ours = {f"skills/{skill.name}/SKILL.md": skill.name.replace("-", " ") for skill in skills}
    told = [f"{code(path)}: {title}" for path, title in ours.items() if path not in own]
    return Section("Further reading", (*told, *(f"{code(path)}: written by hand" for path in own)))


def _session_line(digest: SessionDigest) -> str:
    """Return the request and what was written for it; a fork's line is the same."""
    stated = any(is_same_fact(digest.title, statement.text) for statement in digest.statements)
    if stated or not digest.places:
        return ""
    more = len(digest.places) - 1
    rest = f" and {more} more" if more else ""
    return f"{day(digest.ended)}: “{digest.title}” (wrote {code(digest.places[0].path)}{rest})"


def _rules(knowledge: Knowledge, scope: Scope) -> tuple[str, ...]:
    return tuple(_rule_line(rule) for rule in knowledge.rules if rule.statement.scope is scope)


def _rule_line(rule: Rule) -> str:
    again = f" (stated {rule.times} times)" if rule.times > 1 else ""
    return f"{day(rule.statement.origin.at)}: {statement_line(rule.statement)}{again}"


def _current(knowledge: Knowledge) -> list[Practice]:
    """Return the commands that worked, and were run lately by the time of the latest session."""
    newest = max((p.last for p in knowledge.practices if p.last), default=None)
    return [
        p
        for p in knowledge.practices
        if p.sessions and not (newest and p.last and newest - p.last > _STALE)
    ]


def _seen(practice: Practice) -> str:
    failed = "" if practice.passed else ", failed then"
    return f"{_times(practice.sessions, practice.last)}{failed}"


def _complaints(practice: Practice) -> str:
    names = ", ".join(practice.complaints[:_MOST_COMPLAINTS])
    return f"; it complained of {names}" if names else ""


def _times(sessions: int, last: datetime | None) -> str:
    return f"{sessions} sessions, last {day(last)}" if sessions > 1 else day(last)


def _area_line(area: Area) -> str:
    files = ", ".join(map(code, area.files[:_MOST_FILES]))
    more = f" and {len(area.files) - _MOST_FILES} more" if len(area.files) > _MOST_FILES else ""
    place = f"{code(area.folder + '/')}: " if area.folder else ""
    return f"{place}{files}{more} ({_times(area.sessions, area.last)})"
