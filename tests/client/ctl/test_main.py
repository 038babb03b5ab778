import os
import socket
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import pytest

from memoryd_client import wire
from memoryd_client.ctl import _GROUPS, main

CLIENT = Path(__file__).parents[3] / "client"
VERBS = [verb for group in _GROUPS.values() for verb in group]


def test_help_names_every_verb_on_a_line_of_its_own(run):
    code, out, err = run("--help")

    assert (code, err) == (0, "")
    lines = [line.split()[0] for line in out.splitlines() if line.startswith("  ")]
    assert set(VERBS) <= set(lines)
    assert max(map(len, out.splitlines())) <= 80


def test_no_verb_at_all_gets_the_help(run):
    assert run() == run("--help")


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_help_of_its_own(run, verb: str):
    code, out, err = run(verb, "--help")

    assert (code, err) == (0, "")
    assert out.startswith(f"usage: memoryctl {verb} ")
    assert "--json" in out


@pytest.mark.parametrize(
    ("argv", "what"),
    [
        (("recal", "x"), "no verb 'recal'"),
        (("xyzzy",), "no verb 'xyzzy'"),
        (("recall",), "QUERY"),
        (("recall", "x", "--limit", "many"), "--limit"),
        (("status", "--no-such"), "--no-such"),
        (("--no-such", "status"), "--no-such"),
        (("remember", "x", "--scope", "world"), "--scope"),
        (("forget",), "what to forget"),
        (("forget", "x", "--id", "y"), "what to forget"),
        (("remember", "-"), "no text"),
        (("try", "--agent", "nobody"), "nobody"),
        (("try", "--path", "/no/such/place"), "/no/such/place"),
    ],
)
def test_a_wrong_command_line_is_two_lines_and_2(run, argv: tuple[str, ...], what: str):
    code, out, err = run(*argv)

    assert (code, out) == (2, "")
    first, second = err.splitlines()
    assert what in first
    assert second.startswith("hint: ")


def test_a_slip_of_the_fingers_is_recognised(run):
    assert "did you mean `memoryctl recall`?" in run("recal", "x")[2]


def test_options_may_stand_before_or_after_the_verb(run, daemon):
    daemon.on("GET /v1/history", {"changes": []})

    before, after = run("--json", "history"), run("history", "--json")

    assert before == after == (0, '{"changes": []}\n', "")


def test_the_project_is_named_by_cwd(run, daemon):
    daemon.on("GET /v1/history", {"changes": []})

    run("history", "--cwd", "/other/")

    assert daemon.asked[-1].query == {"cwd": "/other"}


def test_the_socket_may_be_named(run, daemon, folder: Path):
    code, _, err = run("status", "--socket", str(folder / "elsewhere"))

    assert code == 3
    assert "elsewhere" in err


@pytest.mark.parametrize(
    ("status", "code", "exit_code"),
    [
        (404, "not_found", 4),
        (403, "denied", 4),
        (429, "busy", 5),
        (429, "budget_exhausted", 5),
        (409, "conflict", 1),
        (500, "internal", 1),
        (400, "bad_request", 1),
        (400, "unsupported_api", 1),
    ],
)
def test_each_refusal_has_its_exit_code(run, daemon, status: int, code: str, exit_code: int):
    daemon.refuse("GET /v1/status", status, code, hint="do that")

    assert run("status") == (exit_code, "", "it is so\nhint: do that\n")


def test_a_daemon_that_is_not_there_is_3(run, daemon):
    daemon.stop()

    code, out, err = run("recall", "x")

    assert (code, out) == (3, "")
    assert err == f"no memoryd listens on {daemon.path}\nhint: start it with `memoryctl start`\n"


def test_a_daemon_that_does_not_accept_is_6(run, folder: Path):
    path = str(folder / "full")
    with socket.socket(socket.AF_UNIX) as listener, socket.socket(socket.AF_UNIX) as first:
        listener.bind(path)
        listener.listen(0)
        first.connect(path)

        assert run("jobs", "--socket", path)[0] == 6


