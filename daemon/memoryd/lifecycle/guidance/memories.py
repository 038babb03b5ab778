"""Memories as lines of an index, those most worth a line first."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from memoryd.domain import MemoryType, Scope, collapse
from memoryd.lifecycle.present import public_id
from memoryd.lifecycle.prompt import neutralise
from memoryd.memory import Document, normal_form
from memoryd.redact import redact

_MOST_CHARS = 240
_CUT = " … ("
_OF_PERSONS = (MemoryType.USER, MemoryType.FEEDBACK)


@dataclass(frozen=True, slots=True)
class Listed:
    """One memory, with the scope it is of."""

    scope: Scope
    document: Document

    @property
    def id(self) -> str:
        """The id as callers write it."""
        return public_id(self.scope, self.document.relative)

    def states_only(self, told: Collection[str]) -> bool:
        """Tell whether all it states is among these normal forms."""
        facts = [entry.summary for entry in self.document.entries] or [self.document.title]
        return all(normal_form(fact) in told for fact in facts)

    @property
    def is_all_told(self) -> bool:
        """Tell whether its line leaves nothing of it to be told."""
        entries = self.document.entries
        more = any(entry.why or entry.how_to_apply for entry in entries)
        return len(entries) <= 1 and not more and _CUT not in self.line

    @property
    def line(self) -> str:
        """What it is about and its id on one line, inert; what only repeats is left out."""
        title, about = collapse(self.document.title), collapse(self.document.description)
        if about.startswith(title.removesuffix("...")):  # a name is the fact itself, cut short
            title = ""
        said = ": ".join(filter(None, dict.fromkeys((title, about))))
        return _line(said, self.id)


def rank(documents: Mapping[Scope, Iterable[Document]], uses: Mapping[str, int]) -> list[Listed]:
    """Return memories in order: pinned, what persons want, often used (by id), lately stated."""
    listed = [Listed(scope, each) for scope, found in documents.items() for each in found]
    listed.sort(key=lambda each: each.document.relative)
    listed.sort(key=lambda each: each.document.updated, reverse=True)
    if uses:
        listed.sort(key=lambda each: uses.get(each.id, 0), reverse=True)
    listed.sort(key=lambda each: (not each.document.pinned, each.document.type not in _OF_PERSONS))
    return listed


@lru_cache(maxsize=1 << 12)  # a line is made for every session and changes seldom
def _line(said: str, memory_id: str) -> str:
    inert = collapse(neutralise(redact(said).text))
    if len(inert) > _MOST_CHARS:
        inert = f"{inert[:_MOST_CHARS].rpartition(' ')[0] or inert[:_MOST_CHARS]} …"
    return f"- {inert} ({collapse(neutralise(memory_id))})"
