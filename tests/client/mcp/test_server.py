"""Conversations, from the first message to the end."""

import json
import os
import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memoryd_client import Client
from memoryd_client.mcp import serve
from memoryd_client.mcp.server import INSTRUCTIONS, VERSIONS

RECALL = {"strategy": "bm25", "documents": [], "prompt": "p", "docs_scanned": 3, "duration_ms": 1.0}


def request(number, method, **params):
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}


def recall(number, **more):
    return request(number, "tools/call", name="recall", arguments={"query": "x"}, **more)


def cancel(number):
    told = {"requestId": number, "reason": "enough"}
    return {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": told}


class Held:
    """An answer to a recall that the daemon keeps back until it is let go."""

    def __init__(self, daemon):
        self.asked, self.go = threading.Semaphore(0), threading.Event()
        answer = daemon.answer

        def hold(asked):
            if asked.path == "/v1/recall":
                self.asked.release()
                self.go.wait(20)
            return answer(asked)

        daemon.on("POST /v1/recall", RECALL)
        daemon.answer = hold


@pytest.fixture
def held(daemon):
    made = Held(daemon)
    yield made
    made.go.set()


@pytest.mark.parametrize("version", VERSIONS)
def test_a_version_that_is_known_is_agreed_to(agent, version):
    told = agent.ask("initialize", protocolVersion=version, capabilities={}, clientInfo={})

    assert told["result"]["protocolVersion"] == version
    assert told["result"]["serverInfo"]["name"] == "memoryd"
    assert told["result"]["serverInfo"]["version"] == "9.8.7"
    assert told["result"]["instructions"] == INSTRUCTIONS
    assert told["result"]["capabilities"] == {"tools": {}, "resources": {}}


@pytest.mark.parametrize("version", ["1999-01-01", "2099-01-01", None, 7, ["2024-11-05"]])
def test_for_any_other_version_the_latest_is_offered(agent, version):
    assert (
        agent.ask("initialize", protocolVersion=version)["result"]["protocolVersion"]
        == (VERSIONS[0])
    )


def test_the_instructions_are_short_and_say_how_to_cite():
    assert len(INSTRUCTIONS) < 900
    assert "<memory-citation>" in INSTRUCTIONS


def test_lists_and_pings_need_no_daemon(meet, folder):
    agent = meet(folder / "nobody")

    assert agent.ask("ping")["result"] == {}
    assert len(agent.ask("tools/list")["result"]["tools"]) == 5
    assert len(agent.ask("resources/templates/list")["result"]["resourceTemplates"]) == 1


@pytest.mark.parametrize("method", ["prompts/list", "server/discover", "", "x" * 10_000])
def test_a_method_that_is_unknown_is_refused(agent, method):
    error = agent.ask(method)["error"]

    assert error["code"] == -32601
    assert len(error["message"]) < 200


def test_notifications_are_never_answered(agent):
    agent.say(
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "method": "ping", "params": {}},
        {"jsonrpc": "2.0", "method": "no/such"},
        {"jsonrpc": "2.0", "id": 4, "result": {"roots": []}},
        cancel([[1]]),
        cancel(True),
        {"jsonrpc": "2.0", "method": "notifications/cancelled"},
    )

    assert agent.ask("ping")["result"] == {}


def test_an_empty_line_is_nothing(agent):
    agent.say(b"", b"  \r")

    assert agent.ask("ping")["result"] == {}


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"nonsense", -32700),
        (b"\xff", -32700),
        (b"[" * 200_000, -32700),
        (b"[]", -32600),
        (b'"ping"', -32600),
        (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600),
    ],
)
def test_what_is_wrong_is_refused_and_the_conversation_goes_on(agent, line, code):
    agent.say(line)

    told = agent.hear()
    assert (told["id"], told["error"]["code"]) == (None, code)
    assert agent.ask("ping")["result"] == {}


@pytest.mark.parametrize("number", [0, -1, 2**70, "", "a\x00b", "é", "\ud800", "x" * 10_000])
def test_an_answer_has_the_id_of_its_request(agent, number):
    agent.say(request(number, "ping"))

    assert agent.hear() == {"jsonrpc": "2.0", "id": number, "result": {}}


def test_a_tool_that_fails_says_what_to_do_and_is_no_error_of_the_protocol(agent, daemon):
    daemon.refuse("POST /v1/recall", 400, "bad_request", hint="ask otherwise")

    assert agent.call("recall", query="x") == (True, "it is so\nask otherwise")


def test_wrong_arguments_are_told_to_the_model(agent, daemon):
    assert agent.call("recall") == (True, "the argument query is missing")
    assert agent.call("recall", query="x", limit="many") == (True, "limit must be of type integer")
    assert daemon.asked == []


def test_an_argument_that_is_null_is_not_given(agent, daemon):
    daemon.on("POST /v1/recall", RECALL)

    assert agent.call("recall", query="x", limit=None) == (False, "p")


