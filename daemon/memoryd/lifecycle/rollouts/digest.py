"""The first phase by rules: one session's messages in, what it taught out."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from memoryd.domain import Message, Speaker
from memoryd.lifecycle.gate import is_instruction, judge
from memoryd.lifecycle.orders import without_orders
from memoryd.redact import redact
from memoryd.sources import strip_blocks

from .fixes import find_fixes
from .folders import within
from .inert import plain, safe_path, stated
from .runs import Run, find_runs
from .values import CHECKS, Command, OpenEnd, Origin, Place, Purpose, SessionDigest, Statement

_MAX_TITLE_CHARS = 120
_MAX_READ_CHARS = 20_000
_MAX_COMMANDS = 40
_MAX_OTHERS = 10
_MAX_COMPLAINTS = 8
_MAX_PLACES = 12
_LEAST_RUNS = 3
_LEAST_WORDS = 3
# Of where something lies on one machine only the end tells what it is.
_LONG_PATH = re.compile(
    r"(?<![\w:/.])(?:~|[A-Za-z]:)?(?:[\\/][\w.@+-]+){2,}[\\/](?P<name>[\w.@+-]+)"
)
# Kept by agents for themselves, made by tools, or the very memories this makes.
_NOT_PLACES = (".git/", "node_modules/", ".qwen/memory/", ".venv/", "dist/", "build/", "target/")


def digest(
    messages: Sequence[Message], *, agent: str, session: str, cwd: str | None
) -> SessionDigest:
    """Return what the session taught; the same messages always give the same digest.

    *messages* are the whole session in order, without what the person took back.
    """
    messages = [_own_words(message) for message in messages]
    runs = find_runs(messages, cwd)
    edits = [at for at, m in enumerate(messages) if m.tool and m.tool.path and not m.tool.failed]
    times = [message.at for message in messages if message.at]
    return SessionDigest(
        agent=agent,
        session=session,
        cwd=cwd,
        started=min(times, default=None),
        ended=max(times, default=None),
        title=_title(messages),
        statements=_statements(messages, agent, session),
        commands=_commands(runs),
        fixes=tuple(find_fixes(runs, edits)),
        places=_places(messages, cwd),
        open_ends=_open_ends(messages, runs),
    )


def _own_words(message: Message) -> Message:
    """Return *message* without what was put into it, by agents or by whoever wrote what is pasted.

    Memories told once are not learnt again.
    """
    text = message.text
    if "<" in text or "&lt;" in text:
        text = strip_blocks(text)
    if message.speaker is Speaker.PERSON:
        text = without_orders(text)
    return message if text == message.text else replace(message, text=text)


def teaches(digest: SessionDigest) -> bool:
    """Tell whether a later session could act better for knowing this one."""
    known = any(
        command.purpose is not Purpose.OTHER or command.runs >= _LEAST_RUNS
        for command in digest.commands
        if command.passed and command.purpose is not Purpose.SHIP
    )
    failed = any(end.is_command for end in digest.open_ends)
    return bool(known or failed or digest.statements or digest.fixes)


def _statements(messages: Sequence[Message], agent: str, session: str) -> tuple[Statement, ...]:
    # Their tables take long to load, and a daemon that starts must answer first.
    from memoryd.llm import propose  # noqa: PLC0415 -- see above

    typed = {m.record: m.text for m in messages if m.speaker is Speaker.PERSON}
    found: list[Statement] = []
    for patch in propose(messages, agent=agent, session=session):
        said = [typed[source.record] for source in patch.sources if source.record in typed]
        by_person = len(said) == len(patch.sources)
        speaker = Speaker.PERSON if by_person else Speaker.AGENT
        kept = judge(patch, speaker=speaker, said=said).patch
        if kept is not None and kept.sources:
            source, entry = kept.sources[0], kept.entry
            found.append(
                Statement(
                    text=stated(entry.summary),
                    why=stated(entry.why) if entry.why else None,
                    how=stated(entry.how_to_apply) if entry.how_to_apply else None,
                    type=kept.type,
                    scope=kept.scope,
                    origin=Origin(record=source.record, at=source.at),
                )
            )
    return tuple(found)


def _commands(runs: Sequence[Run]) -> tuple[Command, ...]:
    """Gather the runs of each command whose end is known, in the order of their last ones."""
    by_form: dict[str, list[Run]] = {}
    for run in runs:
        if run.passed is not None:
            by_form[run.form] = by_form.pop(run.form, [])
            by_form[run.form].append(run)
    others = [form for form, told in by_form.items() if told[-1].purpose is Purpose.OTHER]
    rare = set(sorted(others, key=lambda form: -len(by_form[form]))[_MAX_OTHERS:])
    kept = [_command(form, told) for form, told in by_form.items() if form not in rare]
    return tuple(kept[-_MAX_COMMANDS:])


def _command(form: str, runs: Sequence[Run]) -> Command:
    last = runs[-1]
    shown = {run.shown for run in runs}
    complaints = dict.fromkeys(name for run in runs for name in run.complaints)
    return Command(
        form=form,
        # Of a tool that is not known, what it was told is not known to be harmless either.
        shown=form if len(shown) > 1 or last.purpose is Purpose.OTHER else last.shown,
        purpose=last.purpose,
        runs=len(runs),
        passed=bool(last.passed),
        origin=last.origin,
        complaints=tuple(complaints)[:_MAX_COMPLAINTS],
    )


def _places(messages: Sequence[Message], cwd: str | None) -> tuple[Place, ...]:
    writes: Counter[str] = Counter()
    latest: dict[str, Origin] = {}
    for message in messages:
        if message.tool and message.tool.path and not message.tool.failed:
            path = safe_path(within(cwd, message.tool.path) or "")
            if path and not any(path.startswith(no) or f"/{no}" in path for no in _NOT_PLACES):
                writes[path] += 1
                latest[path] = Origin(record=message.record, at=message.at)
    ranked = sorted(writes, key=lambda path: (-writes[path], path))[:_MAX_PLACES]
    return tuple(Place(path=path, writes=writes[path], origin=latest[path]) for path in ranked)


def _title(messages: Sequence[Message]) -> str:
    """Return the first thing that was asked for; a bare `yes` or link asks for nothing."""
    for message in messages:
        if message.speaker is Speaker.PERSON:
            line = plain(_sentence(message.text), _MAX_TITLE_CHARS)
            if _asks(line):
                return line
    return ""


def _sentence(text: str) -> str:
    # Whole before it is taken apart: a secret is often known by the line above it.
    lines = (line.strip() for line in redact(text[:_MAX_READ_CHARS]).text.splitlines())
    asked = next((line for line in lines if line and not line.startswith(("```", ">"))), "")
    return _LONG_PATH.sub(r"…/\g<name>", asked.rstrip(":： "))


def _asks(line: str) -> bool:
    if is_instruction(line):
        return False  # to the memory, or one that is not the person's own
    wide = sum(ord(char) > 0x2E80 for char in line)  # written without blanks
    return len(line.split()) >= _LEAST_WORDS or wide >= 2 * _LEAST_WORDS


def _open_ends(messages: Sequence[Message], runs: Sequence[Run]) -> tuple[OpenEnd, ...]:
    checks = {run.purpose: run for run in runs if run.purpose in CHECKS and run.passed is not None}
    failed = [
        OpenEnd(text=run.shown, is_command=True, origin=run.origin)
        for run in checks.values()
        if not run.passed
    ]
    spoken = [message for message in messages if message.text or message.tool]
    if spoken and spoken[-1].speaker is Speaker.PERSON:
        line = plain(_sentence(spoken[-1].text), _MAX_TITLE_CHARS)
        if _asks(line):
            origin = Origin(record=spoken[-1].record, at=spoken[-1].at)
            failed.append(OpenEnd(text=line, is_command=False, origin=origin))
    return tuple(failed)
