import pytest

np = pytest.importorskip("numpy")

from hypothesis import given  # noqa: E402 -- all of this needs numpy
from hypothesis import strategies as st  # noqa: E402

from memoryd.memory.search.meaning.vectors import Vectors  # noqa: E402


def unit(*numbers: float):
    vector = np.array(numbers, dtype=np.float32)
    return vector / np.linalg.norm(vector)


def test_the_closest_come_first_with_the_spread_of_all():
    vectors = Vectors()
    vectors.put("north", unit(0, 1))
    vectors.put("east", unit(1, 0))
    vectors.put("south", unit(0, -1))

    nearest = vectors.nearest(unit(1, 0.1), 2)

    assert nearest.ids == ["east", "north"]
    assert nearest.cosines[0] == pytest.approx(0.995, abs=0.001)
    assert nearest.size == 3
    assert nearest.mean == pytest.approx(0.3317, abs=0.001)


def test_nothing_is_near_in_an_empty_one():
    assert Vectors().nearest(unit(1, 0), 5).ids == []


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 9), st.integers(0, 359)), max_size=200))
def test_it_holds_what_was_put_last_and_not_discarded(steps):
    vectors, expected = Vectors(), {}
    for put, name, degrees in steps:
        id_ = str(name)
        if put:
            angle = np.radians(degrees)
            expected[id_] = float(np.cos(angle))
            vectors.put(id_, np.array([np.cos(angle), np.sin(angle)], dtype=np.float32))
        else:
            expected.pop(id_, None)
            vectors.discard(id_)

    nearest = vectors.nearest(unit(1, 0), 100)

    held = dict(zip(nearest.ids, nearest.cosines, strict=True))
    assert held == pytest.approx(expected, abs=1e-5)
    assert len(vectors) == len(expected)


def test_many_are_held_in_one_growing_matrix():
    vectors = Vectors()
    for number in range(500):
        vectors.put(str(number), unit(number, 500))

    assert vectors.nearest(unit(1, 0), 3).ids == ["499", "498", "497"]
