"""Tools against a scripted daemon: what it is asked, and what the model reads."""

import pytest

from memoryd_client import Client, MemorydError
from memoryd_client.mcp.tools import TOOLS

RECALL = {"strategy": "bm25", "documents": [], "prompt": "", "docs_scanned": 3, "duration_ms": 1.0}
FORGOTTEN = {"strategy": "none", "candidates": [], "forgotten": []}


@pytest.fixture
def act(daemon):
    """Run a tool as the server does."""
    with Client("/home/it", socket=str(daemon.path)) as client:

        def run(name, **given):
            assert TOOLS[name].find_fault(given) is None
            return TOOLS[name].act(client, given)

        yield run


def test_recall_returns_what_the_daemon_made_for_a_model(act, daemon):
    daemon.on("POST /v1/recall", RECALL | {"prompt": "<memoryd>pnpm</memoryd>"})

    assert act("recall", query="which manager?", limit=2) == "<memoryd>pnpm</memoryd>"
    (asked,) = daemon.asked
    assert asked.body == {"query": "which manager?", "cwd": "/home/it", "limit": 2}


def test_recall_says_that_there_is_nothing_or_that_memory_is_off(act, daemon):
    daemon.on("POST /v1/recall", RECALL, RECALL | {"skipped": "disabled"})

    assert act("recall", query="x") == "Nothing that is remembered bears on this."
    assert act("recall", query="x") == "Memory is off in this project: its settings say so."


def test_remember_says_under_which_id(act, daemon, memory):
    daemon.on("POST /v1/remember", memory("feedback/use-pnpm.md"))

    told = act("remember", text="Use pnpm", type="feedback", scope="project", why="it is faster")

    assert told == "Kept as feedback/use-pnpm.md."
    assert daemon.asked[0].body == {
        "text": "Use pnpm",
        "cwd": "/home/it",
        "type": "feedback",
        "scope": "project",
        "why": "it is faster",
    }


def test_remember_says_what_was_known_or_why_not(act, daemon, memory):
    daemon.on(
        "POST /v1/remember",
        {"memory": memory("a.md"), "merged_into": "a.md"},
        {"rejected": {"code": "secret", "detail": "it holds a secret"}},
        {},
    )

    assert act("remember", text="x") == "Known already: it is part of a.md."
    assert act("remember", text="x") == "Not kept (secret): it holds a secret"
    assert act("remember", text="x") == "Not kept."


def test_forgetting_by_words_lists_candidates_and_changes_nothing(act, daemon, memory):
    found = [
        memory("a.md:0", summary="one\nof  two"),
        memory("user:b.md", summary="two"),
    ]
    daemon.on("POST /v1/forget", FORGOTTEN | {"candidates": found})

    told = act("forget", query="pnpm")

    first, *lines = told.splitlines()
    assert first.startswith("Nothing is forgotten yet.")
    assert lines == ["- a.md:0: one of two", "- user:b.md: two"]
    assert daemon.asked[0].body == {"query": "pnpm", "cwd": "/home/it", "apply": False}


def test_forgetting_words_that_nothing_has_says_so(act, daemon):
    daemon.on("POST /v1/forget", FORGOTTEN)

    assert act("forget", query="x").startswith("Nothing that is remembered has all of these words")


def test_forgetting_by_ids_forgets_these_and_says_how_to_undo_it(act, daemon):
    daemon.on("POST /v1/forget", FORGOTTEN | {"forgotten": ["a.md", "user:b.md"], "undo": "t1@k"})

    told = act("forget", ids=["a.md", "user:b.md"], query="not looked at")

    assert told == "Forgot a.md, user:b.md. `memoryctl undo t1@k` brings it back."
    (asked,) = daemon.asked
    assert asked.body == {"ids": ["a.md", "user:b.md"], "cwd": "/home/it", "apply": True}