def test_what_is_not_a_memoryd_is_1(serve_bytes: Callable[..., Path], run):
    assert run("status", "--socket", str(serve_bytes(b"\x00" * 10)))[0] == 1


def test_an_interrupt_is_130(run, monkeypatch: pytest.MonkeyPatch):
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("socket.socket.connect", interrupt)

    assert run("status") == (130, "", "")


def test_quiet_says_nothing_but_trouble(run, daemon):
    daemon.on("GET /v1/history", {"changes": []})

    assert run("history", "--quiet") == (0, "", "")
    assert run("show", "nothing", "--quiet")[2] != ""


def test_a_reader_that_has_had_enough_is_no_trouble(daemon):
    daemon.on("GET /v1/history", {"changes": [asdict(wire.empty(wire.Change))] * 50_000})
    code = "import sys; from memoryd_client.ctl import main; sys.exit(main(['history']))"

    with subprocess.Popen(
        [sys.executable, "-c", code],
        env={"PYTHONPATH": str(CLIENT), "MEMORYD_SOCKET": str(daemon.path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        process.stdout.read(10)
        process.stdout.close()
        err = process.stderr.read()

    assert (process.returncode, err) == (0, b"")


def test_arguments_come_from_the_command_line_when_none_are_given(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(sys, "argv", ["memoryctl", "recal"])

    assert main() == 2
    assert "recal" in capsys.readouterr().err


def test_a_terminal_is_never_sent_what_it_would_obey(run_on_screen, daemon, memory):
    evil = "\x1b]0;title\x07\x1b[2J\u202egnp\x9b31m"
    daemon.on("GET /v1/memories", {"memories": [memory(title=evil)]})

    _, out, _ = run_on_screen("list")

    assert not set(out) & {"\x07", "\u202e", "\x9b"}
    assert "\x1b]" not in out
    assert "\x1b[2J" not in out


@pytest.mark.parametrize(("no_color", "styled"), [(None, True), ("", True), ("1", False)])
def test_colour_is_for_terminals_that_want_it(
    run_on_screen, daemon, memory, monkeypatch, *, no_color: str | None, styled: bool
):
    if no_color is not None:
        monkeypatch.setenv("NO_COLOR", no_color)
    daemon.on("GET /v1/memories", {"memories": [memory()]})

    _, out, _ = run_on_screen("list")

    assert ("\x1b[" in out) is styled


def test_without_a_terminal_there_is_no_colour(run, daemon, memory):
    daemon.on("GET /v1/memories", {"memories": [memory()]})

    assert "\x1b" not in run("list")[1]


def test_a_full_disk_is_trouble_and_not_a_traceback(daemon):
    if not os.path.exists("/dev/full"):  # noqa: PTH110 -- a device, not a file
        pytest.skip("this system has no device that is always full")
    daemon.on("GET /v1/history", {"changes": []})
    code = "import sys; from memoryd_client.ctl import main; sys.exit(main(['history']))"

    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONPATH": str(CLIENT), "MEMORYD_SOCKET": str(daemon.path)},
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )

    assert done.returncode == 1
    assert done.stderr.startswith(b"cannot write: ")


@pytest.mark.parametrize(
    ("status", "code", "detail"),
    [(404, "not_found", "no route '/v1/budget'"), (400, "unknown_field", "no field `x`")],
)
def test_what_an_older_daemon_does_not_know_is_explained_by_its_age(
    run, daemon, status: int, code: str, detail: str
):
    daemon.refuse("GET /v1/budget", status, code, detail=detail)

    exit_code, _, err = run("budget")

    assert exit_code != 0
    assert "the daemon is version 1.2.3" in err
    assert "`memoryctl restart`" in err


def test_what_is_not_found_is_not_blamed_on_the_daemons_age(run, daemon):
    daemon.refuse("GET /v1/budget", 404, "not_found")

    assert "version" not in run("budget")[2]
