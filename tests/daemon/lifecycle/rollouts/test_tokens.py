import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.lifecycle.rollouts import count_tokens
from memoryd.lifecycle.rollouts.tokens import quarters


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", 0),
        ("word", 1),
        ("words", 2),
        ("a word of Latin text", 5),
        ("12345678", 4),
        ("{}[]", 2),
        ("привет", 3),
        ("数据库迁移", 5),
        ("データ", 3),
        ("🚀", 1),
    ],
)
def test_latin_words_are_cheap_and_unspaced_scripts_dear(text, tokens):
    assert count_tokens(text) == tokens


@given(st.text(), st.text())
def test_a_text_costs_what_its_parts_cost(first, second):
    assert quarters(first + second) == quarters(first) + quarters(second)
    assert count_tokens(first + second) >= len((first + second).encode("utf-8", "replace")) / 4
