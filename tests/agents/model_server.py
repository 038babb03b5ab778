"""A model's server on loopback that says what a test wrote down, in each agent's own protocol.

It speaks Anthropic messages, OpenAI chat completions and OpenAI responses, streamed or whole, and
keeps every request it was sent. What it answers depends on the request alone, so side requests of
an agent (a title, a summary) change nothing.
"""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

USAGE = (11, 3)  # tokens in, tokens out


@dataclass(frozen=True, kw_only=True)
class Call:
    """A tool the model calls; *namespace* is where Codex keeps those of an MCP server."""

    name: str
    arguments: dict[str, Any] = field(default_factory=dict)
    namespace: str | None = None
    id: str = "call_scripted_1"


@dataclass(frozen=True)
class Rule:
    """What to answer when *when* stands in a request: words, or calls first and words then."""

    when: str
    text: str = "Done."
    calls: tuple[Call, ...] = ()


@dataclass(frozen=True)
class Asked:
    """One request for an answer."""

    path: str
    body: dict[str, Any]
    raw: str

    def count(self, words: str) -> int:
        """Return how often *words* stand in this request."""
        return self.raw.count(words)


@dataclass(eq=False)
class ModelServer:
    """What it is to say, where it listens, and what it was asked."""

    rules: list[Rule] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)
    elsewhere: list[str] = field(default_factory=list)  # requests for anything but an answer
    url: str = ""

    def about(self, words: str) -> list[Asked]:
        """Return the requests in which *words* stand, in the order they came."""
        return [asked for asked in self.asked if words in asked.raw]

    def answer(self, asked: Asked) -> "str | Call":
        """Keep a request, and return the next thing to say to it."""
        self.asked.append(asked)
        for rule in self.rules:
            if rule.when in asked.raw:
                return _next(rule, asked)
        return "Understood."


def _next(rule: Rule, asked: Asked) -> str | Call:
    # Without tools it is a side request, which happens to quote the prompt.
    if asked.body.get("tools"):
        for call in rule.calls:
            if call.id not in asked.raw:
                return call
    return rule.text


@contextmanager
def served() -> Iterator[ModelServer]:
    """Serve on loopback until the block ends."""
    model = ModelServer()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            speak = next((s for end, s in _PROTOCOLS.items() if end == self._path()), None)
            if speak is None:
                self._refuse()
                return
            body = json.loads(raw)
            # Decoded and written again, so that words can be looked for as they are.
            asked = Asked(self._path(), body, json.dumps(body, ensure_ascii=False))
            events = speak(model.answer(asked))
            if body.get("stream"):
                self._send("text/event-stream", "".join(map(_event, events)))
            else:
                self._send("application/json", json.dumps(_whole(events)))

        def do_GET(self) -> None:
            self._refuse()

        do_HEAD = do_GET  # noqa: N815 -- the name that the base class looks for

        def _path(self) -> str:
            return self.path.partition("?")[0]

        def _refuse(self) -> None:
            model.elsewhere.append(f"{self.command} {self.path}")
            self.send_response(404)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def _send(self, kind: str, text: str) -> None:
            sent = text.encode()
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(sent)))
            self.end_headers()
            self.wfile.write(sent)

        def log_message(self, *_: object) -> None:
            """Keep quiet."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        model.url = f"http://127.0.0.1:{server.server_address[1]}"
        try:
            yield model
        finally:
            server.shutdown()
            thread.join()


def _event(event: dict[str, Any]) -> str:
    if not event:
        return "data: [DONE]\n\n"
    name = f"event: {event['type']}\n" if "type" in event else ""
    shown = {key: value for key, value in event.items() if key != "whole"}
    return f"{name}data: {json.dumps(shown)}\n\n"


def _whole(events: list[dict[str, Any]]) -> dict[str, Any]:
    return next(event["whole"] for event in events if "whole" in event)


def _messages(said: str | Call) -> list[dict[str, Any]]:
    usage = {"input_tokens": USAGE[0], "output_tokens": USAGE[1]}
    head: dict[str, Any] = {"id": "msg_1", "type": "message", "role": "assistant"}
    head |= {"model": "scripted", "stop_sequence": None, "usage": usage}
    if isinstance(said, str):
        block: dict[str, Any] = {"type": "text", "text": said}
        delta, opened = {"type": "text_delta", "text": said}, {"type": "text", "text": ""}
        reason = "end_turn"
    else:
        opened = {"type": "tool_use", "id": said.id, "name": said.name, "input": {}}
        block = opened | {"input": said.arguments}
        delta = {"type": "input_json_delta", "partial_json": json.dumps(said.arguments)}
        reason = "tool_use"
    whole = head | {"content": [block], "stop_reason": reason}
    return [
        {"type": "message_start", "message": head | {"content": [], "stop_reason": None}},
        {"type": "content_block_start", "index": 0, "content_block": opened},
        {"type": "content_block_delta", "index": 0, "delta": delta},
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": {"stop_reason": reason}, "usage": usage},
        {"type": "message_stop", "whole": whole},
    ]


def _completions(said: str | Call) -> list[dict[str, Any]]:
    message: dict[str, Any] = {"role": "assistant", "content": said}
    reason = "stop"
    if isinstance(said, Call):
        function = {"name": said.name, "arguments": json.dumps(said.arguments)}
        call = {"index": 0, "id": said.id, "type": "function", "function": function}
        message = {"role": "assistant", "content": None, "tool_calls": [call]}
        reason = "tool_calls"
    usage = {"prompt_tokens": USAGE[0], "completion_tokens": USAGE[1], "total_tokens": sum(USAGE)}
    head = {"id": "chatcmpl-1", "created": 1772442000, "model": "scripted"}
    chunk = head | {"object": "chat.completion.chunk"}
    choice = {"index": 0, "message": message, "finish_reason": reason}
    whole = head | {"object": "chat.completion", "choices": [choice], "usage": usage}
    return [
        chunk | {"choices": [{"index": 0, "delta": message, "finish_reason": None}]},
        chunk | {"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]},
        chunk | {"choices": [], "usage": usage, "whole": whole},
        {},
    ]


def _responses(said: str | Call) -> list[dict[str, Any]]:
    if isinstance(said, str):
        content = [{"type": "output_text", "text": said, "annotations": []}]
        item: dict[str, Any] = {"type": "message", "role": "assistant", "content": content}
        item |= {"id": "item_1"}
    else:
        arguments = json.dumps(said.arguments)
        item = {"type": "function_call", "call_id": said.id, "name": said.name}
        item |= {"id": "item_1", "arguments": arguments}
        item |= {"namespace": said.namespace} if said.namespace else {}
    usage = {"input_tokens": USAGE[0], "output_tokens": USAGE[1], "total_tokens": sum(USAGE)}
    head = {"id": "resp_1", "object": "response", "model": "scripted"}
    whole = head | {"status": "completed", "output": [item], "usage": usage}
    return [
        {"type": "response.created", "response": head | {"status": "in_progress", "output": []}},
        {"type": "response.output_item.added", "output_index": 0, "item": item},
        {"type": "response.output_item.done", "output_index": 0, "item": item},
        {"type": "response.completed", "response": whole, "whole": whole},
    ]


_PROTOCOLS = {
    "/v1/messages": _messages,
    "/v1/chat/completions": _completions,
    "/v1/responses": _responses,
}
