import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.sources.repair import split_objects


def test_two_objects_on_one_line_are_both_saved():
    objects, whole = split_objects(b'{"a":1}{"b":2}\n')

    assert [json.loads(each) for each in objects] == [{"a": 1}, {"b": 2}]
    assert whole


@pytest.mark.parametrize("line", [b"", b"\n", b"  \r\n", b"\0\0\0", b"\0\0\r\n", b"\xef\xbb\xbf\n"])
def test_blank_lines_and_padding_are_no_damage(line):
    assert split_objects(line) == ([], True)


@pytest.mark.parametrize("padding", [b"\0\0\0", b"\xef\xbb\xbf", b" \t"])
def test_an_object_behind_padding_is_saved(padding):
    objects, whole = split_objects(padding + b'{"a":1}\r\n')

    assert [json.loads(each) for each in objects] == [{"a": 1}]
    assert whole


def test_invalid_utf8_costs_one_character():
    objects, whole = split_objects(b'{"a":"x\xffy"}\n')

    assert json.loads(objects[0]) == {"a": "x\N{REPLACEMENT CHARACTER}y"}
    assert whole


def test_a_lone_surrogate_costs_one_character_and_leaves_clean_json():
    objects, whole = split_objects(rb'{"a":"x\ud83dy"}' + b"\n")

    assert json.loads(objects[0].decode("utf-8")) == {"a": "x?y"}
    assert whole


def test_a_raw_control_character_in_a_string_is_kept():
    objects, whole = split_objects(b'{"a":"x\x01y"}\n')

    assert json.loads(objects[0]) == {"a": "x\x01y"}
    assert whole


@pytest.mark.parametrize(
    "line", [b"[1]\n", b"7\n", b'"text"\n', b"null\n", b"nonsense\n", b'{"a":']
)
def test_what_is_no_object_is_damage(line):
    assert split_objects(line) == ([], False)


def test_what_stands_before_the_damage_is_saved():
    objects, whole = split_objects(b'{"a":1}{"b":\n')

    assert [json.loads(each) for each in objects] == [{"a": 1}]
    assert not whole


def test_a_number_that_json_does_not_know_becomes_null():
    objects, _ = split_objects(b'{"a":NaN,"b":-Infinity}\n')

    assert json.loads(objects[0]) == {"a": None, "b": None}


def test_nesting_that_is_too_deep_is_damage():
    line = b'{"a":' * 100_000

    assert split_objects(line) == ([], False)


@given(st.binary(max_size=200))
def test_any_bytes_give_only_json_objects(line):
    objects, _ = split_objects(line)

    assert all(isinstance(json.loads(each), dict) for each in objects)


_OBJECTS = st.lists(
    st.dictionaries(
        st.text(max_size=5), st.text(max_size=5) | st.integers() | st.none(), max_size=3
    )
)


@given(_OBJECTS, st.sampled_from([b"", b" ", b"\0", b"\t"]))
def test_all_objects_of_a_line_come_back_in_order(values, between):
    line = between.join(json.dumps(value).encode() for value in values)

    objects, whole = split_objects(line)

    assert whole
    assert len(objects) == len(values)
    for got, value in zip(objects, values, strict=True):
        assert json.loads(got) == json.loads(
            json.dumps(value, ensure_ascii=False).encode("utf-8", "replace")
        )
