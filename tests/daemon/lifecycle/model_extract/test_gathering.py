from pathlib import Path

import pytest

from memoryd.domain import Speaker, ToolCall
from memoryd.lifecycle.model_extract import Gathering, is_worth_asking

OWN = Path("/store/memory")


def gather(*steps, limit=1000, **more):
    gathering = Gathering(limit=limit, own=[OWN])
    for step in steps:
        gathering.take(step, **more)
    return gathering


def texts(gathering):
    return [line.text for line in gathering.slice().lines]


def test_of_a_turn_only_the_last_words_of_the_agent_are_kept(message):
    gathering = gather(
        [
            message("please fix the login"),
            message("Looking.", Speaker.AGENT),
            message("Fixed.", Speaker.AGENT),
            message("now the tests please"),
            message("Running them.", Speaker.AGENT),
        ],
        [message("All pass.", Speaker.AGENT), message("", Speaker.AGENT)],
    )

    assert texts(gathering) == [
        "please fix the login",
        "Fixed.",
        "now the tests please",
        "All pass.",
    ]


def test_commands_stand_between_the_words_in_order(message, ran):
    gathering = gather([message("run the tests"), ran("make test", "ok"), message("thanks a lot")])

    assert texts(gathering) == ["run the tests", "ran: make test\nok", "thanks a lot"]


def test_what_was_taken_back_goes_also_from_earlier_steps(message):
    first, second = message("we use tabs here"), message("we use spaces here")
    gathering = gather([first])

    gathering.take([second], withdrawn=[first.record])

    assert texts(gathering) == ["we use spaces here"]


def test_what_was_copied_from_another_session_is_left_out(message):
    copied = message("we use tabs here")

    assert texts(gather([copied, message("and now?")], copied={copied.record})) == ["and now?"]


def test_a_turn_in_which_the_agent_wrote_memory_itself_is_left_out(message):
    call = ToolCall(name="Write", path=str(OWN / "project" / "tabs.md"))
    gathering = gather(
        [
            message("remember that we use tabs"),
            message("", Speaker.TOOL, tool=call),
            message("what about the tests?"),
        ]
    )

    assert texts(gathering) == ["what about the tests?"]
    assert gathering.muted == 1


@pytest.mark.timeout(60)
def test_a_long_session_is_held_in_bounded_memory_with_both_ends(message, ran):
    gathering = Gathering(limit=500, own=[])
    for n in range(5000):
        gathering.take([message(f"prompt number {n} of many"), ran(f"make {n}", "ok " * 50)])

    held = sum(len(ends.head) + len(ends.tail) for ends in gathering._ends.values())
    slice_ = gathering.slice()

    assert held < 300
    assert slice_.lines[0].text == "prompt number 0 of many"
    assert slice_.lines[-1].text == "prompt number 4999 of many"
    assert len(slice_.lines) + slice_.left_out == 10_000


def test_only_more_than_a_word_or_two_of_a_person_is_worth_asking_about(message, ran):
    idle = gather([message("yes"), message("I rewrote the whole module.", Speaker.AGENT)])
    busy = gather([message("yes"), message("we never merge on Fridays")])

    assert not is_worth_asking(idle.slice())
    assert not is_worth_asking(gather([ran("make", "all went well today")]).slice())
    assert is_worth_asking(busy.slice())
