"""Bad input of every kind gets a clear error with a code and a hint, and nothing is lost."""

import contextlib
import json
import os
import socket
import subprocess

import pytest

from memoryd_client import RequestError


def send(house, method, path, body=b"", *, headers=(), host="memoryd"):
    """Speak raw HTTP to the daemon; return the status and the decoded body."""
    with socket.socket(socket.AF_UNIX) as sock:
        sock.settimeout(20)
        sock.connect(str(house.socket))
        lines = [f"{method} {path} HTTP/1.1", f"Host: {host}", "Connection: close"]
        lines += [f"{name}: {value}" for name, value in headers]
        lines += [f"Content-Length: {len(body)}", "", ""]
        with contextlib.suppress(BrokenPipeError):
            sock.sendall("\r\n".join(lines).encode() + body)
        answer = b""
        with contextlib.suppress(ConnectionResetError):
            while chunk := sock.recv(65536):
                answer += chunk
    head, _, content = answer.partition(b"\r\n\r\n")
    return int(head.split()[1]), json.loads(content) if content else None


BODIES = [
    (b"", "bad_json"),
    (b"{", "bad_json"),
    (b"\xff\xfe\x00", "bad_json"),
    (b"[" * 200_000, "bad_request"),
    (b'{"query": "x"}', "bad_request"),
    (b'{"query": 1, "cwd": "/"}', "bad_request"),
    (b'{"query": "x", "cwd": "relative"}', "bad_request"),
    (b'{"query": "x", "cwd": "/", "limit": 6}', "bad_request"),
    (b'{"query": "x", "cwd": "/", "colour": "red"}', "unknown_field"),
    (b'{"query": "' + b"x" * 40_000 + b'", "cwd": "/"}', "bad_request"),
    (b'{"query": "' + b"x" * 2_000_000 + b'", "cwd": "/"}', "too_large"),
]


def test_bodies_that_do_not_fit_are_named_and_refused(house):
    house.start()

    answers = [send(house, "POST", "/v1/recall", body) for body, _ in BODIES]

    assert [problem["code"] for _, problem in answers] == [code for _, code in BODIES]
    assert [problem["status"] for _, problem in answers] == [status for status, _ in answers]
    assert all(400 <= status < 500 and problem["request_id"] for status, problem in answers)


IDS = [
    "..%2f..%2f..%2fetc%2fpasswd",
    "%2fetc%2fpasswd",
    "user:..%2f..%2fstate%2fdaemon.lock",
    "a%00b",
    "%ff%fe",
    "MEMORY.md",
    "link%2fpasswd.md",
]


def test_ids_that_climb_out_are_refused_for_every_method(house):
    project = house.project()
    house.start()
    house.client(project).remember("The nightly build runs on the green cluster.")
    (file,) = house.memory_files()
    (file.parent.parent / "link").symlink_to("/etc")

    answers = [
        send(house, method, f"/v1/memories/{memory_id}?cwd={project}", body)
        for memory_id in IDS
        for method, body in (("GET", b""), ("DELETE", b""), ("PUT", b'{"title": "x"}'))
    ]

    assert {problem["code"] for _, problem in answers} <= {"bad_request", "denied", "not_found"}
    assert house.memory_files() == [file]


def test_calls_on_behalf_of_a_web_page_are_refused(house):
    house.start()

    for header in (
        ("Origin", "http://localhost"),
        ("Referer", "http://x"),
        ("Host", "evil.example"),
    ):
        headers = [header]
        with socket.socket(socket.AF_UNIX) as sock:
            sock.settimeout(20)
            sock.connect(str(house.socket))
            host = header[1] if header[0] == "Host" else "memoryd"
            extra = "" if header[0] == "Host" else f"{headers[0][0]}: {headers[0][1]}\r\n"
            sock.sendall(f"GET /v1/status HTTP/1.1\r\nHost: {host}\r\n{extra}\r\n".encode())
            assert sock.recv(65536).startswith(b"HTTP/1.1 403")


def test_a_memory_file_that_does_not_parse_is_left_alone_and_reported(house):
    project = house.project()
    house.start()
    client = house.client(project)
    client.remember("The nightly build runs on the green cluster.")
    (file,) = house.memory_files()
    broken = {
        file.with_name("no-front-matter.md"): b"just text\n",
        file.with_name("no-type.md"): b"---\nname: x\n---\ntext\n",
        file.with_name("binary.md"): bytes(range(256)),
        file.with_name("empty.md"): b"",
    }
    for path, raw in broken.items():
        path.write_bytes(raw)

    client.remember("The weekly build runs on the violet cluster.")
    client.recall("which cluster runs the nightly build?")

    assert {path: path.read_bytes() for path in broken} == broken
    told = " ".join(error.detail for error in client.status().errors)
    assert [path.name in told for path in broken] == [True] * 4
    os.mkfifo(file.with_name("pipe.md"))
    assert client.recall("which cluster runs the nightly build?").documents


