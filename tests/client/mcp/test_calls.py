import threading
from queue import SimpleQueue

import pytest

from memoryd_client.mcp.calls import Calls, Gathering
from memoryd_client.mcp.lines import ProtocolError, Request

WAIT_S = 20


@pytest.fixture
def slow():
    """Calls that begin, and end when they are let go; their replies in a queue."""
    return Slow()


class Slow:
    def __init__(self):
        self.begun = SimpleQueue()
        self.go = threading.Event()
        self.replies = SimpleQueue()
        self.calls = Calls(self._work)

    def _work(self, call):
        self.begun.put(call.request.id)
        self.go.wait(WAIT_S)
        return {"id": call.request.id}

    def start(self, *ids):
        for request_id in ids:
            self.calls.start(Request(request_id, "x", {}), self.replies.put)

    def heard(self, count):
        return [self.replies.get(timeout=WAIT_S) for _ in range(count)]


def test_calls_run_side_by_side(slow):
    slow.start(1, 2, 3, 4)

    begun = {slow.begun.get(timeout=WAIT_S) for _ in range(4)}
    slow.go.set()

    assert begun == {1, 2, 3, 4}
    assert sorted(answer["id"] for answer in slow.heard(4)) == [1, 2, 3, 4]
    slow.calls.finish(WAIT_S)


def test_a_call_that_is_taken_back_is_answered_with_nothing_and_only_once(slow):
    slow.start("a", "b")
    slow.begun.get(timeout=WAIT_S)
    slow.begun.get(timeout=WAIT_S)

    slow.calls.cancel("a")
    slow.calls.cancel("a")
    slow.calls.cancel("never heard of")
    slow.go.set()
    slow.calls.finish(WAIT_S)

    assert slow.heard(2) == [None, {"id": "b"}]
    assert slow.replies.empty()


def test_a_call_taken_back_while_it_waits_is_never_begun(slow):
    slow.start(*range(5))
    begun = {slow.begun.get(timeout=WAIT_S) for _ in range(4)}

    slow.calls.cancel(4)
    slow.go.set()
    slow.calls.finish(WAIT_S)

    assert begun == {0, 1, 2, 3}
    assert slow.begun.empty()


def test_a_number_and_its_digits_are_two_names(slow):
    slow.start(1, "1")
    slow.begun.get(timeout=WAIT_S)
    slow.begun.get(timeout=WAIT_S)

    slow.calls.cancel("1")
    slow.go.set()

    assert slow.heard(2) == [None, {"id": 1}]
    slow.calls.finish(WAIT_S)


def test_calls_of_one_name_are_all_answered(slow):
    slow.go.set()
    slow.start(7, 7)

    assert slow.heard(2) == [{"id": 7}, {"id": 7}]
    slow.calls.finish(WAIT_S)


def test_too_many_open_calls_are_refused_by_name_until_there_is_room(slow):
    slow.start(*range(256))

    with pytest.raises(ProtocolError, match="256 calls are open") as caught:
        slow.start("one more")

    assert caught.value.request_id == "one more"
    slow.go.set()
    slow.heard(256)
    slow.calls.finish(WAIT_S)
    assert slow.replies.empty()


def test_what_hangs_is_let_go_and_never_answered(slow):
    slow.start(1)
    slow.begun.get(timeout=WAIT_S)

    slow.calls.finish(0.01)
    slow.go.set()
    slow.calls.finish(0.01)

    assert slow.replies.empty()


def test_finishing_waits_for_an_answer_that_is_being_written():
    writing, go = threading.Event(), threading.Event()
    written = []

    def reply(answer):
        writing.set()
        go.wait(WAIT_S)
        written.append(answer)

    calls = Calls(lambda _: {})
    calls.start(Request(1, "x", {}), reply)
    writing.wait(WAIT_S)
    threading.Timer(0.05, go.set).start()
    calls.finish(WAIT_S)

    assert written == [{}]


def test_a_reader_that_left_ends_a_thread_in_silence(capfd):
    def reply(_):
        raise BrokenPipeError

    calls = Calls(lambda _: {})
    calls.start(Request(1, "x", {}), reply)
    calls.finish(WAIT_S)

    assert capfd.readouterr() == ("", "")


def test_a_batch_is_answered_as_one_without_those_that_want_none():
    replies = []
    gathering = Gathering(3, replies.append)

    gathering.add({"id": 2})
    gathering.add(None)
    before = list(replies)
    gathering.add({"id": 1})

    assert before == []
    assert replies == [[{"id": 2}, {"id": 1}]]


def test_a_batch_that_wants_no_answer_gets_none():
    replies = []
    gathering = Gathering(2, replies.append)

    gathering.add(None)
    gathering.add(None)

    assert replies == []
