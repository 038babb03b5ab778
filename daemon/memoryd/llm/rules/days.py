"""Arithmetic of days: weeks start on Monday, a span stands for its last day."""

import calendar
from datetime import date, timedelta

_MONTHS = {"month": 1, "monthend": 1, "quarterend": 3, "yearend": 12}
_MAX_MONTHS = 600


def last_day(today: date, unit: str, offset: int) -> tuple[date, str]:
    """Return the last day of the span *offset* units from *today*'s, and how to write the span."""
    if unit == "day":
        day = today + timedelta(days=offset)
        return day, day.isoformat()
    if unit in ("week", "weekend"):
        monday = monday_of(today) + timedelta(weeks=offset)
        friday = monday + timedelta(days=4)
        if unit == "weekend":
            return friday, friday.isoformat()
        return monday + timedelta(days=6), f"week of {monday.isoformat()}"
    months = _MONTHS[unit]
    first = today.replace(day=1, month=today.month - (today.month - 1) % months)
    day = last_of_month(_shift(first, offset * months + months - 1))
    return day, day.strftime("%Y-%m") if unit == "month" else day.isoformat()


def ahead(today: date, count: int, unit: int) -> date:
    """Return the day *count* units from *today*; units are day, week, month, year by number."""
    if unit < 2:
        return today + timedelta(days=count * (1, 7)[unit])
    return _shift(today, min(count * (1 if unit == 2 else 12), _MAX_MONTHS))


def monday_of(day: date) -> date:
    """Return the Monday of the week of *day*."""
    return day - timedelta(days=day.weekday())


def last_of_month(day: date) -> date:
    """Return the last day of the month of *day*."""
    return day.replace(day=calendar.monthrange(day.year, day.month)[1])


def coming(today: date, month: int, number: int) -> date | None:
    """Return that day of this year, or of the next if it lies more than two months back."""
    day = make_day(today.year, month, number)
    if day and (today - day).days > 60:
        return make_day(today.year + 1, month, number)
    return day


def coming_in_month(today: date, number: int) -> date | None:
    """Return the next day that has this number in its month."""
    for months in range(3):
        month = _shift(today.replace(day=1), months)
        day = make_day(month.year, month.month, number)
        if day and day >= today:
            return day
    return None


def make_day(year: int, month: int, number: int) -> date | None:
    """Return the date, or None when there is no such day."""
    try:
        return date(year, month, number)
    except ValueError:
        return None


def _shift(day: date, months: int) -> date:
    years, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(years, month + 1, min(day.day, calendar.monthrange(years, month + 1)[1]))
