"""What the settings say of single projects: patterns of directories, the most specific first."""

import os
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from memoryd.config import ProjectRule

T = TypeVar("T")

_GLOB = re.compile(r"[*?]")


@dataclass(frozen=True, slots=True)
class Rules:
    """Rules by pattern. One holds for the directories it names and for all below them.

    *ignored* are the patterns of what is never read.
    """

    ordered: tuple[tuple[re.Pattern[str], ProjectRule], ...] = ()
    ignored: tuple[re.Pattern[str], ...] = ()

    def get(self, read: Callable[[ProjectRule], T | None], *paths: str) -> T | None:
        """Return what the rules say; the longest pattern that says something wins.

        Of several *paths* (real ones) the first of which something is said.
        """
        for path in paths:
            for pattern, rule in self.ordered:
                value = read(rule)
                if value is not None and pattern.fullmatch(path):
                    return value
        return None

    def is_ignored(self, *paths: str) -> bool:
        """Tell whether one of *paths* is never to be read; as they stand, or where links lead."""
        return bool(self.ignored) and any(
            pattern.fullmatch(spelling)
            for path in paths
            for spelling in (path, os.path.realpath(path))
            for pattern in self.ignored
        )


NO_RULES = Rules()


def compile_rules(
    projects: Mapping[str, ProjectRule], home: Path, *, ignore: Iterable[str] = ()
) -> Rules:
    """Build the rules of the settings; what is no glob in a pattern may lead through links."""
    resolved = ((_resolve(pattern, home), rule) for pattern, rule in projects.items())
    ordered = sorted(resolved, key=lambda pair: _length(pair[0]), reverse=True)
    return Rules(
        tuple((_translate(parts), rule) for parts, rule in ordered),
        tuple(_translate(_resolve_ignored(pattern, home)) for pattern in ignore),
    )


def _resolve_ignored(pattern: str, home: Path) -> tuple[str, ...]:
    """Return the names of a pattern; one that is no path may stand anywhere in one."""
    anchored = pattern.startswith(("/", "~/")) or pattern == "~"
    return _resolve(pattern, home) if anchored else ("**", *Path(pattern).parts)


def _length(parts: tuple[str, ...]) -> tuple[int, int]:
    return len(parts), sum(map(len, parts))


def _resolve(pattern: str, home: Path) -> tuple[str, ...]:
    start, *rest = Path(pattern).parts
    parts = [*home.parts, *rest] if start == "~" else [start, *rest]
    globs = (n for n, part in enumerate(parts) if _GLOB.search(part))
    plain = next(globs, len(parts))
    return (*Path(os.path.realpath(Path(*parts[:plain]))).parts[1:], *parts[plain:])


def _translate(parts: Iterable[str]) -> re.Pattern[str]:
    return re.compile("".join(map(_translate_part, parts)) + "(?:/.*)?", re.DOTALL)


def _translate_part(part: str) -> str:
    """Turn one name into an expression; `**` is any number of names, `*` stays within one."""
    if part == "**":
        return "(?:/[^/]+)*"
    pieces = re.split(r"(\*+|\?)", part)
    words = {"?": "[^/]"}
    return "/" + "".join(
        words.get(piece, "[^/]*" if piece.startswith("*") else re.escape(piece)) for piece in pieces
    )
