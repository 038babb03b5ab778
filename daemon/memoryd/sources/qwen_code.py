"""Qwen Code: one append-only JSONL tree a session, in `projects/<slug>/chats/`."""

import contextlib
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path

import msgspec

from memoryd.domain import Message, Speaker, collapse, parse_time

from . import reads, shells
from .base import Decoded, SessionFile, State
from .discover import Rules, find_sessions, root_or_parts
from .reads import path_read
from .text import citations_in, command_words, digest, is_machine_text, strip_blocks, typed_command
from .writes import TOOLS, Writes

_MAX_TURNS = 200
_PERSON_SUBTYPES = frozenset({None, "mid_turn_user_message", "realtime_message"})
_PERSON_PROVENANCES = frozenset({None, "real_user"})
_FILES_FOLLOW = "--- Content from referenced files ---"


class _Call(msgspec.Struct):
    id: str | None = None
    name: str | None = None
    args: msgspec.Raw = msgspec.Raw()
    response: msgspec.Raw = msgspec.Raw()


class _Part(msgspec.Struct, rename="camel"):
    text: str | None = None
    thought: bool | str | None = None
    function_call: _Call | None = None
    function_response: _Call | None = None


class _Body(msgspec.Struct):
    parts: list[_Part | str] | None = None


class _Response(msgspec.Struct):
    output: str | None = None
    error: str | None = None


class _Payload(msgspec.Struct, rename="camel"):
    display_text: str | None = None
    phase: str | None = None
    raw_command: str | None = None
    sent_to_model: bool | None = None
    truncated_count: int | None = None


class _Result(msgspec.Struct, rename="camel"):
    call_id: str | None = None
    status: str | None = None


class _Record(msgspec.Struct, rename="camel"):
    type: str | None = None
    subtype: str | None = None
    uuid: str | None = None
    parent_uuid: str | None = None
    timestamp: str | None = None
    cwd: str | None = None
    provenance: str | None = None
    is_sidechain: bool | None = None
    agent_id: str | None = None
    message: _Body | None = None
    system_payload: msgspec.Raw = msgspec.Raw()
    tool_call_result: _Result | None = None


class _Turn(msgspec.Struct, array_like=True):
    record: str
    parent: str | None
    # How many items were on the screen before it.
    items: int


class _State(msgspec.Struct):
    cwd: str | None = None
    private: bool = False
    items: int = 0
    turns: list[_Turn] = []
    # A command whose expansion may follow as a prompt, and whether it surely does.
    command: str = ""
    expands: bool = False
    writes: object = None


# How the recorder writes lines, after the ids and the time; others are decoded.
_AFTER_TIME = 189
_SYSTEM = b'"type":"system"'
_RESULT = b'"type":"tool_result"'
_REPLY = b'"type":"assistant"'
_TEXT = b'"text":"'
_THOUGHT = b'"thought":true'
_CALL = b'{"functionCall":{'


def _calls_of(tools: frozenset[str]) -> re.Pattern[bytes]:
    names = "|".join(map(re.escape, sorted(tools))).encode()
    return re.compile(b'"name":"(?:(?:' + names + b')"|' + reads.CALL + b")")


_WRITER = _calls_of(TOOLS)
_WRITER_OR_RUNNER = _calls_of(TOOLS | shells.TOOLS)
_SUBTYPE = b'"subtype":"'
_READ_SUBTYPES = frozenset((b"rewind", b"slash_command", b"parent_session"))
_RECORD = msgspec.json.Decoder(_Record)
_RESPONSE = msgspec.json.Decoder(_Response)
_PAYLOAD = msgspec.json.Decoder(_Payload | None)


class QwenCode:
    """Where Qwen Code keeps its sessions. With *commands*, those that the agent ran are told."""

    agent = "qwen-code"

    def __init__(self, *, commands: bool = False) -> None:
        self._commands = commands

    def roots(self, env: Mapping[str, str], home: Path) -> tuple[Path, ...]:
        """Return `projects` below the runtime directory."""
        configured = env.get("QWEN_RUNTIME_DIR") or env.get("QWEN_HOME") or "~/.qwen"
        return root_or_parts(configured, ("projects",), home)

    def sessions(self, root: Path) -> Iterator[SessionFile]:
        """Find transcripts; below `projects` they lie in `chats`, in other folders anywhere."""
        for file in find_sessions(root, self.agent, _RULES):
            if root.name != "projects" or file.path.parent.name == "chats":
                yield file

    def decoder(self, file: SessionFile, state: State) -> "QwenDecoder":
        """Return a decoder that goes on from *state*."""
        del file  # records name all that is needed
        return QwenDecoder(state, commands=self._commands)

    def records(self, document: bytes) -> Sequence[bytes]:
        """Return nothing: no session is kept as one document."""
        del document
        return ()


