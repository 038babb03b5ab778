"""JSON with comments, changed in place: what is not touched keeps every byte.

Comments and trailing commas are taken as they come; only text is inserted or cut, never written
anew.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

_TRIVIA = re.compile(r"(?:[ \t\r\n]+|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
_SCALAR = re.compile(
    r'"(?:[^"\\\x00-\x1f]|\\.)*"|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null'
)
_REST_OF_LINE = re.compile(r"[ \t]*(?:/\*[^\r\n]*?\*/[ \t]*)*(?://[^\r\n]*)?(?=\r?\n)")
_BLANK = " \t\r\n"
_MAX_DEPTH = 64


@dataclass(slots=True)
class Node:
    """A value between two positions; `children` is None for what holds none."""

    start: int
    end: int
    children: "list[Child] | None" = None


@dataclass(slots=True, kw_only=True)
class Child:
    """One item, or one member with its key; `comma` is where the comma after it stands."""

    start: int
    node: Node
    key: str | None = None
    comma: int | None = None


def parse(text: str) -> Node:
    """Return the one value of *text*; raise ValueError when it is something else."""
    reader = _Reader(text, 1 if text.startswith("\ufeff") else 0)
    reader.skip()
    root = reader.value(0)
    reader.skip()
    if reader.at != len(text):
        raise ValueError(f"line {_line(text, reader.at)}: there is more than one value")
    return root


def value(text: str, node: Node) -> object:
    """Return what *node* says, as json.loads would."""
    if node.children is None:
        return json.loads(text[node.start : node.end])
    if text[node.start] == "[":
        return [value(text, child.node) for child in node.children]
    return {child.key: value(text, child.node) for child in node.children}


def member(node: Node, key: str) -> int | None:
    """Return which child of an object has *key*; ValueError when several have."""
    found = [i for i, child in enumerate(node.children or ()) if child.key == key]
    if len(found) > 1:
        raise ValueError(f'"{key}" stands there more than once')
    return found[0] if found else None


def insert(text: str, into: Node, content: object, *, key: str | None = None) -> str:
    """Return *text* with *content* as the last child of *into*."""
    children = into.children or []
    last = children[-1] if children else None
    if last and "\n" not in text[into.start : into.end]:
        new = _named(key, json.dumps(content, ensure_ascii=False))
        if last.comma is None:
            return _splice(text, last.node.end, f", {new}")
        return _splice(text, last.comma + 1, f" {new},")
    newline, base = _newline(text), _indent(text, into.start)
    inner = (_own_indent(text, last.start) if last else None) or base + _unit(text)
    new = newline + inner + _named(key, _render(text, content, inner))
    if last is None:
        at = _after_comment(text, into.start + 1)
        rest = text[at : into.end - 1]
        return _splice(text, at, new if "\n" in rest else new + newline + base)
    if last.comma is not None:
        return _splice(text, _after_comment(text, last.comma + 1), f"{new},")
    text = _splice(text, _after_comment(text, last.node.end), new)
    return _splice(text, last.node.end, ",")


def replace(text: str, node: Node, content: object) -> str:
    """Return *text* with *content* where *node* was."""
    if "\n" in text[node.start : node.end]:
        new = _render(text, content, _indent(text, node.start))
    else:
        new = json.dumps(content, ensure_ascii=False)
    return text[: node.start] + new + text[node.end :]


def remove(text: str, out_of: Node, index: int) -> str:
    """Return *text* without one child, its comma and its line."""
    children = out_of.children or []
    child = children[index]
    start, end = child.start, child.node.end if child.comma is None else child.comma + 1
    start = len(text[:start].rstrip(" \t"))
    if text[:start].endswith("\n"):
        start -= 2 if text[:start].endswith("\r\n") else 1
    if len(children) == 1:
        before, after = text[out_of.start + 1 : start], text[end : out_of.end - 1]
        if not (before + after).strip(_BLANK):
            return text[: out_of.start + 1] + text[out_of.end - 1 :]
    cut = text[:start] + text[end:]
    if child.comma is None and index:
        comma = children[index - 1].comma or 0
        cut = cut[:comma] + cut[comma + 1 :]
    return cut


@dataclass(slots=True)
class _Reader:
    text: str
    at: int

    def skip(self) -> None:
        found = _TRIVIA.match(self.text, self.at)
        self.at = found.end() if found else self.at

    def value(self, depth: int) -> Node:
        start = self.at
        opening = self.text[start : start + 1]
        if opening in ("{", "["):
            if depth == _MAX_DEPTH:
                raise ValueError(f"line {_line(self.text, start)}: nested too deeply")
            self.at += 1
            closing = "}" if opening == "{" else "]"
            children = list(self._children(closing, depth + 1))
            return Node(start, self.at, children)
        found = _SCALAR.match(self.text, start)
        if not found:
            raise ValueError(f"line {_line(self.text, start)}: no value where one should be")
        self.at = found.end()
        json.loads(found[0])  # escapes are checked there
        return Node(start, self.at)

    def _children(self, closing: str, depth: int) -> Iterator[Child]:
        self.skip()
        while not self._take(closing):
            start = self.at
            key = self._key() if closing == "}" else None
            child = Child(start=start, node=self.value(depth), key=key)
            self.skip()
            if self.text[self.at : self.at + 1] == ",":
                child.comma = self.at
                self.at += 1
                self.skip()
            elif self.text[self.at : self.at + 1] != closing:
                raise ValueError(f'line {_line(self.text, self.at)}: "," or "{closing}" is missing')
            yield child

    def _key(self) -> str:
        found = _SCALAR.match(self.text, self.at)
        if not found or not found[0].startswith('"'):
            raise ValueError(f"line {_line(self.text, self.at)}: no key where one should be")
        self.at = found.end()
        self.skip()
        if not self._take(":"):
            raise ValueError(f'line {_line(self.text, self.at)}: ":" is missing')
        self.skip()
        key: str = json.loads(found[0])
        return key

    def _take(self, char: str) -> bool:
        taken = self.text[self.at : self.at + 1] == char
        self.at += taken
        return taken


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def _splice(text: str, at: int, new: str) -> str:
    return text[:at] + new + text[at:]


def _named(key: str | None, rendered: str) -> str:
    return rendered if key is None else f"{json.dumps(key, ensure_ascii=False)}: {rendered}"


def _render(text: str, content: object, indent: str) -> str:
    lines = json.dumps(content, ensure_ascii=False, indent=_unit(text)).split("\n")
    return (_newline(text) + indent).join(lines)


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _unit(text: str) -> str:
    """Return by how much *text* indents."""
    found = re.search(r"^([ \t]+)\S", text, re.MULTILINE)
    return found[1] if found else "  "


def _indent(text: str, at: int) -> str:
    """Return the white space that the line of *at* begins with."""
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _own_indent(text: str, at: int) -> str | None:
    """Return the white space before *at* when its line has nothing else before it."""
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return None if line.strip(" \t") else line


def _after_comment(text: str, at: int) -> int:
    """Return where the line of *at* ends if only comments follow there, else *at*."""
    found = _REST_OF_LINE.match(text, at)
    return found.end() if found else at
