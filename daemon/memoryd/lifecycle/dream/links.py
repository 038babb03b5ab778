"""Links from one memory to another: they follow what moved, and what leads nowhere is told."""

import posixpath
import re
from urllib.parse import quote, unquote

from memoryd.domain import MemoryType
from memoryd.errors import BadRequestError
from memoryd.memory import Document, edit

from .draft import Draft
from .values import Kind

_LINK = re.compile(
    r"(?<=\]\()(?P<link>[^()\s#]+\.md)(?=[)#\s])|(?P<name>(?<![\w./%:-])[\w./%-]+\.md)(?![\w/-])"
)


def mend_links(draft: Draft) -> None:
    """Let links to files that others took up lead there; tell of those that lead nowhere."""
    dangling: list[str] = []
    for document in list(draft.documents.values()):
        if ".md" not in document.body:
            continue
        mended, lost = _mend(draft, document)
        if mended != document.body and not draft.is_fixed(document.relative):
            _take(draft, document, mended)
        dangling += (f"{document.relative} leads to {path}, which is not there" for path in lost)
    draft.dangling = tuple(dangling)


def _mend(draft: Draft, document: Document) -> tuple[str, list[str]]:
    """Return the body with links that follow what moved, and those that lead nowhere."""
    lost: list[str] = []
    folder = posixpath.dirname(document.relative)

    def follow(found: re.Match[str]) -> str:
        said = found[0]
        places = _places(said, folder)
        if any(place in draft.documents for place in places):
            return said
        for place, base in zip(places, ("", folder), strict=True):
            if target := _moved_to(draft, place):
                shown = posixpath.relpath(target, base) if base else target
                return quote(shown, safe="/") if found["link"] else shown
        if _names_a_memory(places[0]) or (found["link"] and _names_a_memory(places[1])):
            lost.append(said)
        return said

    return _LINK.sub(follow, document.body), lost


def find_links(document: Document) -> dict[str, tuple[str, ...]]:
    """Return the links to Markdown files in a body, each with the paths that it may mean."""
    if ".md" not in document.body:
        return {}
    folder = posixpath.dirname(document.relative)
    return {found[0]: _places(found[0], folder) for found in _LINK.finditer(document.body)}


def without_links(text: str) -> str:
    """Return *text* in the form it has wherever its links lead."""
    return _LINK.sub("md", text) if ".md" in text else text


def _places(said: str, folder: str) -> tuple[str, str]:
    """Return the path that a link means from the top, and from the folder it stands in."""
    path = unquote(said)
    return posixpath.normpath(path), posixpath.normpath(posixpath.join(folder, path))


def _moved_to(draft: Draft, path: str) -> str | None:
    target = draft.moved.get(path)
    while target in draft.moved:
        target = draft.moved[target]
    return target if target in draft.documents else None


def _names_a_memory(path: str) -> bool:
    return path.partition("/")[0] in {*MemoryType, "pinned"} and path.count("/") > 0


def _take(draft: Draft, document: Document, body: str) -> None:
    try:
        changed = edit(document, body=body)
    except BadRequestError:
        return
    if len(changed.entries) == len(document.entries):
        path = document.relative
        draft.put(changed)
        draft.say(Kind.REFERENCE, draft.ids_in(path), path, "its links follow what moved")