@pytest.mark.parametrize(
    "params",
    [
        {"name": "no_such"},
        {"name": ["recall"]},
        {},
        {"name": "recall", "arguments": "x"},
        {"name": "recall", "arguments": []},
    ],
)
def test_a_call_that_names_no_tool_or_no_arguments_is_refused(agent, params):
    error = agent.ask("tools/call", **params)["error"]

    assert error["code"] == -32602


def test_deep_arguments_are_refused_and_the_conversation_goes_on(agent):
    deep = b'{"a":' * 400 + b"1" + b"}" * 400
    agent.say(
        b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"recall","arguments":'
        + deep
        + b"}}",
        b'{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":' + deep + b"}}",
    )

    told = {answer["id"]: answer for answer in (agent.hear(), agent.hear())}

    assert told[1]["result"]["isError"] is True
    assert told[2]["error"]["code"] == -32602


def test_half_a_character_in_a_fault_does_not_reach_the_other_end(agent, daemon):
    daemon.refuse("POST /v1/recall", 400, "bad_request", detail="no \ud800 here")

    assert agent.call("recall", query="\ud800\x00") == (True, "no ? here")


def test_without_a_daemon_a_tool_says_so_and_works_once_there_is_one(meet, folder, serve_bytes):
    agent = meet(folder / "later")
    failed, text = agent.call("memory_status")
    serve_bytes(
        b"HTTP/1.1 200 OK\r\nMemoryd-Api: 1\r\nMemoryd-Api-Min: 1\r\nConnection: close\r\n\r\n"
        b'{"strategy":"none","documents":[],"prompt":"back","docs_scanned":0,"duration_ms":0.1}',
        "later",
    )

    assert failed
    assert "no memoryd listens" in text
    assert "memoryctl start" in text
    assert agent.call("recall", query="x") == (False, "back")


def test_a_daemon_of_another_age_is_told_with_what_to_upgrade(meet, serve_bytes):
    path = serve_bytes(b"HTTP/1.1 200 OK\r\nMemoryd-Api: 9\r\nMemoryd-Api-Min: 8\r\n\r\n")

    failed, text = meet(path).call("recall", query="x")

    assert failed
    assert "upgrade this client" in text


def test_resources_are_listed_and_read(agent, daemon):
    daemon.on("GET /v1/resource", daemon.reply(b"hi", Content_Type="text/markdown"))

    listed = agent.ask("resources/list")["result"]["resources"]
    read = agent.ask("resources/read", uri="memory://root")["result"]["contents"]

    assert len(listed) == 3
    assert [content["text"] for content in read] == ["hi"]


def test_a_resource_that_is_not_there_is_refused_by_its_address(agent):
    error = agent.ask("resources/read", uri="memory://root/x")["error"]

    assert (error["code"], error["data"]) == (-32002, {"uri": "memory://root/x"})


def test_a_resource_without_an_address_is_refused(agent):
    assert agent.ask("resources/read", uri=7)["error"]["code"] == -32602


def test_without_a_daemon_resources_are_none_and_reading_one_says_what_to_do(meet, folder):
    agent = meet(folder / "nobody")

    listed = agent.ask("resources/list")["result"]
    error = agent.ask("resources/read", uri="memory://root")["error"]

    assert listed == {"resources": []}
    assert error["code"] == -32603
    assert "memoryctl start" in error["message"]


@pytest.mark.parametrize("token", ["t", 7, 0])
def test_progress_is_told_to_who_gives_a_token(agent, daemon, token):
    daemon.on("POST /v1/recall", RECALL)
    agent.say(recall(1, _meta={"progressToken": token}))

    begun, ended, answer = agent.hear(), agent.hear(), agent.hear()

    assert begun == {
        "jsonrpc": "2.0",
        "method": "notifications/progress",
        "params": {"progressToken": token, "progress": 0, "total": 1},
    }
    assert ended["params"]["progress"] == 1
    assert answer["id"] == 1


@pytest.mark.parametrize("meta", [None, 7, {}, {"progressToken": None}, {"progressToken": [1]}])
def test_without_a_token_nothing_is_told_on_the_way(agent, daemon, meta):
    daemon.on("POST /v1/recall", RECALL)
    agent.say(recall(1, _meta=meta))

    assert agent.hear()["id"] == 1


def test_a_call_that_is_taken_back_is_not_answered(agent, held):
    agent.say(recall(1, _meta={"progressToken": "t"}), recall(2))
    assert agent.hear()["params"]["progress"] == 0
    held.asked.acquire(timeout=20)
    held.asked.acquire(timeout=20)

    agent.say(cancel(1), request(3, "ping"))
    assert agent.hear()["id"] == 3
    held.go.set()

    assert agent.hear()["id"] == 2
    assert agent.ask("ping")["result"] == {}


def test_what_is_quick_does_not_wait_for_what_is_slow(agent, held):
    agent.say(*(recall(number) for number in range(4)))

    assert agent.ask("ping")["result"] == {}
    held.go.set()
    assert sorted(agent.hear()["id"] for _ in range(4)) == [0, 1, 2, 3]


