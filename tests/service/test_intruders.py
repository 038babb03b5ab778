"""Who may not call, and what is no proper call, against a real daemon."""

import contextlib
import os
import re
import socket
import stat

import pytest

from memoryd_client.errors import MemorydError

LIMIT_S = 20
BODY = b'{"query": "x", "cwd": "/"}'
GET = b"GET /v1/status HTTP/1.1\r\n"
POST = b"POST /v1/recall HTTP/1.1\r\nHost: localhost\r\n"
FORBIDDEN = {
    "a foreign host": GET + b"Host: evil.com\r\n\r\n",
    "a foreign host with our name in it": GET + b"Host: localhost.evil.com\r\n\r\n",
    "a user before a foreign host": GET + b"Host: localhost:80@evil.com\r\n\r\n",
    "two hosts": GET + b"Host: localhost\r\nHost: evil.com\r\n\r\n",
    "an address as a host": GET + b"Host: 127.0.0.1\r\n\r\n",
    "the absolute form": b"GET http://evil.com/v1/status HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "the absolute form of ours": b"GET http://localhost/ HTTP/1.1\r\nHost: evil.com\r\n\r\n",
    "a page": GET + b"Host: localhost\r\nOrigin: https://evil.com\r\n\r\n",
    "a sandboxed page": GET + b"Host: localhost\r\nOrigin: null\r\n\r\n",
    "a page without a name": GET + b"Host: localhost\r\nOrigin:\r\n\r\n",
    "a link on a page": GET + b"Host: localhost\r\nReferer: https://evil.com/x\r\n\r\n",
}
MALFORMED = {
    "length and chunks": POST + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "two lengths": POST + b"Content-Length: 26\r\nContent-Length: 3\r\n\r\n" + BODY,
    "a signed length": POST + b"Content-Length: +26\r\n\r\n" + BODY,
    "a length with a line under it": POST + b"Content-Length: 2_6\r\n\r\n" + BODY,
    "a space before the colon": POST + b"Content-Length : 26\r\n\r\n" + BODY,
    "an unknown coding": POST + b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
    "chunks twice": POST + b"Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n",
    "a bad size of a chunk": POST + b"Transfer-Encoding: chunked\r\n\r\n0x5\r\nhello\r\n0\r\n\r\n",
    "a negative chunk": POST + b"Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n",
    "a NUL in a header": GET + b"Host: localhost\r\nX: a\0b\r\n\r\n",
    "a huge header": GET + b"Host: localhost\r\nX: " + b"a" * 600_000 + b"\r\n\r\n",
    "a huge line": b"GET /" + b"a" * 600_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "no protocol": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
    "a method that tunnels": b"CONNECT evil.com:443 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "a method that echoes": b"TRACE /v1/status HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "a method of nobody's": b"BREW /v1/status HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "the asterisk": b"OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "a long body": POST + b"Content-Length: 2000000\r\n\r\n" + b" " * 2_000_000,
}


def talk(path, sent):
    """Return the statuses of what is answered until the connection is closed, as is asked for."""
    first, line, last = sent.rpartition(b" HTTP/1.1\r\n")
    sent = first + line + b"Connection: close\r\n" * bool(line) + last
    got = b""
    with connect(path) as sock, contextlib.suppress(ConnectionResetError, BrokenPipeError):
        sock.sendall(sent)
        while part := sock.recv(65536):
            got += part
    return [int(status) for status in re.findall(rb"HTTP/1\.[01] (\d{3}) ", got)]


def connect(path):
    sock = socket.socket(socket.AF_UNIX)
    sock.connect(str(path))  # without a limit: where too many wait, one with a limit is turned away
    sock.settimeout(LIMIT_S)
    return sock


def test_no_page_no_foreign_name_and_no_malformed_call_gets_in(house):
    house.start()

    forbidden = {name: talk(house.socket, sent) for name, sent in FORBIDDEN.items()}
    malformed = {name: talk(house.socket, sent) for name, sent in MALFORMED.items()}

    assert {name: got for name, got in forbidden.items() if got not in ([403], [400])} == {}
    # Refused, or closed without a word; never served, and never taken for two.
    bad = {n: g for n, g in malformed.items() if len(g) > 1 or any(not 400 <= s < 500 for s in g)}
    assert bad == {}
    assert house.client().ping()


