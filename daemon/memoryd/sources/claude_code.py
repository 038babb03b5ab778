"""Claude Code: one JSONL tree a session, below `projects/`."""

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path

import msgspec

from memoryd.domain import Message, Speaker, parse_time

from .base import Decoded, SessionFile, State
from .claude_records import (
    Block,
    Body,
    Record,
    Stub,
    attached_words,
    blocks_of,
    is_machine_prompt,
    is_typed,
    origin_kind,
    prompt_words,
    queued_words,
    rejection_words,
    result_text,
)
from .claude_skip import holds_only_results, skip_wordless, without_details
from .discover import Rules, find_sessions, root_or_parts
from .queued import Queue
from .reads import path_read
from .text import citations_in, digest, strip_blocks
from .turns import NO_BRANCHING, Branching, Turns
from .writes import Writes

_RECORD = msgspec.json.Decoder(Record)
_STUB = msgspec.json.Decoder(Stub)
_SYNTHETIC = "<synthetic>"
_MAX_FIRST_CHARS = 2_000


class _Document(msgspec.Struct):
    loglines: list[msgspec.Raw]


class ClaudeCode:
    """Where Claude Code keeps its sessions. With *commands*, those that the agent ran are told."""

    agent = "claude-code"

    def __init__(self, *, commands: bool = False) -> None:
        self._commands = commands

    def roots(self, env: Mapping[str, str], home: Path) -> tuple[Path, ...]:
        """Return `projects` below the configured directory, or below both default ones."""
        if configured := env.get("CLAUDE_CONFIG_DIR"):
            return root_or_parts(configured, ("projects",), home)
        return (home / ".claude" / "projects", home / ".config" / "claude" / "projects")

    def sessions(self, root: Path) -> Iterator[SessionFile]:
        """Find main transcripts and web exports; sub-agents write for their parents."""
        return find_sessions(root, self.agent, _RULES)

    def decoder(self, file: SessionFile, state: State) -> "ClaudeDecoder":
        """Return a decoder that goes on from *state*."""
        del file  # records name all that is needed
        return ClaudeDecoder(state, commands=self._commands)

    def records(self, document: bytes) -> Sequence[bytes]:
        """Return the lines of a web export."""
        return [bytes(line) for line in msgspec.json.decode(document, type=_Document).loglines]


def _is_session(name: str) -> bool:
    return name.endswith(".jsonl") and not name.startswith(("agent-", "history."))


_RULES = Rules(
    is_session=_is_session,
    is_document=lambda name: name.endswith(".json"),
    document_head=b'"loglines"',
    skipped_folders=frozenset({"subagents", "tool-results", "memory", "remote-agents"}),
)


