import json
from datetime import UTC, datetime

from memoryd.sources.queued import Queue

AT = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def enqueue(queue, text, offset=0):
    return [message.text for message in queue.enqueued(text, AT, offset)]


def texts(messages):
    return [message.text for message in messages]


def again(queue):
    return Queue(json.loads(json.dumps(queue.state())))


def test_a_prompt_delivered_at_once_is_left_to_its_own_record():
    queue = Queue(None)
    assert enqueue(queue, "use tabs") == []

    queue.dequeued()

    assert queue.went_on() == []
    assert queue.delivers("use tabs", opens=True) is None


def test_a_prompt_that_waits_while_work_goes_on_is_told_once():
    queue = Queue(None)
    enqueue(queue, "use tabs", 7)

    told = queue.went_on()

    assert [(m.text, m.offset, m.at) for m in told] == [("use tabs", 7, AT)]
    assert queue.went_on() == []
    assert queue.delivers("use tabs", opens=True) == told[0].record


def test_the_same_words_after_the_next_turn_are_new():
    queue = Queue(None)
    enqueue(queue, "go on")
    queue.removed(None)

    assert queue.delivers("what else?", opens=True) is None
    assert queue.delivers("go on", opens=True) is None


def test_what_left_without_being_delivered_is_told():
    queue = Queue(None)
    enqueue(queue, "first")
    enqueue(queue, "second")

    assert texts(queue.removed("second")) == ["second"]
    assert texts(queue.removed(None)) == ["first"]
    assert queue.removed(None) == []


def test_what_went_back_to_the_editor_is_told_and_taken_back():
    queue = Queue(None)
    enqueue(queue, "first")
    told = queue.went_on()
    enqueue(queue, "second")

    messages, records = queue.taken_back()

    assert texts(messages) == ["second"]
    assert records == (told[0].record, messages[0].record)
    assert queue.delivers("first", opens=True) is None


def test_a_command_without_words_only_keeps_its_place():
    queue = Queue(None)
    enqueue(queue, "")
    enqueue(queue, "use tabs")

    queue.dequeued()

    assert texts(queue.went_on()) == ["use tabs"]


def test_long_words_and_many_are_told_at_once():
    queue = Queue(None)

    assert enqueue(queue, "x" * 5_000) == ["x" * 5_000]
    told = [enqueue(queue, f"prompt {number}") for number in range(100)]
    assert any(told)
    assert len(json.dumps(queue.state())) < 16_000


def test_all_is_remembered_between_two_reads():
    queue = Queue(None)
    enqueue(queue, "first")
    told = queue.went_on()
    enqueue(queue, "second")

    queue = again(queue)

    assert queue.delivers("first", opens=False) == told[0].record
    assert texts(queue.went_on()) == ["second"]
