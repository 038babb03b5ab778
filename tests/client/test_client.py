import itertools
import os
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import pytest

from memoryd_client import (
    Client,
    ConflictError,
    MemorydError,
    NotFoundError,
    NotRunningError,
    ProtocolError,
    wire,
)


@pytest.fixture
def client(daemon):
    with Client("/home/it", socket=daemon.path, sleep=lambda _: None) as made:
        yield made


EMPTY = {
    kind.__name__: asdict(wire.empty(kind))
    for kind in (
        wire.Budget,
        wire.Proof,
        wire.Cleared,
        wire.Deleted,
        wire.Forgotten,
        wire.Guidance,
        wire.History,
        wire.InjectionList,
        wire.Job,
        wire.JobList,
        wire.Learned,
        wire.Memory,
        wire.MemoryDetail,
        wire.MemoryList,
        wire.ProjectList,
        wire.Recall,
        wire.Reloaded,
        wire.Started,
        wire.Status,
        wire.Stopping,
        wire.Undone,
        wire.Used,
    )
}
EVERYTHING: dict[str, tuple[str, str, Callable[[Client], object], object, object]] = {
    "status": ("GET /v1/status", "Status", Client.status, {}, None),
    "recall": (
        "POST /v1/recall",
        "Recall",
        lambda c: c.recall("q"),
        {},
        {"query": "q", "cwd": "/home/it"},
    ),
    "recall with all": (
        "POST /v1/recall",
        "Recall",
        lambda c: c.recall(
            "q",
            session_id="s",
            limit=2,
            exclude=("a",),
            recent_tools=["Bash"],
            types={"user"},
            explain=True,
            deadline_ms=50,
        ),
        {},
        {
            "query": "q",
            "cwd": "/home/it",
            "session_id": "s",
            "limit": 2,
            "exclude": ["a"],
            "recent_tools": ["Bash"],
            "types": ["user"],
            "explain": True,
            "deadline_ms": 50,
        },
    ),
    "guidance": (
        "GET /v1/guidance",
        "Guidance",
        lambda c: c.guidance(session_id="s&s"),
        {"cwd": "/home/it", "session_id": "s&s"},
        None,
    ),
    "learn": (
        "POST /v1/learn",
        "Learned",
        lambda c: c.learn("t", context="c"),
        {},
        {"text": "t", "context": "c", "cwd": "/home/it"},
    ),
    "memory_page": (
        "GET /v1/memories",
        "MemoryList",
        lambda c: c.memory_page(type="user", scope="user", query="a b", next="n"),
        {"cwd": "/home/it", "type": "user", "scope": "user", "q": "a b", "next": "n"},
        None,
    ),
    "memory": (
        "GET /v1/memories/user:user/a%20b.md:2",
        "MemoryDetail",
        lambda c: c.memory("user:user/a b.md:2"),
        {"cwd": "/home/it"},
        None,
    ),
    "edit": (
        "PUT /v1/memories/a.md",
        "Memory",
        lambda c: c.edit("a.md", updated="2026", pinned=False, title="T"),
        {"cwd": "/home/it"},
        {"pinned": False, "title": "T"},
    ),
    "delete": (
        "DELETE /v1/memories/a.md",
        "Deleted",
        lambda c: c.delete("a.md"),
        {"cwd": "/home/it"},
        None,
    ),
    "forget": (
        "POST /v1/forget",
        "Forgotten",
        lambda c: c.forget("q", limit=3),
        {},
        {"query": "q", "cwd": "/home/it", "apply": False, "limit": 3},
    ),
    "forget ids": (
        "POST /v1/forget",
        "Forgotten",
        lambda c: c.forget(ids=["a"], apply=True),
        {},
        {"ids": ["a"], "cwd": "/home/it", "apply": True},
    ),
    "used": (
        "POST /v1/used",
        "Used",
        lambda c: c.used(["a.md"], session_id="s"),
        {},
        {"ids": ["a.md"], "cwd": "/home/it", "session_id": "s"},
    ),
    "clear": (
        "POST /v1/clear",
        "Cleared",
        Client.clear,
        {},
        {"cwd": "/home/it", "confirm": False},
    ),
    "clear it": (
        "POST /v1/clear",
        "Cleared",
        lambda c: c.clear(confirm=True),
        {},
        {"cwd": "/home/it", "confirm": True},
    ),
    "undo": ("POST /v1/undo", "Undone", Client.undo, {}, {"cwd": "/home/it"}),
    "undo a token": ("POST /v1/undo", "Undone", lambda c: c.undo("t"), {}, {"token": "t"}),
    "history": ("GET /v1/history", "History", Client.history, {"cwd": "/home/it"}, None),
    "extract": ("POST /v1/extract", "Started", Client.extract, {}, {"cwd": "/home/it"}),
    "extract all": (
        "POST /v1/extract",
        "Started",
        lambda c: c.extract(everywhere=True, force=True, session_id="s"),
        {},
        {"force": True, "session_id": "s"},
    ),
    "jobs": ("GET /v1/jobs", "JobList", Client.jobs, {}, None),
    "job": ("GET /v1/jobs/j1", "Job", lambda c: c.job("j1"), {}, None),
    "projects": ("GET /v1/projects", "ProjectList", Client.projects, {}, None),
    "injections": (
        "GET /v1/injections",
        "InjectionList",
        lambda c: c.injections(session_id="s"),
        {"session_id": "s"},
        None,
    ),
    "budget": ("GET /v1/budget", "Budget", Client.budget, {}, None),
    "prove": ("POST /v1/doctor", "Proof", Client.prove, {}, {}),
    "reload": ("POST /v1/reload", "Reloaded", Client.reload, {}, {}),
    "shutdown": ("POST /v1/shutdown", "Stopping", Client.shutdown, {}, {}),
}


