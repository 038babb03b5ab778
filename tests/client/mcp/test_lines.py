import json
import os
import threading
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd_client.mcp import lines
from memoryd_client.mcp.lines import (
    BAD_PARAMS,
    INVALID_REQUEST,
    MAX_LINE_BYTES,
    PARSE_ERROR,
    ProtocolError,
    Writer,
    failure,
    is_id,
    parse,
    read_lines,
    read_request,
)


def read_all(data: bytes) -> list[bytes | None]:
    """Return the lines of what comes through a pipe."""
    stdin, to = os.pipe()
    back, stdout = os.pipe()

    def feed():
        with os.fdopen(to, "wb") as pipe:
            pipe.write(data)

    thread = threading.Thread(target=feed)
    thread.start()
    found = list(read_lines(stdin, stdout))
    thread.join()
    for end in (stdin, back, stdout):
        os.close(end)
    return found


@given(st.lists(st.binary(max_size=50).filter(lambda line: b"\n" not in line), max_size=20))
def test_lines_come_out_as_they_went_in(sent):
    assert read_all(b"".join(line + b"\n" for line in sent)) == sent


def test_a_last_line_needs_no_end():
    assert read_all(b"one\ntwo") == [b"one", b"two"]


def test_a_line_over_the_limit_is_passed_over_and_the_next_one_is_read():
    longest = b"x" * MAX_LINE_BYTES

    found = read_all(longest + b"\n" + longest + b"x\nnext\n" + longest + b"xx")

    assert found == [longest, None, b"next", None]


def test_reading_ends_when_nobody_reads_what_is_answered():
    stdin, to = os.pipe()
    back, stdout = os.pipe()
    os.close(back)

    assert list(read_lines(stdin, stdout)) == []

    for end in (stdin, to, stdout):
        os.close(end)


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"nonsense",
        b'{"a":1',
        b"\xff\xfe",
        b'{"a":"\xed\xa0\x80"}',
        '{"a":1}'.encode("utf-16"),
        b"\xef\xbb\xbf{}",
        b'{"a":NaN}',
        b"[Infinity]",
        b"[" * 100_000,
        b"[" * 100_000 + b"]" * 100_000,
        b'{"a":' * 50_000,
        b"1" * 10_000,
    ],
)
def test_what_is_no_json_is_said_to_be_none(line):
    with pytest.raises(ProtocolError) as caught:
        parse(line)

    assert failure(caught.value)["error"]["code"] == PARSE_ERROR


def test_a_line_that_was_too_long_is_refused_with_the_limit():
    with pytest.raises(ProtocolError, match="16 MiB") as caught:
        parse(None)

    assert caught.value.code == INVALID_REQUEST


@given(st.binary())
def test_any_line_is_json_or_a_protocol_error(line):
    try:
        expected = json.loads(line.decode(), parse_constant=int)
    except (ValueError, RecursionError):
        with pytest.raises(ProtocolError):
            parse(line)
    else:
        assert parse(line) == expected


def message(**more):
    return {"jsonrpc": "2.0", "id": 1, "method": "ping"} | more


def test_a_request_is_read():
    request = read_request(message(params={"a": 1}))

    assert (request.id, request.method, request.params) == (1, "ping", {"a": 1})
    assert read_request(message(params=None)).params == {}
    assert read_request({"jsonrpc": "2.0", "method": "x"}).id is None


@pytest.mark.parametrize("answer", [{"result": {}}, {"error": {"code": 1, "message": "no"}}])
def test_an_answer_wants_nothing(answer):
    assert read_request({"jsonrpc": "2.0", "id": 7} | answer) is None


@pytest.mark.parametrize(
    ("wrong", "code", "request_id"),
    [
        (7, INVALID_REQUEST, None),
        ("ping", INVALID_REQUEST, None),
        (None, INVALID_REQUEST, None),
        ({}, INVALID_REQUEST, None),
        (message(jsonrpc="1.0"), INVALID_REQUEST, 1),
        (message(jsonrpc=2.0), INVALID_REQUEST, 1),
        (message(method=3), INVALID_REQUEST, 1),
        ({"jsonrpc": "2.0", "id": 1}, INVALID_REQUEST, 1),
        (message(id=None), INVALID_REQUEST, None),
        (message(id=True), INVALID_REQUEST, None),
        (message(id=1.5), INVALID_REQUEST, None),
        (message(id=[1]), INVALID_REQUEST, None),
        (message(id={"a": 1}), INVALID_REQUEST, None),
        (message(params=[1]), BAD_PARAMS, 1),
        (message(params="x"), BAD_PARAMS, 1),
    ],
)
def test_a_message_against_the_protocol_is_refused_by_its_id_where_it_has_one(
    wrong, code, request_id
):
    with pytest.raises(ProtocolError) as caught:
        read_request(wrong)

    told = failure(caught.value)
    assert (told["id"], told["error"]["code"]) == (request_id, code)


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
    | st.fixed_dictionaries(
        {},
        optional={
            "jsonrpc": st.sampled_from(["2.0", "1.0", 2]),
            "id": st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
            "method": st.none() | st.text(),
            "params": st.none() | st.lists(st.integers()) | st.dictionaries(st.text(), st.text()),
        },
    )
)
def test_any_message_is_a_request_an_answer_or_refused(found):
    with suppress(ProtocolError):
        request = read_request(found)
        assert request is None or request.id is None or is_id(request.id)


def test_messages_of_many_threads_do_not_mix(monkeypatch):
    back, stdout = os.pipe()
    writer = Writer(stdout)
    text = "é" * 40_000  # more than a pipe takes at once

    threads = [
        threading.Thread(target=writer.write, args=({"n": number, "text": text},))
        for number in range(8)
    ]
    for thread in threads:
        thread.start()
    with os.fdopen(back, "rb") as pipe:
        found = [json.loads(pipe.readline()) for _ in threads]
    for thread in threads:
        thread.join()
    os.close(stdout)

    assert sorted(each["n"] for each in found) == list(range(8))
    assert all(each["text"] == text for each in found)


def test_what_is_written_is_ascii_on_one_line():
    back, stdout = os.pipe()

    Writer(stdout).write({"text": "a\nb\u2028\ud800é"})

    line = os.read(back, 1_000)
    os.close(back)
    os.close(stdout)
    assert line.isascii()
    assert line.count(b"\n") == 1
    assert lines.parse(line) == {"text": "a\nb\u2028\ud800é"}
