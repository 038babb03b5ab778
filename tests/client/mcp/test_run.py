"""The server as agents start it: a process of its own, of which only stdout and stdin are known."""

import contextlib
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import memoryd_client.mcp

FILE = Path(memoryd_client.mcp.__file__).with_name("__main__.py")
STRAIGHT = [sys.executable, "-I", "-S", str(FILE)]
BY_MODULE = [sys.executable, "-m", "memoryd_client.mcp"]
BY_VERB = [
    sys.executable,
    "-c",
    "import sys; from memoryd_client.ctl import main; sys.exit(main(['mcp', *sys.argv[1:]]))",
]
WAYS = pytest.mark.parametrize(
    "way", [STRAIGHT, BY_MODULE, BY_VERB], ids=["file", "module", "verb"]
)
PING = b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n'
PONG = b'{"jsonrpc":"2.0","id":1,"result":{}}\n'
RECALL = {"strategy": "bm25", "documents": [], "prompt": "p", "docs_scanned": 3, "duration_ms": 1.0}


def environment(**more):
    source = str(FILE.parents[2])
    return {"PATH": os.environ["PATH"], "HOME": "/nowhere", "PYTHONPATH": source, **more}


@contextlib.contextmanager
def start(way, *options, cwd="/", **env):
    """Start a server; it is ended at the end at the latest."""
    process = subprocess.Popen(
        [*way, *options],
        cwd=cwd,
        env=environment(**env),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
    )
    with process:
        try:
            yield process
        finally:
            process.kill()


def recall(number=1):
    params = {"name": "recall", "arguments": {"query": "x"}}
    message = {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}
    return json.dumps(message).encode() + b"\n"


def end(process):
    """Close stdin; return code and all that is left to read."""
    out, err = process.communicate(timeout=20)
    return process.returncode, out, err


@WAYS
def test_it_answers_and_ends_with_its_input(way):
    with start(way) as process:
        process.stdin.write(PING)

        assert end(process) == (0, PONG, b"")


@WAYS
def test_an_end_ends_it_while_a_call_is_open(way, serve_bytes):
    with start(way, "--socket", str(serve_bytes(None))) as process:
        process.stdin.write(recall() + PING)
        assert process.stdout.readline() == PONG

        assert end(process) == (0, b"", b"")


def test_a_reader_that_left_ends_it_while_a_call_is_open_and_nothing_more_is_said(serve_bytes):
    with start(STRAIGHT, "--socket", str(serve_bytes(None))) as process:
        process.stdin.write(recall() + PING)
        process.stdout.readline()
        process.stdout.close()

        assert process.wait(20) == 0
        assert process.stderr.read() == b""


def test_an_interrupt_ends_it_in_silence():
    with start(STRAIGHT) as process:
        process.stdin.write(PING)
        process.stdout.readline()
        process.send_signal(signal.SIGINT)

        assert process.wait(20) == 0
        assert process.stderr.read() == b""


@pytest.mark.parametrize(
    ("options", "env", "expected"),
    [
        (["--cwd", "/given"], {"CLAUDE_PROJECT_DIR": "/claude"}, "/given"),
        ([], {"CLAUDE_PROJECT_DIR": "/claude"}, "/claude"),
        ([], {"CLAUDE_PROJECT_DIR": ""}, "."),
        ([], {}, "."),
    ],
)
@pytest.mark.parametrize("way", [STRAIGHT, BY_VERB], ids=["file", "verb"])
def test_the_project_is_what_is_given_or_the_agents_or_where_it_runs(
    daemon, tmp_path, way, options, env, expected
):
    daemon.on("POST /v1/recall", RECALL)
    with start(way, *options, "--socket", str(daemon.path), cwd=tmp_path, **env) as process:
        process.stdin.write(recall())
        process.stdout.readline()

    (asked,) = daemon.asked
    assert asked.body["cwd"] == (str(tmp_path) if expected == "." else expected)


def test_without_an_option_the_socket_is_found_as_by_every_client(daemon):
    daemon.on("POST /v1/recall", RECALL)
    with start(STRAIGHT, MEMORYD_SOCKET=str(daemon.path)) as process:
        process.stdin.write(recall())

        assert b'"isError":false' in process.stdout.readline()


@pytest.mark.parametrize("options", [["--cwd"], ["--nonsense", "x"], ["serve"]])
def test_a_wrong_command_line_is_told_on_stderr_only(options):
    with start(STRAIGHT, *options) as process:
        code, out, err = end(process)

    assert (code, out) == (2, b"")
    assert err.startswith(b"usage: ")


def test_what_else_is_printed_does_not_come_between_the_messages():
    script = f"""
import os, subprocess, sys, threading
sys.path.insert(0, {str(FILE.parents[2])!r})
from memoryd_client.mcp import main, tools

def act(client, given):
    print("printed"); sys.stdout.flush()
    os.write(1, b"written")
    subprocess.run(["echo", "echoed"])
    os.read(0, 1)
    raise ZeroDivisionError("in a tool")

tools.TOOLS["memory_status"].act = act
sys.exit(main([], os.environ))
"""
    params = {"name": "memory_status", "arguments": {}}
    call = {"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params}
    with start([sys.executable, "-I", "-S", "-c", script]) as process:
        process.stdin.write(json.dumps(call).encode() + b"\n")
        answer = json.loads(process.stdout.readline())
        process.stdin.write(PING)

        assert answer["error"] == {"code": -32603, "message": "ZeroDivisionError: in a tool"}
        assert end(process) == (0, PONG, b"")


def test_descriptors_that_do_not_block_are_made_to():
    stdin, to = os.pipe()
    back, stdout = os.pipe()
    os.set_blocking(stdin, False)
    os.set_blocking(stdout, False)
    listing = b'{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n'
    process = subprocess.Popen(STRAIGHT, env=environment(), stdin=stdin, stdout=stdout)
    os.close(stdin)
    os.close(stdout)

    with os.fdopen(to, "wb") as pipe:
        pipe.write(listing * 100)  # far more comes back than a pipe holds
    process.stdin = None
    with os.fdopen(back, "rb") as pipe:
        answers = pipe.read().splitlines()

    assert process.wait(20) == 0
    assert len(answers) == 100
    assert all(len(json.loads(answer)["result"]["tools"]) == 5 for answer in answers)


def test_starting_loads_nothing_that_takes_long():
    script = (
        f"import sys; sys.path.append({str(FILE.parents[2])!r}); import memoryd_client.mcp;"
        "print(*sorted(sys.modules))"
    )

    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", script], capture_output=True, check=True, text=True
    )

    loaded = set(done.stdout.split())
    slow = {"asyncio", "argparse", "concurrent.futures", "dataclasses", "inspect", "logging"}
    assert not loaded & (slow | {"importlib.metadata", "pathlib", "socket", "typing"})
