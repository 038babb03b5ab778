from hypothesis import given
from hypothesis import strategies as st

from memoryd.llm.rules.phrases import Cues
from memoryd.llm.rules.sentences import ADDRESS, BLANK, has_address, split_sentences
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
