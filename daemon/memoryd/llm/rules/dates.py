"""Dates as people say them, and the days they mean."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from .days import (
    ahead,
    coming,
    coming_in_month,
    last_day,
    last_of_month,
    make_day,
    monday_of,
)
from .languages import LANGUAGES
from .once import once
from .wording import DateWords, fold_letters, is_unspaced

_NUMBERS = re.compile(r"(?<![\w.])(\d{1,2})\.(\d{1,2})\.(?:(20\d\d)(?!\d)|(?=\s|$))")
_SLASHED = re.compile(r"(?<![a-z\d/.])(\d{1,4})/(\d{1,2})(?:/(\d{1,4}))?(?![a-z\d/])")
_QUARTER = re.compile(r"(?<![\w-])q([1-4])(?:[ /]?(20\d\d))?(?![\w-])")
_ISO = re.compile(r"(?<!\d)(\d{4})-(\d\d)-(\d\d)(?!\d)")


@dataclass(frozen=True, slots=True, kw_only=True)
class SpokenDate:
    """Where a date stands, the day it means (the last of a span), and how to write it out.

    `written` is empty when the words are absolute already. A `loose` date is one that may as well
    lie behind: a weekday or a day of the month without more. An `exact` one has its month with it.
    """

    start: int
    end: int
    day: date
    written: str
    loose: bool = False
    exact: bool = False


def find_dates(folded: str, at: datetime) -> list[SpokenDate]:
    """Return the dates in *folded* as seen from *at*, in order, none inside another."""
    found = [spoken for read in _readers() for spoken in read(folded, at.date())]
    found.sort(key=lambda spoken: (spoken.loose, spoken.start, -spoken.end))
    kept: list[SpokenDate] = []
    for spoken in found:
        if all(spoken.start >= other.end or spoken.end <= other.start for other in kept):
            kept.append(spoken)
    return sorted(kept, key=lambda spoken: spoken.start)


def write_out(text: str, dates: Sequence[SpokenDate]) -> str:
    """Add to each relative date in *text* the day it means."""
    for spoken in reversed(dates):
        if spoken.written and spoken.written not in text:
            said, rest = text[: spoken.end], text[spoken.end :]
            blank = "" if is_unspaced(said[-1:]) and not rest.startswith(" ") else " "
            text = f"{said}{blank}({spoken.written}){rest}"
    return text


_Reader = Callable[[str, date], Iterator[SpokenDate]]


@once
def _readers() -> tuple[_Reader, ...]:
    readers: list[_Reader] = [_read_iso, _read_numbers, _read_slashed, _read_quarter]
    for table in LANGUAGES:
        language = _Language(table.dates, spaced=table.spaced)
        readers += [
            language.weekdays(),
            language.calendar_days(),
            language.months(),
            language.counted(),
            *language.spans(),
        ]
    return tuple(readers)


def _read_iso(folded: str, _today: date) -> Iterator[SpokenDate]:
    for match in _ISO.finditer(folded):
        day = make_day(*map(int, match.groups()))
        if day:
            yield _spoken(match, day, written="", exact=True)


def _read_numbers(folded: str, today: date) -> Iterator[SpokenDate]:
    for match in _NUMBERS.finditer(folded):
        number, month, year = match.groups()
        day = make_day(int(year), int(month), int(number)) if year else None
        day = day or coming(today, int(month), int(number))
        if day:
            yield _spoken(match, day, written="" if year else None, exact=bool(year))


def _read_slashed(folded: str, today: date) -> Iterator[SpokenDate]:
    """Read dates whose order of day and month cannot be mistaken; «4/14», and in Chinese «3/4»."""
    for match in _SLASHED.finditer(folded):
        first, second, third = (int(part) if part else 0 for part in match.groups())
        if first > 31:
            day = make_day(first, second, third)
        elif first > 12:
            day = _slashed_day(third, second, first, today)
        elif second > 12 or first == second or is_unspaced(folded):
            day = _slashed_day(third, first, second, today)
        else:
            day = None
        if day and day.year > 1900:
            yield _spoken(match, day, loose=not third, exact=bool(third))


def _slashed_day(year: int, month: int, number: int, today: date) -> date | None:
    return make_day(year, month, number) if year else coming(today, month, number)


def _read_quarter(folded: str, today: date) -> Iterator[SpokenDate]:
    for match in _QUARTER.finditer(folded):
        month = 3 * int(match[1])
        first = date(int(match[2]), month, 1) if match[2] else coming(today, month, 1)
        if first:
            yield _spoken(match, last_of_month(first))


def _spoken(
    match: re.Match[str],
    day: date,
    *,
    written: str | None = None,
    loose: bool = False,
    exact: bool = False,
) -> SpokenDate:
    return SpokenDate(
        start=match.start(),
        end=match.end(),
        day=day,
        written=day.isoformat() if written is None else written,
        loose=loose,
        exact=exact,
    )


class _Language:
    """Makes the readers of one language's dates."""

    def __init__(self, words: DateWords, *, spaced: bool) -> None:
        self._words = words
        self._edges = (r"(?<![\w-])", r"(?![\w-])") if spaced else (r"(?<!\d)", "")
        self._blank = r"[\s,]+" if spaced else r"\s*"
        self._maybe = r"[\s,]*" if spaced else r"\s*"
        self._loose = "" if spaced else r"\s*"

    def weekdays(self) -> _Reader:
        words, maybe = self._words, self._maybe
        weekday, places = self._one_of(words.weekdays, "weekday")
        before = "|".join(
            f"(?P<{name}>{self._any(getattr(words, name))})"
            for name in ("week_before", "next", "last", "this")
        )
        after = "|".join(
            f"(?P<{name}>{self._any(getattr(words, name))})"
            for name in ("next_after", "plus_week", "plus_fortnight")
        )
        pattern = self._compile(
            f"(?P<every>{self._any(words.every)}{maybe})?(?:(?:{before}){maybe})?{weekday}"
            f"(?:{maybe}(?:{after}))?"
        )

        def read(folded: str, today: date) -> Iterator[SpokenDate]:
            for match in pattern.finditer(folded):
                if not match["every"]:
                    place = places["".join(match["weekday"].split())]
                    yield _spoken(
                        match,
                        _weekday(today, place, match),
                        loose=not _is_placed(match),
                    )

        return read

    def calendar_days(self) -> _Reader:
        words, maybe = self._words, self._maybe
        month, months = self._one_of(words.months, "month")
        of = f"(?:{self._any(words.of)}{self._blank})?" if words.of else ""
        mark = f"(?:{self._loose}{self._any(words.ordinal)})" if words.ordinal else "(?!)"
        alone = mark if words.needs_ordinal else f"{mark}?"
        pattern = self._compile(
            rf"(?:(?P<day>\d{{1,2}}){mark}?{maybe}{of}{month}(?:{maybe}{of}(?P<year>\d{{4}}))?"
            rf"|(?:(?P<year1>\d{{4}})\s*[年년]\s*)?{month.replace('<month>', '<month1>')}{maybe}"
            rf"(?P<day1>\d{{1,2}}){mark}?(?![\d:])(?:{maybe}{of}(?P<year2>\d{{4}}))?"
            rf"|{self._any(words.day_before)}{maybe}(?P<day2>\d{{1,2}}){alone}(?!\d|[.,:/]\d)"
            rf"(?!{maybe}{of}{month.replace('<month>', '<month2>')}))"
        )

        def read(folded: str, today: date) -> Iterator[SpokenDate]:
            for match in pattern.finditer(folded):
                said = {k.rstrip("12"): v for k, v in match.groupdict().items() if v}
                number, place = (
                    int(said["day"]),
                    months.get("".join(said.get("month", "").split())),
                )
                if place is None:
                    day = coming_in_month(today, number)
                elif "year" in said:
                    day = make_day(int(said["year"]), place + 1, number)
                else:
                    day = coming(today, place + 1, number)
                if day:
                    written = "" if "year" in said else None
                    is_loose = place is None
                    yield _spoken(match, day, written=written, loose=is_loose, exact=not is_loose)

        return read

    def months(self) -> _Reader:
        words, blank, maybe = self._words, self._blank, self._maybe
        by, end = (self._any(options) for options in (words.by, words.month_end))
        month, months = self._one_of(words.months, "month")
        of = f"(?:{self._any(words.of)}{blank})?" if words.of else ""
        pattern = self._compile(
            rf"(?:(?:{by}|{end}){blank}{of}(?P<alone>20\d\d)(?![\d.:-])"
            rf"|(?:(?P<by>{by}{maybe}{of})|(?P<end>{end}{maybe}{of}))?{month}"
            rf"(?:{blank}{of}(?P<year>20\d\d))?(?P<end_after>{maybe}{end})?)"
        )

        def read(folded: str, today: date) -> Iterator[SpokenDate]:
            for match in pattern.finditer(folded):
                year, is_end = match["alone"] or match["year"], match["end"] or match["end_after"]
                if not (year or is_end or match["by"]):
                    continue  # a bare name of a month is as often another word
                place = months["".join(match["month"].split())] + 1 if match["month"] else 12
                first = date(int(year), place, 1) if year else coming(today, place, 1)
                if first:
                    day = last_of_month(first)
                    month_only = None if is_end else day.strftime("%Y-%m")
                    yield _spoken(match, day, written="" if year else month_only)

        return read

    def counted(self) -> _Reader:
        words = self._words
        number, numbers = self._one_of(words.numbers, "number")
        unit, units = self._one_of(words.units, "unit")
        count = rf"(?:(?P<digits>\d{{1,3}})|{number}){self._maybe}{unit}"
        frames = []
        if words.ahead_before:
            frames.append(f"{self._any(words.ahead_before)}{self._blank}{count}")
        if words.ahead_after:
            again = re.sub(r"<(\w+)>", r"<\1_>", count)
            frames.append(f"{again}{self._maybe}{self._any(words.ahead_after)}")
        pattern = self._compile("(?:" + "|".join(frames) + ")")

        def read(folded: str, today: date) -> Iterator[SpokenDate]:
            for match in pattern.finditer(folded):
                said = {
                    k.rstrip("_"): "".join(v.split()) for k, v in match.groupdict().items() if v
                }
                many = int(said["digits"]) if "digits" in said else numbers[said["number"]] + 1
                yield _spoken(match, ahead(today, many, units[said["unit"]]))

        return read

    def spans(self) -> Iterator[_Reader]:
        for line in filter(None, map(str.strip, self._words.named.splitlines())):
            unit, offset, phrases = line.split(maxsplit=2)
            yield _span_reader(self._compile(self._any(phrases)), unit, int(offset))

    def _compile(self, pattern: str) -> re.Pattern[str]:
        return re.compile(self._edges[0] + pattern + self._edges[1])

    def _any(self, words: str) -> str:
        options = sorted(fold_letters(words).split("|"), key=len, reverse=True)
        return "(?:" + "|".join(re.escape(o).replace("_", self._blank) for o in options) + ")"

    def _one_of(self, groups: str, name: str) -> tuple[str, dict[str, int]]:
        """Return a pattern for words that stand in groups, and the place of each word's group."""
        listed = list(enumerate(fold_letters(groups).split()))
        places = {w.replace("_", ""): place for place, group in listed for w in group.split("|")}
        return f"(?P<{name}>{self._any('|'.join(group for _, group in listed))})", places


def _weekday(today: date, place: int, match: re.Match[str]) -> date:
    day = monday_of(today) + timedelta(days=place)
    later = match["plus_week"] or match["week_before"]
    weeks = sum(bool(said) for said in (match["next"], match["next_after"], later))
    if match["last"]:
        weeks = -1
    elif not weeks and day < today:
        weeks = 1
    elif later and day < today:
        weeks += 1
    if match["plus_fortnight"]:
        weeks += 2
    return day + timedelta(weeks=min(weeks, 3))


def _is_placed(match: re.Match[str]) -> bool:
    """Tell whether the words say which week a weekday is of."""
    names = ("week_before", "next", "last", "this", "next_after", "plus_week", "plus_fortnight")
    return any(match[name] for name in names)


def _span_reader(pattern: re.Pattern[str], unit: str, offset: int) -> _Reader:
    def read(folded: str, today: date) -> Iterator[SpokenDate]:
        for match in pattern.finditer(folded):
            day, written = last_day(today, unit, offset)
            yield _spoken(match, day, written=written)

    return read
