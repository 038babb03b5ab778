import json

import pytest

from memoryd.sources.turns import Turns

MOST_BYTES = 48 * 1024


def uuid(number):
    return f"{number:08x}-0000-4000-8000-000000000000"


def turn(turns, name, parent, offset=0, *, opens=True):
    return turns.turn(name, parent, offset, record=f"told {name}", opens=opens)


def again(turns):
    return Turns(json.loads(json.dumps(turns.state())))


@pytest.fixture(name="talk")
def _talk():
    turns = Turns(None)
    turn(turns, "one", "root", 10)
    turns.step("reply", "one")
    turn(turns, "two", "reply", 20)
    turns.step("more", "two")
    return turns


def test_a_prompt_where_an_earlier_one_hangs_takes_back_all_from_there(talk):
    assert turn(talk, "new", "root").withdrawn == ("told one", "told two")


def test_only_a_prompt_takes_back(talk):
    assert turn(talk, "new", "reply", opens=False).withdrawn == ()


def test_what_was_taken_back_is_not_taken_back_again(talk):
    turn(talk, "new", "reply")

    assert turn(talk, "newer", "reply").withdrawn == ("told new",)


def test_the_same_record_says_nothing_new(talk):
    assert turn(talk, "two", "reply").known


def test_a_step_on_the_branch_that_was_left_lets_its_turns_stand(talk):
    turn(talk, "new", "reply", 30)

    assert talk.step("late", "more") == (20,)
    assert talk.step("later", "late") == ()


def test_steps_on_the_new_branch_let_nothing_stand(talk):
    turn(talk, "new", "reply", 30)

    assert talk.step("answer", "new") == ()
    assert talk.step("answer 2", "answer") == ()


def test_after_a_while_nothing_is_waited_for(talk):
    turn(talk, "new", "reply")
    assert talk.watching

    for number in range(60):
        talk.step(uuid(number), "new")

    assert not talk.watching


def test_all_is_remembered_between_two_reads(talk):
    turn(talk, "new", "reply", 30)

    talk = again(talk)

    assert talk.step("late", "more") == (20,)
    assert turn(talk, "newest", "root").withdrawn == ("told one", "told two", "told new")


def test_a_long_session_leaves_a_small_state():
    turns = Turns(None)
    for number in range(3_000):
        turn(turns, uuid(3 * number), uuid(3 * number - 1), number)
        turns.step(uuid(3 * number + 1), uuid(3 * number))
        turns.notice(uuid(3 * number + 2), uuid(3 * number + 1))

    assert len(json.dumps(turns.state())) < MOST_BYTES


def test_notices_without_end_leave_a_small_state():
    turns = Turns(None)
    for number in range(3_000):
        turns.notice(uuid(number), uuid(number - 1))

    assert len(json.dumps(turns.state())) < 4_000


@pytest.mark.parametrize("name", [None, "", "x" * 1_000])
def test_a_record_without_a_usable_id_has_no_place(talk, name):
    assert turn(talk, name, "root").withdrawn == ()
    assert len(json.dumps(talk.state())) < 2_000
