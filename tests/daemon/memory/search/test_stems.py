import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.memory.search.stems import stem


@pytest.mark.parametrize(
    "forms",
    [
        "price prices pricing priced",
        "revert reverts reverting reverted",
        "log logs logging logged",
        "migrate migration migrations migrating",
        "retry retries retried retrying",
        "write writes wrote written writing",
        "approve approval approved",
        "code codes coding coded",
        "deploy deploys deployed deployment deployable",
        "журнал журналы журналов журналами",
        "сборка сборку сборки сборками",
    ],
)
def test_the_forms_of_a_word_meet(forms: str) -> None:
    assert len({stem(form) for form in forms.split()}) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("noting", "not"),
        ("adding", "ad"),
        ("owner", "ownership"),
        ("server", "several"),
        ("string", "str"),
        ("bus", "bu"),
        ("class", "clas"),
    ],
)
def test_different_words_stay_apart(one: str, other: str) -> None:
    assert stem(one) != stem(other)


@pytest.mark.parametrize("word", ["größen", "λόγος", "123", "x", "", "設定", "e1234"])
def test_what_is_not_plain_latin_or_cyrillic_is_left_alone(word: str) -> None:
    assert stem(word) == word


@given(st.text(alphabet="aeioubcdlnstying", min_size=1, max_size=20))
def test_a_stem_is_never_empty_and_hardly_longer_than_the_word(word: str) -> None:
    assert 0 < len(stem(word)) <= len(word) + 2
