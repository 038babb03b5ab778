"""The tables are data; these tests are their grammar."""

import re
from dataclasses import fields

import pytest

from memoryd.llm.languages import LANGUAGES
from memoryd.llm.patterns import parse_phrases, to_pattern
from memoryd.llm.wording import Wording

KINDS = [
    f.name
    for f in fields(Wording)
    if f.name not in ("dates", "spaced", "common", "letters", "joins")
]
EVERY_LANGUAGE = [
    *("remember", "recall_that", "standing", "general", "prefers", "role", "decides", "due"),
    *("resource", "located", "place", "unsure", "once", "tasks", "condition", "trouble", "asks"),
    *("retract", "declines", "opener", "corrects", "negates", "because", "therefore", "manner"),
    *("confirms", "settles"),
]


@pytest.mark.parametrize("table", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_every_phrase_makes_a_pattern_that_needs_some_text(table, kind):
    for tokens in parse_phrases(getattr(table, kind)):
        pattern = re.compile(to_pattern(tokens, table))

        assert not pattern.fullmatch(""), tokens


@pytest.mark.parametrize("table", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_groups_have_no_empty_words_and_signs_stand_alone(table, kind):
    for tokens in parse_phrases(getattr(table, kind)):
        for token in tokens:
            words = token.strip("!?").split("|")
            assert all(words), token
            assert not any("^" in word or "$" in word for word in words) or token in ("^", "$")


@pytest.mark.parametrize("table", LANGUAGES)
@pytest.mark.parametrize("kind", EVERY_LANGUAGE)
def test_every_language_words_every_kind(table, kind):
    assert parse_phrases(getattr(table, kind))


@pytest.mark.parametrize("table", LANGUAGES)
def test_every_calendar_is_complete(table):
    dates = table.dates

    assert len(dates.weekdays.split()) == 7
    assert len(dates.months.split()) == 12
    assert len(dates.units.split()) == 4
    assert all(len(line.split(maxsplit=2)) == 3 for line in dates.named.strip().splitlines())
