"""Secrets that are called so: `DB_PASSWORD=…`, `"token": "…"`, "the password is …"."""

import re
from collections.abc import Iterator
from typing import AnyStr, Final, NamedTuple

from .links import LONGEST_WORD, How, Value, end_of_word, value_after
from .nouns import (
    ASCII_NOUNS,
    JOINED_QUALIFIERS,
    KEY_QUALIFIERS,
    OPEN_KEYS,
    OTHER_NOUNS,
    SETTING_VERBS,
    Noun,
)
from .spans import Span, in_mark
from .values import is_code, is_numbered, is_odd, is_placeholder, is_random, is_word

_LOOK_BACK: Final = 64
_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_NAME_CHARACTERS: Final = _LETTERS + "0123456789_.-"
_CALLS: Final = tuple(f"({blank}{quote}" for blank in ("", " ") for quote in "\"'")
_CUT: Final = ("...", "…")
_WITH: Final = re.compile(r"(?i)\b(?:with|using|mit|avec|con|com|met|med)(?: \w{1,12})? $")
_SETTING: Final = re.compile(rf"(?i){SETTING_VERBS}")
# The noun may be followed by a word that leaves it a name of a secret, and by nothing else.
_SUFFIX: Final = re.compile(
    r"(?i)(?: (?:d['’]|de |da )?api)?"
    r"(?: \d{1,2}(?=:)"
    r"|[_-]?(?:base|value|prod|production|dev|staging|test|live|old|new|main|\d{1,3}))?"
    r"(?![A-Za-z0-9_]|[-.][A-Za-z])"
)


class _Name(NamedTuple):
    """A noun as it stands in a text: where it ends, and what tells how much it says."""

    noun: Noun
    end: int
    before: str
    flag: bool  # `--password`
    in_capitals: bool  # `DB_PASSWORD`
    drawn: bool  # `CACHE_KEY`, any key: only a value that looks drawn by a machine counts


def find_named(text: str, lowered: bytes) -> Iterator[Span]:
    """Find the values that *text* calls passwords, tokens, secrets or keys."""
    for noun, word in ASCII_NOUNS:
        yield from _find_all(text, noun, lowered, word)
    if not text.isascii():
        encoded = text.encode("utf-8", "replace")
        for noun, spelling, word in OTHER_NOUNS:
            if word in encoded:  # bytes are searched faster than wide strings
                yield from _find_all(text, noun, text, spelling)


def _find_all(text: str, noun: Noun, haystack: AnyStr, word: AnyStr) -> Iterator[Span]:
    at = haystack.find(word)
    while at >= 0:
        end = at + len(word)
        if span := _find_at(text, noun, at, end):
            yield span
            end = span.end
        at = haystack.find(word, end)


def _find_at(text: str, noun: Noun, start: int, end: int) -> Span | None:
    name = _name(text, noun, start, end)
    if name is None:
        return None
    value = value_after(text, name.end, in_capitals=name.in_capitals)
    if value is None or not _is_tied(name, value) or in_mark(text, start):
        return None
    is_secret = _is_chosen if noun.chosen else _is_drawn
    if not is_secret(text, name, value) or _is_reference(text, name, value):
        return None
    long = not value.quoted and value.end - value.start >= LONGEST_WORD
    return Span(value.start, end_of_word(text, value.end) if long else value.end, noun.kind)


def _name(text: str, noun: Noun, start: int, end: int) -> _Name | None:
    """Return the name that *noun* ends; None when the word is part of another."""
    if not noun.unspaced:
        suffix = _SUFFIX.match(text, end)
        if suffix is None:
            return None
        end = suffix.end()
    before = text[max(0, start - _LOOK_BACK) : start]
    prefix = before[len(before.rstrip(_NAME_CHARACTERS)) :]
    if _is_part(text, before[: len(before) - len(prefix)], end):
        return None
    in_capitals = (prefix + text[start:end]).isupper()
    drawn = False
    if noun.word == "key":
        qualifier = before.rstrip(" _.-")
        qualifier = qualifier[len(qualifier.rstrip(_LETTERS)) :].lower()
        drawn = qualifier not in KEY_QUALIFIERS and not qualifier.endswith(JOINED_QUALIFIERS)
        if qualifier in OPEN_KEYS or (drawn and not (in_capitals and prefix.endswith("_"))):
            return None
    elif (
        noun.word[0].isalpha()
        and not noun.unspaced
        and len(noun.word) < 5
        and prefix[-1:].isalpha()
    ):
        camel = text[start].isupper() and prefix[-1].islower()
        if not camel:
            return None
    return _Name(noun, end, before, prefix.startswith("-"), in_capitals, drawn)


