"""Days that were named relative to the day of the statement, written out."""

import re
from datetime import UTC, datetime, time, timedelta
from functools import lru_cache

from memoryd.domain import Entry, MemoryType
from memoryd.llm import SpokenDate, find_dates, fold_letters, write_out
from memoryd.memory import Document

from .draft import Draft, is_kept
from .values import Kind
from .wording import reword

_WRITTEN = re.compile(r"\s?[((](?:week of )?\d{4}-\d\d(?:-\d\d)?[))]")
_AGAIN = re.compile(
    r"(?i)\b(?:every|each|always|usually|never|any|per|daily|weekly|monthly|jede\w*|immer|täglich|"
    r"wöchentlich|chaque|toujours|tous|cada|siempre|todos|sempre|toda|кажд\w*|всегда)\b|"
    r"[每毎]|总是|經常|いつも|매|항상"
)
# Without one of these no day is named: a cheap look before the many patterns of all languages.
_MAY_NAME_A_DAY = re.compile(
    r"day\b|week|month|quarter|year|tomorrow|tonight|fortnight|[日天月周週年号末내어오주월년]|"
    r"heute|morgen|gestern|woche|monat|tag\b|jahr|quartal|demain|hier|semaine|mois|jour|hui|"
    r"mañana|manana|ayer|hoy|semana|mes|dia|día|ontem|hoje|amanh|сегодня|завтра|вчера|недел|месяц|"
    r"понедельник|вторник|сред|четверг|пятниц|суббот|воскресень",
    re.IGNORECASE,
)

# A day of the calendar is the same four weeks on; one named from today is another.
_FOUR_WEEKS = timedelta(weeks=4)


def date_facts(draft: Draft) -> None:
    """Write out the days in facts whose time is known: a rule for all times names none."""
    for document in draft.open_files():
        if document.type is MemoryType.FEEDBACK:
            continue
        for index in range(len(document.entries)):
            _date_fact(draft, document.relative, index)


def is_dated(document: Document) -> bool:
    """Tell whether no day is left to write out, as the times of *document* are known."""
    times = stated_at(document)
    return document.type is MemoryType.FEEDBACK or all(
        dated(entry, times) == entry for entry in document.entries
    )


def _date_fact(draft: Draft, path: str, index: int) -> None:
    document = draft.documents[path]
    entry = document.entries[index]
    wanted = dated(entry, stated_at(document))
    if wanted == entry:
        return
    changed = reword(document, index, wanted)
    if changed and is_kept([document], [changed]):
        draft.put(changed)
        draft.say(Kind.DATE, [draft.id_at(path, index)], path, f"now says {wanted.summary!r}")


def stated_at(document: Document) -> frozenset[datetime]:
    """Return the times at which the facts of a file may have been stated."""
    known = frozenset(source.at for source in document.sources if source.at)
    return known or frozenset({document.created, document.updated})


def dated(entry: Entry, times: frozenset[datetime]) -> Entry:
    """Return a fact with the days it names; as it is where *times* give it several meanings."""
    return Entry(
        summary=_dated(entry.summary, times),
        why=entry.why and _dated(entry.why, times),
        how_to_apply=entry.how_to_apply and _dated(entry.how_to_apply, times),
    )


@lru_cache(maxsize=1 << 13)  # a dream looks at each text until nothing more is to be done
def _dated(text: str, times: frozenset[datetime]) -> str:
    if not _MAY_NAME_A_DAY.search(text) or _AGAIN.search(text):
        return text
    readings = {_read(text, datetime.combine(at.date(), time(), UTC)) for at in times}
    return readings.pop() if len(readings) == 1 else text


def _read(text: str, at: datetime) -> str:
    folded = fold_letters(text)
    found = [
        spoken
        for spoken in find_dates(folded, at)
        if spoken.written and not spoken.loose and not _WRITTEN.match(text, spoken.end)
    ]
    return write_out(text, [spoken for spoken in found if _moves(folded, spoken, at)])


def _moves(folded: str, spoken: SpokenDate, at: datetime) -> bool:
    """Tell whether the same words would name another day four weeks on."""
    words = folded[spoken.start : spoken.end]
    later = find_dates(words, at + _FOUR_WEEKS)
    return len(later) == 1 and later[0].day != spoken.day and not words.replace(".", "").isdigit()
