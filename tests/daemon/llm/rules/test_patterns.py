import re

import pytest

from memoryd.llm.rules.languages import LANGUAGES
from memoryd.llm.rules.patterns import find_needs, parse_phrases, to_pattern

ENGLISH = next(table for table in LANGUAGES if table.spaced)
CHINESE = next(table for table in LANGUAGES if not table.spaced)


def found(phrase, text, table=ENGLISH, *, anywhere=False):
    (tokens,) = parse_phrases(phrase)
    match = re.search(to_pattern(tokens, table, anywhere=anywhere), text)
    return match[0] if match else None


@pytest.mark.parametrize(
    ("phrase", "text", "match"),
    [
        ("from now|here on", "so from here on out", "from here on"),
        ("going forward", "forward going", None),
        ("never", "whenever we can", None),
        ("never", "never-ending", None),
        ("we just? agreed", "we agreed", "we agreed"),
        ("we just? agreed", "we just agreed", "we just agreed"),
        ("stop *ing", "please stop pushing", "stop pushing"),
        ("deploy* on", "deployments on friday", "deployments on"),
        ("always !the *", "always the same", None),
        ("always !the *", "always test", "always test"),
        ("mind !if", "never mind", "mind"),
        ("don't ... again", "don't do it here, ever, again", "don't do it here, ever, again"),
        ("don't ... again", "dont do it again", "dont do it again"),
        ("we .. moved", "we have moved", "we have moved"),
        ("we .. moved", "we know. they moved", None),
        ("^ note :", "note: all is well", "note: "),
        ("^ note :", "a note: all is well", None),
        ("note that|:", "note that all is well", "note that"),
        ("note that|:", "note:all is well", "note:"),
        ("note :", "note：all is well", "note："),
        ("yet $", "not yet.", "yet."),
        ("yet $", "yet another", None),
        ("> never", "please never push", "please never"),
        ("> never", "it never works", None),
        ("any_more", "no  any  more", "any  more"),
    ],
)
def test_a_phrase_matches_what_its_signs_say(phrase, text, match):
    assert found(phrase, text) == match


def test_without_spaces_words_are_parts_of_the_text():
    assert found("以后 要|用", "我们以后,用它", CHINESE) == "以后,用"


def test_a_phrase_for_the_start_can_be_looked_for_anywhere():
    assert found("^ never *", "so: never push", anywhere=True) == "never push"


def test_anywhere_a_phrase_is_looked_for_from_its_first_own_word():
    assert found("^ !the *? * is never *", "this is never done", anywhere=True) == "is never done"
    assert found("* ready?", "whatever", anywhere=True) == "whatever"


def test_a_lone_group_is_parted_into_fixed_and_open_words():
    assert parse_phrases("doc|docs|design*\n\n a b ") == [["doc|docs"], ["design*"], ["a", "b"]]


def test_a_phrase_needs_one_word_of_each_group_it_cannot_do_without():
    tokens = ["^", "we", "just?", "!on|off", "have_decided|agreed", "..", "*ing", "that|:"]

    assert find_needs(tokens, spaced=True) == [{"we"}, {"decided", "agreed"}]
    assert find_needs(["以后再", "..", "要"], spaced=False) == [{"以后"}, {"要"}]


def test_a_colon_is_needed_as_a_word_is():
    assert find_needs(["^", "note", ":"], spaced=True) == [frozenset({"note"}), frozenset({":"})]
    assert find_needs(["note", "that|:"], spaced=True) == [frozenset({"note"})]
