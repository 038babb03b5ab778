import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memoryd.memory.likeness.words import BREAK, Word, read_words
from memoryd.memory.search.tokens import normalise


def read(text):
    return [word.text for word in read_words(text) if word != BREAK]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Use TABS!", ["use", "tabs"]),
        ("run `pytest -x`, then foo()", ["run", "pytest", "-x", "then", "foo()"]),
        ("(see src/App.tsx)", ["see", "src/App.tsx"]),
        ("Node.js 22. and 10%", ["node.js", "22", "and", "10%"]),
        ("C++ not C#", ["C++", "not", "C#"]),
        ("*.py and .env", ["*.py", "and", ".env"]),
        ("**never** use *it*", ["never", "use", "it"]),
        ("callUser and CallUser", ["callUser", "and", "calluser"]),
        ("a — b -- c - d", ["a", "b", "c", "d"]),
        ("用 pnpm 安裝 依賴。", ["用", "pnpm", "安装依赖"]),
        ("{} is not []", ["{}", "is", "not", "[]"]),
        ("[redacted:token] is gone", ["redacted:token", "is", "gone"]),
        ("l’API d'abord", ["l'api", "d'abord"]),
        ("", []),
    ],
)
def test_words_are_read_without_the_punctuation_of_prose(text, words):
    assert read(text) == words


def test_names_numbers_and_what_is_quoted_are_not_to_be_bent():
    assert read_words("use “tests” v2") == [
        Word("use"),
        Word("tests", literal=True),
        Word("v2", literal=True),
    ]


def test_punctuation_ends_a_part():
    assert read_words("if so, stop") == [Word("if"), Word("so"), BREAK, Word("stop")]


@settings(deadline=None)
@given(st.text(max_size=80) | st.text("aé1٣請不す.,-–“”`*( ", max_size=30))
def test_no_digit_is_lost(text):
    kept = "".join(word.text for word in read_words(text))

    assert [char for char in kept if char.isdecimal()] == [
        char for char in normalise(text) if char.isdecimal()
    ]
