"""The forms in which values are compared."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.domain import fingerprint_text, isoformat, parse_time


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Use tabs, not spaces.", "use TABS not spaces"),
        ("Ｕｓｅ ｔａｂｓ", "use tabs"),
        ("  use\n tabs ", "“use tabs”"),
    ],
)
def test_punctuation_case_and_width_do_not_make_another_fact(one, other):
    assert fingerprint_text(one) == fingerprint_text(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("written in C", "written in C++"), ("C#", "C"), (">= 3.11", "< 3.11"), ("की", "के")],
)
def test_signs_and_vowel_marks_do(one, other):
    assert fingerprint_text(one) != fingerprint_text(other)


@given(st.text())
def test_a_fingerprint_is_its_own_fingerprint(text):
    once = fingerprint_text(text)

    assert fingerprint_text(once) == once


@pytest.mark.parametrize("text", ["", "yesterday", "0001-01-01T00:00:00+14:00", "2026-13-01"])
def test_what_is_no_time_is_none(text):
    assert parse_time(text) is None


@given(st.datetimes(timezones=st.timezones()))
def test_a_time_survives_being_written(at):
    try:
        written = isoformat(at)
    except OverflowError:  # the first and last day of time itself
        return

    assert abs((parse_time(written) - at).total_seconds()) < 0.001