def _is_part(text: str, around: str, end: int) -> bool:
    """Tell whether a name is a part of an address, an ARN or an expansion with its own meaning."""
    if around.endswith("://"):
        return True
    if around.endswith("${"):
        return text.startswith((":?", "?"), end)
    return around.endswith(":") and text.startswith(":", end) and text[end + 1 : end + 2].isalnum()


def _is_tied(name: _Name, value: Value) -> bool:
    """Tell whether *value* is said of the noun, and does not just follow it."""
    if value.how is How.WRITTEN:
        return True
    if value.how is How.LISTED:  # `define('DB_PASSWORD', '…')`, but not a list of names
        return name.before.rstrip(_NAME_CHARACTERS).endswith(_CALLS)
    if name.noun.written or (value.attached and not name.noun.unspaced):
        return False
    if value.how is How.BARE and "=" in value.text.rstrip("="):
        return False
    return not value.to or _SETTING.search(name.before) is not None


def _is_chosen(text: str, name: _Name, value: Value) -> bool:
    """Tell whether *value* may be what a person made up: any word, where it is clearly a value."""
    odd = is_odd(value.text)
    if value.how is How.BARE and not name.flag:
        odd = odd or (is_numbered(value.text) and _WITH.search(name.before) is not None)
        begins = value.text[0].isalpha() or (len(value.text) >= 16 and is_random(value.text))
        return odd and len(value.text) >= 5 and begins
    if is_numbered(value.text) and value.how is not How.LISTED:
        return True
    if odd or len(value.text) < 3 or value.how is How.LISTED:
        return odd
    if " " in value.text:
        return name.noun.word == "passphrase"
    if value.how is not How.WRITTEN:
        return value.quoted or (value.how is How.BARE and value.text[0] != "-")
    if value.quoted or (name.in_capitals and value.tight):
        return True
    if value.tight:
        return text[value.end : value.end + 1] not in (",", ")", ".")
    # `password: swordfish` fills its line in a settings file, `self.password = new_password` in
    # a program.
    named_after = name.noun.word in value.text
    return value.text.islower() and not named_after and _fills_line(text, name, value)


def _is_drawn(_text: str, name: _Name, value: Value) -> bool:
    """Tell whether *value* may be what a machine drew; in `NAME=value` it need not look it."""
    if name.in_capitals and value.tight and not name.drawn:
        return len(value.text) >= 6 and not value.text.isdecimal() and " " not in value.text
    if value.how is How.BARE and not name.flag and len(value.text) < 16:
        return False
    return is_random(value.text)


def _is_reference(text: str, name: _Name, value: Value) -> bool:
    """Tell whether *value* stands for a secret kept elsewhere, or speaks about one."""
    if is_placeholder(value.text) or is_word(value.text):
        return True
    if text.startswith(_CUT, value.end) and not value.quoted:  # `sk-ant-...`
        return True
    if value.how is not How.WRITTEN or value.quoted or (name.in_capitals and value.tight):
        return False
    return is_code(value.text) or text[value.end : value.end + 1] in ("(", "[")


def _fills_line(text: str, name: _Name, value: Value) -> bool:
    rest = text[value.end : value.end + _LOOK_BACK].partition("\n")[0]
    head = name.before.rpartition("\n")[2].rstrip(_NAME_CHARACTERS)
    return not rest.strip() and not head.strip(" \t-*\"'")