def _is_session(name: str) -> bool:
    return name.endswith(".jsonl") and not name.startswith(("agent-", "usage_record."))


_RULES = Rules(
    is_session=_is_session,
    skipped_folders=frozenset({"memory", "tmp", "subagents", "tool-results"}),
)


class QwenDecoder:
    """Reads the records of one session in file order."""

    def __init__(self, state: State, *, commands: bool = False) -> None:
        self._wanted = _WRITER_OR_RUNNER if commands else _WRITER
        self._state = msgspec.convert(state, _State) if state else _State()
        self._writes = Writes(self._state.writes, commands=commands)

    @property
    def cwd(self) -> str | None:
        """The project root of the session."""
        return self._state.cwd

    @property
    def private(self) -> bool:
        """True for a session that another session started."""
        return self._state.private

    def state(self) -> State:
        """Return what the next decoder of this session needs."""
        self._state.writes = self._writes.state()
        return dict(msgspec.to_builtins(self._state))

    def skip(self, block: bytes, at: int) -> int:
        """Pass over lines without words."""
        find, starts, size = block.find, block.startswith, len(block)
        while at < size and self._state.cwd:
            end, start = find(b"\n", at) + 1 or size, at + _AFTER_TIME
            if starts(_SYSTEM, start):
                kind = find(_SUBTYPE, start, end) + len(_SUBTYPE)
                if kind < start or block[kind : find(b'"', kind)] in _READ_SUBTYPES:
                    break
            elif starts(_RESULT, start) and not self._writes.open:
                self._state.items += 1
            elif not starts(_REPLY, start) or not self._passes_reply(block, start, end):
                break
            at = end
        return at

    def _passes_reply(self, block: bytes, start: int, end: int) -> bool:
        """Pass a reply of thoughts and calls that write nothing."""
        texts, calls = block.count(_TEXT, start, end), block.count(_CALL, start, end)
        if (texts and texts > block.count(_THOUGHT, start, end)) or (
            calls and self._wanted.search(block, start, end)
        ):
            return False
        self._state.items += texts + calls
        self._state.command = ""
        return True

    def decode(self, line: bytes, offset: int) -> Decoded | None:
        """Return what one record says."""
        record = _RECORD.decode(line)
        if self._state.cwd is None and not _is_sub_agent(record):
            self._state.cwd = record.cwd
        match record.type:
            case "assistant":
                return self._reply(record, offset)
            case "user":
                return self._user(record, offset)
            case "tool_result":
                return self._result(record, offset)
            case "system":
                return self._system(record, offset)
        return None

    def _reply(self, record: _Record, offset: int) -> Decoded | None:
        self._state.command = ""
        parts = [part for part in _parts(record) if part.text or part.function_call]
        self._state.items += len(parts)
        if _is_sub_agent(record):
            return None
        messages: list[Message] = []
        for index, part in enumerate(parts):
            if part.text and not part.thought and (text := strip_blocks(part.text)):
                name = _name(record, text, index)
                cites = citations_in(part.text)
                messages.append(_message(Speaker.AGENT, text, name, record, offset, cites=cites))
            elif (call := part.function_call) and call.name:
                key = f"{record.uuid or ''}#{call.id or index}"
                self._writes.called(call.id or call.name, call.name, call.args, key)
                if path := path_read(call.name, call.args):
                    messages.append(_message(Speaker.TOOL, "", key, record, offset, cites=(path,)))
        return Decoded(messages=tuple(messages)) if messages else None

    def _user(self, record: _Record, offset: int) -> Decoded | None:
        self._state.items += 1
        person = record.provenance in _PERSON_PROVENANCES and record.subtype in _PERSON_SUBTYPES
        if not person or _is_sub_agent(record) or self._state.private:
            return None
        payload = _PAYLOAD.decode(record.system_payload) if bytes(record.system_payload) else None
        shown = payload.display_text if payload else None
        words = strip_blocks((shown or _typed_parts(_parts(record))).partition(_FILES_FOLLOW)[0])
        vouched = record.provenance is not None
        if self._expands(words) or not words or is_machine_text(words, vouched=vouched):
            return None
        return self._said(record, words, offset)

    def _expands(self, words: str) -> bool:
        """Tell whether *words* are those of a command that was told when it was entered."""
        command, self._state.command = self._state.command, ""
        return bool(command) and (self._state.expands or collapse(words) == command)

    def _result(self, record: _Record, offset: int) -> Decoded | None:
        self._state.items += 1
        if not self._writes.open or _is_sub_agent(record):
            return None
        status = record.tool_call_result.status if record.tool_call_result else None
        messages: list[Message] = []
        for part in _parts(record):
            if response := part.function_response:
                call = response.id or response.name
                output = _printed(response.response) if self._writes.runs(call) else ""
                refused = b'"error"' in bytes(response.response)[:64]
                messages += self._writes.finished(
                    call,
                    failed=refused
                    or status not in (None, "success")
                    or bool(shells.exit_code(output)),
                    at=_time(record),
                    offset=offset,
                    output=output,
                )
        return Decoded(messages=tuple(messages)) if messages else None

    def _system(self, record: _Record, offset: int) -> Decoded | None:
        match record.subtype:
            case "parent_session":
                self._state.private = True
            case "rewind":
                return self._rewind(record)
            case "slash_command":
                return self._command(record, offset)
        return None

    def _command(self, record: _Record, offset: int) -> Decoded | None:
        payload = _PAYLOAD.decode(record.system_payload)
        if payload is None or payload.phase == "result" or not payload.raw_command:
            return None
        self._state.items += 1
        self._state.command = collapse(payload.raw_command)[:1000]
        self._state.expands = bool(payload.sent_to_model)
        command = typed_command(payload.raw_command)
        words = command_words(*command) if command else ""
        return self._said(record, words, offset) if words and not self._state.private else None

    def _rewind(self, record: _Record) -> Decoded | None:
        """Take back all turns from the one that hung where this record hangs."""
        state = self._state
        at = next((i for i, t in enumerate(state.turns) if t.parent == record.parent_uuid), None)
        if at is None:
            at = self._rewound_by_count(record)
        if at is None:
            return None
        gone, state.turns = state.turns[at:], state.turns[:at]
        state.items = gone[0].items if gone else state.items
        return Decoded(withdrawn=tuple(turn.record for turn in gone)) if gone else None

    def _rewound_by_count(self, record: _Record) -> int | None:
        """Find the turn by what left the screen: a copied session chains records as written."""
        payload = _PAYLOAD.decode(record.system_payload) if bytes(record.system_payload) else None
        count = payload.truncated_count if payload else None
        turns = self._state.turns
        if not count or count < 0:
            return None
        places = (
            i for i in reversed(range(len(turns))) if self._state.items - turns[i].items >= count
        )
        return next(places, None)

    def _said(self, record: _Record, words: str, offset: int) -> Decoded:
        name = _name(record, words, 0)
        items = self._state.items - 1
        self._state.turns.append(_Turn(name, record.parent_uuid, items))
        del self._state.turns[:-_MAX_TURNS]
        return Decoded(messages=(_message(Speaker.PERSON, words, name, record, offset),))


