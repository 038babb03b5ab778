import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.memory.keys import MAX_NAME, distinct_key, sanitise


@pytest.mark.parametrize(
    ("root", "key"),
    [
        ("/home/u/app", "-home-u-app"),
        ("/home/u/app_1.x", "-home-u-app-1-x"),
        ("/home/u/项目", "-home-u---"),
        ("/home/u/é", "-home-u--"),
        ("/home/u/🚀", "-home-u---"),
        ("C:\\Users\\x", "C--Users-x"),
        ("/../..", "------"),
    ],
)
def test_a_key_has_one_hyphen_for_each_unit_that_is_no_letter_or_digit(root, key):
    # The agent that shares the layout counts in UTF-16, where a rocket has two units.
    assert sanitise(root) == key


@given(st.text(max_size=300))
def test_a_key_is_a_plain_name_of_the_same_length_as_the_root_in_utf_16(root):
    key = sanitise(root)

    assert len(key) == len(root.encode("utf-16-le", "surrogatepass")) // 2
    assert all(char.isascii() and (char.isalnum() or char == "-") for char in key)


@given(st.text(max_size=300), st.text(max_size=300))
def test_the_distinct_keys_of_two_roots_differ_and_fit_into_a_name(one, two):
    keys = [distinct_key(root) for root in (one, two)]

    assert (keys[0] == keys[1]) == (one == two)
    assert max(map(len, keys)) <= MAX_NAME
