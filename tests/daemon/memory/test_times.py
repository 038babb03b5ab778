from datetime import UTC, datetime, timedelta, timezone

from hypothesis import given, settings
from hypothesis import strategies as st

from memoryd.memory.times import compact_time, from_mtime, later, read_time, to_mtime

NOW = datetime(2026, 3, 4, 5, 6, 7, 89_999, tzinfo=UTC)


def test_a_file_time_is_the_time_of_the_statement_in_milliseconds():
    assert from_mtime(to_mtime(NOW)) == NOW.replace(microsecond=89_000)
    assert to_mtime(datetime(1960, 1, 1, tzinfo=UTC)) == 0


def test_a_time_in_a_name_is_utc():
    assert compact_time(NOW.astimezone(timezone(timedelta(hours=9)))) == "20260304T050607089Z"


def test_what_says_no_time_is_none():
    for value in ("soon", "", None, 7, "0001-01-01T00:00:00+14:00", "2026-13-01"):
        assert read_time(value) is None
    assert read_time("2026-03-04T05:06:07.089Z") == NOW.replace(microsecond=89_000)


@settings(deadline=None)
@given(st.integers(-(2**70), 2**70))
def test_any_file_time_is_shown_and_the_next_one_is_later(mtime_ns):
    assert from_mtime(mtime_ns).tzinfo is UTC
    assert later(mtime_ns) > mtime_ns
    if 0 <= mtime_ns < 2**62:
        assert from_mtime(later(mtime_ns)) - from_mtime(mtime_ns) == timedelta(milliseconds=1)
