"""The read-only socket: every route is served without a trace, or refused."""

import hashlib
import http.client
import json
import socket
import stat
import subprocess
import sys
from urllib.parse import urlencode

import pytest

from memoryd_client import Client
from memoryd_client.errors import DeniedError, NotRunningError

# Streams never end; it is tried on its own below.
EVENTS = "/v1/events"
ENDLESS = (EVENTS, "/v1/logs/follow")


class UnixConnection(http.client.HTTPConnection):
    def __init__(self, path):
        super().__init__("localhost", timeout=20)
        self.path = str(path)

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(20)
        self.sock.connect(self.path)


def call(path, method, target, body=None):
    connection = UnixConnection(path)
    connection.request(method, target, body=body, headers={"Content-Type": "application/json"})
    reply = connection.getresponse()
    status, text = reply.status, reply.read()
    connection.close()
    return status, text


def snapshot(*roots):
    """Every byte below *roots*, the log and the locks' own folder apart."""
    return {
        str(path): hashlib.sha256(path.read_bytes()).hexdigest()
        for root in roots
        for path in sorted(root.rglob("*"))
        if path.is_file() and "log" not in path.parts
    }


@pytest.fixture
def readonly(house):
    return house.root / "reads" / "memoryd.sock"


@pytest.fixture
def reader(house, readonly):
    house.config.write_text(f"api: {{readonlySocket: {readonly}}}\n")
    client = Client(cwd=str(house.project()), socket=str(readonly))
    house.clients.append(client)
    return client


def test_every_route_is_served_or_refused_and_nothing_changes(house, reader, readonly):
    project = house.project()
    house.start()
    writer = house.client(project)
    kept = writer.remember("The nightly build runs on the green cluster.").memory
    writer.remember("Answer in short sentences, please.", scope="user", type="feedback")
    status, text = call(readonly, "GET", "/v1/openapi.json")
    document = json.loads(text)
    before = snapshot(house.base, house.state)

    told = {}
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            if path not in ENDLESS:
                told[method.upper(), path] = _try(readonly, method, path, operation, kept, project)

    assert status == 200
    refused = {route for route, (code, _) in told.items() if code == 403}
    assert refused == {
        (method, path)
        for method, path in told
        if method != "GET" and path not in ("/v1/recall", "/v1/hook")
    }
    assert all("api.readonlySocket" in told[route][1] for route in refused)
    served = {route: code for route, (code, _) in told.items() if route not in refused}
    assert set(served.values()) == {200}, served
    assert snapshot(house.base, house.state) == before


def _try(path, method, route, operation, kept, project):
    query = {"cwd": str(project), "session_id": "s-1", "scope": "user"}
    query |= {"uri": "memory://root/skills", "agent": "claude-code", "event": "UserPromptSubmit"}
    if route == "/v1/resource":
        root = project.parent / "base" / "projects" / str(project).replace("/", "-") / "root"
        (root / "skills").mkdir(parents=True, exist_ok=True)
    known = {each["name"] for each in operation.get("parameters", ()) if each["in"] == "query"}
    target = route.replace("/v1/jobs/{id}", "/v1/jobs").replace("{id}", kept.id)
    asked = urlencode({name: value for name, value in query.items() if name in known})
    body = {"query": "Where does the nightly build run?", "cwd": str(project), "session_id": "s-1"}
    if route == "/v1/hook":
        body = {"session_id": "s-1", "cwd": str(project), "prompt": body["query"]}
        body |= {"hook_event_name": "UserPromptSubmit", "transcript_path": "/nowhere"}
    code, text = call(path, method.upper(), f"{target}?{asked}", json.dumps(body))
    return code, text.decode()


def test_a_recall_notes_nothing_and_a_change_is_refused_with_what_to_do_instead(house, reader):
    project = house.project()
    house.start()
    writer = house.client(project)
    writer.remember("The nightly build runs on the green cluster.")

    first = reader.recall("Where does the nightly build run?", session_id="s-1")
    again = reader.recall("Where does the nightly build run?", session_id="s-1")

    assert "green cluster" in first.prompt
    assert again.prompt == first.prompt
    assert writer.injections(session_id="s-1").injections == []
    with pytest.raises(DeniedError, match="only reads") as refused:
        reader.remember("Releases are cut from the trunk branch.")
    assert "api.readonlySocket" in refused.value.hint


def test_a_dream_is_shown_but_no_model_is_asked(house, readonly, reader):
    project = house.project()
    house.start()
    asked = urlencode({"cwd": str(project), "model": "true"})

    status, text = call(readonly, "GET", f"/v1/dream?{asked}")

    assert status == 403
    assert b"api.readonlySocket" in text
    assert call(readonly, "GET", f"/v1/dream?{urlencode({'cwd': str(project)})}")[0] == 200


