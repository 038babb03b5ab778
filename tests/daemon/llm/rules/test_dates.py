"""Dates in words, seen from Wednesday, 11 March 2026."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.llm.rules.dates import find_dates, write_out
from memoryd.llm.rules.wording import fold_letters

WEDNESDAY = datetime(2026, 3, 11, 12, 0, tzinfo=UTC)


def read(text, at=WEDNESDAY):
    return write_out(text, find_dates(fold_letters(text), at))


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("by Friday", "by Friday (2026-03-13)"),
        ("next Friday", "next Friday (2026-03-20)"),
        ("Friday next week", "Friday next week (2026-03-20)"),
        ("last Monday", "last Monday (2026-03-02)"),
        ("on Monday", "on Monday (2026-03-16)"),
        ("in two weeks", "in two weeks (2026-03-25)"),
        ("in 3 days", "in 3 days (2026-03-14)"),
        ("10 April", "10 April (2026-04-10)"),
        ("April 10th", "April 10th (2026-04-10)"),
        ("by the 24th", "by the 24th (2026-03-24)"),
        ("the day after tomorrow", "the day after tomorrow (2026-03-13)"),
        ("next week", "next week (week of 2026-03-16)"),
        ("end of next month", "end of next month (2026-04-30)"),
        ("end of June", "end of June (2026-06-30)"),
        ("in June", "in June (2026-06)"),
        ("end of the quarter", "end of the quarter (2026-03-31)"),
        ("a week on Monday", "a week on Monday (2026-03-23)"),
        ("a week from Friday", "a week from Friday (2026-03-20)"),
        ("in a couple of weeks", "in a couple of weeks (2026-03-25)"),
        ("in fourteen days", "in fourteen days (2026-03-25)"),
        ("planned for September", "planned for September (2026-09)"),
        ("the first week of June", "the first week of June (2026-06)"),
        ("by the end of Q2", "by the end of Q2 (2026-06-30)"),
        ("in Q1 2027", "in Q1 2027 (2027-03-31)"),
        ("Ende Q3", "Ende Q3 (2026-09-30)"),
        ("on 12/31/2026", "on 12/31/2026 (2026-12-31)"),
        ("on 31/12/2026", "on 31/12/2026 (2026-12-31)"),
        ("on 2026/12/31", "on 2026/12/31 (2026-12-31)"),
        ("bis Freitag", "bis Freitag (2026-03-13)"),
        ("am 24. März", "am 24. März (2026-03-24)"),
        ("am 15.4. fertig", "am 15.4. (2026-04-15) fertig"),
        ("Ende nächsten Monats", "Ende nächsten Monats (2026-04-30)"),
        ("vendredi en quinze", "vendredi en quinze (2026-03-27)"),
        ("le 24 mars", "le 24 mars (2026-03-24)"),
        ("dans trois jours", "dans trois jours (2026-03-14)"),
        ("el 3 de mayo", "el 3 de mayo (2026-05-03)"),
        ("dentro de dos semanas", "dentro de dos semanas (2026-03-25)"),
        ("na sexta-feira", "na sexta-feira (2026-03-13)"),
        ("dia 24", "dia 24 (2026-03-24)"),
        ("в следующую пятницу", "в следующую пятницу (2026-03-20)"),
        ("через две недели", "через две недели (2026-03-25)"),
        ("下周五", "下周五(2026-03-20)"),
        ("5 月 12 日", "5 月 12 日(2026-05-12)"),
        ("两周后", "两周后(2026-03-25)"),
        ("六月底", "六月底(2026-06-30)"),
        ("来週の金曜", "来週の金曜(2026-03-20)"),
        ("今月末", "今月末(2026-03-31)"),
        ("3日後", "3日後(2026-03-14)"),
        ("다음 주 금요일", "다음 주 금요일(2026-03-20)"),
        ("2주 뒤", "2주 뒤(2026-03-25)"),
    ],
)
def test_a_relative_date_gets_its_day_written_behind_it(text, written):
    assert read(text) == written


@pytest.mark.parametrize(
    "text",
    ["2026-12-31", "10 April 2027", "in May 2027", "until the end of 2026", "2026年5月3日"],
)
def test_an_absolute_date_is_found_but_left_as_it_stands(text):
    assert find_dates(fold_letters(text), WEDNESDAY)
    assert read(text) == text


@pytest.mark.parametrize(
    "text", ["every Friday", "on Fridays", "jeden Montag", "version 3.11", "every Monday"]
)
def test_what_comes_again_and_again_is_no_date(text):
    assert find_dates(fold_letters(text), WEDNESDAY) == []


@pytest.mark.parametrize("text", ["30 February", "2026-02-30", "31.6."])
def test_a_day_that_does_not_exist_is_no_date(text):
    assert find_dates(fold_letters(text), WEDNESDAY) == []


def test_the_weekday_of_the_very_day_is_that_day():
    assert read("by Wednesday") == "by Wednesday (2026-03-11)"


def test_a_date_well_behind_is_taken_for_next_years():
    assert read("6 January") == "6 January (2027-01-06)"
    assert read("1 March") == "1 March (2026-03-01)"


def test_only_a_date_that_says_its_week_or_month_is_certain():
    texts = ["on Friday", "next Friday", "the 24th", "24 March"]

    loose = [find_dates(fold_letters(text), WEDNESDAY)[0].loose for text in texts]

    assert loose == [True, False, True, False]


def test_slashes_put_the_day_first_but_not_where_no_spaces_are_written():
    assert read("entrega el 14/4") == "entrega el 14/4 (2026-04-14)"
    assert read("4/14交付") == "4/14 (2026-04-14)交付"


def test_a_day_with_its_month_is_exact():
    texts = ["24 March", "on 2026-03-24", "next Friday", "the 24th"]

    exact = [find_dates(fold_letters(text), WEDNESDAY)[0].exact for text in texts]

    assert exact == [True, True, False, False]


def test_of_two_readings_the_certain_one_is_taken():
    assert read("no dia 3 de maio") == "no dia 3 de maio (2026-05-03)"


def test_a_date_that_stands_twice_is_written_out_once():
    assert read("Friday, yes Friday") == "Friday, yes Friday (2026-03-13)"


@given(st.text(max_size=200), st.datetimes(timezones=st.just(UTC)))
def test_any_text_on_any_day_is_read_without_harm(text, at):
    dates = find_dates(fold_letters(text), at)

    assert [d.start for d in dates] == sorted(d.start for d in dates)
    assert all(0 <= d.start < d.end <= len(text) for d in dates)


PIECES = [
    "next",
    "Friday",
    "in",
    "3",
    "weeks",
    "999",
    "years",
    "31",
    "February",
    "end of",
    "月末",
    "下周五",
    "the",
    "9th",
]


@given(
    st.lists(st.sampled_from(PIECES), max_size=12).map(" ".join),
    st.datetimes(timezones=st.just(UTC)),
)
def test_any_heap_of_date_words_is_read_without_harm(text, at):
    assert write_out(text, find_dates(fold_letters(text), at)).startswith(text[:1])
