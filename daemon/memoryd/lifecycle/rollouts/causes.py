"""Why a command failed, in words of our own.

What a tool printed is foreign text and may be written to mislead. Of it only the kind of the
error is kept and at most one name, which is shown as code.
"""

import re
from typing import Final

from .inert import code, safe_path

_NAME = r"['\"`‘“]?(?P<name>[\w@./+:-]{1,60})"
_SHAPES: Final = tuple(
    (re.compile(pattern, re.IGNORECASE), cause)
    for pattern, cause in (
        (rf"{_NAME}: (?:command )?not found(?! in)", "{} is not installed"),
        (rf"command not found: {_NAME}", "{} is not installed"),
        (rf"No module named {_NAME}", "no module {}"),
        (rf"Cannot find (?:module|package) {_NAME}", "no module {}"),
        (rf"no required module provides package {_NAME}", "no module {}"),
        (rf"Missing script:? {_NAME}", "no script {}"),
        (rf"No rule to make target {_NAME}", "no target {}"),
        (r"go: cannot find main module|go\.mod file not found", "not within the module"),
        (
            rf"(?:unrecognized|unknown|invalid) (?:arguments?|options?|flags?|command)[: ]+{_NAME}",
            "{} is not understood",
        ),
        (rf"(?:fatal|error): a branch named {_NAME} already exists", "branch {} exists already"),
        (r"not a git repository", "not within a git repository"),
        (r"address already in use|EADDRINUSE", "its port is taken"),
        (r"connection refused|ECONNREFUSED", "a service is not running"),
        (r"cannot connect to the docker daemon", "docker is not running"),
        (r"permission denied|EACCES|operation not permitted", "permission denied"),
        (r"externally-managed-environment", "the system's Python takes no packages"),
        (
            r"lock ?file .{0,40}(?:not up to date|out of date|out of sync)|frozen-lockfile",
            "the lock file is out of date",
        ),
        (r"no space left on device", "the disk is full"),
        (r"out of memory|heap limit|\bOOM\b", "out of memory"),
        (
            r"(?:authentication|authorization) (?:failed|required)|\b401 Unauthorized",
            "not signed in",
        ),
        (r"unsupported engine|requires (?:node|python|go) ", "another version is needed"),
        (r"no such file or directory|ENOENT|cannot open file", "a file is missing"),
        (r"timed? ?out\b|deadline exceeded", "it takes too long"),
    )
)


def cause_of(output: str) -> str:
    """Return why a command failed that printed *output*; empty when none of the known reasons."""
    for pattern, cause in _SHAPES:
        if found := pattern.search(output):
            name = safe_path(found["name"].rstrip(".:,")) if "name" in pattern.groupindex else ""
            if name or "{}" not in cause:
                return cause.replace("{}", code(name))
    return ""


# The names that linters and compilers give their rules, where they stand in a report.
_RULES: Final = re.compile(
    r"^\* ([a-z][a-z0-9]{2,20}): \d+$"
    r"|\(([a-z][a-z0-9]{3,20})\)$"
    r"|(?<![\w.-])(?!SHA|HTTP|UTF|RFC|ISO)([A-Z]{1,4}\d{3,4})(?![\w.-])"
    r"|  \[?([a-z][a-z]{1,20}(?:-[a-z]{1,20}){1,4})\]?$",
    re.MULTILINE,
)
_NO_RULES: Final = frozenset({"typecheck", "cached", "string", "error", "none", "null"})


def rules_in(output: str) -> tuple[str, ...]:
    """Return the rules that the report of a failed check names, in order."""
    names = (found[found.lastindex or 0] for found in _RULES.finditer(output))
    return tuple(dict.fromkeys(name for name in names if name not in _NO_RULES))
