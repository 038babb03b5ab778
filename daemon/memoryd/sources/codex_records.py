"""Codex's records: the few fields that are read, and what they say."""

import contextlib
import re

import msgspec

from .shells import exit_code
from .text import citations_in, is_machine_text, strip_blocks

_REQUEST = "## My request for Codex:"
_CONTEXT = ("# Files mentioned by the user:", "# Context from my IDE setup:", "# Review findings:")
_MACHINE = (
    "# agents.md instructions",
    "<instructions>",
    "another language model started to solve this problem",
)
_PATCHED = re.compile(r'\*\*\* (?:(?:Add|Update|Delete) File|Move to): ([^\n\r"\\]{1,512})')
_DONE = (b"Success. Updated", b'exit_code":0', b'exit_code\\":0', b"Exit code: 0")
_FOLDER = re.compile(rb"<cwd>([^<]{1,1000})</cwd>|Current working directory: ([^<\\\n]{1,1000})")
_MACHINE_SOURCES = frozenset({"exec", "mcp"})


class Item(msgspec.Struct):
    """One part of a message."""

    text: str | None = None


class CitedFile(msgspec.Struct):
    """A file that a reply says it used."""

    path: str


class Cited(msgspec.Struct):
    """What a reply says it used; the recorder took it out of the text."""

    entries: list[CitedFile] = []
    rollout_ids: list[str] = []
    camel_ids: list[str] = msgspec.field(default_factory=list, name="rolloutIds")


class Event(msgspec.Struct):
    """What happened: words of either side, a rollback, a finished patch."""

    type: str | None = None
    message: str | None = None
    kind: str | None = None
    num_turns: int | None = None
    call_id: str | None = None
    success: bool | None = None
    memory_citation: msgspec.Raw = msgspec.Raw()


class EventLine(msgspec.Struct):
    """A line that holds an event."""

    timestamp: str | None = None
    payload: Event | None = None


class Payload(msgspec.Struct):
    """What another line says; in the oldest files it is the line itself."""

    type: str | None = None
    id: str | None = None
    timestamp: str | None = None
    # session_meta, turn_context
    cwd: str | None = None
    originator: str | None = None
    source: msgspec.Raw = msgspec.Raw()
    thread_source: msgspec.Raw = msgspec.Raw()
    memory_mode: str | None = None
    # messages and tool calls
    role: str | None = None
    content: msgspec.Raw = msgspec.Raw()
    call_id: str | None = None
    name: str | None = None
    input: msgspec.Raw = msgspec.Raw()
    arguments: msgspec.Raw = msgspec.Raw()
    output: msgspec.Raw = msgspec.Raw()


class Line(msgspec.Struct):
    """One line of a rollout."""

    type: str | None = None
    timestamp: str | None = None
    payload: Payload | None = None


class _Printed(msgspec.Struct):
    output: str


_PRINTED = msgspec.json.Decoder(_Printed)
_CITED = msgspec.json.Decoder(Cited | None)
_ITEMS = msgspec.json.Decoder(str | list[Item | str] | None)


def is_machine_thread(meta: Payload) -> bool:
    """Tell whether a thread was started by a script or another agent rather than a person."""
    source, thread_source = _plain(meta.source), _plain(meta.thread_source)
    spawned = isinstance(source, dict) and not source.keys().isdisjoint({"subagent", "internal"})
    return (
        spawned
        or (isinstance(source, str) and source in _MACHINE_SOURCES)
        or meta.originator == "codex_exec"
        or thread_source not in (None, "user")
    )


def _plain(raw: msgspec.Raw) -> object:
    with contextlib.suppress(msgspec.DecodeError):
        return msgspec.json.decode(raw)
    return None


def request_words(text: str) -> str:
    """Return what a person typed; editors and the desktop app put context before it."""
    text = strip_blocks(text)
    if text.startswith(_CONTEXT):
        text = strip_blocks(text.rpartition(_REQUEST)[2] if _REQUEST in text else "")
    return "" if _is_machine(text, vouched=True) else text


def item_words(content: msgspec.Raw, *, person: bool) -> str:
    """Return the text of a message's items; of a person's, only what may have been typed."""
    content_value = _ITEMS.decode(content) if bytes(content) else None
    listed = [content_value] if isinstance(content_value, str) else content_value or []
    texts = [strip_blocks(item if isinstance(item, str) else item.text or "") for item in listed]
    if person:
        texts = ["" if _is_machine(text, vouched=False) else request_words(text) for text in texts]
    return "\n".join(text for text in texts if text)


def item_citations(content: msgspec.Raw) -> tuple[str, ...]:
    """Return the blocks in a reply that say what memories it used."""
    if b"-citation>" not in bytes(content):
        return ()
    value = _ITEMS.decode(content)
    listed = [value] if isinstance(value, str) else value or []
    texts = [item if isinstance(item, str) else item.text or "" for item in listed]
    return citations_in("\n".join(texts))


def event_citations(event: Event) -> tuple[str, ...]:
    """Return the same of an event, as the agent had written it."""
    cites = citations_in(event.message or "")
    try:
        cited = _CITED.decode(event.memory_citation) if bytes(event.memory_citation) else None
    except msgspec.DecodeError:
        cited = None
    if cites or cited is None:
        return cites
    files = [f"{file.path}:1-1|note=[]" for file in cited.entries]
    lines = ["<citation_entries>", *files, "</citation_entries>"]
    lines += ["<rollout_ids>", *cited.rollout_ids, *cited.camel_ids, "</rollout_ids>"]
    return citations_in("\n".join(["<oai-mem-citation>", *lines, "</oai-mem-citation>"]))


def _is_machine(text: str, *, vouched: bool) -> bool:
    opening = text[:80].lower()
    return opening.startswith(_MACHINE) or is_machine_text(opening, vouched=vouched)


def folder_named(content: msgspec.Raw) -> str | None:
    """Return the working directory that the oldest files only tell the model."""
    found = _FOLDER.search(bytes(content))
    return (found[1] or found[2]).decode("utf-8", "replace") if found else None


def patched_paths(call: Payload) -> list[str]:
    """Return the files that a call's patch adds, changes, moves or deletes."""
    given = bytes(call.input) or bytes(call.arguments)
    if b"*** " not in given:
        return []
    text = given.decode("utf-8", "replace").replace("\\\\n", "\n").replace("\\n", "\n")
    return list(dict.fromkeys(path.strip() for path in _PATCHED.findall(text)))


def has_failed(output: msgspec.Raw) -> bool:
    """Tell whether a patch's result does not say that it was done."""
    head = bytes(output)[:4096]
    return not any(done in head for done in _DONE)


def output_of(output: msgspec.Raw) -> tuple[str, int | None]:
    """Return what a command printed, and its exit code if it has one: it may still run."""
    said = _plain(output)
    if not isinstance(said, str):
        return "", None
    code, text = exit_code(said), said
    with contextlib.suppress(msgspec.DecodeError):  # the older shape is JSON within the string
        text = _PRINTED.decode(said).output
    return text.partition("Output:\n")[2] or text, code