def test_a_batch_is_answered_as_one_where_the_protocol_has_batches(agent, daemon):
    daemon.on("POST /v1/recall", RECALL)
    agent.ask("initialize", protocolVersion="2025-03-26")
    agent.say(
        [
            request("a", "ping"),
            {"jsonrpc": "2.0", "method": "notifications/initialized"},
            recall("b"),
            7,
        ]
    )

    answers = agent.hear()

    assert {str(answer["id"]) for answer in answers} == {"a", "b", "None"}


def test_a_call_of_a_batch_that_is_taken_back_keeps_nobody_waiting(agent, held):
    agent.ask("initialize", protocolVersion="2025-03-26")
    agent.say([request("a", "ping"), recall("b")])
    held.asked.acquire(timeout=20)

    agent.say(cancel("b"))

    assert [answer["id"] for answer in agent.hear()] == ["a"]


@pytest.mark.parametrize("size", [0, 101])
def test_an_empty_or_huge_batch_is_refused(agent, size):
    agent.ask("initialize", protocolVersion="2025-03-26")
    agent.say([request(1, "ping")] * size)

    assert agent.hear()["error"]["code"] == -32600


@pytest.mark.parametrize("version", [None, "2024-11-05", "2025-06-18", "2025-11-25"])
def test_where_the_protocol_has_no_batches_they_are_refused(agent, version):
    if version:
        agent.ask("initialize", protocolVersion=version)
    agent.say([request(1, "ping")])

    assert agent.hear()["error"]["code"] == -32600


def test_ten_megabytes_are_answered(agent, daemon):
    failed, text = agent.call("recall", query="x" * 10_000_000)

    assert failed
    assert "1048576 are allowed" in text
    assert daemon.asked == []


def test_a_line_over_the_limit_is_refused_and_the_conversation_goes_on(agent):
    agent.say(b"x" * (17 << 20))

    assert agent.hear()["error"]["code"] == -32600
    assert agent.ask("ping")["result"] == {}


def test_what_was_asked_before_the_end_is_answered(agent, held):
    agent.say(recall(1), request(2, "tools/list"))
    assert agent.hear()["id"] == 2
    held.asked.acquire(timeout=20)
    agent.close(agent.to)
    held.go.set()

    assert agent.hear()["id"] == 1


def test_a_reader_that_left_ends_it_though_a_call_is_open(agent, held):
    agent.say(recall(1))
    held.asked.acquire(timeout=20)

    agent.close(agent.back)

    agent.thread.join(20)
    assert not agent.thread.is_alive()


def _reply_to(sent: bytes) -> list[object]:
    """Return what a server that has no daemon says to these bytes."""
    stdin, to = os.pipe()
    back, stdout = os.pipe()
    parts: list[bytes] = []

    def read():
        while part := os.read(back, 65_536):
            parts.append(part)

    reader = threading.Thread(target=read)
    reader.start()
    os.write(to, sent)
    os.close(to)
    with Client("/", socket="/nowhere/s") as client:
        serve(client, stdin, stdout, version="1")
    os.close(stdout)
    reader.join()
    os.close(stdin)
    os.close(back)
    return [json.loads(line) for line in b"".join(parts).splitlines()]


_MESSAGES = st.fixed_dictionaries(
    {"jsonrpc": st.just("2.0")},
    optional={
        "id": st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=5),
        "method": st.sampled_from(
            [
                "initialize",
                "ping",
                "tools/list",
                "tools/call",
                "resources/read",
                "resources/list",
                "notifications/cancelled",
            ]
        )
        | st.text(max_size=5),
        "params": st.dictionaries(
            st.sampled_from(
                ["name", "arguments", "uri", "requestId", "_meta", "protocolVersion", "x"]
            ),
            st.sampled_from([*VERSIONS, "recall", "forget", "memory_status", "memory://root"])
            | st.none()
            | st.integers()
            | st.lists(st.text(max_size=3), max_size=2)
            | st.dictionaries(
                st.sampled_from(["query", "ids", "ref", "progressToken"]), st.text(max_size=3)
            ),
            max_size=3,
        )
        | st.none()
        | st.lists(st.integers(), max_size=2),
    },
)
_LINES = st.binary(max_size=40).filter(lambda line: b"\n" not in line) | _MESSAGES.map(
    lambda message: json.dumps(message).encode()
)


@settings(max_examples=150)
@given(st.lists(_LINES, max_size=6))
def test_whatever_is_said_only_messages_come_back_and_each_request_has_one_answer(said):
    asked = request("the last", "ping")

    heard = _reply_to(b"\n".join([*said, json.dumps(asked).encode()]))

    assert all(message["jsonrpc"] == "2.0" for message in heard)
    answers = [message for message in heard if "method" not in message]
    assert all(("result" in each) != ("error" in each) for each in answers)
    assert [each for each in answers if each["id"] == "the last"] == [
        {"jsonrpc": "2.0", "id": "the last", "result": {}}
    ]
    assert len(answers) <= len(said) + 1
