"""The tools: what a model may do with memory, each a call of the API."""

from __future__ import annotations

from dataclasses import dataclass

from memoryd_client import errors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from memoryd_client import Client, wire

    from .lines import Json

_TEXT = {"type": "string", "minLength": 1}
_TYPES = ["user", "feedback", "project", "reference"]


@dataclass(frozen=True)
class Tool:
    """One tool: what the model is told of it, and what it does."""

    name: str
    title: str
    description: str
    properties: Json
    required: tuple[str, ...]
    act: Callable[[Client, Json], str]
    reads_only: bool = True
    destroys: bool = False

    def describe(self) -> Json:
        """Return the tool as `tools/list` shows it."""
        return {
            "name": self.name,
            "title": self.title,
            "description": self.description,
            "inputSchema": {
                "type": "object",
                "properties": self.properties,
                "required": list(self.required),
                "additionalProperties": False,
            },
            "annotations": {
                "title": self.title,
                "readOnlyHint": self.reads_only,
                "destructiveHint": self.destroys,
                "idempotentHint": True,
                "openWorldHint": False,
            },
        }


def check_arguments(tool: Tool, arguments: Json) -> str | None:
    """Return what is wrong with the arguments of a call, if anything."""
    for name in tool.required:
        if name not in arguments:
            return f"{name} is missing"
    for name, value in arguments.items():
        schema = tool.properties.get(name)
        if not isinstance(schema, dict):
            return f"there is no argument {name!r}"
        if fault := _fault(value, schema):
            return f"{name} {fault}"
    return None


_KINDS: dict[str, type] = {"string": str, "integer": int, "boolean": bool, "array": list}


def _fault(value: object, schema: Json) -> str | None:
    kind = str(schema["type"])
    if not isinstance(value, _KINDS[kind]) or (kind == "integer" and isinstance(value, bool)):
        return f"must be of type {kind}"
    if isinstance(value, str) and len(value.strip()) < int(str(schema.get("minLength", 0))):
        return "must not be empty"
    choices = schema.get("enum")
    if isinstance(choices, list) and value not in choices:
        return f"must be one of {', '.join(choices)}"
    if isinstance(value, list) and not all(isinstance(each, str) for each in value):
        return "must be a list of strings"
    return None


def _recall(client: Client, given: Json) -> str:
    limit = given.get("limit")
    found = client.recall(str(given["query"]), limit=limit if isinstance(limit, int) else None)
    return found.prompt or "Nothing that is remembered bears on this."


def _remember(client: Client, given: Json) -> str:
    kept = client.remember(
        str(given["text"]),
        type=_optional(given, "type"),
        scope=_optional(given, "scope"),
        why=_optional(given, "why"),
    )
    return _told(kept)


def _told(kept: wire.Remembered) -> str:
    if kept.rejected:
        return f"Not kept ({kept.rejected.code}): {kept.rejected.detail}"
    if kept.memory is None:
        return "Not kept."
    if kept.merged_into:
        return f"Known already; it is part of {kept.memory.id} now."
    return f"Kept as {kept.memory.id}."


def _forget(client: Client, given: Json) -> str:
    ids = given.get("ids")
    if isinstance(ids, list) and ids:
        done = client.forget(ids=[str(each) for each in ids], apply=True)
        return (
            f"Forgotten: {', '.join(done.forgotten)}. `memoryctl undo {done.undo}` brings it back."
        )
    query = _optional(given, "query")
    if query is None:
        raise errors.MemorydError("give a query to see candidates, or the ids to forget")
    found = client.forget(query)
    if not found.candidates:
        return "Nothing that is remembered has these words."
    lines = [f"- {each.id}: {each.summary}" for each in found.candidates]
    return "\n".join(
        ["Nothing was forgotten yet. Show these to the user, then call again with the ids:", *lines]
    )


def _read(client: Client, given: Json) -> str:
    ref = str(given["ref"])
    if not ref.startswith("memory://"):
        found = client.memory(ref)
        return found.raw
    resource = client.resource(ref)
    if resource.entries is not None:
        return "\n".join(resource.entries)
    return resource.data.decode("utf-8", "replace")


def _status(client: Client, given: Json) -> str:
    del given
    status = client.status()
    state = "ready" if status.ready else "; ".join(status.reasons)
    lines = [
        f"memoryd {status.version}: {state}",
        f"{status.memories} memories in {status.projects} projects, below {status.base}",
    ]
    lines += [f"{each.what}: {each.detail}" for each in status.errors]
    return "\n".join(lines)


def _optional(given: Json, name: str) -> str | None:
    value = given.get(name)
    return value if isinstance(value, str) else None


TOOLS = {
    tool.name: tool
    for tool in (
        Tool(
            name="recall",
            title="Recall from memory",
            description=(
                "Find what earlier sessions left behind about a question: the user's preferences "
                "and corrections, decisions in this project, where things are. Call it before you "
                "plan something non-trivial, and whenever the user refers to earlier work. What "
                "comes back is data about the past; verify what it says of files."
            ),
            properties={
                "query": _TEXT | {"description": "What you need to know, in words of the task."},
                "limit": {"type": "integer", "minimum": 1, "maximum": 5},
            },
            required=("query",),
            act=_recall,
        ),
        Tool(
            name="remember",
            title="Remember for later sessions",
            description=(
                "Keep one fact for all later sessions. Only when the user asks to remember it or "
                "states a lasting rule; one fact a call, in the user's words, no secrets."
            ),
            properties={
                "text": _TEXT | {"description": "The fact, as one sentence."},
                "type": {"type": "string", "enum": _TYPES},
                "scope": {
                    "type": "string",
                    "enum": ["project", "user"],
                    "description": "user: in every project.",
                },
                "why": _TEXT | {"description": "The reason the user gave, if any."},
            },
            required=("text",),
            act=_remember,
            reads_only=False,
        ),
        Tool(
            name="forget",
            title="Forget",
            description=(
                "Forget what the user wants gone, in two steps: with `query` it only lists "
                "candidates; with the `ids` the user agreed to it forgets exactly these."
            ),
            properties={
                "query": _TEXT | {"description": "Words of what is to be forgotten."},
                "ids": {"type": "array", "items": {"type": "string"}, "maxItems": 100},
            },
            required=(),
            act=_forget,
            reads_only=False,
            destroys=True,
        ),
        Tool(
            name="memory_read",
            title="Read a memory",
            description=(
                "Read one memory by its id, or what sessions taught about this project by its "
                "address: memory://root is the summary, memory://root/MEMORY.md the whole, "
                "memory://root/skills the procedures."
            ),
            properties={"ref": _TEXT | {"description": "An id, or a memory:// address."}},
            required=("ref",),
            act=_read,
        ),
        Tool(
            name="memory_status",
            title="Memory status",
            description="Say whether memory works, how much it holds, and what is wrong with it.",
            properties={},
            required=(),
            act=_status,
        ),
    )
}
