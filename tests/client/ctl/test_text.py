from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memoryd_client.ctl.text import (
    age,
    ago,
    bold,
    clock_time,
    columns,
    count,
    cut,
    dim,
    duration,
    head,
    safe,
    undo_command,
    unstyled,
    width,
    words,
)

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)


@settings(deadline=None)
@given(text=st.text())
def test_safe_text_holds_no_control_characters_but_our_styles(text: str):
    plain = unstyled(safe(text))

    assert all(char in "\n\t" or char.isprintable() or ord(char) > 0x9F for char in plain)


def test_our_styles_are_safe_and_can_be_taken_off():
    styled = bold("a") + dim("b")

    assert safe(styled) == styled
    assert unstyled(styled) == "ab"


def test_columns_are_aligned_and_numbers_stand_right():
    assert columns([("a", 5, "x"), ("long", 1234, "")]) == ["a         5  x", "long  1,234"]


def test_no_rows_make_no_lines():
    assert columns([]) == []


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.4, "0 s"),
        (59, "59 s"),
        (60, "1 min"),
        (3_599, "59 min"),
        (11_520, "3 h 12 min"),
        (86_400, "1 d"),
        (90_061, "1 d 1 h"),
    ],
)
def test_a_span_has_its_two_largest_units(seconds: float, text: str):
    assert duration(seconds) == text


@pytest.mark.parametrize(
    ("at", "text"),
    [
        ("2026-05-01T11:00:00.000Z", "1 h ago"),
        ("2026-05-01T11:00:00", "1 h ago"),
        ("2026-05-01T12:00:05Z", "just now"),
        ("2026-05-01T13:00:00+02:00", "1 h ago"),
        ("yesterday", "yesterday"),
        (None, "never"),
    ],
)
def test_a_time_is_told_from_now(at: str | None, text: str):
    assert ago(at, NOW) == text


@pytest.mark.parametrize(
    ("at", "text"),
    [
        ("2026-05-01T12:02:59.000Z", "14:02"),
        ("2026-05-01T21:59:00Z", "23:59"),
        ("2026-05-01T22:00:00Z", "Sat 00:00"),
        ("soon", "soon"),
    ],
)
def test_a_time_of_day_is_by_the_clock_of_who_reads_it(at: str, text: str):
    assert clock_time(at, NOW.astimezone(timezone(timedelta(hours=2)))) == text


def test_nouns_follow_their_numbers():
    assert [count(1, "memory", "memories"), count(1200, "file")] == ["1 memory", "1,200 files"]


def test_a_memory_of_today_is_of_today():
    assert [age(0), age(1), age(2)] == ["today", "1 day old", "2 days old"]


@pytest.mark.parametrize(
    ("token", "command"),
    [
        ("t1", "memoryctl undo t1"),
        ("a b", "memoryctl undo 'a b'"),
    ],
)
def test_the_command_to_undo_can_be_pasted(token: str, command: str):
    assert undo_command(token) == command


def test_a_long_text_is_cut_to_one_line():
    assert [cut("a\nb", 5), cut("abcdef", 5), cut("abcde", 5)] == ["a b", "abcd…", "abcde"]


def test_the_head_of_a_text_says_when_there_is_more():
    assert head("a\n\n b \nc\n", 2) == ["a", " b", "…"]
    assert head("a\n", 2) == ["a"]


@pytest.mark.parametrize(
    ("code", "said"),
    [("min_sessions", "too few new sessions"), ("already_running", "already running")],
)
def test_reasons_are_said_in_words(code, said):
    assert words(code) == said


@given(st.text(max_size=40), st.integers(1, 50))
def test_what_is_cut_is_never_wider(text, columns_):
    assert width(cut(text, columns_)) <= columns_


def test_columns_are_aligned_for_letters_that_take_two_columns():
    assert columns([("项目", "a"), ("app", "b")]) == ["项目  a", "app   b"]
