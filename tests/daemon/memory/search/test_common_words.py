import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.memory.search.common_words import chance
from memoryd.memory.search.tokens import tokens


@pytest.mark.parametrize(
    "word", ["the", "nicht", "porque", "чтобы", "一下", "這個", "です", "합니다"]
)
def test_words_of_grammar_turn_up_anywhere(word: str) -> None:
    assert all(chance(key) >= 0.1 for key in tokens(word)[:1])


@pytest.mark.parametrize(
    ("commoner", "rarer"),
    [
        ("the", "file"),
        ("file", "turbine"),
        ("tomorrow", "zirconium"),
        ("ab", "abacus"),
        ("7", "7731"),
        ("2026", "7731"),
        ("turbine", "kx2204"),
        ("のは", "設定"),
    ],
)
def test_shape_and_lists_tell_the_common_from_the_rare(commoner: str, rarer: str) -> None:
    assert chance(tokens(commoner)[0]) > chance(tokens(rarer)[0])


@given(st.text(min_size=1))
def test_every_key_has_a_chance(text: str) -> None:
    assert all(0 < chance(key) < 1 for key in tokens(text))
