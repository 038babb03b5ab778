from datetime import date

from memoryd.llm.rules.days import ahead, coming, coming_in_month, last_day, make_day, monday_of

LEAP_DAY = date(2028, 2, 29)


def test_a_week_starts_on_monday():
    assert monday_of(date(2026, 3, 15)) == date(2026, 3, 9)
    assert last_day(date(2026, 3, 15), "week", 1) == (date(2026, 3, 22), "week of 2026-03-16")


def test_the_end_of_a_working_week_is_friday():
    assert last_day(date(2026, 3, 11), "weekend", 0)[0] == date(2026, 3, 13)


def test_spans_end_with_their_last_day():
    today = date(2026, 11, 30)

    assert last_day(today, "monthend", 1)[0] == date(2026, 12, 31)
    assert last_day(today, "quarterend", 0)[0] == date(2026, 12, 31)
    assert last_day(today, "quarterend", 1)[0] == date(2027, 3, 31)
    assert last_day(today, "yearend", 0)[0] == date(2026, 12, 31)
    assert last_day(today, "month", 1) == (date(2026, 12, 31), "2026-12")


def test_counting_ahead_stays_within_the_month():
    assert ahead(date(2026, 1, 31), 1, 2) == date(2026, 2, 28)
    assert ahead(LEAP_DAY, 1, 3) == date(2029, 2, 28)
    assert ahead(LEAP_DAY, 2, 1) == date(2028, 3, 14)


def test_the_next_day_with_a_number_skips_months_without_it():
    assert coming_in_month(date(2026, 2, 3), 31) == date(2026, 3, 31)
    assert coming_in_month(date(2026, 2, 3), 40) is None


def test_a_leap_day_is_no_day_of_other_years():
    assert coming(date(2026, 3, 1), 2, 29) is None
    assert make_day(2028, 2, 29) == LEAP_DAY
