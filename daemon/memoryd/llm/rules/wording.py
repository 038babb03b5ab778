"""How languages word what matters, and the little pattern language of the tables.

A table holds one phrase a line; a phrase is words with single spaces between them:

    a|b     one of these words, `_` being a space inside one of them
    a?      may be left out
    word*   any ending; *word any beginning; * alone any word
    !a|b    the next word is none of these
    ..      a gap within a clause, ... a gap within the sentence
    ^ $     the sentence starts or ends here; > a clause starts here
    :       a colon

In a language written without spaces a word is a substring. Everything is matched on folded text
(see `fold_letters`), so the tables keep their accents and writers may leave them out.
"""

import re
from dataclasses import dataclass

_UNSPACED = re.compile(r"[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]")
_ACCENTED = "àáâãäåāăąçćčďèéêëēęěìíîïīñńňòóôõöøōőřśšťùúûüūůűýÿžźżё"
_PLAIN = "aaaaaaaaacccdeeeeeeeiiiiinnnoooooooorsstuuuuuuuyyzzzе"
_FOLD = str.maketrans(
    {
        **dict(zip(_ACCENTED, _PLAIN, strict=True)),
        "’": "'",
        "ʼ": "'",
        "`": "'",
        "\u00a0": " ",
        "\u3000": " ",
        **{chr(code): chr(code - 0xFEE0) for code in range(0xFF10, 0xFF5B) if chr(code).isalnum()},
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DateWords:
    """How one language says dates; groups of words stand in order, from Monday, January, one, day.

    `named` has one line a span: its unit (day, week, month; weekend, monthend, quarterend, yearend
    for their last days), how many units from today, and its phrases.
    """

    weekdays: str
    months: str
    numbers: str
    units: str
    named: str
    every: str  # before a weekday that comes again and again
    this: str
    next: str
    last: str
    next_after: str = "\x00"  # after a weekday
    plus_week: str = "\x00"
    plus_fortnight: str = "\x00"
    week_before: str = "\x00"  # before a weekday: the one a week later
    by: str = "\x00"  # before a year or a month that ends a span
    month_end: str = "\x00"  # before or after a month: its last days
    of: str = ""  # between day, month and year
    ordinal: str = ""  # after the number of a day
    needs_ordinal: bool = False  # before a day without month
    day_before: str = ""
    ahead_before: str = ""  # before and after «three weeks»
    ahead_after: str = ""

    def phrases(self) -> str:
        """Return words of which every date has one, as lines of phrases."""
        spans = [line.split(maxsplit=2)[2] for line in self.named.splitlines() if line.strip()]
        groups = f"{self.weekdays} {self.months} {self.units}".split()
        days = []
        if self.needs_ordinal:
            marks = self.ordinal.split("|")
            days = ["|".join(f"{number}{mark}" for number in range(1, 32) for mark in marks)]
        years = "|".join([*map(str, range(2020, 2050)), "q1", "q2", "q3", "q4"])
        return "\n".join([*spans, *groups, *days, years])


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """The phrases of one language, by what they do to a sentence."""

    dates: DateWords
    spaced: bool = True
    common: str = ""  # everyday words that tell the language from those of its script
    letters: str = ""  # letters that tell it
    joins: str = ""  # words after which a clause begins, apart from punctuation
    # what makes a sentence worth keeping
    remember: str = ""  # asks to keep what follows
    recall_that: str = ""  # asks to keep what was just said
    standing: str = ""  # a rule for all times to come
    general: str = ""  # an order worded as a rule; next to a task it is a part of that
    prefers: str = ""
    role: str = ""
    decides: str = ""
    constrains: str = ""  # what must or cannot be: a fact where the reason is given, else a task
    due: str = ""  # together with a date to come
    resource: str = ""  # names a place outside: together with an address or `located`
    located: str = ""
    place: str = ""  # names of services that stand for an address
    # what keeps a sentence out
    unsure: str = ""  # hypothetical, hedged or not meant
    once: str = ""  # bound to the work at hand
    tasks: str = ""  # sets to work at once
    condition: str = ""  # begins the case in which something holds
    trouble: str = ""  # something does not work: a report, not a rule
    passing: str = ""  # a state that will have changed tomorrow; no news worth keeping
    inner: str = ""  # about a part of the program, which the code shows
    pointing: str = ""  # means something that is not said
    vague: str = ""  # about something named elsewhere, or long past, or only in a case
    asks: str = ""  # a question, whatever its punctuation
    handles: str = ""  # introduces a text that is to be worked on
    reports: str = ""  # tells what another text says
    retract: str = ""  # takes back what was said before
    declines: str = ""  # asks not to keep something
    # what shapes the memory
    opener: str = ""  # says nothing by itself at the start
    informs: str = ""  # an opener that announces news: what follows is a fact
    corrects: str = ""  # an opener that rejects what the agent did
    negates: str = ""  # after `corrects`: how it is to be done, or not
    request: str = ""  # a polite question that is a demand
    because: str = ""
    therefore: str = ""
    manner: str = ""  # how a person wants to be answered
    local: str = ""  # bound to this project
    confirms: str = ""  # accepts what the agent did, for all times
    settles: str = ""  # answers the agent's question for all times


def is_unspaced(text: str) -> bool:
    """Tell whether *text* holds letters of a language written without spaces."""
    return not text.isascii() and _UNSPACED.search(text) is not None


def fold_letters(text: str) -> str:
    """Lower-case *text* and take off accents, letter by letter: positions stay the same."""
    low = text.lower()
    if len(low) != len(text):
        low = "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
    return low if low.isascii() else low.translate(_FOLD)