def _printed(response: msgspec.Raw) -> str:
    with contextlib.suppress(msgspec.DecodeError):
        said = _RESPONSE.decode(response)
        return said.error or said.output or ""
    return ""


def _is_sub_agent(record: _Record) -> bool:
    return bool(record.is_sidechain or record.agent_id)


def _parts(record: _Record) -> list[_Part]:
    listed = (record.message.parts if record.message else None) or []
    return [_Part(text=part) if isinstance(part, str) else part for part in listed]


def _typed_parts(parts: list[_Part]) -> str:
    """Return the text a person typed; what follows is the bodies of the files it names."""
    typed: list[str] = []
    for part in parts:
        words, heading, _ = (part.text or "").partition(_FILES_FOLLOW)
        typed.append(strip_blocks(words))
        if heading:
            break
    return "\n".join(text for text in typed if text)


def _message(
    speaker: Speaker,
    text: str,
    name: str,
    record: _Record,
    offset: int,
    *,
    cites: tuple[str, ...] = (),
) -> Message:
    return Message(
        speaker=speaker, text=text, record=name, at=_time(record), offset=offset, cites=cites
    )


def _name(record: _Record, text: str, index: int) -> str:
    if not record.uuid:
        return digest(record.timestamp or "", text)
    return f"{record.uuid}#{index}" if index else record.uuid


def _time(record: _Record) -> datetime | None:
    return parse_time(record.timestamp) if record.timestamp else None
