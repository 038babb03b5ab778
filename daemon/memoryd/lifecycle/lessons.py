"""Lessons that somebody asked to keep: bullets in learned.md, the newest first.

The file is a person's: what is no bullet stays byte for byte, and to take a lesson back its line
is deleted. Since lines may come from anywhere, they are made inert when read, too.
"""

import re
import threading
import unicodedata

from memoryd.domain import collapse
from memoryd.errors import ConflictError, DeniedError
from memoryd.memory import Project, Projects
from memoryd.system.files import atomic_write
from memoryd.system.inside import read_plain
from memoryd_client import wire

from .prompt import neutralise

NAME = "learned.md"
MAX_BYTES = 1024 * 1024

_MOST = 100
_TEXT_CHARS, _CONTEXT_CHARS = 2_000, 400
_CONTEXT = " _(context: "
_CONTEXT_END = ")_"
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_BULLETS = ("- ", "* ")
_MARKUP = re.compile(r"[<>`]")
_STRUCK = re.compile(r"~{2,}")
_JOINERS = "\u200c\u200d"
_REDACTED = re.compile(r"\[redacted:[a-z0-9-]+\]")


class Lessons:
    """Keeps lessons; one writer at a time. Thread-safe, blocking."""

    def __init__(self, projects: Projects) -> None:
        self._projects = projects
        self._lock = threading.Lock()

    def learn(self, text: str, context: str | None, project: Project) -> wire.Learned:
        """Keep a lesson of a project, or say why not.

        Raise DeniedError where memory is off or the file is no plain one, ConflictError when it
        is too large to be rewritten.
        """
        if not project.enabled:
            raise DeniedError(
                f"memory is off in {project.root}",
                hint="the settings say so, below `projects:` or in `privacy.ignore`",
            )
        lesson = _inert(text, _TEXT_CHARS)
        if rejected := _judge(lesson):
            return wire.Learned(known=False, rejected=rejected)
        line = _line(lesson, _inert(context or "", _CONTEXT_CHARS))
        path = project.artefacts_dir / NAME
        with self._lock:
            self._projects.scaffold(project)
            before = _read(project)
            after, dropped = put_first(before, line)
            if after != before:
                atomic_write(path, after.encode("utf-8", "surrogateescape"))
            for store in (project.store, self._projects.user):
                store.unbury(lesson)
        return wire.Learned(
            lesson=line,
            known=line in map(_ending_off, _LINE.findall(before)),
            dropped=list(dropped),
            path=f"memory://root/{NAME}",
            file=str(path),
        )


def put_first(text: str, line: str, *, most: int = _MOST) -> tuple[str, tuple[str, ...]]:
    """Put a bullet before the first one of learned.md; return the text and what was dropped.

    An equal bullet goes, and of more than *most* the last ones; all other lines stay as they are.
    """
    lines = _LINE.findall(text)
    newline = "\r\n" if lines and lines[0].endswith("\r\n") else "\n"
    first = next((at for at, each in enumerate(lines) if each.startswith(_BULLETS)), None)
    above, below = lines[:first], [] if first is None else lines[first:]
    if first is None:
        if above and not above[-1].endswith("\n"):
            above[-1] += newline
        above += [newline] * bool(above and above[-1].strip())
    kept = [*above, line + newline, *(each for each in below if _ending_off(each) != line)]
    bullets = [at for at, each in enumerate(kept) if each.startswith(_BULLETS)]
    surplus = set(bullets[most:])
    dropped = tuple(_ending_off(kept[at]) for at in bullets[most:])
    return "".join(each for at, each in enumerate(kept) if at not in surplus), dropped


def read_lessons(text: str) -> tuple[str, ...]:
    """Return the lessons of learned.md as inert bullets, each once, at most 100."""
    found: dict[str, None] = {}
    bullets = [each[2:] for each in _LINE.findall(text) if each.startswith(_BULLETS)]
    for bullet in bullets[:_MOST]:
        told, _, context = bullet.strip().partition(_CONTEXT)
        lesson = _inert(told, _TEXT_CHARS)
        if any(map(str.isalnum, lesson)):
            about = _inert(context.removesuffix(_CONTEXT_END), _CONTEXT_CHARS)
            found[_line(lesson, about)] = None
    return tuple(found)


def fact_of_lesson(line: str) -> str:
    """Return what a lesson says, without its bullet and context."""
    return line[2:].partition(_CONTEXT)[0]


def _line(lesson: str, context: str) -> str:
    return f"- {lesson}{_CONTEXT}{context}{_CONTEXT_END}" if context else f"- {lesson}"


def _ending_off(line: str) -> str:
    return line.rstrip("\r\n")


def _judge(lesson: str) -> wire.Rejection | None:
    said = _REDACTED.sub(" ", lesson)
    if not any(map(str.isalnum, lesson)):
        return wire.Rejection(code="empty", detail="it says nothing")
    if said != lesson and len(said.split()) <= 1:  # a name of the secret is no lesson either
        detail = "it is nothing but a secret; say where the secret is kept instead"
        return wire.Rejection(code="secret", detail=detail)
    return None


def _inert(text: str, limit: int) -> str:
    """Return *text* as one line without secrets, markup and what is not seen, cut to *limit*."""
    # Its tables take long to load, and a daemon that starts must answer first.
    from memoryd.redact import redact  # noqa: PLC0415 -- see above

    # Before the marks that some secrets are known by are taken out, and again without them.
    seen = "".join(map(_seen, redact(text).text))
    plain = neutralise(_STRUCK.sub("~", _MARKUP.sub("", seen)))
    return _cut(redact(collapse(plain)).text, limit)


def _seen(char: str) -> str:
    unseen = unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co")
    return " " if unseen and char not in _JOINERS else char


def _cut(text: str, limit: int) -> str:
    """Cut *text* before a character that is written with more than one sign, never within."""
    if len(text) <= limit:
        return text
    while limit and (_joins(text[limit]) or text[limit - 1] in _JOINERS):
        limit -= 1
    return text[:limit].rstrip()


def _joins(char: str) -> bool:
    return char in _JOINERS or unicodedata.category(char).startswith("M")


def _read(project: Project) -> str:
    """Return learned.md, bytes that are no UTF-8 included; empty when there is none."""
    path = project.artefacts_dir / NAME
    if path.parent.is_symlink() or path.is_symlink() or (path.exists() and not path.is_file()):
        raise DeniedError(
            f"{path} is a symbolic link or no file", hint="put the file itself in its place"
        )
    try:
        size = path.stat().st_size
    except FileNotFoundError:
        return ""
    if size > MAX_BYTES:
        raise ConflictError(f"{path} holds {size} bytes, over 1 MiB", hint="shorten it first")
    return read_plain(path).decode("utf-8", "surrogateescape")
