"""What a model is shown of what a recall found, and what its answer may be: an order, and less."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

import msgspec

from memoryd.domain import collapse, isoformat
from memoryd.memory import Document, Hit
from memoryd_client.wire import MAX_RECALL

from .prompt import neutralise
from .recall import Finding

_MANIFEST_BYTES = 25_000
_DESCRIPTION_CHARS = 512
_QUERY_CHARS = 4_000
_TOOLS, _TOOL_CHARS = 20, 100


class Choice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a model answers: paths as they stand in the manifest, the most helpful first."""

    selected_memories: Annotated[list[str], msgspec.Meta(max_length=MAX_RECALL)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What a model is asked; *shown* are the ids of memories by their paths in the manifest."""

    query: str
    recent_tools: str
    manifest: str
    shown: Mapping[str, str]


def pose(finding: Finding, *, clean: Callable[[str], str]) -> Question:
    """Return the question that a finding leaves to a model: headers of memories, never bodies.

    Texts are cut, so they are made *clean* first: of half a secret nobody can tell what it is.
    """
    query, tools = finding.query.text, finding.query.recent_tools[:_TOOLS]
    shown, lines, left = {}, [], _MANIFEST_BYTES
    for path, id_, line in _lines(finding.found, clean):
        size = len(line.encode("utf-8", "replace")) + 1
        if path not in shown and size <= left:
            shown[path] = id_
            lines.append(line)
            left -= size
    return Question(
        query=json.dumps(_ends(clean(query)), ensure_ascii=False),
        recent_tools=json.dumps([tool[:_TOOL_CHARS] for tool in tools], ensure_ascii=False),
        manifest="\n".join(lines),
        shown=shown,
    )


def _lines(
    found: Sequence[tuple[Hit, Document]], clean: Callable[[str], str]
) -> Iterator[tuple[str, str, str]]:
    for hit, document in found:
        path = _one_line(hit.id)
        about = _one_line(clean(document.description or document.title))[:_DESCRIPTION_CHARS]
        stated = isoformat(document.updated)
        yield path, hit.id, f"- [{document.type}] {path} ({stated}): {about}"


def _one_line(text: str) -> str:
    return collapse(neutralise(text))


def _ends(text: str) -> str:
    half = _QUERY_CHARS // 2
    return text if len(text) <= _QUERY_CHARS else f"{text[:half]}\n[…]\n{text[-half:]}"


def read_choice(choice: Choice, shown: Mapping[str, str]) -> tuple[str, ...] | None:
    """Return the ids that a model chose; None when it names one twice, or one it was not shown."""
    named = choice.selected_memories
    if len(set(named)) < len(named) or not shown.keys() >= set(named):
        return None
    return tuple(shown[path] for path in named)


def choose(finding: Finding, chosen: Sequence[str], shown: Mapping[str, str]) -> Finding:
    """Return the finding with what a model chose of it, in that order.

    What it was not shown stays, behind the rest: nobody left it out.
    """
    known = {hit.id: (hit, document) for hit, document in finding.found}
    judged = set(shown.values())
    kept = [*chosen, *(id_ for id_ in known if id_ not in judged)]
    return replace(
        finding,
        found=tuple(known[id_] for id_ in kept),
        strategy="model",
        dropped=tuple(hit for hit, _ in finding.found if hit.id not in kept),
    )
