"""The tables are data; these tests are their grammar."""

import re
from dataclasses import fields

import pytest

from memoryd.llm.rules.languages import LANGUAGES
from memoryd.llm.rules.patterns import parse_phrases, to_pattern
from memoryd.llm.rules.wording import Wording

KINDS = [
    f.name
    for f in fields(Wording)
    if f.name not in ("dates", "spaced", "common", "letters", "joins")
]
NAMES = ["en", "zh", "fr", "de", "ja", "ko", "pt", "ru", "es"]
EVERY_LANGUAGE = [
    *("remember", "recall_that", "standing", "general", "prefers", "role", "decides", "due"),
    *("resource", "located", "place", "unsure", "once", "tasks", "condition", "trouble", "asks"),
    *("retract", "declines", "opener", "corrects", "negates", "because", "therefore", "manner"),
    *("confirms", "settles"),
]


def phrases(table):
    return [tokens for kind in KINDS for tokens in parse_phrases(getattr(table, kind))]


@pytest.mark.parametrize("table", LANGUAGES, ids=NAMES)
def test_every_phrase_makes_a_pattern_that_needs_some_text(table):
    for tokens in phrases(table):
        assert not re.compile(to_pattern(tokens, table)).fullmatch(""), tokens


@pytest.mark.parametrize("table", LANGUAGES, ids=NAMES)
def test_groups_have_no_empty_words_and_signs_stand_alone(table):
    for token in {token for tokens in phrases(table) for token in tokens}:
        assert all(token.strip("!?").split("|")), token
        assert token in ("^", "$", ">") or not set("^$>{}") & set(token), token


@pytest.mark.parametrize("table", LANGUAGES, ids=NAMES)
def test_every_language_words_every_kind(table):
    assert [kind for kind in EVERY_LANGUAGE if not parse_phrases(getattr(table, kind))] == []


@pytest.mark.parametrize("table", LANGUAGES, ids=NAMES)
def test_every_calendar_is_complete(table):
    dates = table.dates

    assert len(dates.weekdays.split()) == 7
    assert len(dates.months.split()) == 12
    assert len(dates.units.split()) == 4
    assert all(len(line.split(maxsplit=2)) == 3 for line in dates.named.strip().splitlines())
