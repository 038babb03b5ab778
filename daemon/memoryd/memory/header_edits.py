"""Changes to front matter: the characters of one value are replaced, all others stay.

Each change is read back before it is handed out, so that a value never says something else than
was asked for, whatever the rest of the front matter looks like.
"""

import json
from collections.abc import Iterable
from datetime import datetime

import yaml

from memoryd.domain import SourceRef, collapse, isoformat, parse_time
from memoryd.errors import BadRequestError

from .body_edits import clean
from .header import NOT_YAML, TEXT_KEYS, Loader, find_line, read, read_sources
from .times import read_time

MAX_SOURCES = 32
_MAX_SOURCE_CHARS = 256

_TypedLoader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def write(
    *, name: str, description: str, kind: str, created: datetime, sources: Iterable[SourceRef]
) -> str:
    """Return the front matter of a new memory."""
    header = (
        f"name: {_scalar(name)}\n"
        f"description: {_scalar(description)}\n"
        f"type: {kind}\n"
        f"created: {isoformat(created)}\n"
    )
    return add_sources(header, sources)


def set_text(header: str, key: str, value: str) -> str:
    """Return *header* with *key* saying *value*; raise BadRequestError when that cannot be done."""
    value = collapse(value)
    wanted = {**_texts(header), key: value}
    for text in (_scalar(value), value, _quoted(value)):
        changed = _splice(header, key, text)
        if changed is not None and _texts(changed) == wanted:
            return changed
    raise BadRequestError(
        f"the front matter's {key} cannot be changed safely", hint="edit the file by hand"
    )


def set_created(header: str, at: datetime) -> str:
    """Return *header* with `created` saying *at*; as it is where that cannot be done safely."""
    before = read(header)
    if "created" in before and read_time(before["created"]) in (None, at):
        return header
    changed = _splice(header, "created", isoformat(at))
    is_as_asked = changed and read(changed) == {**before, "created": isoformat(at)}
    return changed if changed and is_as_asked else header


def _texts(header: str) -> dict[str, object]:
    values = read(header)
    return {key: values[key] for key in TEXT_KEYS}


def _splice(header: str, key: str, text: str) -> str | None:
    root = _compose(header)
    if root is not None:
        return _splice_node(header, root, key, text)
    line = find_line(header, key)
    if line:
        return header[: line.start(1)] + text + _line_end(line[1]) + header[line.end(1) :]
    return f"{key}: {text}{_newline(header)}{header}"


def _line_end(text: str) -> str:
    return text[len(text.rstrip()) :]


def _compose(header: str) -> yaml.MappingNode | None:
    try:
        root = yaml.compose(header, Loader=Loader)
    except NOT_YAML:
        return None
    return root if isinstance(root, yaml.MappingNode) else None


def _value_node(root: yaml.MappingNode, key: str) -> yaml.Node | None:
    # Of a key that stands twice the last is what a YAML reader sees.
    found = [value for name, value in root.value if name.value == key]
    return found[-1] if found else None


def _splice_node(header: str, root: yaml.MappingNode, key: str, text: str) -> str:
    node = _value_node(root, key)
    if node is None:
        return _insert_key(header, root, f"{key}: {text}")
    start, end = node.start_mark.index, node.end_mark.index
    space = "" if header[start - 1 : start].isspace() else " "
    return header[:start] + space + text + _line_end(header[start:end]) + header[end:]


def _insert_key(header: str, root: yaml.MappingNode, line: str) -> str:
    """Put *line* below the name, or on top where there is none."""
    if root.flow_style:
        end = root.end_mark.index - 1
        return f"{header[:end].rstrip()}{', ' if root.value else ''}{line}{header[end:]}"
    indent = " " * root.start_mark.column
    name = _value_node(root, "name") or _value_node(root, "title")
    at = _next_line(header, name.end_mark.index) if name else _line_start(header, root)
    return f"{header[:at]}{indent}{line}{_newline(header)}{header[at:]}"


def _next_line(header: str, index: int) -> int:
    return index if header[index - 1] == "\n" else header.index("\n", index) + 1


def _line_start(header: str, root: yaml.MappingNode) -> int:
    return header.rfind("\n", 0, root.start_mark.index) + 1


def _newline(header: str) -> str:
    return "\r\n" if "\r\n" in header else "\n"


def add_sources(header: str, sources: Iterable[SourceRef]) -> str:
    """Return *header* with the *sources* it does not list yet, up to 32 in all.

    A front matter that is not YAML, or keeps something else under `sources`, stays as it is.
    """
    before = read_sources(read(header))
    seen = {_identity(source) for source in before}
    fresh: list[SourceRef] = []
    for source in map(_fit, sources):
        if _identity(source) not in seen and len(seen) < MAX_SOURCES:
            seen.add(_identity(source))
            fresh.append(source)
    root = _compose(header)
    if not fresh or root is None:
        return header
    changed = _add_items(header, root, [_item(source) for source in fresh])
    after = read(changed)
    is_as_asked = _texts(changed) == _texts(header) and read_sources(after) == (*before, *fresh)
    return changed if is_as_asked else header


def _identity(source: SourceRef) -> tuple[str, str, str]:
    return source.agent, source.session, source.record


def _fit(source: SourceRef) -> SourceRef:
    at = parse_time(isoformat(source.at)) if source.at else None
    agent, session, record = (clean(text)[:_MAX_SOURCE_CHARS].strip() for text in _identity(source))
    return SourceRef(agent=agent, session=session, record=record, at=at)


def _item(source: SourceRef) -> str:
    fields = zip(("agent", "session", "record"), _identity(source), strict=True)
    texts = [f"{key}: {_scalar(value, inside='{k: %s, l: m}')}" for key, value in fields]
    return "{" + ", ".join([*texts, *([f"at: {isoformat(source.at)}"] if source.at else [])]) + "}"


def _add_items(header: str, root: yaml.MappingNode, items: list[str]) -> str:
    newline = _newline(header)
    node = _value_node(root, "sources")
    if node is None and not root.flow_style:
        indent = " " * root.start_mark.column
        added = [f"{indent}sources:", *(f"{indent}  - {item}" for item in items), ""]
        return header + newline.join(added)
    if isinstance(node, yaml.SequenceNode) and node.flow_style:
        end = node.end_mark.index - 1
        return header[:end] + (", " if node.value else "") + ", ".join(items) + header[end:]
    if isinstance(node, yaml.SequenceNode):
        at = _next_line(header, node.value[-1].end_mark.index)
        indent = " " * node.start_mark.column
        listed = "".join(f"{indent}- {item}{newline}" for item in items)
        return header[:at] + listed + header[at:]
    return header


def _scalar(text: str, *, inside: str = "k: %s") -> str:
    """Return *text* as YAML: plain where every reader takes it for this very text."""
    try:
        plain = yaml.load(inside % text, Loader=_TypedLoader)  # noqa: S506 (a safe loader)
    except NOT_YAML:
        return _quoted(text)
    return text if isinstance(plain, dict) and plain.get("k") == text else _quoted(text)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
