"""What fits within a number of tokens: the summary, then lessons, then memories."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from memoryd.domain import Scope
from memoryd.lifecycle.rollouts import quarters

from .memories import Listed

_HEADING = re.compile(r"#+ ")
_SUMMARY = "### What earlier sessions taught"
_LESSONS = "### Lessons kept from earlier sessions"
_SCOPES = {Scope.USER: "### About the user", Scope.PROJECT: "### This project"}


@dataclass(slots=True)
class Fitted:
    """What is told, section by section, and how much was left out."""

    room: int
    summary: list[str] = field(default_factory=list)
    lessons: list[str] = field(default_factory=list)
    memories: dict[Scope, list[str]] = field(default_factory=dict)
    ids: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    summary_is_cut: bool = False
    lessons_left: int = 0
    memories_left: int = 0

    def take(self, text: str) -> bool:
        """Take the room for *text*, if it is there, with the line feed that ends it."""
        cost = quarters(f"{text}\n")
        if cost > self.room:
            return False
        self.room -= cost
        return True

    @property
    def is_empty(self) -> bool:
        """True when nothing is told."""
        return not (self.summary or self.lessons or self.memories)

    @property
    def note(self) -> str:
        """One line on what was left out; empty when that is nothing."""
        parts = [
            "the end of the summary (`memory://root`)" * self.summary_is_cut,
            _count(self.lessons_left, "lesson", "lessons"),
            _count(self.memories_left, "memory", "memories"),
        ]
        left = ", ".join(filter(None, parts))
        return f"Left out for want of room: {left}." if left else ""

    def variables(self) -> dict[str, str]:
        """Return the sections as the variables of the prompt; empty ones are empty."""
        index = [f"{_SCOPES[scope]}\n\n{_text(self.memories[scope])}" for scope in self._scopes()]
        return {
            "memory_summary": _text(self.summary),
            "learned": f"{_LESSONS}\n\n{_text(self.lessons)}" if self.lessons else "",
            "index": "\n\n".join(filter(None, [*index, self.note])),
        }

    def _scopes(self) -> Iterator[Scope]:
        return (scope for scope in _SCOPES if scope in self.memories)


def fit(
    summary: Sequence[str],
    lessons: Sequence[str],
    memories: Sequence[Listed],
    *,
    room: int,
    forms: Mapping[str, str],
) -> Fitted:
    """Return what fits in *room* quarter tokens, whole lines only, and a note on what does not.

    *forms* are the normal forms of what lines state; a memory that states nothing else is not told
    beside them.
    """
    whole = _fit(summary, lessons, memories, room=room, forms=forms)
    if not whole.note:
        return whole
    longest = Fitted(0, summary_is_cut=True, lessons_left=len(lessons), memories_left=len(memories))
    reserved = quarters(f"{longest.note}\n\n")
    return _fit(summary, lessons, memories, room=room - reserved, forms=forms)


def _fit(
    summary: Sequence[str],
    lessons: Sequence[str],
    memories: Sequence[Listed],
    *,
    room: int,
    forms: Mapping[str, str],
) -> Fitted:
    fitted = Fitted(room)
    _take_summary(fitted, summary)
    _take_lessons(fitted, lessons)
    told = {forms[line] for line in (*fitted.summary, *fitted.lessons) if line in forms}
    _take_memories(fitted, memories, told)
    return fitted


def _take_summary(fitted: Fitted, lines: Sequence[str]) -> None:
    if not lines:
        return
    for line in lines if _HEADING.match(lines[0]) else (_SUMMARY, "", *lines):
        if not fitted.take(line):
            fitted.summary_is_cut = True
            break
        fitted.summary.append(line)
    while fitted.summary and (not fitted.summary[-1] or _HEADING.match(fitted.summary[-1])):
        fitted.summary.pop()  # a heading with nothing below it


def _take_lessons(fitted: Fitted, lines: Sequence[str]) -> None:
    for line in lines:
        # A long one must not keep the others out.
        if fitted.take(line if fitted.lessons else f"{_LESSONS}\n\n{line}\n"):
            fitted.lessons.append(line)
        else:
            fitted.lessons_left += 1


def _take_memories(fitted: Fitted, memories: Sequence[Listed], told: Collection[str]) -> None:
    """Take lines until one does not fit: all are about as long."""
    for at, each in enumerate(memories):
        if told and each.states_only(told):
            fitted.told += [each.id] * each.is_all_told
            continue
        line, known = each.line, each.scope in fitted.memories
        if not fitted.take(line if known else f"{_SCOPES[each.scope]}\n\n{line}\n"):
            fitted.memories_left += len(memories) - at
            return
        fitted.memories.setdefault(each.scope, []).append(line)
        fitted.ids.append(each.id)
        fitted.told += [each.id] * each.is_all_told


def _text(lines: Sequence[str]) -> str:
    return "\n".join(lines)


def _count(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}" if number else ""
