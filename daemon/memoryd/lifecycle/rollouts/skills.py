"""Procedures: commands that succeeded together in several sessions, written down to be used."""

import json
from collections.abc import Collection, Iterator, Sequence

from .inert import code
from .knowledge import Knowledge, Practice
from .lines import day, fix_line, purpose_word
from .names import skill_name
from .values import CHECKS, Purpose, Skill

_LEAST_SESSIONS = 3
_LEAST_STEPS = 2
_MOST_STEPS = 8
_MOST_SKILLS = 8
_MOST_PITFALLS = 5
_GOALS = (Purpose.SHIP, Purpose.RUN)
_NAMES = {
    "git commit": "commit-a-change",
    "git push": "push-a-change",
    "gh pr create": "open-a-pull-request",
    "gh pr merge": "merge-a-pull-request",
    "gh release create": "make-a-release",
}
_PLACEHOLDERS = {
    "<path>": "the file or package that changed",
    "<name>": "the test to run",
    "<message>": "what was done, in the style of the repository's log",
    "<n>": "a number",
    "<id>": "an identifier",
    "<hash>": "a commit",
    "<url>": "an address",
    "<text>": "an argument of the moment",
}


def find_skills(knowledge: Knowledge) -> tuple[Skill, ...]:
    """Return the procedures that were seen to succeed in three sessions or more."""
    known = {p.command.form: p for p in knowledge.practices}
    passed: dict[str, set[str]] = {form: set() for form in known}
    for digest in knowledge.sessions:
        for command in digest.commands:
            if command.passed:
                passed[command.form].add(digest.session)
    often = [
        form for form in known if len(passed[form]) >= _LEAST_SESSIONS and "<name>" not in form
    ]
    checks = [form for form in often if known[form].command.purpose in CHECKS]
    goals = [form for form in often if known[form].command.purpose in _GOALS]
    skills: dict[str, Skill] = {}
    for goal in ("", *goals):
        steps = _together(checks, goal, passed)
        if len(steps) >= _LEAST_STEPS:
            sessions = set.intersection(*(passed[step] for step in steps))
            practices = [known[step] for step in steps]
            name = _name(known[goal].command.form) if goal else "check-a-change"
            if name and name not in skills:
                content = _content(name, practices, sessions, knowledge)
                skills[name] = Skill(name=name, content=content)
    return tuple(skills.values())[:_MOST_SKILLS]


def _together(checks: Sequence[str], goal: str, passed: dict[str, set[str]]) -> list[str]:
    """Return the checks that passed in the same sessions as *goal*, then *goal* itself."""
    sessions = set(passed[goal]) if goal else set[str]()
    steps: list[str] = []
    for form in sorted(checks, key=lambda form: -len(passed[form])):
        shared = sessions & passed[form] if sessions else passed[form]
        if len(shared) >= _LEAST_SESSIONS and len(steps) < _MOST_STEPS:
            steps.append(form)
            sessions = shared
    ordered = [form for form in checks if form in steps]
    return [*ordered, goal] if goal else ordered


def _name(form: str) -> str:
    for start, name in _NAMES.items():
        if form.startswith(start):
            return name
    return skill_name(form)


def _content(
    name: str, steps: Sequence[Practice], sessions: Collection[str], knowledge: Knowledge
) -> str:
    ends = [d.ended for d in knowledge.sessions if d.ended and d.session in sessions]
    last = max(ends, default=None)
    goal = steps[-1].command
    title = name.replace("-", " ").capitalize()
    return "\n".join(
        [
            "---",
            f"name: {name}",
            f"description: {_description(steps)}",
            "---",
            "",
            f"# {title}",
            "",
            "## When to use",
            "",
            _occasion(goal.purpose),
            f"All steps succeeded together in {len(sessions)} sessions, last on {day(last)}.",
            "",
            "## Steps",
            "",
            *(
                f"{n}. {purpose_word(step.command.purpose)}: {code(step.command.shown)}"
                for n, step in enumerate(steps, start=1)
            ),
            *_placeholders(steps),
            *_pitfalls(steps, knowledge),
            "",
            "## How to verify",
            "",
            f"Each step ends with exit code 0; {code(goal.shown)} is the last one.",
            "A step that no longer exists is stale: the repository wins.",
        ]
    )


def _description(steps: Sequence[Practice]) -> str:
    """Return what the procedure does and when to use it, as a YAML string."""
    told = ", then ".join(step.command.shown for step in steps)
    return json.dumps(f"{_occasion(steps[-1].command.purpose)} Runs {told}.", ensure_ascii=False)


def _occasion(purpose: Purpose) -> str:
    if purpose in CHECKS:
        return "After a change, before it is called done."
    if purpose is Purpose.SHIP:
        return "When a change is to be shipped and the user asked for it."
    return "When this is to be run."


def _placeholders(steps: Sequence[Practice]) -> Iterator[str]:
    text = " ".join(step.command.shown for step in steps)
    used = [f"- {code(mark)}: {what}" for mark, what in _PLACEHOLDERS.items() if mark in text]
    if used:
        yield from ("", "Fill in:", "", *used)


def _pitfalls(steps: Sequence[Practice], knowledge: Knowledge) -> Iterator[str]:
    shown = {step.command.shown for step in steps}
    lines = [
        f"- {fix_line(pitfall.fix)}"
        for pitfall in knowledge.pitfalls
        if pitfall.fix.failed in shown or pitfall.fix.command in shown
    ]
    if lines:
        yield from ("", "## Pitfalls", "", *lines[:_MOST_PITFALLS])
