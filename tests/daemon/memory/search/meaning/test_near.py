import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.memory.search.meaning.near import weigh


def weigh_one(deviations: float, size: int) -> float:
    found = weigh(["it"], [0.5 + deviations * 0.1], mean=0.5, deviation=0.1, size=size)
    return found["it"].nats if found else 0.0


def test_what_stands_out_as_far_as_one_in_the_lot_does_is_no_evidence():
    assert weigh_one(2.0, 80) == 0.0
    assert weigh_one(4.0, 80) == pytest.approx(-math.log(80 * 3.167e-5), abs=0.01)


def test_the_more_candidates_the_less_it_tells_to_stand_out():
    assert weigh_one(4.0, 1000) < weigh_one(4.0, 10)


def test_where_all_are_equally_close_nothing_is_told():
    assert weigh(["a", "b"], [0.8, 0.8], mean=0.8, deviation=0.0, size=2) == {}


@given(st.floats(-1, 1), st.floats(-1, 1), st.floats(1e-9, 1), st.integers(1, 10**6))
def test_every_worth_is_finite_and_none_is_held_against_a_memory(cosine, mean, deviation, size):
    found = weigh(["it"], [cosine], mean=mean, deviation=deviation, size=size)

    assert all(0.0 < near.nats < 100 for near in found.values())


@pytest.mark.parametrize("count", [2, 5, 12])
def test_among_a_handful_nothing_tells_enough_to_be_returned_for_it_alone(count):
    cosines = [1.0] + [0.0] * (count - 1)
    mean = sum(cosines) / count
    deviation = math.sqrt(sum((cosine - mean) ** 2 for cosine in cosines) / count)

    near = weigh(["it"], cosines[:1], mean=mean, deviation=deviation, size=count)

    assert near["it"].nats < 8