@pytest.mark.parametrize("name", EVERYTHING)
def test_each_method_asks_exactly_what_the_api_says(name: str, daemon, client: Client):
    route, kind, call, query, body = EVERYTHING[name]
    daemon.on(route, EMPTY[kind])

    result = call(client)

    assert asdict(result) == EMPTY[kind]
    assert (daemon.asked[-1].query, daemon.asked[-1].body) == (query, body)


def test_ping_says_that_a_daemon_answers(client: Client):
    assert client.ping()


def test_edit_says_which_state_it_changes(daemon, client: Client):
    daemon.refuse("PUT /v1/memories/a.md", 412, "conflict")

    with pytest.raises(ConflictError):
        client.edit("a.md", updated="2026-05-01T10:00:00.000Z", body="new")

    assert daemon.asked[-1].headers["if-match"] == "2026-05-01T10:00:00.000Z"


def test_the_directory_is_sent_absolute(daemon, monkeypatch: pytest.MonkeyPatch, folder: Path):
    daemon.on("GET /v1/history", EMPTY["History"])
    monkeypatch.chdir(folder)

    with Client("sub/../other", socket=daemon.path) as client:
        client.history()

    assert daemon.asked[-1].query == {"cwd": str(folder / "other")}


def test_a_directory_that_is_gone_is_left_to_the_daemon(
    daemon, monkeypatch: pytest.MonkeyPatch, folder: Path
):
    gone = folder / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()

    assert Client(socket=daemon.path).cwd == "."


def test_the_socket_is_found_when_it_is_needed(daemon, monkeypatch: pytest.MonkeyPatch):
    with Client() as client:
        monkeypatch.setenv("MEMORYD_SOCKET", str(daemon.path))

        assert client.ping()


def test_a_new_memory_comes_bare(daemon, client: Client, memory):
    daemon.on("POST /v1/remember", memory(), status=201)

    kept = client.remember("Use pnpm", type="feedback", scope="project", why="w", how_to_apply="h")

    assert kept.memory
    assert (kept.memory.id, kept.merged_into) == ("feedback/use-pnpm.md", None)
    assert daemon.asked[-1].body == {
        "text": "Use pnpm",
        "cwd": "/home/it",
        "type": "feedback",
        "scope": "project",
        "why": "w",
        "how_to_apply": "h",
    }


