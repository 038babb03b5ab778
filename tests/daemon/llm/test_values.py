import pytest

from memoryd.llm.values import estimate_tokens


@pytest.mark.parametrize(
    ("texts", "tokens"),
    [((), 0), (("",), 0), (("a",), 1), (("abc", "abc"), 2), (("abcd",), 2), (("漢字",), 2)],
)
def test_tokens_are_guessed_from_bytes_and_rounded_up(texts, tokens):
    assert estimate_tokens(*texts) == tokens


def test_what_is_no_character_is_guessed_as_well():
    assert estimate_tokens("\ud800") == 1
