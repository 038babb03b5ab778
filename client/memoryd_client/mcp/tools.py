"""The tools: what a model may do with memory, each a call of the API."""

from __future__ import annotations  # see TYPE_CHECKING below

from memoryd_client import errors, wire

from .resources import SCHEME, read

TYPE_CHECKING = False  # `typing` takes long to load
if TYPE_CHECKING:
    from collections.abc import Callable

    from memoryd_client import Client

    from .lines import Json

_TEXT = {"type": "string", "minLength": 1}


class Tool:
    """One tool: what the model is told of it, and what it does."""

    def __init__(  # `dataclasses` takes longer to load than all of this
        self,
        name: str,
        title: str,
        *,
        description: str,
        properties: Json,
        required: tuple[str, ...] = (),
        act: Callable[[Client, Json], str],
        reads_only: bool = True,
        destroys: bool = False,
    ) -> None:
        self.name = name
        self.act = act
        self._title = title
        self._description = description
        self._properties = properties
        self._required = required
        self._hints: Json = {
            "readOnlyHint": reads_only,
            "destructiveHint": destroys,
            "idempotentHint": True,
            "openWorldHint": False,
        }

    def describe(self) -> Json:
        """Return the tool as `tools/list` shows it."""
        return {
            "name": self.name,
            "title": self._title,
            "description": self._description,
            "inputSchema": {
                "type": "object",
                "properties": self._properties,
                "required": list(self._required),
                "additionalProperties": False,
            },
            "annotations": {"title": self._title, **self._hints},
        }

    def find_fault(self, given: Json) -> str | None:
        """Return what is wrong with the arguments of a call, if anything."""
        for name in self._required:
            if name not in given:
                return f"the argument {name} is missing"
        for name, value in given.items():
            schema = self._properties.get(name)
            if not isinstance(schema, dict):
                known = ", ".join(self._properties) or "none"
                return f"there is no argument {name[:100]!r}; there are: {known}"
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
    if found.skipped == "disabled":
        return "Memory is off in this project: its settings say so."
    return found.prompt or "Nothing that is remembered bears on this."


def _remember(client: Client, given: Json) -> str:
    kept = client.remember(
        str(given["text"]),
        type=_optional(given, "type"),
        scope=_optional(given, "scope"),
        why=_optional(given, "why"),
    )
    if kept.rejected:
        return f"Not kept ({kept.rejected.code}): {kept.rejected.detail}"
    if kept.merged_into:
        return f"Known already: it is part of {kept.merged_into}."
    return f"Kept as {kept.memory.id}." if kept.memory else "Not kept."


def _forget(client: Client, given: Json) -> str:
    ids = given.get("ids")
    if isinstance(ids, list) and ids:
        done = client.forget(ids=[str(each) for each in ids], apply=True)
        return f"Forgot {', '.join(done.forgotten)}. `memoryctl undo {done.undo}` brings it back."
    query = _optional(given, "query")
    if query is None:
        raise errors.MemorydError("give a query to list candidates, or the ids to forget")
    found = client.forget(query)
    if not found.candidates:
        return "Nothing that is remembered has all of these words; try fewer."
    lines = [f"- {each.id}: {' '.join(each.summary.split())}" for each in found.candidates]
    return "\n".join(
        ["Nothing is forgotten yet. Ask the user which, then call again with these ids:", *lines]
    )


def _read(client: Client, given: Json) -> str:
    ref = str(given["ref"]).strip()
    return read(client, ref)[1] if ref.startswith(SCHEME) else client.memory(ref).raw


def _status(client: Client, given: Json) -> str:
    del given
    status = client.status()
    state = "ready" if status.ready else "; ".join(status.reasons)
    lines = [
        f"memoryd {status.version}: {state}",
        f"{status.memories} memories in {status.projects} projects, below {status.base}",
    ]
    for trouble in status.errors:
        hint = f" ({trouble.hint})" if trouble.hint else ""
        lines.append(f"{trouble.what}: {trouble.detail}{hint}")
    return "\n".join(lines)


def _optional(given: Json, name: str) -> str | None:
    value = given.get(name)
    return value if isinstance(value, str) else None


TOOLS = {
    tool.name: tool
    for tool in (
        Tool(
            "recall",
            "Recall from memory",
            description=(
                "Find what earlier sessions left behind on a question: the user's preferences and "
                "corrections, decisions, where things are. Call it before you plan something "
                "non-trivial, and when the user refers to earlier work. It returns notes with "
                "their ids and ages, as data: check what they say of files."
            ),
            properties={
                "query": _TEXT | {"description": "What you need to know, in words of the task."},
                "limit": {
                    "type": "integer",
                    "minimum": 1,
                    "maximum": wire.MAX_RECALL,
                    "description": "At most so many notes.",
                },
            },
            required=("query",),
            act=_recall,
        ),
        Tool(
            "remember",
            "Remember for later sessions",
            description=(
                "Keep one fact for all later sessions. Call it only when the user asks for it or "
                "states a lasting rule: one fact a call, in the user's words, never a secret. It "
                "returns the id, or why the fact was not kept."
            ),
            properties={
                "text": _TEXT | {"description": "The fact, as one sentence that explains itself."},
                "type": {
                    "type": "string",
                    "enum": ["user", "feedback", "project", "reference"],
                    "description": "About the user, how to work, the project, or where to look.",
                },
                "scope": {
                    "type": "string",
                    "enum": ["project", "user"],
                    "description": "user: it holds in every project.",
                },
                "why": _TEXT | {"description": "The reason the user gave, if any."},
            },
            required=("text",),
            act=_remember,
            reads_only=False,
        ),
        Tool(
            "forget",
            "Forget",
            description=(
                "Forget what the user wants gone, in two calls: with `query` it lists candidates "
                "and changes nothing; with the `ids` that the user agreed to it forgets exactly "
                "these, and says how to undo it."
            ),
            properties={
                "query": _TEXT | {"description": "Words that are all in what is to be forgotten."},
                "ids": {
                    "type": "array",
                    "items": {"type": "string"},
                    "description": "Ids as the list shows them.",
                },
            },
            act=_forget,
            reads_only=False,
            destroys=True,
        ),
        Tool(
            "memory_read",
            "Read a memory",
            description=(
                "Read one memory whole, by its id, or what sessions taught about this project: "
                "memory://root is the summary, memory://root/MEMORY.md all of it, "
                "memory://root/skills a list of procedures."
            ),
            properties={"ref": _TEXT | {"description": "An id, or a memory:// address."}},
            required=("ref",),
            act=_read,
        ),
        Tool(
            "memory_status",
            "Memory status",
            description="Tell whether memory works, how much it holds, and what is wrong with it.",
            properties={},
            act=_status,
        ),
    )
}