@pytest.mark.usefixtures("reader")
def test_events_can_be_followed(house, readonly):
    house.start()
    connection = UnixConnection(readonly)
    connection.request("GET", EVENTS)

    house.client(house.project()).remember("The nightly build runs on the green cluster.")
    reply = connection.getresponse()

    assert reply.status == 200
    connection.close()


def test_it_replaces_what_a_crash_left_is_private_and_goes_with_the_daemon(house, readonly, reader):
    killed = house.start()
    killed.kill()
    killed.communicate()
    assert readonly.exists()

    daemon = house.start()

    assert stat.S_IMODE(readonly.lstat().st_mode) == 0o600
    assert stat.S_IMODE(readonly.parent.lstat().st_mode) & 0o777 == 0o700
    assert reader.status().readonly_socket == str(readonly)
    daemon.terminate()
    daemon.communicate(timeout=30)
    assert not readonly.exists()


def test_a_reload_opens_moves_and_closes_it(house, reader, readonly, wait_until):
    project = house.project()
    house.config.write_text("")
    house.start()
    writer = house.client(project)
    other = house.root / "elsewhere" / "memoryd.sock"
    assert not readonly.exists()

    house.config.write_text(f"api: {{readonlySocket: {readonly}}}\n")
    assert writer.reload().changed == ["api.readonlySocket"]
    wait_until(lambda: answers(readonly))
    house.config.write_text(f"api: {{readonlySocket: {other}}}\n")
    house.client(project).reload()
    wait_until(lambda: answers(other))
    assert not readonly.exists()
    house.config.write_text("")
    house.client(project).reload()
    wait_until(lambda: not other.exists())

    assert house.client(project).status().readonly_socket is None


def answers(path):
    with Client(socket=str(path)) as client:
        try:
            return bool(client.ping())
        except NotRunningError:
            return False


def test_a_place_that_is_not_safe_leaves_the_daemon_serving_and_is_told(house):
    house.project()
    open_to_all = house.root / "open"
    open_to_all.mkdir()
    open_to_all.chmod(0o777)
    house.config.write_text(f"api: {{readonlySocket: {open_to_all}/memoryd.sock}}\n")
    house.start()

    troubles = house.client().status().errors

    assert [trouble.what for trouble in troubles] == ["the read-only socket is not served"]
    assert "open to other users" in troubles[0].detail
    assert not (open_to_all / "memoryd.sock").exists()


def test_the_main_socket_is_not_taken_by_the_second_one(house):
    house.config.write_text(f"api: {{readonlySocket: {house.socket}}}\n")
    house.start()
    client = house.client(house.project())

    kept = client.remember("The nightly build runs on the green cluster.")

    assert kept.memory
    assert "somebody answers" in client.status().errors[0].detail


def test_a_hook_is_answered_and_leaves_no_trace(house, readonly, reader):
    project = house.project()
    house.start()
    house.client(project).remember("The nightly build runs on the green cluster.")
    before = snapshot(house.base, house.state)
    body = {"session_id": "s-9", "cwd": str(project), "prompt": "Where does the nightly build run?"}
    asked = "/v1/hook?agent=claude-code&event="

    prompt = call(readonly, "POST", asked + "UserPromptSubmit", json.dumps(body))
    start = call(readonly, "POST", asked + "SessionStart", json.dumps(body | {"source": "startup"}))
    unknown = call(readonly, "POST", asked + "NoSuchEvent", "{")

    assert b"green cluster" in prompt[1]
    assert start[0] == 200
    assert unknown == (200, b"")
    assert snapshot(house.base, house.state) == before


def test_over_mcp_tools_read_and_say_clearly_why_they_do_not_write(house, readonly, reader):
    project = house.project()
    house.start()
    house.client(project).remember("The nightly build runs on the green cluster.")

    recalled = over_mcp(house, readonly, project, "recall", query="Where does the nightly run?")
    remembered = over_mcp(house, readonly, project, "remember", text="We deploy on Mondays.")

    assert "green cluster" in recalled["content"][0]["text"]
    assert remembered["isError"]
    assert "api.readonlySocket" in remembered["content"][0]["text"]


def over_mcp(house, path, project, tool, **arguments):
    script = "import sys; from memoryd_client.ctl import main; sys.exit(main())"
    asked = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
    asked["params"] = {"name": tool, "arguments": arguments}
    process = subprocess.Popen(
        [sys.executable, "-c", script, "mcp", "--cwd", str(project), "--socket", str(path)],
        env=house.env,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    process.stdin.write(json.dumps(asked).encode() + b"\n")
    process.stdin.flush()
    line = process.stdout.readline()
    process.stdin.close()
    process.wait(30)
    process.stdout.close()
    return json.loads(line)["result"]