def test_a_known_memory_says_what_it_was_merged_into(daemon, client: Client, memory):
    daemon.on("POST /v1/remember", {"memory": memory(), "merged_into": "feedback/use-pnpm.md"})

    kept = client.remember("Use pnpm")

    assert kept.memory
    assert kept.merged_into == kept.memory.id


def test_a_rejected_text_says_why(daemon, client: Client):
    daemon.on("POST /v1/remember", {"rejected": {"code": "secret", "detail": "a key"}})

    assert client.remember("x") == wire.Remembered(
        rejected=wire.Rejection(code="secret", detail="a key")
    )


def test_a_resource_comes_as_it_is_with_its_media_type(daemon, client: Client):
    data = b"# Notes\xff {}\n"
    daemon.on("GET /v1/resource", daemon.reply(data, Content_Type="text/markdown; charset=utf-8"))

    found = client.resource("memory://root/a%20b.md")

    assert found == wire.Resource(media="text/markdown", data=data)
    assert daemon.asked[-1].query == {"uri": "memory://root/a%20b.md", "cwd": "/home/it"}


def test_a_directory_comes_as_its_names(daemon, client: Client):
    body = daemon.reply({"entries": ["a.md", "b"]}, Content_Type="application/json")
    daemon.on("GET /v1/resource", body)

    assert client.resource("memory://root/skills").entries == ["a.md", "b"]


def test_a_resource_that_is_not_there_is_an_error(daemon, client: Client):
    daemon.refuse("GET /v1/resource", 404, "not_found")

    with pytest.raises(NotFoundError, match="it is so"):
        client.resource("memory://root/x")


def test_memories_come_page_by_page(daemon, client: Client, memory):
    daemon.on(
        "GET /v1/memories",
        {"memories": [memory("1.md"), memory("2.md")], "next": "two"},
        {"memories": [], "next": "three"},
        {"memories": [memory("3.md")]},
    )

    assert [one.id for one in client.memories(type="user")] == ["1.md", "2.md", "3.md"]
    assert [asked.query.get("next") for asked in daemon.asked] == [None, "two", "three"]
    assert all(asked.query["type"] == "user" for asked in daemon.asked)


def test_a_job_is_shown_until_it_has_ended(daemon, client: Client):
    job = EMPTY["Job"]
    daemon.on(
        "GET /v1/jobs/j1",
        job | {"status": "pending"},
        job | {"status": "running", "progress": {"done": 1, "total": 2, "unit": "sessions"}},
        job | {"status": "completed"},
    )
    seen: list[str] = []

    ended = client.wait("j1", lambda shown: seen.append(shown.status))

    assert (seen, ended.status) == (["pending", "running", "completed"], "completed")


def sse(*numbers: int) -> bytes:
    return b"".join(b'id: %d\nevent: job\ndata: {"n":%d}\n\n' % (n, n) for n in numbers)


def test_events_go_on_where_the_stream_broke(daemon, client: Client):
    daemon.on("GET /v1/events", sse(1, 2), sse(3) + b"id: 4\nevent: j", sse(4))

    events = list(itertools.islice(client.events(last_event_id="0"), 4))

    assert [event.id for event in events] == ["1", "2", "3", "4"]
    assert [asked.headers.get("last-event-id") for asked in daemon.asked] == ["0", "2", "3"]


def test_events_of_a_new_daemon_begin_with_a_gap(daemon, client: Client):
    daemon.on("GET /v1/events", sse(8), daemon.reply(sse(1), Memoryd_Instance="second"))

    events = list(itertools.islice(client.events(), 3))

    assert [(event.id, event.event) for event in events] == [
        ("8", "job"),
        (None, "gap"),
        ("1", "job"),
    ]


def test_events_end_when_the_daemon_stays_away(daemon, client: Client):
    daemon.on("GET /v1/events", sse(1))
    events = client.events()
    next(events)
    daemon.stop()

    with pytest.raises(NotRunningError):
        next(events)


