import json

import pytest


def reply(memory, *ids: str, **more: object) -> dict[str, object]:
    summary = {"summary": "Use pnpm here", "why": None, "how_to_apply": None}
    return {
        "strategy": "heuristic",
        "candidates": [memory(one) | summary for one in ids],
        "forgotten": [],
        "undo": None,
    } | more


@pytest.fixture
def two(daemon, memory):
    done = reply(memory, "a.md", "b.md:1", forgotten=["a.md", "b.md:1"], undo="t1")
    daemon.on("POST /v1/forget", reply(memory, "a.md", "b.md:1"), done)
    return done


PREVIEW = "  Use pnpm here  a.md\n  Use pnpm here  b.md:1\n"
DONE = "Forgot 2 entries.\nTake it back with: memoryctl undo t1\n"


def test_with_yes_it_forgets_exactly_what_it_has_shown(run, daemon, two):
    code, out, err = run("forget", "which", "manager", "--limit", "5", "--yes")

    assert (code, out, err) == (0, PREVIEW + DONE, "")
    assert [asked.body for asked in daemon.asked] == [
        {"query": "which manager", "cwd": "/home/it", "apply": False, "limit": 5},
        {"ids": ["a.md", "b.md:1"], "cwd": "/home/it", "apply": True},
    ]


def test_without_a_terminal_and_yes_nothing_is_forgotten(run, daemon, two):
    code, out, err = run("forget", "x")

    assert (code, out) == (2, PREVIEW)
    assert err == "nothing was forgotten: nobody is there to ask\nhint: add --yes\n"
    assert len(daemon.asked) == 1


@pytest.mark.parametrize("answer", ["y\n", "YES\n"])
def test_on_a_terminal_a_yes_forgets(run_on_screen, daemon, two, answer: str):
    code, out, err = run_on_screen("forget", "--id", "a.md", "--id", "b.md:1", stdin=answer)

    assert code == 0
    assert "Forgot 2 entries." in out
    assert err == "Forget 2 entries? [y/N] "
    assert daemon.asked[0].body["ids"] == ["a.md", "b.md:1"]


@pytest.mark.parametrize("answer", ["n\n", "\n", "", "yes please\n"])
def test_on_a_terminal_anything_else_keeps_all(run_on_screen, daemon, two, answer: str):
    code, out, _ = run_on_screen("forget", "x", stdin=answer)

    assert code == 1
    assert out.endswith("Nothing was forgotten.\n")
    assert len(daemon.asked) == 1


def test_nothing_to_forget_is_4(run, daemon, memory):
    daemon.on("POST /v1/forget", reply(memory))

    code, _, err = run("forget", "x", "--yes")

    assert code == 4
    assert err.startswith("nothing like that is remembered\nhint: ")
    assert len(daemon.asked) == 1


def test_json_is_the_reply_of_the_forgetting(run, two):
    code, out, _ = run("forget", "x", "--yes", "--json")

    assert (code, json.loads(out)) == (0, two)


@pytest.fixture
def purged(daemon, memory):
    preview = reply(memory, "a.md", purged=2)
    now = reply(memory, "a.md", forgotten=["a.md"], purged=1, unreachable=["/s/1.jsonl"])
    before = reply(memory, purged=1, unreachable=["/s/1.jsonl", "/s/2.jsonl"])
    daemon.on("POST /v1/forget", preview, now, before)


def test_a_purge_tells_of_what_is_forgotten_now_and_of_what_was_before(run, purged):
    code, out, _ = run("forget", "pnpm", "--purge", "--yes")

    assert code == 0
    assert out.endswith(
        "Forgot 1 entry.\n"
        "Removed 2 copies from the trash; nothing undoes that.\n"
        "Not reached, and may still hold it:\n"
        "  /s/1.jsonl\n"
        "  /s/2.jsonl\n"
    )


def test_json_of_a_purge_is_one_reply_of_both_its_steps(run, purged):
    code, out, _ = run("forget", "pnpm", "--purge", "--yes", "--json")

    told = json.loads(out)
    assert code == 0
    assert [one["id"] for one in told["candidates"]] == ["a.md"]
    assert (told["forgotten"], told["purged"]) == (["a.md"], 2)
    assert told["unreachable"] == ["/s/1.jsonl", "/s/2.jsonl"]


def test_json_never_asks(run_on_screen, daemon, two):
    code, out, _ = run_on_screen("forget", "x", "--json", stdin="y\n")

    assert code == 2
    assert json.loads(out)["forgotten"] == []
    assert len(daemon.asked) == 1


def test_undo_takes_the_latest_change_of_the_project_back(run, daemon):
    daemon.on("POST /v1/undo", {"restored": ["feedback/a.md"], "operation": "forget"})

    assert run("undo") == (0, "Took back forget: 1 file.\n  feedback/a.md\n", "")
    assert daemon.asked[-1].body == {"cwd": "/home/it"}


@pytest.mark.parametrize("argv", [("t1",), ("--", "-t1")])
def test_undo_takes_a_given_change_back(run, daemon, argv: tuple[str, ...]):
    daemon.on("POST /v1/undo", {"restored": [], "operation": "edit"})

    run("undo", *argv)

    assert daemon.asked[-1].body == {"token": argv[-1]}


def test_nothing_to_undo_is_4(run, daemon):
    daemon.refuse("POST /v1/undo", 404, "not_found")

    assert run("undo")[0] == 4
