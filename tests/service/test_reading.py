"""What a session is told at its start and reads later, through a real daemon."""

import http.client
import json
import socket
from urllib.parse import urlencode

import pytest

from memoryd_client import DeniedError, NotFoundError, RequestError

FACT = "The nightly build runs on the green cluster."


class UnixConnection(http.client.HTTPConnection):
    def __init__(self, path):
        super().__init__("localhost", timeout=20)
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.connect(str(self.path))


@pytest.fixture(name="root")
def _root(house):
    """A running daemon whose project has a memory root."""
    house.start()
    house.client(house.project()).remember(FACT)
    (state,) = (house.base / "projects").iterdir()
    root = state / "root"
    (root / "skills" / "check").mkdir(parents=True)
    (root / "memory_summary.md").write_text("# Taught\n\n- Releases are cut on Mondays.\n")
    (root / "skills" / "check" / "SKILL.md").write_bytes(b"# Check\r\n\xff")
    return root


def get(house, **query):
    connection = UnixConnection(house.socket)
    connection.request("GET", f"/v1/resource?{urlencode(query)}")
    reply = connection.getresponse()
    body = reply.read()
    connection.close()
    return reply.status, reply.getheader("Content-Type"), body


def test_a_session_is_told_all_and_the_same_until_something_is_taken_back(house, root):
    client = house.client(house.project())
    client.learn("Migrate before the tests", context="fresh clone")

    first = client.guidance(session_id="s1")

    for text in ("Mondays", "- Migrate before the tests _(context: fresh clone)_", FACT):
        assert text in first.text
    assert first.sources == [
        "memory://root/memory_summary.md",
        "memory://root/learned.md",
        next(client.memories()).id,
    ]
    client.remember("The linter runs before every commit.")
    assert client.guidance(session_id="s1") == first
    assert "linter" in client.guidance(session_id="s2").text
    client.forget("nightly build", apply=True)
    again = client.guidance(session_id="s1").text
    assert "green cluster" not in again
    assert "linter" in again


def test_files_come_with_their_media_type_and_directories_as_names(house, root):
    cwd = str(house.project())

    status, media, body = get(house, uri="memory://root/skills/check/SKILL.md", cwd=cwd)
    assert (status, media.partition(";")[0], body) == (200, "text/markdown", b"# Check\r\n\xff")
    status, media, body = get(house, uri="memory://root/skills", cwd=cwd)
    assert (status, media.partition(";")[0]) == (200, "application/json")
    assert json.loads(body) == {"entries": ["check"]}
    status, media, body = get(house, uri="memory://other", cwd=cwd)
    assert (status, json.loads(body)["code"]) == (400, "bad_request")


def test_an_address_is_confined_whoever_asks(house, root):
    client = house.client(house.project())
    (root / "out").symlink_to(house.root)

    for uri in ("memory://root/../meta.json", "memory://root/%2e%2e/meta.json", "memory://x"):
        with pytest.raises(RequestError) as caught:
            client.resource(uri)
        assert caught.value.code == "bad_request"
    with pytest.raises(DeniedError, match="escapes"):
        client.resource("memory://root/out/config.yaml")
    with pytest.raises(NotFoundError, match="not found"):
        client.resource("memory://root/no.md")
    with pytest.raises(NotFoundError, match="not available for this project yet"):
        house.client(house.project("other")).resource("memory://root")


def test_people_see_and_teach_the_same_from_the_command_line(house, root):
    def ctl(*argv):
        place = ("--cwd", str(house.project()), "--socket", str(house.socket))
        return house.run("memoryctl", *place, *argv)

    learned = ctl("learn", "Migrate before the tests")
    assert learned.stdout.splitlines() == [
        "learned: Migrate before the tests",
        f"to take it back, delete its line in {root / 'learned.md'}",
    ]
    client = house.client(house.project())
    assert ctl("view").stdout == client.guidance().text + "\n"
    assert json.loads(ctl("view", "--json").stdout)["text"] == client.guidance().text
    assert ctl("show", "memory://root/learned.md").stdout == "- Migrate before the tests\n"
    assert ctl("show", "memory://root/skills").stdout == "check\n"
    assert ctl("show", "memory://root/no.md").returncode == 4
    rejected = ctl("learn", "password: hunter2222")
    assert (rejected.returncode, rejected.stdout) == (4, "")
    assert "secret" in rejected.stderr


def test_where_nothing_is_known_view_says_so(house):
    house.start()

    shown = house.run(
        "memoryctl", "--cwd", str(house.project()), "--socket", str(house.socket), "view"
    )

    assert (shown.returncode, shown.stderr) == (0, "")
    assert shown.stdout.startswith("Nothing is injected here yet")


def test_the_limit_of_the_settings_is_in_force_at_once(house, root, wait_until):
    client = house.client(house.project())
    assert client.guidance(session_id="s1").text

    house.config.write_text("memories: {summaryInjectionTokenLimit: 0}\n")
    client.reload()

    wait_until(lambda: client.guidance(session_id="s1").skipped == "no_room")
    assert client.guidance(session_id="s1").empty
