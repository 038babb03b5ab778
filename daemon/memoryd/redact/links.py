"""How a value is tied to the noun before it, and where it begins and ends."""

import re
from enum import Enum, auto
from typing import Final, NamedTuple

from .nouns import ADVERBS, ATTACHED_COPULAS, COPULAS, PLACES, PREPOSITIONS

_LINK: Final = re.compile(
    rf"""
    [\]"'`*)\\]{{0,3}} (?:[ \t](?:{PLACES})\b)? (?:[ \t]?\([^()\n]{{1,40}}\))?
    (?::[ \t]?[\w\[\]|. ]{{1,24}}(?=[ \t]=))?
    (?: (?P<written>
          (?::[ \t]?|[ \t])\{{[^{{}}]{{0,80}}?\b(?:default|value)"?[ \t]{{0,8}}[:=][ \t]{{0,8}}
          | [ \t]{{0,8}}(?:=>|:=|={{1,2}}|::?|：|＝|→|->)\*{{0,2}}[ \t]{{0,8}}
          | (?<=\w)>(?=[^\s<@:/])
          | ["',\s]{{1,40}}value["']?[ \t]?[:=][ \t]?
          )
        (?P<wrapped>(?:[>|][+-]?|\\)?[ \t]{{0,4}}\n[ \t]{{1,40}})?
      | (?P<listed>(?<=["']),[ \t]?(?=["']))
      | (?P<spoken>
          (?:[ \t](?:{PREPOSITIONS})(?:[ \t][^\s.,;:=!?]{{1,24}}){{1,5}}?
            | (?:[ \t][а-яё]{{3,24}}){{1,2}}?)?
          (?: [ \t]{{1,4}}(?P<copula>{COPULAS})[ \t]?:?[ \t]{{1,4}}(?:(?:{ADVERBS})[ \t])?
            | [ \t]?[:=：][ \t]?)
          | (?<=['’])s[ \t]|’s[ \t]
          | [ \t]?(?:{ATTACHED_COPULAS})[ \t]{{0,4}}[:：]?[ \t]?)
      | (?P<bare>
          [ \t]{{1,8}}(?:[│┃]|\|(?=[ \t]{{1,8}}[^\s|]{{1,128}}[ \t]{{1,8}}\|))[ \t]{{1,8}}
          | [ \t]{{0,4}})
    )
    (?:[rbfu]{{1,2}}(?=["']))? (?P<quote>\\?["'`“„«「『])?
    """,
    re.VERBOSE | re.IGNORECASE,
)
_CLOSING: Final = dict(zip("\"'`“„«「『", "\"'`”“»」』", strict=True))
_LONGEST_QUOTED: Final = 4096
_UNSPACED: Final = "\u3000-\u30ff\u3400-\u9fff\uac00-\ud7ff\uff01-\uff0f\uff1a-\uff20"
_WORD: Final = re.compile(rf"""[^\s"'`<>,;&()\[\]{{}}{_UNSPACED}]+""")
_SHELL_WORD: Final = re.compile(r"""[^\s"'`<]+""")
_LINE_END: Final = re.compile(r"""["'`,;)\]} \t]{0,8}(?:\n|\Z)""")
LONGEST_WORD: Final = 512


class How(Enum):
    """The ties: `noun = value`, `noun is value`, `call("noun", "value")`, `noun value`."""

    WRITTEN = auto()
    SPOKEN = auto()
    LISTED = auto()
    BARE = auto()


class Value(NamedTuple):
    """What a text gives as the value of a noun.

    *tight*: nothing but `=`, the end of a tag or the word "value" stands between; *to*: nothing
    but that word; *attached*: nothing at all.
    """

    start: int
    end: int
    text: str
    how: How
    quoted: bool
    tight: bool
    to: bool
    attached: bool


def value_after(text: str, at: int, *, in_capitals: bool) -> Value | None:
    """Return the value of the noun that ends at *at*; None when nothing follows it."""
    link = _LINK.match(text, at)
    if link is None:
        return None
    tight = link["written"] in ("=", ">") or "value" in (link["written"] or "").lower()
    quoted = _quoted(text, link)
    word = _SHELL_WORD if in_capitals and tight else _WORD
    bounds = quoted or _unquoted(text, link.end(), word)
    if bounds is None:
        return None
    if link["wrapped"] and not _ends_line(text, bounds[1]):
        return None
    return Value(
        *bounds,
        text=text[slice(*bounds)],
        how=_how(link),
        quoted=quoted is not None,
        tight=tight,
        to=link["copula"] is not None and link["copula"].lower() == "to",
        attached=link["bare"] == "",
    )


def _how(link: re.Match[str]) -> How:
    named = (("written", How.WRITTEN), ("spoken", How.SPOKEN), ("listed", How.LISTED))
    return next((how for name, how in named if link[name]), How.BARE)


def _ends_line(text: str, end: int) -> bool:
    return _LINE_END.match(text, end) is not None


def _quoted(text: str, link: re.Match[str]) -> tuple[int, int] | None:
    if not link["quote"]:
        return None
    start = link.end()
    escaped = link["quote"][0] == "\\"
    closing = "\\" * escaped + _CLOSING[link["quote"][-1]]
    end = text.find(closing, start, start + _LONGEST_QUOTED)
    while not escaped and end > start and text[end - 1] == "\\":
        end = text.find(closing, end + 1, start + _LONGEST_QUOTED)
    return (start, end) if end > start and "\n" not in text[start:end] else None


def _unquoted(text: str, start: int, word: re.Pattern[str]) -> tuple[int, int] | None:
    match = word.match(text, start, start + LONGEST_WORD)
    if match is None:
        return None
    end = match.end()
    if end - start < LONGEST_WORD:
        end = start + len(match[0].rstrip(".,;:?)"))
    return (start, end) if end > start else None


def end_of_word(text: str, end: int) -> int:
    """Return where the word ends of which only the beginning, up to *end*, was looked at."""
    match = _SHELL_WORD.match(text, end)
    return match.end() if match else end
