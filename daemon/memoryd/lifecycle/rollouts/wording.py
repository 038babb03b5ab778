"""How a command is worded to be run again: without what belonged to one run only."""

import re

from memoryd.redact import redact

from .folders import within
from .inert import safe_path
from .values import CHECKS, Purpose

_LONGEST = 120
# Options and variables for secrets, which may be too short to be known for one.
_GIVES_SECRET = re.compile(
    r"(?:--?(?=\w)|(?=\w+=))[\w-]*(?:key|token|secret|passw|pwd|auth|cred|(?:^|_|-)pass(?=[=\s]|$))",
    re.IGNORECASE,
)
_HASH = re.compile(r"(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}")
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_URL = re.compile(r"(?:[a-z][a-z0-9+.-]*://|git@)\S+", re.IGNORECASE)
_NUMBER = re.compile(r"#?\d{2,}")
_QUOTED = re.compile(r"(?s)['\"].*['\"]|.*['\"].*['\"].*")
_WORD = re.compile(r"[\w./:=@,+%*~^\[\]{}-]+")
_ABSOLUTE = re.compile(r"(?:~|/|[A-Za-z]:[\\/]|\$HOME).*")
# How many words tell what these are for; the rest, branches and texts, is of one run.
_SHIPPERS = {"git": 2, "gh": 3}
_ALL = "./..."  # of the packages, to Go
_LOUD = frozenset({"-v", "-vv", "-vvv", "-q", "-qq", "--verbose", "--quiet", "-s", "--silent"})
_SELECTING = frozenset(
    {"-run", "--run", "-k", "-t", "--grep", "-g", "--filter", "--testNamePattern"}
)
_MESSAGE = frozenset({"-m", "-am", "--message", "--title", "--body", "--notes", "-t", "-b"})
_FILE = re.compile(r"(?:\./)?[\w@.+-]+(?:/[\w@.+-]+)+/?(?:\.\.\.)?|[\w@+-]+\.[A-Za-z]{1,5}")


def shown(words: tuple[str, ...], cwd: str | None, folder: str) -> str:
    """Return a command as it can be run again from the root of the project.

    *folder* is where it ran. Empty when it holds a secret, is too long, or is no plain command.
    """
    if redact(" ".join(words)).findings or any(map(_GIVES_SECRET.match, words)):
        return ""
    told = [_word(word, words[at - 1] if at else "", cwd) for at, word in enumerate(words)]
    line = " ".join(told)
    if folder:
        line = f"cd {folder} && {line}"
    fit = all(told) and len(line) <= _LONGEST and not redact(line).findings
    return line if fit else ""


def _word(word: str, before: str, cwd: str | None) -> str:
    if before in _MESSAGE and _QUOTED.fullmatch(word):
        return "<message>"
    bare = word[1:-1] if word[:1] in "'\"" and word[-1:] == word[:1] and len(word) > 2 else word
    for pattern, name in ((_URL, "<url>"), (_UUID, "<id>"), (_HASH, "<hash>"), (_NUMBER, "<n>")):
        if pattern.fullmatch(bare):
            return name
    if _ABSOLUTE.fullmatch(bare):
        inside = within(cwd, bare)
        return "<path>" if inside is None else safe_path(inside or ".") or "<path>"
    if _WORD.fullmatch(word):
        return word
    return word if _QUOTED.fullmatch(word) and _WORD.fullmatch(bare) else "<text>"


def form_of(line: str, purpose: Purpose) -> str:
    """Return what all runs of *line* share, however talkative and on whatever part of the code."""
    words = [word for word in line.split() if word not in _LOUD]
    if purpose is Purpose.OTHER:
        return " ".join(words[: 2 if words[1:] and words[1].isalpha() else 1])
    if words[0] in _SHIPPERS:
        return " ".join(words[: _SHIPPERS[words[0]]])
    if purpose not in CHECKS:
        return " ".join(words)
    told: list[str] = []
    for at, word in enumerate(words):
        before = words[at - 1] if at else ""
        if before in _SELECTING or "::" in word:
            told.append("<name>")
        elif at and word != _ALL and _FILE.fullmatch(word) and not _runs(words, at):
            told.append("<path>")
        else:
            told.append(word)
    return " ".join(
        word for at, word in enumerate(told) if word != "<path>" or told[at - 1] != word
    )


def _runs(words: list[str], at: int) -> bool:
    """Tell whether the file at *at* is what is run rather than what it is run on."""
    after_cd = words[0] == "cd" and at <= 1
    first = words[at - 1] == "&&" or not any(not w.startswith("-") for w in words[1:at])
    interpreted = words[at - 1] in {"python", "python3", "node", "bash", "sh", "run", "cd"}
    return after_cd or (first and interpreted)
