"""Stand-ins that implement our own seams."""

import asyncio
import json
import os
import resource
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Self

from aiohttp import web


@dataclass
class Clock:
    """A clock that stands until it is told to go on."""

    now: datetime = field(default_factory=lambda: datetime(2026, 3, 2, 9, 0, tzinfo=UTC))

    def __call__(self) -> datetime:
        return self.now

    def advance(self, **delta: float) -> datetime:
        self.now += timedelta(**delta)
        return self.now


@dataclass
class Elapsed:
    """Seconds that pass only when somebody sleeps, and the sleeps there were."""

    now_s: float = 1000.0
    slept: list[float] = field(default_factory=list)

    def __call__(self) -> float:
        return self.now_s

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now_s += seconds


@dataclass(kw_only=True)
class Reply:
    """What a model's endpoint sends back once."""

    body: bytes
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    chunked: bool = False
    hang_up: bool = False


def openai_says(text, *, usage=(12, 3), finish="stop", refusal=None):
    """An answer as chat completions give it."""
    message = {"role": "assistant", "content": text, "refusal": refusal, "annotations": []}
    body = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1772442000,
        "model": "m-2026",
        "choices": [{"index": 0, "message": message, "logprobs": None, "finish_reason": finish}],
    }
    if usage:
        total = {"prompt_tokens": usage[0], "completion_tokens": usage[1]}
        body["usage"] = total | {"total_tokens": sum(usage)}
    return Reply(body=json.dumps(body).encode())


def openai_fails(status, message, **headers):
    """A failure as chat completions put it."""
    error = {"message": message, "type": "invalid_request_error", "param": None, "code": None}
    return Reply(status=status, body=json.dumps({"error": error}).encode(), headers=headers)


def anthropic_says(answer, *, stop="tool_use", text=None):
    """An answer as the messages API gives it: through the tool, and in words."""
    content = [{"type": "text", "text": text}] if text is not None else []
    if answer is not None:
        content.append({"type": "tool_use", "id": "toolu_1", "name": "answer", "input": answer})
    usage = {"input_tokens": 10, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 5}
    body = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "m-2026",
        "content": content,
        "stop_reason": stop,
        "stop_sequence": None,
        "usage": usage | {"output_tokens": 7},
    }
    return Reply(body=json.dumps(body).encode())


def anthropic_fails(status, kind, message):
    """A failure as the messages API puts it."""
    body = {"type": "error", "error": {"type": kind, "message": message}, "request_id": "req_1"}
    return Reply(status=status, body=json.dumps(body).encode())


class ModelServer:
    """A model's endpoint on a real socket that plays its replies in order.

    After the last of them it answers what *think* makes of a request's body, or not any more. It
    keeps what it was sent: path, headers and body.
    """

    def __init__(self, *replies: Reply, think=None) -> None:
        self.replies, self.think = list(replies), think
        self.received: list[tuple[str, dict[str, str], dict]] = []
        self.asked_in_vain = asyncio.Event()
        self.given_up = asyncio.Event()
        self.url = ""

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=2**26)
        app.router.add_post("/{path:.*}", self._answer)
        self._runner = web.AppRunner(app, handler_cancellation=True, shutdown_timeout=0)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.url = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._runner.cleanup()

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        body = await request.json()
        self.received.append((request.path, dict(request.headers), body))
        if not self.replies and self.think:
            self.replies.append(await self.think(body))
        if not self.replies:
            self.asked_in_vain.set()
            try:
                await asyncio.Event().wait()
            finally:
                self.given_up.set()
        reply = self.replies.pop(0)
        if reply.hang_up:
            request.transport.close()
        response = web.Response(body=reply.body, status=reply.status, headers=reply.headers)
        if reply.chunked:
            response.enable_chunked_encoding()
        return response


@contextmanager
def no_descriptors_left():
    """Let this process open nothing more, as one that too many talk to."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    lowest = os.open(os.devnull, os.O_RDONLY)
    os.close(lowest)
    resource.setrlimit(resource.RLIMIT_NOFILE, (lowest, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
