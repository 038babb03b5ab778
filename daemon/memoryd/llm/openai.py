"""Any endpoint that speaks OpenAI's chat completions: vendors, gateways, servers at home."""

from dataclasses import dataclass, replace
from typing import Any, Literal

import msgspec

from .answers import is_closed, with_form
from .errors import ModelRefusedError, ModelUnavailableError
from .keys import Key
from .values import Completion, Request
from .web import Endpoint, RejectedError, post

_HOME = "https://api.openai.com/v1"


class _Message(msgspec.Struct):
    content: str | None = None
    refusal: str | None = None


class _Choice(msgspec.Struct):
    message: _Message
    finish_reason: str | None = None


class _Usage(msgspec.Struct):
    prompt_tokens: int | None = None
    completion_tokens: int | None = None


class _Reply(msgspec.Struct):
    choices: list[_Choice]
    usage: _Usage | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """What one model understands; found out by asking."""

    form: Literal["json_schema", "json_object", "words"] = "json_schema"
    limit: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    temperature: bool = True


class OpenAI:
    """Asks models in the richest dialect each of them takes, and remembers which that is."""

    def __init__(self, name: str, base_url: str | None, key: Key) -> None:
        self._name, self._key = name, key
        self._url = f"{(base_url or _HOME).rstrip('/')}/chat/completions"
        self._dialects: dict[str, Dialect] = {}

    async def complete(self, request: Request) -> Completion:
        """Call a model once."""
        model = request.model or ""
        dialect = self._dialects.get(model, Dialect())
        headers = {"Authorization": f"Bearer {self._key.value}"} if self._key.value else {}
        endpoint = Endpoint(self._name, self._url, self._key, headers)
        try:
            reply = await post(endpoint, model, write_body(request, dialect), _Reply)
        except RejectedError as exc:
            if simpler := adapt(dialect, exc.said):
                self._dialects[model] = simpler
                exc.again = "differently"
            raise
        return _completion(reply, f"{self._name}/{model}")


def write_body(request: Request, dialect: Dialect) -> dict[str, Any]:
    """Return what is sent for a request."""
    system = request.system
    if dialect.form != "json_schema":
        system = with_form(system, request.schema)
    body: dict[str, Any] = {
        "model": request.model,
        "messages": [
            {"role": "system", "content": system},
            *({"role": turn.speaker, "content": turn.text} for turn in request.turns),
        ],
        dialect.limit: request.max_output_tokens,
    }
    if dialect.temperature:
        body["temperature"] = 0
    if dialect.form == "json_schema":
        form = {"name": "answer", "schema": request.schema, "strict": is_closed(request.schema)}
        body["response_format"] = {"type": "json_schema", "json_schema": form}
    elif dialect.form == "json_object":
        body["response_format"] = {"type": "json_object"}
    return body


def adapt(dialect: Dialect, said: str) -> Dialect | None:
    """Return a dialect without what the endpoint complains of; None: there is none."""
    said = said.lower()
    if dialect.limit == "max_tokens" and "max_completion_tokens" in said:
        return replace(dialect, limit="max_completion_tokens")
    if dialect.temperature and "temperature" in said:
        return replace(dialect, temperature=False)
    if not any(word in said for word in ("response_format", "schema", "json_object")):
        return None
    if dialect.form == "json_schema":
        return replace(dialect, form="json_object")
    return replace(dialect, form="words") if dialect.form == "json_object" else None


def _completion(reply: _Reply, who: str) -> Completion:
    if not reply.choices:
        raise ModelUnavailableError(f"{who}: the reply holds no answer", hint="try another model")
    choice = reply.choices[0]
    if choice.message.refusal or choice.finish_reason == "content_filter":
        raise ModelRefusedError(f"{who}: the model declines to answer", hint="try another model")
    usage = reply.usage or _Usage()
    return Completion(
        text=choice.message.content or "",
        input_tokens=usage.prompt_tokens,
        output_tokens=usage.completion_tokens,
        cut=choice.finish_reason == "length",
    )
