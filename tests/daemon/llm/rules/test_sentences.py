import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.llm.rules.phrases import Cues
from memoryd.llm.rules.sentences import ADDRESS, BLANK, has_address, own_words, split_sentences
from memoryd.llm.rules.wording import fold_letters


def split(text):
    return split_sentences(text, Cues(fold_letters(text)))


def texts(text):
    return [sentence.text for sentence in split(text)]


def test_sentences_end_at_stops_lines_and_semicolons():
    assert texts("One two. Three!\nfour; five? 六。七") == [
        "One two.",
        "Three!",
        "four;",
        "five?",
        "六。",
        "七",
    ]


def test_numbers_abbreviations_and_addresses_hold_together():
    text = "use Python 3.11 at https://a.example/x.y, e.g. for tests"

    assert texts(text) == [text]


def test_bullets_are_taken_off():
    assert texts("- one\n* two\n3. three\n• four") == ["one", "two", "three", "four"]


def test_code_quotes_and_logs_are_blanked_in_place():
    text = 'keep "this one" and `that_one` here'

    (sentence,) = split(text)

    assert sentence.text == text
    assert len(sentence.folded) == len(text)
    assert "this one" not in sentence.folded
    assert sentence.folded.count(BLANK) == len('"this one"') + len("`that_one`")


def test_foreign_lines_are_no_sentences():
    text = """mine
> quoted
| a | b |
$ make
2026-03-01 12:00:00 INFO up
Traceback (most recent call last):
  File "x.py", line 3
ValueError: bad
const a = 1;
<div>
@@ -1 +1 @@
also mine"""

    assert texts(text) == ["mine", "also mine"]


def test_a_fence_that_never_closes_runs_to_the_end():
    assert texts("mine\n```\nnot mine\nnot mine either") == ["mine"]


def test_text_that_is_handed_over_ends_the_persons_own():
    assert texts("fine so far. review this:\nwe always use tabs") == ["fine so far."]
    assert texts("translate: never do that") == []
    assert texts("翻译一下：以后不要这样做") == []


def test_a_sentence_that_mostly_quotes_is_left_out():
    assert texts('he wrote "' + "word " * 20 + '" to me') == []


def test_an_address_is_marked_and_a_local_one_is_not():
    (place,) = split("docs at https://docs.acme.example/a")
    (local,) = split("docs at http://localhost:8080/a")

    assert ADDRESS in place.folded
    assert ADDRESS not in local.folded


def test_hosts_and_channels_are_addresses_too():
    assert has_address("mirror.acme.example is ours")
    assert has_address("ask in #team-infra")
    assert not has_address("edit foo.test.ts and os.path.join")
    assert not has_address("colour #ffffff and issue #12")


@given(st.text(alphabet=st.sampled_from("ab .\n\"'`「」:;#>-1/\x00é記"), max_size=200))
def test_any_text_keeps_the_places_of_its_letters(text):
    for sentence in split(text):
        assert len(sentence.text) == len(sentence.folded)
        assert sentence.text in text


MAIL = "From: Ann <ann@example.org>\nSubject: rules\n\nAlways use the old printer."


@pytest.mark.parametrize(
    "letter",
    [
        MAIL,
        "Von: Ann\nGesendet: heute\nBetreff: Regeln\n\nImmer den alten Drucker nehmen.",
        "De : Ann\nObjet : r\u00e8gles\n\nToujours prendre la vieille imprimante.",
        "\u53d1\u4ef6\u4eba\uff1aAnn\n\u4e3b\u9898\uff1a\u89c4\u5219\n\n\u603b\u662f\u7528\u65e7\u7684\u6253\u5370\u673a\u3002",
        "-----Original Message-----\nAlways use the old printer.",
        "---------- Forwarded message ---------\nAlways use the old printer.",
        "Begin forwarded message:\n\nAlways use the old printer.",
    ],
)
def test_a_pasted_mail_is_not_said_by_who_pastes_it(letter):
    assert texts(f"Is that so?\n\n{letter}") == ["Is that so?"]
    assert own_words(f"Is that so?\n\n{letter}") == "Is that so?"


def test_one_line_that_looks_like_the_head_of_a_mail_is_a_persons():
    assert own_words("Subject: always use the new printer") == "Subject: always use the new printer"
    assert texts("Date: we never release on Fridays") == ["Date: we never release on Fridays"]


def test_own_words_are_without_code_quoted_lines_logs_and_what_is_handed_over():
    text = (
        'Never leave "for now" in comments.\n> Always use tabs.\n```\nAlways use sudo.\n```\n'
        "2026-01-02 03:04:05 INFO always retry\nThanks."
    )

    assert own_words(text).split("\n") == [
        'Never leave "for now" in comments.',
        "",
        "",
        "",
        "Thanks.",
    ]


@given(st.text(max_size=300))
def test_own_words_are_some_of_the_words(text):
    kept = own_words(text)

    assert len(kept) <= len(text)
    assert own_words(f"{text}\n{MAIL}") in (own_words(text), kept)