def test_foreign_broken_and_empty_transcripts_cost_only_themselves(house):
    project = house.project()
    good = house.transcript(project)
    folder = good.path.parent
    (folder / "empty.jsonl").write_bytes(b"")
    (folder / "binary.jsonl").write_bytes(os.urandom(4096) + b"\n")
    (folder / "foreign.jsonl").write_bytes(b'{"some": "thing"}\n[1, 2]\n"text"\n3\n')
    (folder / "deep.jsonl").write_bytes(b"[" * 100_000 + b"\n")
    (folder / "loop").symlink_to(folder)
    (folder / "a.jsonl").symlink_to(folder / "b.jsonl")
    (folder / "b.jsonl").symlink_to(folder / "a.jsonl")
    (folder / os.fsdecode(b"\xff\xfe.jsonl")).write_bytes(b"{}\n")
    with good.path.open("ab") as file:
        file.write(good.line("user", "Remember that releases are cut from the trunk branch."))
        file.write(b'{"torn": \n')
        file.write(b"\x00\x00" + good.line("user", "thanks"))
        torn = good.line("user", "Always run the linter before a commit here.")
        file.write(torn[:-20])

    done = house.once()

    assert done.returncode == 0, done.stderr
    assert len(house.memory_files()) == 1
    with good.path.open("ab") as file:
        file.write(torn[-20:])
    assert house.once().returncode == 0
    assert len(house.memory_files()) == 2


def test_a_line_over_the_limit_is_skipped_and_counted(house):
    project = house.project()
    transcript = house.transcript(project)
    with transcript.path.open("ab") as file:
        file.write(b'{"type":"user","message":{"content":"' + b"x" * (17 << 20) + b'"}}\n')
        file.write(transcript.line("user", "Remember that releases are cut from the trunk branch."))
    house.start()
    client = house.client(project)

    client.wait(client.extract().job)

    (root,) = [root for root in client.status().roots if root.sessions]
    assert root.oversize_lines == 1
    assert len(house.memory_files()) == 1


def mount_small_disk(place, options):
    command = ["mount", "-t", "tmpfs", "-o", options, "none", str(place)]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("mounting is not allowed here")


@pytest.mark.skipif(os.getuid() != 0, reason="needs root to mount a small disk")
def test_a_full_disk_loses_nothing_and_work_goes_on_when_there_is_room(house):
    disk = house.root / "base"
    disk.mkdir(mode=0o700)
    mount_small_disk(disk, "size=300k")
    try:
        project = house.project()
        house.start()
        client = house.client(project)
        kept = client.remember("The nightly build runs on the green cluster.").memory
        (disk / "ballast").write_bytes(b"")
        with contextlib.suppress(OSError), (disk / "ballast").open("wb", buffering=0) as file:
            while True:
                file.write(b"x" * 1024)
        house.transcript(project).say("Remember that releases are cut from the trunk branch.")

        with pytest.raises(RequestError) as refused:
            client.remember("The weekly build runs on the violet cluster, which is new.")
        job = client.wait(client.extract().job)
        status = client.status()

        assert refused.value.code == "not_ready"
        assert "space" in str(refused.value)
        assert job.status == "failed"
        assert "the disk is full" in status.reasons
        assert client.recall("which cluster runs the nightly build?").documents[0].id == kept.id
        assert not list(disk.rglob(".memoryd-*"))

        (disk / "ballast").unlink()
        client.wait(client.extract().job)

        assert client.recall("which branch are releases cut from?").documents
        assert len(house.memory_files()) == 2
    finally:
        house.stop_all()
        subprocess.run(["umount", str(disk)], check=True)


@pytest.mark.skipif(os.getuid() != 0, reason="needs root to mount read-only")
def test_a_read_only_store_is_still_read_and_says_why_it_learns_nothing(house):
    disk = house.root / "base"
    disk.mkdir(mode=0o700)
    mount_small_disk(disk, "size=1m")
    try:
        project = house.project()
        house.start()
        client = house.client(project)
        client.remember("The nightly build runs on the green cluster.")
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)

        with pytest.raises(RequestError) as refused:
            client.remember("The weekly build runs on the violet cluster, which is new.")

        assert refused.value.code == "not_ready"
        assert "read-only" in str(refused.value).lower()
        assert client.recall("which cluster runs the nightly build?").documents
        assert "the store cannot be written" in client.status().reasons
    finally:
        house.stop_all()
        subprocess.run(["umount", str(disk)], check=True)


def test_a_memory_directory_that_vanishes_and_returns_is_followed(house):
    project = house.project()
    house.start()
    client = house.client(project)
    client.remember("The nightly build runs on the green cluster.")
    (folder,) = (house.base / "projects").iterdir()
    aside = house.root / "aside"

    folder.rename(aside)
    gone = client.recall("which cluster runs the nightly build?").documents
    aside.rename(folder)
    back = client.recall("which cluster runs the nightly build?").documents

    assert gone == []
    assert len(back) == 1
