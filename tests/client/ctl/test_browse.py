import json
from datetime import UTC, datetime

from memoryd_client import wire
from memoryd_client.ctl.browse import (
    render_history,
    render_kind,
    render_list,
    render_projects,
    render_sources,
)
from memoryd_client.ctl.text import dim, unstyled

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)


def test_a_list_has_a_line_for_each_memory():
    memories = [
        wire.empty(
            wire.Memory,
            id="feedback/slots.md",
            type="feedback",
            scope="project",
            title="Slots",
            age_days=3,
        ),
        wire.empty(
            wire.Memory,
            id="user:user/h.md:1",
            type="user",
            scope="user",
            title="Hints",
            pinned=True,
        ),
    ]

    assert [unstyled(line) for line in render_list(memories)] == [
        "feedback  project  3 days old  Slots           feedback/slots.md",
        "user      user     today       Hints (pinned)  user:user/h.md:1",
        "2 memories",
    ]


def test_a_list_tells_how_often_memories_were_used_once_any_was():
    memories = [
        wire.empty(wire.Memory, id="a.md", type="user", scope="user", title="A", usage_count=2),
        wire.empty(wire.Memory, id="b.md", type="user", scope="user", title="B", usage_count=1),
    ]

    assert [unstyled(line) for line in render_list(memories)] == [
        "user  user  today  A  used 2 times  a.md",
        "user  user  today  B  used 1 time   b.md",
        "2 memories",
    ]


def test_one_memory_tells_when_it_was_used_last():
    memory = wire.empty(
        wire.Memory,
        type="user",
        scope="user",
        usage_count=3,
        last_usage="2026-05-01T10:00:00.000Z",
    )

    (_, line) = render_kind(memory, NOW)

    assert line.endswith("; used 3 times, last 2 h ago")


def test_list_asks_for_all_pages(run, daemon, memory):
    daemon.on(
        "GET /v1/memories", {"memories": [memory("1")], "next": "n"}, {"memories": [memory("2")]}
    )

    code, out, _ = run("list", "two", "words", "--type", "user", "--scope", "user", "--json")

    assert code == 0
    assert [one["id"] for one in json.loads(out)["memories"]] == ["1", "2"]
    assert daemon.asked[-1].query == {
        "cwd": "/home/it",
        "type": "user",
        "scope": "user",
        "q": "two words",
        "next": "n",
    }


def test_a_list_of_one_page_is_the_reply_as_it_came(run, daemon, memory):
    body = {"memories": [memory()], "from_the_future": 1}
    daemon.on("GET /v1/memories", body)

    assert run("list", "--json")[1] == json.dumps(body) + "\n"


def test_an_empty_list_is_4(run, daemon):
    daemon.on("GET /v1/memories", {"memories": []})

    code, out, err = run("list")

    assert (code, out) == (4, "")
    assert err.startswith("nothing is remembered here\nhint: ")


def test_show_prints_the_file_as_it_is_and_its_sources(run, daemon, memory):
    raw = "---\ntype: feedback\n---\nUse pnpm \x1b[31m"
    daemon.on("GET /v1/memories/a.md", memory("a.md") | {"body": "", "entries": [], "raw": raw})

    code, out, _ = run("show", "a.md")

    assert code == 0
    shown, _, rest = out.removeprefix(raw).partition("\n\nSaid in\n   codex  s1  r1  ")
    assert shown.startswith("\n\nfeedback, project scope; first said ")
    assert "last said" in shown
    assert rest


def test_what_a_memory_is_and_since_when_is_one_line():
    memory = wire.empty(
        wire.Memory,
        type="user",
        scope="user",
        pinned=True,
        created="2026-04-01T12:00:00.000Z",
        updated="2026-05-01T11:00:00.000Z",
    )

    assert render_kind(memory, NOW) == [
        "",
        "user, user scope, pinned; first said 30 d ago, last said 1 h ago",
    ]


def test_a_source_without_a_time_has_none():
    source = wire.Source(agent="codex", session="s1", record="r1")

    assert render_sources(wire.empty(wire.Memory, sources=[source]), NOW) == [
        "",
        "Said in",
        "   codex  s1  r1",
    ]


def test_a_memory_nobody_said_says_so():
    assert "No session" in render_sources(wire.empty(wire.Memory), NOW)[1]


