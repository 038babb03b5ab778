"""The OpenAPI document, made from the routes and the types they really use."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

import msgspec

from memoryd_client import wire

from .requests import Request

Schema = dict[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """What one route takes and gives."""

    method: Literal["GET", "POST", "PUT", "DELETE"]
    path: str
    summary: str
    body: type[Request] | None = None
    query: type[Request] | None = None
    replies: dict[int, tuple[str, type | None]]
    files: tuple[str, ...] = ()  # media types of a 200 that is a file, and not what replies says
    errors: tuple[int, ...] = ()
    only_reads: bool = False  # said of what reads by another method than GET

    @property
    def writes(self) -> bool:
        """Whether it changes anything, so that the read-only socket refuses it."""
        return self.method != "GET" and not self.only_reads


def document(operations: Iterable[Operation], version: str) -> Schema:
    """Return the OpenAPI 3.1 document of *operations*."""
    operations = list(operations)
    types: set[type] = {wire.Problem}
    for operation in operations:
        types |= {kind for kind in (operation.body, operation.query) if kind}
        types |= {kind for _, kind in operation.replies.values() if kind}
    ordered = sorted(types, key=lambda kind: kind.__name__)
    schemas, components = msgspec.json.schema_components(
        ordered, ref_template="#/components/schemas/{name}"
    )
    by_type = dict(zip(ordered, schemas, strict=True))
    for kind in ordered:
        if either := getattr(kind, "either", None):
            components[kind.__name__]["oneOf"] = [{"required": [name]} for name in either]
    paths: dict[str, Schema] = {}
    for operation in operations:
        item = paths.setdefault(operation.path, {})
        item[operation.method.lower()] = _operation(operation, by_type, components)
    queries = {operation.query.__name__ for operation in operations if operation.query}
    for name in queries:  # they are spread out as parameters
        del components[name]
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "memoryd",
            "version": version,
            "description": f"API number {wire.API}. Served on a Unix socket, to its own user.",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "servers": [{"url": "http://localhost"}],
        "paths": paths,
        "components": {"schemas": components},
    }


def _operation(
    operation: Operation, by_type: dict[type, Schema], components: dict[str, Schema]
) -> Schema:
    found: Schema = {
        "summary": operation.summary,
        "operationId": _name(operation),
        "responses": _responses(operation, by_type),
    }
    parameters = _path_parameters(operation.path)
    if operation.query:
        parameters += _query_parameters(components[operation.query.__name__])
    if operation.writes:
        found["description"] = "Refused (403) on the read-only socket."
    if parameters:
        found["parameters"] = parameters
    if operation.body:
        schema = by_type[operation.body]
        found["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": schema}},
        }
    return found


def _name(operation: Operation) -> str:
    words = [part.strip("{}:") for part in operation.path.split("/") if part and part != "v1"]
    return "_".join([operation.method.lower(), *words])


def _responses(operation: Operation, by_type: dict[type, Schema]) -> Schema:
    responses: Schema = {}
    for status, (media, kind) in operation.replies.items():
        schema = by_type[kind] if kind else {}
        content: Schema = {media: {"schema": schema}}
        if status == 200:
            content |= {file: {"schema": {}} for file in operation.files}
        responses[str(status)] = {"description": "OK", "content": content}
    refused = {"application/problem+json": {"schema": by_type[wire.Problem]}}
    for status in sorted({*operation.errors, *([403] if operation.writes else [])}):
        responses[str(status)] = {"description": "Refused", "content": refused}
    responses["default"] = {"description": "Refused", "content": refused}
    return responses


def _path_parameters(path: str) -> list[Schema]:
    names = [part[1:-1] for part in path.split("/") if part.startswith("{")]
    text = {"type": "string", "minLength": 1, "maxLength": 1024}
    return [{"name": name, "in": "path", "required": True, "schema": text} for name in names]


def _query_parameters(schema: Schema) -> list[Schema]:
    properties, required = schema["properties"], schema.get("required", [])
    assert isinstance(properties, dict) and isinstance(required, list)  # noqa: S101, PT018 -- shape of a JSON Schema
    return [
        {"name": name, "in": "query", "required": name in required, "schema": kind}
        for name, kind in properties.items()
    ]
