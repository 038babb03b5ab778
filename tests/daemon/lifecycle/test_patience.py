import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.lifecycle.patience import Patience


def test_two_misses_are_borne_and_the_third_begins_a_rest():
    patience = Patience()
    for _ in range(2):
        patience = patience.missed(0, failed=False)
        assert not patience.is_resting(0)

    patience = patience.missed(0, failed=False)

    assert patience.is_resting(599)
    assert not patience.is_resting(600)


def test_a_failure_begins_a_rest_at_once():
    assert Patience().missed(50, failed=True).is_resting(649)


@pytest.mark.parametrize("failed", [True, False])
def test_each_rest_is_twice_as_long_up_to_an_hour_and_begins_with_the_first_miss(failed):
    patience, now_s, rests = Patience().missed(0, failed=True), 600.0, [600.0]
    for _ in range(5):
        patience = patience.missed(now_s, failed=failed)
        rests.append(patience.rested_s - now_s)
        now_s = patience.rested_s

    assert rests == [600, 1200, 2400, 3600, 3600, 3600]


def test_what_was_asked_before_a_rest_does_not_prolong_it():
    resting = Patience().missed(0, failed=True)

    assert resting.missed(10, failed=True) == resting


@given(steps=st.lists(st.tuples(st.floats(0, 10_000), st.booleans())))
def test_no_rest_is_ever_longer_than_an_hour(steps):
    patience, now_s = Patience(), 0.0
    for wait_s, failed in steps:
        now_s += wait_s
        patience = patience.missed(now_s, failed=failed)
        assert patience.rested_s <= now_s + 3600
