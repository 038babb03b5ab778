"""Anthropic's messages API; the answer comes as the input of a tool the model must call."""

from typing import Any

import msgspec

from .errors import ModelRefusedError
from .keys import Key
from .values import Completion, Request
from .web import Endpoint, RejectedError, post

_HOME = "https://api.anthropic.com"
_VERSION = "2023-06-01"


class _Block(msgspec.Struct):
    type: str
    text: str = ""
    input: msgspec.Raw = msgspec.Raw()


class _Usage(msgspec.Struct):
    input_tokens: int | None = None
    output_tokens: int | None = None
    cache_creation_input_tokens: int | None = None
    cache_read_input_tokens: int | None = None


class _Reply(msgspec.Struct):
    content: list[_Block]
    stop_reason: str | None = None
    usage: _Usage | None = None


class Anthropic:
    """Asks models through a forced tool, and remembers which of them take no temperature."""

    def __init__(self, name: str, base_url: str | None, key: Key) -> None:
        self._name, self._key = name, key
        self._url = f"{(base_url or _HOME).rstrip('/').removesuffix('/v1')}/v1/messages"
        self._without_temperature: set[str] = set()

    async def complete(self, request: Request) -> Completion:
        """Call a model once."""
        model = request.model or ""
        temperature = model not in self._without_temperature
        headers = {"anthropic-version": _VERSION}
        if self._key.value:
            headers["x-api-key"] = self._key.value
        endpoint = Endpoint(self._name, self._url, self._key, headers)
        try:
            reply = await post(
                endpoint, model, write_body(request, temperature=temperature), _Reply
            )
        except RejectedError as exc:
            if temperature and "temperature" in exc.said.lower():
                self._without_temperature.add(model)
                exc.again = "differently"
            raise
        return _completion(reply, f"{self._name}/{model}")


def write_body(request: Request, *, temperature: bool) -> dict[str, Any]:
    """Return what is sent for a request."""
    tool = {
        "name": "answer",
        "description": "Give your answer. Call this exactly once.",
        "input_schema": request.schema,
    }
    body: dict[str, Any] = {
        "model": request.model,
        "max_tokens": request.max_output_tokens,
        "system": request.system,
        "messages": [{"role": turn.speaker, "content": turn.text} for turn in request.turns],
        "tools": [tool],
        "tool_choice": {"type": "tool", "name": "answer"},
    }
    return body | ({"temperature": 0} if temperature else {})


def _completion(reply: _Reply, who: str) -> Completion:
    if reply.stop_reason == "refusal":
        raise ModelRefusedError(f"{who}: the model declines to answer", hint="try another model")
    called = next((block for block in reply.content if block.type == "tool_use"), None)
    said = "".join(block.text for block in reply.content if block.type == "text")
    usage = reply.usage or _Usage()
    cached = (usage.cache_creation_input_tokens or 0) + (usage.cache_read_input_tokens or 0)
    return Completion(
        text=bytes(called.input).decode("utf-8", "replace") if called else said,
        input_tokens=None if usage.input_tokens is None else usage.input_tokens + cached,
        output_tokens=usage.output_tokens,
        cut=reply.stop_reason == "max_tokens",
    )
