import json

import pytest

ASKED = "it is so"
DONE = {
    "cleared": ["project/a.md", "memory://root/MEMORY.md"],
    "undo": "t1@k",
    "kept": ["pinned/b.md"],
    "sessions": 3,
}
SHOWN = (
    "Cleared 2 memories and artefacts; 3 sessions will not be learnt from again.\n"
    "  project/a.md\n"
    "  memory://root/MEMORY.md\n"
    "Pinned memories stay:\n"
    "  pinned/b.md\n"
    "Take it back with: memoryctl undo t1@k\n"
)


@pytest.mark.parametrize("verb", ["clear", "reset"])
def test_with_yes_it_clears_and_says_what_and_how_to_undo_it(run, daemon, verb: str):
    daemon.on("POST /v1/clear", DONE)

    assert run(verb, "--yes") == (0, SHOWN, "")
    assert [asked.body for asked in daemon.asked] == [{"cwd": "/home/it", "confirm": True}]


def test_without_a_terminal_and_yes_nothing_is_cleared(run, daemon):
    daemon.refuse("POST /v1/clear", 409, "conflict")

    code, out, err = run("clear")

    assert (code, out) == (2, ASKED + "\n")
    assert err == "nothing was cleared: nobody is there to ask\nhint: add --yes\n"
    assert [asked.body["confirm"] for asked in daemon.asked] == [False]


def test_on_a_terminal_a_yes_clears(run_on_screen, daemon):
    refusal = {"code": "conflict", "detail": ASKED, "status": 409}
    daemon.on("POST /v1/clear", daemon.reply(refusal, status=409), DONE)

    code, out, err = run_on_screen("clear", stdin="y\n")

    assert (code, out, err) == (0, f"{ASKED}\n{SHOWN}", "Clear it? [y/N] ")
    assert [asked.body["confirm"] for asked in daemon.asked] == [False, True]


def test_on_a_terminal_anything_else_keeps_all(run_on_screen, daemon):
    daemon.refuse("POST /v1/clear", 409, "conflict")

    code, out, _ = run_on_screen("clear", stdin="\n")

    assert (code, out) == (1, f"{ASKED}\nNothing was cleared.\n")
    assert len(daemon.asked) == 1


@pytest.mark.parametrize("argv", [(), ("--yes",)])
def test_nothing_to_clear_is_4(run, daemon, argv: tuple[str, ...]):
    daemon.on("POST /v1/clear", {"cleared": [], "undo": None, "kept": ["pinned/b.md"]})

    code, out, _ = run("clear", *argv)

    assert code == 4
    assert out == "Nothing is there to be cleared.\nPinned memories stay:\n  pinned/b.md\n"


def test_json_is_the_reply(run, daemon):
    daemon.on("POST /v1/clear", DONE)

    code, out, _ = run("clear", "--yes", "--json")

    assert (code, json.loads(out)) == (0, DONE)
