"""The hook as agents run it: a process of its own, told nothing but its arguments."""

import json
import os
import socket
import subprocess
import sys
import threading
from contextlib import contextmanager, suppress

import pytest

import memoryd_client.hook

FILE = memoryd_client.hook.__file__
ANSWER = b'{"hookSpecificOutput":{}}'


def reply(body=ANSWER, status=b"200 OK", length=None):
    size = len(body) if length is None else length
    return b"HTTP/1.0 %s\r\nContent-Length: %d\r\n\r\n%s" % (status, size, body)


@contextmanager
def daemon(folder, answer, *, hold=None):
    """Serve one caller at a time with raw bytes; *hold* keeps it waiting until it is set."""
    folder.mkdir(mode=0o700, exist_ok=True)
    path, heard = str(folder / "m.sock"), []
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(path)
        listener.listen()

        def serve():
            while True:
                try:
                    caller, _ = listener.accept()
                except OSError:
                    return
                with caller, suppress(OSError):
                    request = b""
                    while b"\r\n\r\n" not in request:
                        request += caller.recv(65536) or b"\r\n\r\n"
                    head, _, body = request.partition(b"\r\n\r\n")
                    size = next(
                        (
                            int(line.split(b":")[1])
                            for line in head.split(b"\r\n")
                            if line.startswith(b"Content-Length")
                        ),
                        0,
                    )
                    while len(body) < size and (part := caller.recv(65536)):
                        body += part
                    heard.append((head, body))
                    if hold:
                        hold.wait(10)
                    caller.sendall(answer)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield path, heard
        listener.shutdown(socket.SHUT_RDWR)


def hook(*args, given=b"{}", **env):
    return subprocess.run(
        [sys.executable, "-I", "-S", FILE, *args],
        input=given,
        env={"PATH": os.environ["PATH"], **env},
        capture_output=True,
        timeout=20,
        check=False,
    )


def assert_silent(done):
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_what_the_agent_says_goes_in_and_what_the_daemon_says_comes_out(tmp_path):
    said = json.dumps({"prompt": "why?" * 100_000}).encode()
    with daemon(tmp_path / "run", reply()) as (path, heard):
        done = hook("claude-code", "UserPromptSubmit", path, given=said)

    assert (done.returncode, done.stdout, done.stderr) == (0, ANSWER, b"")
    ((head, body),) = heard
    assert head.startswith(b"POST /v1/hook?agent=claude-code&event=UserPromptSubmit HTTP/1.0\r\n")
    assert body == said


def test_names_cannot_say_more_than_names(tmp_path):
    with daemon(tmp_path / "run", reply()) as (path, heard):
        hook("a b&c", "x\r\nEvil: 1", path)

    assert heard[0][0].startswith(b"POST /v1/hook?agent=abc&event=xEvil1 HTTP/1.0\r\n")


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"nonsense",
        reply(status=b"503 Unavailable"),
        reply(status=b"404 Not Found"),
        reply(length=len(ANSWER) + 1),
        reply(b"x" * (1 << 21)),
    ],
)
def test_an_answer_that_is_none_is_silence(tmp_path, answer):
    with daemon(tmp_path / "run", answer) as (path, _):
        assert_silent(hook("codex", "SessionStart", path))


def test_without_a_daemon_there_is_silence(tmp_path):
    (tmp_path / "run").mkdir(mode=0o700)

    assert_silent(hook("codex", "SessionStart", str(tmp_path / "run" / "m.sock")))
    assert_silent(hook("codex", "SessionStart", str(tmp_path / "nowhere" / "m.sock")))
    assert_silent(hook("codex", "SessionStart", "/" + "x" * 200))
    assert_silent(hook("codex", "SessionStart"))
    assert_silent(hook())


def test_a_daemon_that_hangs_is_given_up_in_silence(tmp_path):
    release = threading.Event()
    with daemon(tmp_path / "run", reply(), hold=release) as (path, _):
        assert_silent(hook("qwen-code", "UserPromptSubmit", path))
        release.set()


def test_an_agent_that_does_not_close_its_end_is_given_up(tmp_path):
    with daemon(tmp_path / "run", reply()) as (path, heard):
        process = subprocess.Popen(
            [sys.executable, "-I", "-S", FILE, "codex", "Stop", path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert process.wait(timeout=20) == 0
        process.stdin.close()
        process.stdout.close()

    assert heard == []


def test_a_worker_of_ours_asks_nobody(tmp_path):
    with daemon(tmp_path / "run", reply()) as (path, heard):
        assert_silent(hook("claude-code", "SessionStart", path, MEMORYD_WORKER="1"))

    assert heard == []


def test_a_directory_that_others_may_write_to_is_not_trusted(tmp_path):
    with daemon(tmp_path / "run", reply()) as (path, heard):
        (tmp_path / "run").chmod(0o755)
        assert_silent(hook("claude-code", "SessionStart", path))

    assert heard == []


def test_what_is_too_long_for_the_api_is_not_sent(tmp_path):
    with daemon(tmp_path / "run", reply()) as (path, heard):
        assert_silent(hook("codex", "UserPromptSubmit", path, given=b"x" * ((1 << 20) + 1)))

    assert heard == []


def test_a_reader_that_went_away_is_no_failure(tmp_path):
    with daemon(tmp_path / "run", reply(b"x" * 500_000)) as (path, _):
        read_end, write_end = os.pipe()
        os.close(read_end)
        process = subprocess.Popen(
            [sys.executable, "-I", "-S", FILE, "codex", "SessionStart", path],
            stdin=subprocess.DEVNULL,
            stdout=write_end,
            stderr=subprocess.PIPE,
        )
        os.close(write_end)
        _, err = process.communicate(timeout=20)

    assert (process.returncode, err) == (0, b"")


def test_hardly_anything_is_loaded():
    script = (
        "import os, sys; before = set(sys.modules);"
        f"exec(compile(open({FILE!r}).read(), 'hook', 'exec'), {{'__name__': 'hook'}});"
        "print(*sorted(set(sys.modules) - before))"
    )

    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", script], capture_output=True, check=True, text=True
    )

    assert done.stdout.split() == ["_socket"]
