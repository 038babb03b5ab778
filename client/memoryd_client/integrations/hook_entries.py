"""Hooks of ours beside those of the user, in a JSON file that has `hooks` at its top."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from . import jsonc
from .base import CannotEditError
from .jsonc import Node
from .launch import HOOK_MARK

_EMPTY = '{\n  "hooks": {}\n}\n'


@dataclass(frozen=True, slots=True)
class HookEntries:
    """One hook for each event, after those that are there already."""

    path: Path
    hooks: Mapping[str, Mapping[str, object]]
    kind = "hooks"

    def put(self, old: bytes | None, *, known: bool) -> bytes:  # noqa: ARG002 -- marks tell
        """Return the file with our hooks; those that are there already are only set right."""
        text = _decode(self.path, old) if old and old.strip() else _EMPTY
        for event, hook in self.hooks.items():
            text = _put_one(self.path, text, event, dict(hook))
        return text.encode()

    def ours(self, now: bytes | None) -> str:
        """Return our hooks as they are there, in order."""
        if not now or not now.strip():
            return ""
        text = _decode(self.path, now)
        found = [(at.event, jsonc.value(text, at.node)) for at in _marked(self.path, text)]
        return json.dumps(found) if found else ""

    def by_hand(self) -> str:
        """Return a file with our hooks only."""
        return self.put(None, known=False).decode()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    """One hook of ours, and the way to it: (container, index of the child) from the top.

    The group around it is left out: it goes with its hooks, whatever else it says.
    """

    event: str
    node: Node
    way: tuple[tuple[Node, int], ...]


def take_hooks(path: Path, now: bytes) -> bytes:
    """Return the file without our hooks, and without what they leave empty."""
    if b"hook.py" not in now:  # whatever else it is
        return now
    text = _decode(path, now)
    while found := next(_marked(path, text), None):
        # Inside out: a container goes with its only child.
        way = list(found.way)
        container, index = way.pop()
        while way and len(container.children or ()) == 1:
            container, index = way.pop()
        text = jsonc.remove(text, container, index)
    return text.encode()


def _put_one(path: Path, text: str, event: str, hook: dict[str, object]) -> str:
    for found in _marked(path, text):
        if found.event == event:
            same = jsonc.value(text, found.node) == hook
            return text if same else jsonc.replace(text, found.node, hook)
    root = _root(path, text)
    hooks = _child(path, root, "hooks", text, "{")
    if hooks is None:
        return jsonc.insert(text, root, {event: [{"hooks": [hook]}]}, key="hooks")
    groups = _child(path, hooks, event, text, "[")
    if groups is None:
        return jsonc.insert(text, hooks, [{"hooks": [hook]}], key=event)
    return jsonc.insert(text, groups, {"hooks": [hook]})


def _marked(path: Path, text: str) -> Iterator[_Found]:
    root = _root(path, text)
    top = _member(path, root, "hooks")
    hooks = _child(path, root, "hooks", text, "{")
    for i, event in enumerate((hooks and hooks.children) or ()):
        for j, group in enumerate(event.node.children or ()):
            entries = _entries(path, text, group.node)
            for k, entry in enumerate((entries and entries.children) or ()):
                if hooks and entries and _is_ours(jsonc.value(text, entry.node)):
                    way = ((root, top or 0), (hooks, i), (event.node, j), (entries, k))
                    yield _Found(event=event.key or "", node=entry.node, way=way)


def _entries(path: Path, text: str, group: Node) -> Node | None:
    if text[group.start] != "{":
        return None
    index = _member(path, group, "hooks")
    return None if index is None or not group.children else group.children[index].node


def _is_ours(hook: object) -> bool:
    command = hook.get("command") if isinstance(hook, dict) else None
    return isinstance(command, str) and HOOK_MARK in command


def _root(path: Path, text: str) -> Node:
    try:
        root = jsonc.parse(text)
    except ValueError as exc:
        raise CannotEditError(f"{path} is not JSON: {exc}") from exc
    if text[root.start] != "{":
        raise CannotEditError(f"{path} does not hold a JSON object")
    return root


def _child(path: Path, node: Node, key: str, text: str, opening: str) -> Node | None:
    index = _member(path, node, key)
    if index is None or node.children is None:
        return None
    found = node.children[index].node
    if text[found.start] != opening:
        kind = "an object" if opening == "{" else "a list"
        raise CannotEditError(f'{path}: "{key}" is not {kind}')
    return found


def _member(path: Path, node: Node, key: str) -> int | None:
    try:
        return jsonc.member(node, key)
    except ValueError as exc:
        raise CannotEditError(f"{path}: {exc}") from exc


def _decode(path: Path, content: bytes) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as exc:
        raise CannotEditError(f"{path} is not UTF-8") from exc