class ClaudeDecoder:
    """Reads the records of one session in file order."""

    def __init__(self, state: State, *, commands: bool = False) -> None:
        self._commands = commands
        self._cwd = _text(state.get("cwd"))
        # A script ran this session; a person typed in it.
        self._scripted = bool(state.get("scripted"))
        self._spoken = bool(state.get("spoken"))
        # A prompt that may be a script's, until a second one follows.
        first = state.get("first")
        self._first = msgspec.convert(first, Message) if first else None
        self._turns = Turns(state.get("turns"))
        self._queue = Queue(state.get("queue"))
        self._writes = Writes(state.get("writes"), commands=commands)

    @property
    def cwd(self) -> str | None:
        """The launch directory: the first one named, later ones are visits."""
        return self._cwd

    @property
    def private(self) -> bool:
        """True while only a script has spoken."""
        return self._scripted and not self._spoken

    def state(self) -> State:
        """Return what the next decoder of this session needs."""
        return {
            "cwd": self._cwd,
            "scripted": self._scripted,
            "spoken": self._spoken,
            "first": msgspec.to_builtins(self._first),
            "turns": self._turns.state(),
            "queue": self._queue.state(),
            "writes": self._writes.state(),
        }

    def skip(self, block: bytes, at: int) -> int:
        """Pass over lines without words."""
        if self._cwd is None or self._queue.holds or self._turns.watching:
            return at
        skipped = skip_wordless(block, at, results=bool(self._writes.open), commands=self._commands)
        if skipped.step >= 0 or skipped.notices >= 0:
            self._turns.passed(skipped)
        return skipped.end

    def decode(self, line: bytes, offset: int) -> Decoded | None:
        """Return what one record says."""
        if holds_only_results(line) and not (self._writes.open or self._queue.holds):
            stub = _STUB.decode(line)
            if stub.type == "user" and not stub.is_sidechain and self._cwd is not None:
                return self._step(stub, ())
        record = _decode_short(line) if self._writes.open else _RECORD.decode(line)
        if record.is_sidechain:
            return None
        if self._cwd is None:
            self._cwd = record.cwd
        match record.type:
            case "assistant" if record.message:
                return self._replied(record, record.message, offset)
            case "user" if record.message:
                return self._user(record, record.message, offset)
            case "attachment" if words := attached_words(record):
                return self._said(record, words, offset, opens=False)
            case "queue-operation":
                return self._queued(record, offset)
            case "attachment" | "system" | "progress":
                self._turns.notice(record.uuid, record.parent_uuid)
        return None

    def _step(self, record: Record | Stub, messages: Sequence[Message]) -> Decoded | None:
        if again := self._turns.step(record.uuid, record.parent_uuid):
            return Decoded(messages=tuple(messages), again=again)
        return Decoded(messages=tuple(messages)) if messages else None

    def _replied(self, record: Record, body: Body, offset: int) -> Decoded | None:
        messages = self._queue.went_on() if self._queue.holds else []
        if body.model != _SYNTHETIC and not record.is_api_error_message:
            for index, block in enumerate(blocks_of(body.content)):
                if block.type == "text":
                    if text := strip_blocks(block.text or ""):
                        name = _name(record, text, index)
                        cites = citations_in(block.text or "")
                        messages.append(
                            _message(Speaker.AGENT, text, name, record, offset, cites=cites)
                        )
                elif block.type == "tool_use" and block.id and block.name:
                    call = f"{record.uuid or ''}#{block.id}"
                    self._writes.called(block.id, block.name, block.input, call)
                    if path := path_read(block.name, block.input):
                        messages.append(
                            _message(Speaker.TOOL, "", call, record, offset, cites=(path,))
                        )
        return self._step(record, messages)

    def _user(self, record: Record, body: Body, offset: int) -> Decoded | None:
        blocks = blocks_of(body.content)
        if any(block.type == "tool_result" for block in blocks):
            return self._results(record, blocks, offset)
        if is_machine_prompt(record):
            if not record.is_meta:
                return self._step(record, ())
            words = ""
        else:
            vouched = is_typed(record) or origin_kind(record.origin) == "human"
            words = prompt_words(body.content, vouched=vouched)
        if not words:
            self._turns.notice(record.uuid, record.parent_uuid)
            return None
        if (record.entrypoint or "").startswith("sdk-") and not is_typed(record):
            return self._scripted_prompt(record, words, offset)
        return self._said(record, words, offset, opens=True)

    def _scripted_prompt(self, record: Record, words: str, offset: int) -> Decoded | None:
        """Take a prompt that came through the SDK for a script's, unless the shape tells more.

        `sdk-ts` is also what editors embed. There a second prompt shows that somebody answers.
        """
        self._scripted = True
        if record.entrypoint != "sdk-ts" or (self._first is None and not self._spoken):
            if record.entrypoint == "sdk-ts" and len(words) <= _MAX_FIRST_CHARS:
                name = _name(record, words, 0)
                self._first = _message(Speaker.PERSON, words, name, record, offset)
            return self._step(record, ())
        earlier = [self._first] if self._first else []
        self._first = None
        return self._said(record, words, offset, opens=True, before=earlier)

    def _results(self, record: Record, blocks: list[Block], offset: int) -> Decoded | None:
        messages, said = self._queue.went_on(), list[str]()
        for block in blocks:
            if block.type == "tool_result":
                call = block.tool_use_id
                is_foreign = self._writes.is_foreign(call)
                messages += self._writes.finished(
                    call,
                    failed=bool(block.is_error),
                    at=_time(record),
                    offset=offset,
                    output=result_text(block) if self._writes.runs(call) else "",
                )
                # Such a tool can write what a rejection looks like, so none of it counts.
                said.append("" if is_foreign else rejection_words(block))
            elif block.text:
                said.append(prompt_words(block.text, vouched=False))
        words = "\n".join(word for word in said if word)
        if not words or record.is_meta:
            return self._step(record, messages)
        return self._said(record, words, offset, opens=False, before=messages)

    def _queued(self, record: Record, offset: int) -> Decoded | None:
        match record.operation:
            case "enqueue":
                words = queued_words(record.content)
                return _decoded(self._queue.enqueued(words or "", _time(record), offset))
            case "dequeue":
                self._queue.dequeued()
            case "remove":
                return _decoded(self._queue.removed(queued_words(record.content)))
            case "popAll":
                messages, withdrawn = self._queue.taken_back()
                return _decoded(messages, Branching(withdrawn=withdrawn))
        return None

    def _said(
        self,
        record: Record,
        words: str,
        offset: int,
        *,
        opens: bool,
        before: Sequence[Message] = (),
    ) -> Decoded | None:
        self._spoken = True
        told = self._queue.delivers(words, opens=opens)
        name = told or _name(record, words, 0)
        branching = self._turns.turn(
            record.uuid, record.parent_uuid, offset, record=name, opens=opens
        )
        messages = list(before)
        if told is None and not branching.known:
            messages.append(_message(Speaker.PERSON, words, name, record, offset))
        return _decoded(messages, branching)


def _decode_short(line: bytes) -> Record:
    """Decode a line without the details of a tool's result, of which only success matters."""
    short = without_details(line)
    if short is not line:
        with contextlib.suppress(ValueError, RecursionError):  # they stood within the message
            return _RECORD.decode(short)
    return _RECORD.decode(line)


def _decoded(messages: Sequence[Message], branching: Branching = NO_BRANCHING) -> Decoded | None:
    if not messages and not branching.withdrawn and not branching.again:
        return None
    return Decoded(messages=tuple(messages), withdrawn=branching.withdrawn, again=branching.again)


def _message(
    speaker: Speaker,
    text: str,
    name: str,
    record: Record,
    offset: int,
    *,
    cites: tuple[str, ...] = (),
) -> Message:
    return Message(
        speaker=speaker, text=text, record=name, at=_time(record), offset=offset, cites=cites
    )


def _name(record: Record, text: str, index: int) -> str:
    if not record.uuid:
        return digest(record.timestamp or "", text)
    return f"{record.uuid}#{index}" if index else record.uuid


def _time(record: Record) -> datetime | None:
    return parse_time(record.timestamp) if record.timestamp else None


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None