@pytest.mark.parametrize("given", [{}, {"ids": []}])
def test_forgetting_nothing_in_particular_is_refused(act, daemon, given):
    with pytest.raises(MemorydError, match="give a query"):
        act("forget", **given)

    assert daemon.asked == []


def test_a_memory_is_read_by_its_id(act, daemon, memory):
    detail = memory("feedback/use-pnpm.md", body="b", entries=[], raw="---\ntitle: x\n---\nb\n")
    daemon.on("GET /v1/memories/feedback/use-pnpm.md", detail)

    assert act("memory_read", ref=" feedback/use-pnpm.md\n") == "---\ntitle: x\n---\nb\n"


def test_an_address_is_read_as_a_file_or_as_a_list_of_names(act, daemon):
    daemon.on(
        "GET /v1/resource",
        daemon.reply(b"caf\xc3\xa9 \xff", Content_Type="text/markdown; charset=utf-8"),
        daemon.reply({"entries": ["a", "b"]}, Content_Type="application/json"),
    )

    assert act("memory_read", ref="memory://root") == "café \ufffd"
    assert act("memory_read", ref="memory://root/skills") == "a\nb"
    assert [asked.query["uri"] for asked in daemon.asked] == [
        "memory://root",
        "memory://root/skills",
    ]


def test_status_says_what_is_wrong_and_what_to_do(act, daemon):
    status = {
        "version": "1.2.3",
        "pid": 1,
        "socket": "/s",
        "base": "/b",
        "uptime_s": 1.0,
        "ready": False,
        "reasons": ["it reads", "it waits"],
        "roots": [],
        "projects": 2,
        "memories": 5,
        "queue": {"running": 0, "pending": 0},
        "last": {},
        "skipped": {},
        "errors": [
            {"what": "a.md", "detail": "no header", "hint": "write one"},
            {"what": "disk", "detail": "full"},
        ],
    }
    daemon.on("GET /v1/status", status, status | {"ready": True, "errors": []})

    assert act("memory_status").splitlines() == [
        "memoryd 1.2.3: it reads; it waits",
        "5 memories in 2 projects, below /b",
        "a.md: no header (write one)",
        "disk: full",
    ]
    assert act("memory_status").splitlines()[0] == "memoryd 1.2.3: ready"


@pytest.mark.parametrize(
    ("name", "given", "fault"),
    [
        ("recall", {}, "the argument query is missing"),
        ("recall", {"query": 7}, "query must be of type string"),
        ("recall", {"query": " \n"}, "query must not be empty"),
        ("recall", {"query": "x", "limit": "3"}, "limit must be of type integer"),
        ("recall", {"query": "x", "limit": True}, "limit must be of type integer"),
        ("remember", {"text": "x", "type": "mood"}, "type must be one of user, feedback"),
        ("remember", {"text": "x", "session_id": "s"}, "no argument 'session_id'; there are: text"),
        ("forget", {"ids": "a.md"}, "ids must be of type array"),
        ("forget", {"ids": [1]}, "ids must be a list of strings"),
        ("memory_status", {"x": 1}, "no argument 'x'; there are: none"),
    ],
)
def test_wrong_arguments_are_named(name, given, fault):
    assert fault in TOOLS[name].find_fault(given)


def test_tools_are_told_as_the_protocol_wants_them():
    told = {tool.describe()["name"]: tool.describe() for tool in TOOLS.values()}

    assert list(told) == ["recall", "remember", "forget", "memory_read", "memory_status"]
    read_only = {name: tool["annotations"]["readOnlyHint"] for name, tool in told.items()}
    assert [name for name, reads in read_only.items() if not reads] == ["remember", "forget"]
    assert told["forget"]["annotations"]["destructiveHint"] is True
    for tool in told.values():
        schema = tool["inputSchema"]
        assert schema["type"] == "object"
        assert set(schema["required"]) <= set(schema["properties"])
        assert all("description" in each for each in schema["properties"].values())
        assert len(tool["description"]) < 400
