"""A command line apart: its steps, and for which of them the exit code speaks."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_TOKEN = re.compile(
    r"""[ \t]*(?:
        (?P<joint>&&|\|\||\||;|\n)
      | (?P<redirect>(?:&>>?|\d?>>?)[ ]?(?:&\d|/?[\w./~-]+))
      | (?P<word>(?:[^\s'"\\;&|<>()`$]|\\.|'[^']*'|"(?:[^"\\`$]|\\.)*"|\$\w+|\$\{\w+\})+)
      | (?P<end>[ \t]*\Z)
    )""",
    re.VERBOSE,
)
_LOOPS = frozenset({"for", "while", "until", "if", "case", "function", "do", "then", "{", "!"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One program of a command line, as it was written.

    `passed` is what the exit code of the whole line says of it, None when it says nothing.
    `alone`: no other step can have made the line fail.
    """

    words: tuple[str, ...]
    passed: bool | None
    alone: bool
    piped: bool


@dataclass(slots=True)
class _Draft:
    words: list[str]
    before: str
    piped: bool = False


def steps_of(line: str, *, failed: bool) -> tuple[Step, ...]:
    """Return the steps of *line*, of a pipeline its first program.

    Empty for what is a script rather than a command: loops, substitutions, here-documents.
    """
    drafts = _drafts(line.replace("\\\n", " ").strip())
    if not drafts:
        return ()
    # Back from the end: where only `&&` joins, the exit code speaks for all or for one of them.
    first = last = len(drafts) - 1
    while first > 0 and drafts[first].before == "&&":
        first -= 1
    told = range(first, last + 1) if drafts[first].before != "||" else range(0)
    return tuple(
        Step(
            words=tuple(draft.words),
            passed=_outcome(draft, failed=failed, last=at == last) if at in told else None,
            alone=at == first == last and not draft.piped,
            piped=draft.piped,
        )
        for at, draft in enumerate(drafts)
    )


def _outcome(draft: _Draft, *, failed: bool, last: bool) -> bool | None:
    """Tell how a step went; if one of several failed, it was the last as far as anybody knows."""
    if draft.piped or (failed and not last):
        return None
    return not failed


def _drafts(line: str) -> list[_Draft]:
    drafts = [_Draft([], "")]
    skipping = False
    for kind, text in _tokens(line):
        if kind == "joint" and text == "|":
            drafts[-1].piped = skipping = True
        elif kind == "joint":
            skipping = False
            if drafts[-1].words:
                drafts.append(_Draft([], ";" if text == "\n" else text))
        elif kind == "word" and not skipping:
            drafts[-1].words.append(text)
        elif kind == "broken":
            return []
    kept = [draft for draft in drafts if draft.words]
    return [] if any(draft.words[0] in _LOOPS for draft in kept) else kept


def _tokens(line: str) -> Iterator[tuple[str, str]]:
    at = 0
    while at < len(line):
        found = _TOKEN.match(line, at)
        if found is None or found.lastgroup is None:
            yield "broken", ""
            return
        yield found.lastgroup, found[found.lastgroup]
        at = max(found.end(), at + 1)
