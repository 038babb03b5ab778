"""What callers may send: bodies and queries, with their limits. Unknown fields are errors."""

from typing import Annotated, ClassVar, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from memoryd.domain import MemoryType, Scope
from memoryd_client.wire import MAX_QUERY_CHARS, MAX_RECALL, MAX_TEXT_CHARS

Cwd = Annotated[
    str, Meta(pattern="^/", max_length=4096, description="Any directory of the project, absolute.")
]
Id = Annotated[str, Meta(min_length=1, max_length=1024, description="A memory's id.")]
Query = Annotated[str, Meta(max_length=MAX_QUERY_CHARS)]
Text = Annotated[str, Meta(min_length=1, max_length=MAX_TEXT_CHARS)]
Session = Annotated[str, Meta(min_length=1, max_length=256)]
Token = Annotated[str, Meta(min_length=1, max_length=256)]
Body = Annotated[str, Meta(max_length=MAX_QUERY_CHARS)]
# Described, not enforced here: who reads addresses says better what is wrong with one.
_PLAIN_URI = "^memory://root(/[A-Za-z0-9_-][A-Za-z0-9._-]{0,99})*/?$"
Uri = Annotated[
    str,
    Meta(
        max_length=1024,
        description="memory://root, or a path below it, percent-encoded.",
        extra_json_schema={"pattern": _PLAIN_URI},
    ),
]
Ids = Annotated[list[Id], Meta(max_length=500)]


class Request(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Anything a caller sends."""


class RecallRequest(Request, frozen=True, kw_only=True):
    """Ask which memories a prompt needs."""

    query: Query
    cwd: Cwd
    session_id: Session | None = None
    limit: Annotated[int, Meta(ge=1, le=MAX_RECALL)] | None = None
    exclude: Ids = []
    recent_tools: Annotated[list[Token], Meta(max_length=100)] = []
    types: Annotated[list[MemoryType], Meta(max_length=4)] = []
    explain: bool = False
    deadline_ms: Annotated[int, Meta(ge=1, le=60_000)] | None = None


class GuidanceQuery(Request, frozen=True, kw_only=True):
    """Ask what a new session gets."""

    cwd: Cwd
    session_id: Session | None = None


class ResourceQuery(Request, frozen=True, kw_only=True):
    """Ask for a file or a directory of what a project's sessions taught."""

    uri: Uri
    cwd: Cwd


class LearnRequest(Request, frozen=True, kw_only=True):
    """Keep a lesson of this project; what is longer than 2,000 (400) characters is cut."""

    text: Annotated[str, Meta(max_length=MAX_TEXT_CHARS)]
    context: Annotated[str, Meta(max_length=MAX_TEXT_CHARS)] | None = None
    cwd: Cwd


class RememberRequest(Request, frozen=True, kw_only=True):
    """Keep this."""

    text: Text
    cwd: Cwd
    type: MemoryType | None = None
    scope: Scope | None = None
    why: Text | None = None
    how_to_apply: Text | None = None


class MemoriesQuery(Request, frozen=True, kw_only=True):
    """List memories; `next` is what the previous page ended with."""

    cwd: Cwd
    type: MemoryType | None = None
    scope: Scope | None = None
    q: Query | None = None
    limit: Annotated[int, Meta(ge=1, le=1000)] = 200
    next: Annotated[str, Meta(pattern="^[0-9]{1,9}$")] | None = None


class CwdQuery(Request, frozen=True, kw_only=True):
    """Name a project by any directory of it."""

    cwd: Cwd


class MemoryQuery(Request, frozen=True, kw_only=True):
    """Name a project; needed only when several have a memory of that id."""

    cwd: Cwd | None = None


class EditRequest(Request, frozen=True, kw_only=True):
    """Change one memory; what is left out stays as it is."""

    body: Body | UnsetType = UNSET
    title: Annotated[str, Meta(min_length=1, max_length=200)] | UnsetType = UNSET
    description: Annotated[str, Meta(max_length=1000)] | UnsetType = UNSET
    pinned: bool | UnsetType = UNSET


class ForgetRequest(Request, frozen=True, kw_only=True):
    """Forget what a query finds, or exactly these ids; without `apply`, only show.

    `purge` takes it out of the trash too, also what was forgotten before; nothing undoes that.
    """

    either: ClassVar[tuple[str, str]] = ("query", "ids")

    cwd: Cwd
    query: Query | UnsetType = UNSET
    ids: Ids | UnsetType = UNSET
    apply: bool = False
    purge: bool = False
    limit: Annotated[int, Meta(ge=1, le=500)] | None = None


class ClearRequest(Request, frozen=True, kw_only=True):
    """Clear one project of all that was learnt of it; without `confirm` only hear what would go."""

    cwd: Cwd
    confirm: bool = False


class UsedRequest(Request, frozen=True, kw_only=True):
    """Say what was of use: ids of memories, paths below `memory://root/`, `agent:session`."""

    ids: Annotated[list[Id], Meta(min_length=1, max_length=500)]
    cwd: Cwd
    session_id: Session | None = None


class UndoRequest(Request, frozen=True, kw_only=True):
    """Take an operation back; without a token the latest one of this project."""

    cwd: Cwd | None = None
    token: Token | None = None


class ExtractRequest(Request, frozen=True, kw_only=True):
    """Read what moved now. `force` reads a session again from its start."""

    cwd: Cwd | None = None
    session_id: Session | None = None
    force: bool = False


class ExtractQuery(Request, frozen=True, kw_only=True):
    """Ask what would be sent to a model: of one project, one session, or of all."""

    cwd: Cwd | None = None
    session_id: Session | None = None


class DreamRequest(Request, frozen=True, kw_only=True):
    """Tidy memory: of the project of `cwd`, or with scope `user` of the user; neither: of all.

    Without `force` only what is due; with it whatever the clocks say.
    """

    cwd: Cwd | None = None
    scope: Scope | None = None
    session_id: Session | None = None
    force: bool = False


class DreamQuery(Request, frozen=True, kw_only=True):
    """Ask what a dream of a project, or of the user's own memories, would do.

    With `model` a model is asked, too, which may cost something.
    """

    cwd: Cwd
    scope: Scope = Scope.PROJECT
    model: bool = False


class RebuildRequest(Request, frozen=True, kw_only=True):
    """Learn from whole sessions and consolidate: one project, or without `cwd` all that is due.

    `force`: sessions need not have been quiet, and it is done whatever was done before.
    """

    cwd: Cwd | None = None
    session_id: Session | None = None
    force: bool = False


class HookQuery(Request, frozen=True, kw_only=True):
    """Whose event it is, and which; the agent's own words about it are the body."""

    agent: Token
    event: Token


class InjectionsQuery(Request, frozen=True, kw_only=True):
    """Ask what was handed out, to one session or to all."""

    session_id: Session | None = None
    limit: Annotated[int, Meta(ge=1, le=1000)] = 200


class LogsQuery(Request, frozen=True, kw_only=True):
    """Ask for the latest records of the log, of that level or a graver one."""

    limit: Annotated[int, Meta(ge=1, le=1000)] = 200
    level: Literal["debug", "info", "warning", "error"] | None = None


class Nothing(Request, frozen=True, kw_only=True):
    """Nothing is needed."""
