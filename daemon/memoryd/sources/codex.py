"""Codex: one rollout a thread, JSONL, moved and compressed when archived."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from memoryd.domain import Message, Speaker, parse_time

from .base import Decoded, SessionFile, State
from .codex_records import (
    Event,
    EventLine,
    Line,
    Payload,
    event_citations,
    folder_named,
    has_failed,
    is_machine_thread,
    item_citations,
    item_words,
    output_of,
    patched_paths,
    request_words,
)
from .codex_skip import Wanted, is_event, skip_wordless
from .discover import Rules, find_sessions, root_or_parts
from .tail import line_at
from .text import digest, strip_blocks
from .writes import Writes

_MAX_TURNS = 400
_MAX_REPLIES = 8
_MAX_HELD = 2
_MAX_HELD_CHARS = 4_000
_HEAD_LIMIT_BYTES = 1 << 20
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_LINE = msgspec.json.Decoder(Line)
_EVENT_LINE = msgspec.json.Decoder(EventLine)
_PAYLOAD = msgspec.json.Decoder(Payload)


class _Held(msgspec.Struct, array_like=True):
    text: str
    at: str | None
    offset: int


class _State(msgspec.Struct):
    # The thread whose records are read: another one's while a fork replays it.
    thread: str = ""
    own: str | None = None
    cwd: str | None = None
    turn_cwd: str | None = None
    machine: bool = False
    disabled: bool = False
    # The file has events for what was typed; then nothing else counts.
    events: bool = False
    held: list[_Held] = []
    # Items repeat the replies that events told.
    repeats: bool = False
    # How many turns stand, and the last of them.
    standing: int = 0
    turns: list[str] = []
    replies: list[str] = []
    writes: object = None


class Codex:
    """Where Codex keeps its threads. With *commands*, those that the agent ran are told."""

    agent = "codex"

    def __init__(self, *, commands: bool = False) -> None:
        self._commands = commands

    def roots(self, env: Mapping[str, str], home: Path) -> tuple[Path, ...]:
        """Return the folders of live and archived threads."""
        configured = env.get("CODEX_HOME") or "~/.codex"
        return root_or_parts(configured, ("sessions", "archived_sessions"), home)

    def sessions(self, root: Path) -> Iterator[SessionFile]:
        """Find rollouts, live ones before their compressed twins."""
        return find_sessions(root, self.agent, _RULES)

    def decoder(self, file: SessionFile, state: State) -> "CodexDecoder":
        """Return a decoder that goes on from *state*."""
        return CodexDecoder(file.session, state, commands=self._commands)

    def records(self, document: bytes) -> Sequence[bytes]:
        """Return nothing: no thread is kept as one document."""
        del document
        return ()


def _is_session(name: str) -> bool:
    return name.endswith((".jsonl", ".jsonl.zst")) and not name.startswith(
        ("history.", "session_index.")
    )


def _session_of(path: Path) -> str:
    """Return the uuid in the name, else the id in the first line, else the name."""
    stem = path.name.partition(".jsonl")[0]
    if found := _UUID.findall(stem):
        return str(found[-1])
    line = line_at(path, 0, _HEAD_LIMIT_BYTES)
    try:
        first = _LINE.decode(line)
        header = first.payload if first.type == "session_meta" else _PAYLOAD.decode(line)
    except (ValueError, RecursionError):
        return stem
    return (header and header.id) or stem


_RULES = Rules(is_session=_is_session, session_of=_session_of)


class CodexDecoder:
    """Reads the lines of one rollout in file order."""

    def __init__(self, session: str, state: State, *, commands: bool = False) -> None:
        self._commands = commands
        self._state = msgspec.convert(state, _State) if state else _State(thread=session)
        self._writes = Writes(self._state.writes, commands=commands)

    @property
    def cwd(self) -> str | None:
        """Where the thread was started, else where its last turn was."""
        return self._state.cwd or self._state.turn_cwd

    @property
    def private(self) -> bool:
        """True for threads of scripts and sub-agents, and for those kept out of memories."""
        return self._state.machine or self._state.disabled

    def state(self) -> State:
        """Return what the next decoder of this thread needs."""
        self._state.writes = self._writes.state()
        return dict(msgspec.to_builtins(self._state))

    def skip(self, block: bytes, at: int) -> int:
        """Pass over lines without words."""
        state = self._state
        if state.held or not state.own or not state.cwd:
            return at
        outputs = bool(self._writes.open)
        wanted = Wanted(self.private, state.events, state.repeats, outputs, self._commands)
        return skip_wordless(block, at, wanted)

    def decode(self, line: bytes, offset: int) -> Decoded | None:
        """Return what one line says."""
        if is_event(line):
            return self._event(_EVENT_LINE.decode(line), offset)
        record = _LINE.decode(line)
        match record.type:
            case "event_msg":
                return self._event(_EVENT_LINE.decode(line), offset)
            case "session_meta" if record.payload:
                self._meta(record.payload)
            case "turn_context" if record.payload:
                self._state.turn_cwd = record.payload.cwd or self._state.turn_cwd
            case "response_item" if record.payload and not self.private:
                return self._item(record.payload, record.timestamp, offset)
            case _ if record.payload is None:
                return self._flat(_PAYLOAD.decode(line), offset)
        return None

    def _meta(self, meta: Payload) -> None:
        state = self._state
        if state.own is None:
            state.own = meta.id or state.thread
            state.cwd = meta.cwd
            state.machine = is_machine_thread(meta)
        if meta.id in (None, state.own) and meta.memory_mode:
            state.disabled = meta.memory_mode == "disabled"
        state.thread = meta.id or state.thread

    def _flat(self, payload: Payload, offset: int) -> Decoded | None:
        if payload.type is None:
            if payload.id:
                self._meta(payload)
            return None
        if self.private:
            return None
        if payload.type == "message" and payload.role == "user":
            words = item_words(payload.content, person=True)
            self._state.turn_cwd = self._state.turn_cwd or folder_named(payload.content)
            return self._typed(words, payload.timestamp, offset) if words else None
        return self._item(payload, payload.timestamp, offset)

    def _event(self, line: EventLine, offset: int) -> Decoded | None:
        event, at = line.payload, line.timestamp
        if event is None or self.private:
            return None
        match event.type:
            case "user_message":
                self._state.events, self._state.held = True, []
                plain = event.kind in (None, "plain")
                words = request_words(event.message or "") if plain else ""
                return self._typed(words, at, offset)
            case "agent_message":
                return _joined(self._release(), self._spoke(event, at, offset))
            case "thread_rolled_back":
                return self._rolled_back(event.num_turns or 0)
            case "patch_apply_end":
                return self._wrote(event.call_id, at, offset, failed=not event.success)
        return None

    def _item(self, item: Payload, at: str | None, offset: int) -> Decoded | None:
        kind = item.type or ("message" if item.role else None)
        if kind == "message" and item.role == "user":
            self._hold(item, at, offset)
            return None
        if kind in {"function_call_output", "custom_tool_call_output"}:
            if self._writes.runs(item.call_id):
                return self._ran(item, at, offset)
            return self._wrote(item.call_id, at, offset, failed=has_failed(item.output))
        released = self._release()
        if kind == "message" and item.role == "assistant":
            return _joined(released, self._repeated(item, at, offset))
        calls = kind in {"function_call", "custom_tool_call"}
        if calls and item.call_id:
            self._called(item, item.call_id)
        return released

    def _called(self, item: Payload, call: str) -> None:
        name, paths = item.name or "apply_patch", patched_paths(item)
        if paths or self._commands:
            record = digest(self._state.thread, str(self._state.standing), call)
            if paths:
                self._writes.called_on(call, name, paths, record)
            else:
                self._writes.called(call, name, item.arguments, record)

    def _hold(self, item: Payload, at: str | None, offset: int) -> None:
        """Keep what may have been typed until an event says it better, or the agent answers."""
        if self._state.events:
            return
        if words := item_words(item.content, person=True):
            held = [*self._state.held, _Held(words[:_MAX_HELD_CHARS], at, offset)]
            self._state.held = held[-_MAX_HELD:]

    def _release(self) -> Decoded | None:
        if not self._state.held:
            return None
        held, self._state.held = self._state.held, []
        released: Decoded | None = None
        for entry in held:
            released = _joined(released, self._typed(entry.text, entry.at, entry.offset))
        return released

    def _typed(self, words: str, at: str | None, offset: int) -> Decoded | None:
        """Count a turn; one without words (an image) stands among the turns too."""
        state = self._state
        record = digest(state.thread, str(state.standing), "person", words) if words else ""
        state.standing += 1
        state.turns.append(record)
        del state.turns[:-_MAX_TURNS]
        state.replies = []
        return _one(Speaker.PERSON, words, record, at, offset) if words else None

    def _repeated(self, item: Payload, at: str | None, offset: int) -> Decoded | None:
        state = self._state
        text = "" if state.repeats else item_words(item.content, person=False)
        cites = item_citations(item.content) if text else ()
        replied = self._replied(text, at, offset, cites)
        state.repeats = state.repeats or (state.events and bool(text) and replied is None)
        return replied

    def _spoke(self, event: Event, at: str | None, offset: int) -> Decoded | None:
        text = strip_blocks(event.message or "")
        return self._replied(text, at, offset, event_citations(event))

    def _replied(
        self, text: str, at: str | None, offset: int, cites: tuple[str, ...]
    ) -> Decoded | None:
        """Tell a reply once: it comes as an event and as an item, in either order."""
        state, text = self._state, text.strip()
        record = digest(state.thread, str(state.standing), "agent", text) if text else ""
        if not record or record in state.replies:
            return None
        state.replies = [*state.replies[1 - _MAX_REPLIES :], record]
        return _one(Speaker.AGENT, text, record, at, offset, cites=cites)

    def _rolled_back(self, turns: int) -> Decoded | None:
        state = self._state
        if turns <= 0:
            return None
        gone, state.turns = state.turns[-turns:], state.turns[:-turns]
        state.standing = max(0, state.standing - turns)
        return Decoded(withdrawn=tuple(record for record in gone if record))

    def _wrote(
        self, call: str | None, at: str | None, offset: int, *, failed: bool
    ) -> Decoded | None:
        time = parse_time(at) if at else None
        messages = self._writes.finished(call, failed=failed, at=time, offset=offset)
        return Decoded(messages=tuple(messages)) if messages else None

    def _ran(self, item: Payload, at: str | None, offset: int) -> Decoded | None:
        """Tell a command that ended; one that still runs is told by nobody."""
        text, code = output_of(item.output)
        time = parse_time(at) if at else None
        messages = self._writes.finished(
            item.call_id, failed=code != 0, at=time, offset=offset, output=text
        )
        return Decoded(messages=tuple(messages)) if messages and code is not None else None


def _one(
    speaker: Speaker,
    text: str,
    record: str,
    at: str | None,
    offset: int,
    *,
    cites: tuple[str, ...] = (),
) -> Decoded:
    time = parse_time(at) if at else None
    message = Message(
        speaker=speaker, text=text, record=record, at=time, offset=offset, cites=cites
    )
    return Decoded(messages=(message,))


def _joined(first: Decoded | None, second: Decoded | None) -> Decoded | None:
    if first is None or second is None:
        return first or second
    return Decoded(
        messages=first.messages + second.messages, withdrawn=first.withdrawn + second.withdrawn
    )
