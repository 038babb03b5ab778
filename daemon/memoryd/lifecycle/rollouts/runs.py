"""The commands of a session, one by one: what each was for and how it went."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memoryd.domain import Message, ToolCall

from .causes import cause_of, rules_in
from .folders import within
from .inert import safe_path
from .programs import purpose_of
from .shell import Step, steps_of
from .values import CHECKS, Origin, Purpose
from .wording import form_of, shown

# Shells that stay in a folder from one call to the next.
_KEEPS_FOLDER = frozenset({"Bash"})
_RULED = frozenset({Purpose.LINT, Purpose.TYPES, Purpose.BUILD})
_FAILURE = re.compile(
    r"\bFAIL(?:ED|URES?)?\b|\b(?:fatal|error)(?::|\[| TS)|\bERROR\b"
    r"|\b[1-9]\d* (?:failed|errors?|issues)\b|✗|✖|\bpanic:|\bTraceback\b|command not found"
)
_SUCCESS = re.compile(
    r"^ok\s|\bPASS(?:ED)?\b|\b[1-9]\d* pass(?:ed|ing)\b"
    r"|\b0 (?:errors|issues|failed|failures|warnings)\b|\bAll checks passed\b"
    r"|\bSuccess|✓|✔|\bBUILD SUCCESSFUL\b|\btest result: ok\b",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One run of a command that is worth knowing, at its place among the messages.

    `alone`: the failure, if it is one, is surely this command's; `cause` is only told then.
    """

    at: int
    form: str
    shown: str
    purpose: Purpose
    passed: bool | None
    alone: bool
    cause: str
    complaints: tuple[str, ...]
    origin: Origin


def find_runs(messages: Sequence[Message], cwd: str | None) -> list[Run]:
    """Return the runs of *messages* in order; what ran outside *cwd* is left out."""
    runs: list[Run] = []
    folder = ""
    for at, message in enumerate(messages):
        if message.tool and message.tool.command:
            start = folder if message.tool.name in _KEEPS_FOLDER else ""
            origin = Origin(record=message.record, at=message.at)
            walk = _Walk(cwd, start)
            runs += walk.runs(message.tool, at, origin)
            # A shell that was led out of the project is put back by its agent.
            folder = walk.folder or ""
    return runs


class _Walk:
    """Goes through one command line from folder to folder."""

    def __init__(self, cwd: str | None, folder: str) -> None:
        self._cwd = cwd
        # None outside the project.
        self.folder: str | None = folder

    def runs(self, call: ToolCall, at: int, origin: Origin) -> Iterator[Run]:
        for step in steps_of(call.command or "", failed=call.failed):
            if step.words[0] in {"cd", "pushd", "Set-Location"}:
                self._enter(step.words)
            elif self.folder is not None and (run := self._run(step, call, at, origin)):
                yield run

    def _enter(self, words: tuple[str, ...]) -> None:
        target = words[1].strip("'\"") if len(words) > 1 else "~"
        if self.folder is None and not target.startswith(("/", "~")) and target[1:2] != ":":
            return  # from outside to some place below it
        inside = within(self._cwd, target, self.folder or "")
        self.folder = (safe_path(inside) or None) if inside else inside

    def _run(self, step: Step, call: ToolCall, at: int, origin: Origin) -> Run | None:
        purpose = purpose_of(step.words)
        line = shown(step.words, self._cwd, self.folder or "") if purpose else ""
        if not line or purpose is None:
            return None
        passed = step.passed
        # Of several commands the one that failed stopped the rest: the output is not theirs.
        if purpose in CHECKS and passed is None and (step.piped or not call.failed):
            passed = _told(call.output)
        failed_alone = step.alone and passed is False
        return Run(
            at=at,
            form=form_of(line, purpose),
            shown=line,
            purpose=purpose,
            passed=passed,
            alone=step.alone,
            cause=cause_of(call.output) if failed_alone else "",
            complaints=rules_in(call.output) if passed is False and purpose in _RULED else (),
            origin=origin,
        )


def _told(output: str) -> bool | None:
    """Read from what was printed how a check went whose exit code was lost."""
    if _FAILURE.search(output):
        return False
    return True if _SUCCESS.search(output) else None
