"""The form of an answer: how a model is told of it, and how it is read, strictly."""

import json
import re
from typing import Any

import msgspec

from .values import Completion, Shape, Turn

_THOUGHTS = re.compile(r"\s*<think>.*?</think>", re.DOTALL)
_FENCED = re.compile(r"\s*```(?:json)?\s*\n(.*?)\n?\s*```\s*", re.DOTALL)
_MAX_QUOTED = 20_000


class WrongFormError(Exception):
    """An answer is not what was asked for; says why, in words a model understands."""

    def __init__(self, message: str, *, said: str) -> None:
        super().__init__(message)
        self.said = said


def json_schema(shape: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the JSON Schema of a struct, an object at its root."""
    (root,), parts = msgspec.json.schema_components((shape,), ref_template="#/$defs/{name}")
    name = root["$ref"].removeprefix("#/$defs/")
    rest = {key: part for key, part in parts.items() if key != name}
    return {**parts[name], **({"$defs": rest} if rest else {})}


def is_closed(schema: object) -> bool:
    """Tell whether all objects in a schema list, and require, all their keys.

    Endpoints that force an answer into a schema take no other.
    """
    if isinstance(schema, list):
        return all(map(is_closed, schema))
    if not isinstance(schema, dict):
        return True
    if schema.get("type") == "object":
        keys, required = schema.get("properties", {}), schema.get("required", [])
        if schema.get("additionalProperties") is not False or set(keys) != set(required):
            return False
    return all(map(is_closed, schema.values()))


def with_form(system: str, schema: dict[str, Any]) -> str:
    """Return instructions that also say, in words, what form the answer must have."""
    return (
        f"{system}\n\nAnswer with one JSON object and nothing else: no prose, no code fence."
        f" It must be valid under this JSON Schema:\n{json.dumps(schema, ensure_ascii=False)}"
    )


def read_answer(completion: Completion, shape: type[Shape]) -> Shape:
    """Read an answer strictly; thoughts before it and one code fence around it are forgiven.

    Raise WrongFormError.
    """
    text = _THOUGHTS.sub("", completion.text, count=1)
    if fenced := _FENCED.fullmatch(text):
        text = fenced[1]
    try:
        return msgspec.json.decode(text.encode("utf-8", "replace"), type=shape)
    except (msgspec.MsgspecError, RecursionError) as exc:
        cut = "it was cut off at the limit of tokens, be shorter; " if completion.cut else ""
        raise WrongFormError(f"{cut}{exc}", said=completion.text) from exc


def ask_again(error: WrongFormError) -> tuple[Turn, Turn]:
    """Return the two turns that show a model its answer and what is wrong with it."""
    return (
        Turn("assistant", error.said[:_MAX_QUOTED].strip() or "(nothing)"),
        Turn("user", f"That is not the form I need: {error}. Answer again, in that form."),
    )