def test_events_that_were_never_there_are_an_error_at_once(client: Client):
    with pytest.raises(NotFoundError):
        next(client.events())


def test_an_answer_that_is_not_what_the_api_says_is_a_protocol_error(daemon, client: Client):
    daemon.on("GET /v1/status", {"version": 1})

    with pytest.raises(ProtocolError, match=r"Status\.version"):
        client.status()


def down(folder: Path, serve_bytes: Callable[..., Path]) -> Path:
    return folder / "missing"


def hung(folder: Path, serve_bytes: Callable[..., Path]) -> Path:
    return serve_bytes(None)


def garbage(folder: Path, serve_bytes: Callable[..., Path]) -> Path:
    return serve_bytes(b"\x00\xff" * 40)


def other_http(folder: Path, serve_bytes: Callable[..., Path]) -> Path:
    return serve_bytes(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")


def open_to_all(folder: Path, serve_bytes: Callable[..., Path]) -> Path:
    folder.chmod(0o777)
    return serve_bytes(b"")


@pytest.fixture(params=[down, hung, garbage, other_http, open_to_all])
def unusable(request: pytest.FixtureRequest, folder: Path, serve_bytes: Callable[..., Path]):
    """A socket without a usable daemon."""
    return request.param(folder, serve_bytes)


@pytest.mark.parametrize(
    ("call", "nothing"),
    [
        (Client.ping, False),
        (Client.status, wire.empty(wire.Status)),
        (lambda c: c.recall("q"), wire.empty(wire.Recall, strategy="none")),
        (Client.guidance, wire.empty(wire.Guidance, empty=True)),
        (lambda c: c.resource("memory://root"), wire.Resource(media="", data=b"")),
        (lambda c: c.learn("t"), wire.empty(wire.Learned)),
        (lambda c: c.remember("t"), wire.Remembered()),
        (lambda c: list(c.memories()), []),
        (lambda c: list(c.events()), []),
        (lambda c: c.wait("j"), wire.empty(wire.Job)),
        (lambda c: c.edit("a", updated="no\nheader"), wire.empty(wire.Memory)),
        (lambda c: c.recall(object()), wire.empty(wire.Recall, strategy="none")),
    ],
)
def test_a_caller_who_ignores_errors_gets_nothing_and_no_error(
    unusable: Path, call, nothing, capfd
):
    with Client(socket=unusable, on_error="ignore") as client:
        result = call(client)

    assert result == nothing
    assert capfd.readouterr() == ("", "")


def test_a_caller_who_ignores_errors_still_gets_answers(daemon, memory):
    daemon.on("GET /v1/memories", {"memories": [memory()]})

    with Client(socket=daemon.path, on_error="ignore") as client:
        assert [one.id for one in client.memories()] == ["feedback/use-pnpm.md"]


def test_every_error_says_what_to_do_next(folder: Path):
    for path in (folder / "missing", Path("/tmp", "x" * 120)):
        with pytest.raises(MemorydError) as caught:
            Client(socket=path).status()
        assert caught.value.hint


def test_making_a_client_touches_nothing(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(os, "open", None)
    monkeypatch.setattr(os, "lstat", None)

    assert Client("/work", socket="/nowhere").cwd == "/work"


def test_the_log_is_listed_and_followed_where_the_list_ended(daemon, client: Client):
    daemon.on("GET /v1/logs", {"records": [{"event": "serving", "n": 1}], "last": "7"})
    daemon.on("GET /v1/logs/follow", b'id: 8\nevent: log\ndata: {"event": "stopping"}\n\n')

    found = client.logs(limit=5, level="info")
    event = next(client.follow_logs(last_event_id=found.last))

    assert found.records == [{"event": "serving", "n": 1}]
    assert event.data == {"event": "stopping"}
    assert daemon.asked[0].query == {"limit": "5", "level": "info"}
    assert daemon.asked[1].headers["last-event-id"] == "7"
