"""Until when a memory says that it holds.

A memory may carry its own end: a freeze "until 2026-03-07", a stand-in "through May 2026". Once
that day is over it misleads. To take a memory for expired when it is not is worse than to give an
old one, so a word for "until" must stand beside a full date where the memory says what it is
about: in its heading or in its first clause. Any day that is still to come speaks against it, and
so does a memory written after the day it names: that one tells of the past.
"""

import calendar
import re
from collections.abc import Iterator
from datetime import date
from typing import Final

from .casing import lower

_MONTHS: Final = {
    start: month
    for month, starts in enumerate(
        (
            "jan ene gen jän янв січ sty oca",
            "feb fev fév лют фев lut şub",
            "mar mär mrz мар бер",
            "apr avr abr апр кві kwi nis",
            "may mai mag mei maj май мая тра",
            "jun juin giu июн чер cze haz",
            "jul juil lug июл лип lip tem",
            "aug aoû aou ago авг сер sie ağu",
            "sep set сен вер wrz eyl",
            "oct okt out ott окт жов paź eki",
            "nov нов лис",
            "dec dez déc dic дек гру gru ara",
        ),
        start=1,
    )
    for start in starts.split()
}
_MONTH: Final = rf"(?:{'|'.join(sorted(_MONTHS, key=len, reverse=True))})\w{{0,20}}\.?"
_YEAR: Final = r"20\d\d"
_A_YEAR: Final = re.compile(_YEAR)
_DATE: Final = re.compile(
    rf"(?<!\d)(?P<iso>{_YEAR}-\d\d(?:-\d\d)?)(?![\d-])"
    rf"|(?P<cjk>{_YEAR} ?[年년] ?\d\d? ?[月월](?: ?\d\d? ?[日号號일])?)"
    rf"|\b(?P<dotted>\d\d?[./]\d\d?[./]{_YEAR})\b"
    rf"|\b(?:(?P<day>\d\d?)(?:st|nd|rd|th|º|er|\.)? (?:de |of )?)?(?P<month>{_MONTH}) (?:de )?"
    rf"(?P<year>{_YEAR})\b"
    rf"|\b(?P<month_us>{_MONTH}) (?P<day_us>\d\d?)(?:st|nd|rd|th)?,? (?P<year_us>{_YEAR})\b"
    rf"|(?P<year_only>\b{_YEAR}\b(?=\W*$|[^-./\w年년]|年[末底]))",
)
_BEFORE_DATE: Final = (
    r"[\s:]*(?:(?:the )?end of |ende |fine? (?:de |di )?|final de |fim de |конца )?$"
)
_UNTIL: Final = re.compile(
    r"(?:\b(?:until|till|through|thru|bis(?: zum| einschließlich)?|jusqu['’](?:au|à|en)"
    r"|hasta(?: el)?|até(?: a| o)?|fino al?|tot(?: en met)?|do(?: dnia)?|till och med|до|по)"
    rf"|截至|截止到?|有效期[至到]|直到|[至到]){_BEFORE_DATE}",
)
_ENDING: Final = re.compile(
    r"\b(?:(?:expire[sd]?|ends?|ended|ending)(?: on)?|endet am|gültig bis|expire le|prend fin le"
    r"|(?:vence|caduca|termina) el|expira em|termina em|scade il|verloopt op|wygasa|истекает)"
    rf"{_BEFORE_DATE}",
)
_UNTIL_AFTER: Final = re.compile(
    r"\s?(?:まで(?!に)|迄|为止|為止|까지)|\s?(?:tarihine|'?a|'?e) kadar"
)
_RANGE: Final = re.compile(
    rf"(?:{_YEAR}-\d\d-\d\d|\d\d?\.?(?: (?:de )?{_MONTH})?(?: (?:de )?{_YEAR})?"
    rf"|{_MONTH} \d\d?(?:,? {_YEAR})?|\d\d?[月월] ?\d\d?[日号일])"
    r"\s?(?:–|—|-|〜|~|to|bis|au|al?|по|à|[至到])\s?$",
)
_LONGEST_LEAD: Final = 60  # characters of a date before its year
_CLAUSE_END: Final = re.compile(r"[;!?。；！？\n]|\.(?=\s|$)")
_REACH: Final = 40  # characters before a date in which a word for "until" may stand


def end_of_validity(heading: str, body: str, written: date) -> date | None:
    """Return the last day on which a memory holds by its own word, or None.

    *written* is the day of its last change. All texts are normalised ones.
    """
    if not (_A_YEAR.search(heading) or _A_YEAR.search(body)):  # hardly a memory names one
        return None
    heading, body = lower(heading), lower(body)
    clause = _CLAUSE_END.split(body.lstrip(), maxsplit=1)[0]
    says = _ends(heading, _UNTIL, _ENDING) or _ends(clause, _UNTIL)
    if not says:
        return None
    last = max(day for text in (heading, body) for day, _, _ in _dates(text))
    return last if last >= written else None


def _ends(text: str, *leads: re.Pattern[str]) -> bool:
    """Tell whether *text* names a day as the last one, after one of the *leads* for one."""
    for _, start, stop in _dates(text):
        before = text[max(0, start - _REACH) : start]
        if _UNTIL_AFTER.match(text, stop) or any(lead.search(before) for lead in (*leads, _RANGE)):
            return True
    return False


def _dates(text: str) -> Iterator[tuple[date, int, int]]:
    """Yield the days that *text* names with their year, the last ones of what is less exact."""
    at = 0
    while year := _A_YEAR.search(text, at):
        found = _DATE.search(text, max(at, year.start() - _LONGEST_LEAD))
        if not found:
            return
        day, at = _read(found), found.end()
        if day is not None:
            yield day, found.start(), found.end()


def _read(found: re.Match[str]) -> date | None:
    if month := found["month"] or found["month_us"]:
        day = found["day"] or found["day_us"]
        return _last_day(
            int(found["year"] or found["year_us"]), _month(month), int(day) if day else None
        )
    numbers = [int(number) for number in re.findall(r"\d+", found[0])]
    if found["dotted"]:
        days = [_last_day(numbers[2], numbers[1], numbers[0])]
        if "/" in found[0]:  # two customs: the later day is the safer one
            days.append(_last_day(numbers[2], numbers[0], numbers[1]))
        return max((day for day in days if day), default=None)
    year, month_number, day_number = (*numbers, None, None)[:3]
    return _last_day(year or 0, month_number or 12, day_number)


def _month(name: str) -> int:
    return _MONTHS.get(name[:4]) or _MONTHS.get(name[:3], 0)


def _last_day(year: int, month: int, day: int | None) -> date | None:
    if not 1 <= month <= 12:
        return None
    last = calendar.monthrange(year, month)[1]
    return date(year, month, day or last) if (day or last) in range(1, last + 1) else None