def test_history_says_how_to_undo_each_change():
    changes = [
        wire.Change(
            at="2026-05-01T11:00:00Z", operation="forget", by="person", files=["a"], undo="t1"
        ),
        wire.Change(at="2026-04-30T12:00:00Z", operation="extract", by="agent", files=["a", "b"]),
    ]

    assert render_history(changes, NOW) == [
        "1 h ago  forget   by person  1 file   memoryctl undo t1",
        "1 d ago  extract  by agent   2 files",
    ]


def test_projects_are_listed_with_their_figures():
    project = wire.Project(
        key="-home-sam-harbor",
        root="/home/sam/harbor",
        reason="git",
        memory_dir="/m",
        memories=12,
        sessions=3,
    )

    assert render_projects([project], NOW) == [
        "memories  sessions  last read  project",
        "12        3         never      /home/sam/harbor",
        dim(" " * 31 + "-home-sam-harbor · git"),
    ]


def test_a_project_that_keeps_its_memory_itself_says_so():
    project = wire.Project(
        key="k", root="/r", reason="git", memory_dir="/m", memories=0, sessions=0, local=True
    )

    assert unstyled(render_projects([project], NOW)[-1]).endswith("k · git; its memory lies in it")


def test_what_is_empty_says_so_and_is_0(run, daemon):
    daemon.on("GET /v1/history", {"changes": []})
    daemon.on("GET /v1/projects", {"projects": []})
    daemon.on("GET /v1/injections", {"injections": []})
    daemon.on("GET /v1/jobs", {"jobs": []})

    for verb in ("history", "projects", "injections", "jobs"):
        code, out, err = run(verb)
        assert (code, err) == (0, "")
        assert out.endswith(" yet.\n")


def test_injections_can_be_those_of_one_session(run, daemon):
    handed = {"session_id": "s1", "id": "a.md", "at": "2026-05-01T11:00:00Z"}
    daemon.on("GET /v1/injections", {"injections": [handed]})

    code, out, _ = run("injections", "--session", "s1")

    assert code == 0
    assert "s1  a.md" in out
    assert daemon.asked[-1].query == {"session_id": "s1"}


def test_show_prints_a_file_of_an_address_as_it_is(run, daemon):
    file = daemon.reply(b"# Notes\r\nno end", Content_Type="text/markdown")
    daemon.on("GET /v1/resource", file)

    assert run("show", "memory://root/MEMORY.md") == (0, "# Notes\r\nno end", "")
    assert run("show", "memory://root/MEMORY.md", "--json") == (0, "# Notes\r\nno end", "")
    assert daemon.asked[-1].query == {"uri": "memory://root/MEMORY.md", "cwd": "/home/it"}


def test_show_lists_a_directory_of_an_address(run, daemon):
    names = {"entries": ["a.md", "skills"]}
    daemon.on("GET /v1/resource", daemon.reply(names, Content_Type="application/json"))

    assert run("show", "memory://root/x") == (0, "a.md\nskills\n", "")
    assert json.loads(run("show", "memory://root/x", "--json")[1]) == names


def test_an_address_that_leads_nowhere_is_4(run, daemon):
    daemon.refuse("GET /v1/resource", 404, "not_found", hint="look")

    assert run("show", "memory://root/x") == (4, "", "it is so\nhint: look\n")


TOLD = {"text": "<memoryd>\nx\n</memoryd>", "tokens": 9, "sources": ["a.md"], "empty": False}


def test_view_prints_exactly_what_is_injected(run, daemon):
    daemon.on("GET /v1/guidance", TOLD)

    assert run("view") == (0, TOLD["text"] + "\n", "")
    assert json.loads(run("view", "--json")[1]) == TOLD
    assert daemon.asked[-1].query == {"cwd": "/home/it"}


def test_view_says_that_nothing_is_injected_and_why(run, daemon):
    nothing = TOLD | {"text": "", "tokens": 0, "sources": [], "empty": True}
    daemon.on("GET /v1/guidance", nothing, nothing | {"skipped": "no_room"})

    code, out, err = run("view")
    assert (code, err) == (0, "")
    assert out.startswith("Nothing is injected here yet")
    code, out, err = run("view")
    assert (code, err) == (0, "")
    assert "memories.summaryInjectionTokenLimit leaves no room" in out


def test_view_where_memory_is_off_is_4(run, daemon):
    nothing = TOLD | {"text": "", "tokens": 0, "sources": [], "empty": True}
    daemon.on("GET /v1/guidance", nothing | {"skipped": "disabled"})

    assert run("view") == (4, "", "memory is off here\nhint: `memoryctl projects` says why\n")
