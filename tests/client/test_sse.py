import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memoryd_client.errors import BusyError, NotRunningError, ProtocolError
from memoryd_client.sse import EventParser, Resume

STREAM = (
    b": ping\n\n"
    b'id: 7\r\nevent: extract\r\ndata: {"status":"completed"}\r\n\r\n'
    b'event: gap\ndata: {"lost":\ndata: 3}\n\n'
    b"retry: 5\nid: 8\n\n"
    b'id:9\nevent:job\ndata:{"id":"j"}\n\n'
)
EVENTS = [
    ("7", "extract", {"status": "completed"}),
    (None, "gap", {"lost": 3}),
    ("9", "job", {"id": "j"}),
]


@settings(deadline=None)
@given(size=st.integers(1, len(STREAM)))
def test_events_read_the_same_however_the_stream_is_cut(size: int):
    parser = EventParser()

    events = [
        event
        for start in range(0, len(STREAM), size)
        for event in parser.feed(STREAM[start : start + size])
    ]

    assert [(event.id, event.event, event.data) for event in events] == EVENTS


@settings(deadline=None)
@given(data=st.dictionaries(st.text(), st.none() | st.integers() | st.text()))
def test_any_object_survives_the_stream(data: dict[str, object]):
    (event,) = EventParser().feed(f"event: job\ndata: {json.dumps(data)}\n\n".encode())

    assert event.data == data


@pytest.mark.parametrize("line", [b"data: {", b"data: [1]", b"data: " + b"[" * 100_000])
def test_an_event_that_is_no_json_object_is_a_protocol_error(line: bytes):
    with pytest.raises(ProtocolError):
        EventParser().feed(line + b"\n\n")


def test_an_event_without_an_end_is_given_up():
    parser = EventParser()
    parser.feed(b"x" * 1_000_000)

    with pytest.raises(ProtocolError, match="too long"):
        parser.feed(b"x" * 100_000)


def test_a_reader_asks_for_what_came_after_its_latest_event():
    resume = Resume("5")
    before = resume.headers()["Last-Event-ID"]

    for event in EventParser().feed(STREAM):
        resume.seen(event)

    assert (before, resume.headers()["Last-Event-ID"]) == ("5", "9")


def test_another_daemon_means_a_gap_and_a_fresh_start():
    resume = Resume("5")
    same = resume.opened("first") + resume.opened("first")

    (gap,) = resume.opened("second")

    assert same == []
    assert gap.event == "gap"
    assert "Last-Event-ID" not in resume.headers()


def test_a_stream_that_never_opened_is_not_tried_again():
    error = NotRunningError("no")

    with pytest.raises(NotRunningError):
        Resume().delay_s(error)


def test_a_refusal_is_not_tried_again():
    resume = Resume()
    resume.opened("first")

    with pytest.raises(BusyError):
        resume.delay_s(BusyError("full", code="busy"))


def test_a_broken_stream_is_tried_again_ever_more_slowly_and_not_for_ever():
    resume = Resume()
    resume.opened("first")
    delays = [resume.delay_s(NotRunningError("no")) for _ in range(7)]

    assert delays == sorted(delays)
    with pytest.raises(NotRunningError):
        resume.delay_s(NotRunningError("no"))


def test_a_stream_that_ends_cleanly_may_be_opened_again_any_number_of_times():
    resume = Resume()
    resume.opened("first")

    assert max(resume.delay_s(None) for _ in range(100)) < 10