def test_calls_in_a_row_are_each_judged_and_none_is_hidden_in_another(house):
    house.start()
    fine = GET + b"Host: localhost\r\n\r\n"
    hidden = POST + b"Content-Length: %d\r\n\r\n" % len(fine) + fine + fine

    assert talk(house.socket, fine * 3) == [200, 200, 200]
    assert talk(house.socket, fine + FORBIDDEN["a foreign host"])[:2] == [200, 403]
    assert talk(house.socket, hidden) == [400, 200]


def test_a_thousand_that_say_nothing_or_half_a_word_keep_nobody_waiting(house):
    house.start()
    slow = [b"", b"GET /v1/st", GET + b"Host: loc", POST + b"Content-Length: 26\r\n\r\n{"]
    idle = []
    try:
        for number in range(1000):
            idle.append(connect(house.socket))
            idle[-1].sendall(slow[number % len(slow)])

        client = house.client(house.project())
        kept = client.remember("The nightly build runs on the green cluster.")

        assert kept.memory
        assert client.status().pid
    finally:
        for sock in idle:
            sock.close()


@pytest.mark.skipif(os.getuid() != 0, reason="only root can be somebody else")
def test_another_user_is_refused_even_where_the_directory_was_opened(house):
    house.start()
    house.root.chmod(0o755)
    for place in (house.state, house.socket.parent):
        place.chmod(0o711)
    assert stat.S_IMODE(house.socket.stat().st_mode) == 0o600
    house.socket.chmod(0o666)
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.setgid(65534)
            os.setuid(65534)
            told = repr(talk(house.socket, GET + b"Host: localhost\r\n\r\n"))
        except OSError as exc:
            told = repr(exc)
        os.write(write, told.encode())
        os._exit(0)
    os.close(write)
    os.waitpid(child, 0)

    with os.fdopen(read) as file:
        assert file.read() == "[403]"


def test_a_directory_that_is_a_link_or_open_to_others_is_not_served_from(house):
    real = house.root / "real"
    real.mkdir(mode=0o700)
    (house.root / "link").symlink_to(real)
    (house.root / "open").mkdir()
    (house.root / "open").chmod(0o770)

    for folder in ("link", "open"):
        done = house.run("memoryd", "run", MEMORYD_SOCKET=str(house.root / folder / "s.sock"))
        assert done.returncode == 78, done.stderr
    assert list(real.iterdir()) == []


HOSTILE_IDS = [
    "../../../etc/passwd",
    "%2e%2e%2f%2e%2e%2fetc%2fpasswd",
    "/etc/passwd",
    "//proc/self/mem",
    "project/../../secret.md",
    "user:../projects/secret.md",
    "\u2024\u2024/secret.md",
    "\uff0e\uff0e/secret.md",
    "project\\..\\secret.md",
    "a" * 1000,
    "project/out.md",
    "project/pipe.md",
    "PROJECT/KEPT.MD/../x",
]


def test_no_id_and_no_address_leads_out_of_memory_or_holds_anybody_up(house):
    project = house.project()
    memory = house.base / "projects" / str(project).replace("/", "-") / "memory" / "project"
    memory.mkdir(parents=True)
    secret = house.root / "secret.md"
    secret.write_text(
        "---\nname: secret\ndescription: secret\ntype: project\n---\n\nsecret words\n"
    )
    (memory / "out.md").symlink_to(secret)
    os.mkfifo(memory / "pipe.md")
    house.start()
    client = house.client(project)
    before = secret.read_bytes()

    told, failed = [], []
    for each in HOSTILE_IDS:
        for ask in (
            lambda each=each: client.memory(each).raw,
            lambda each=each: client.resource(f"memory://root/{each}").data,
            lambda each=each: client.forget(ids=[each], apply=True).forgotten,
            lambda each=each: client.edit(each, body="changed", updated="2026-01-02T03:04:05.678Z"),
            lambda each=each: client.delete(each),
            lambda each=each: client.used([each]).counted,
        ):
            try:
                told.append(ask())
            except MemorydError as exc:
                failed += [(each, str(exc))] if getattr(exc, "status", 400) >= 500 else []

    assert failed == []
    assert [each for each in told if each] == []
    assert secret.read_bytes() == before
    assert client.recall("secret words").documents == []
