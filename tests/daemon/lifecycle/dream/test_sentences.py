import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memoryd.lifecycle.dream.sentences import Said, sentences, states

SAID = Said(
    [
        "CI runs on Python 3.11.",
        "CI runs on Python 3.12",
        "Use ruff. It is fast.",
        "Use mypy.",
        "Never use npm",
        "Never use yarn",
        "Run `cd a; make` first; then stop",
        "Use X in CI",
        "Use Y",
        "Never push to main",
        "run tests",
        "If CI is red, do not merge.",
        "提交前运行测试。不要跳过。",
    ]
)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Use ruff. It is fast.", ("Use ruff.", "It is fast.")),
        ("one; two", ("one", "two")),
        ("Run `cd a; make. now` first. Stop!", ("Run `cd a; make. now` first.", "Stop!")),
        ("Use a linter, e.g. ruff", ("Use a linter, e.g. ruff",)),
        ("Python 3.11 is used", ("Python 3.11 is used",)),
        ("提交前运行测试。不要跳过。", ("提交前运行测试。", "不要跳过。")),
        ("", ()),
    ],
)
def test_sentences_end_where_people_end_them(text, parts):
    assert sentences(text) == parts


@pytest.mark.parametrize(
    "text",
    [
        "Use ruff",
        "Please always use ruff. It is fast.",
        "Use mypy. Use ruff. It is fast.",
        "It is fast.",
        "CI runs on Python 3.11 and 3.12",
        "CI runs on Python 3.12, 3.11.",
        "Never use npm or yarn",
        "Run `cd a; make` first",
        "提交前运行测试",
    ],
)
def test_whole_sentences_may_stand_elsewhere_and_be_drawn_together(text):
    assert SAID.makes(text)


@pytest.mark.parametrize(
    "text",
    [
        "CI runs on Python 3.13",
        "CI runs on Python 3.11 and 3.13",
        "CI runs on Python 3.11 or 3.12",
        "CI runs on",
        "use npm",
        "push to main",
        "Never push to main and run tests",
        "merge",
        "do not merge",
        "If CI is red, merge.",
        "Use X and Y in CI",
        "Use mypy. It is fast.",
        "运行测试",
        "make",
        "",
    ],
)
def test_a_part_of_a_sentence_and_what_nobody_said_are_not_taken(text):
    assert not SAID.makes(text)


def test_what_was_drawn_together_states_each_part():
    merged = "CI runs on Python 3.11 and 3.12"

    assert states([merged], "CI runs on Python 3.12.")
    assert not states([merged], "CI runs on Python 3.13.")
    assert not states(["Use ruff."], "Use ruff. It is fast.")
    assert states(["Use ruff.", "It is fast."], "Use ruff. It is fast.")


@settings(deadline=None)
@given(st.text(max_size=60), st.text(max_size=60))
def test_a_text_makes_itself_and_its_neighbours_in_any_order(first, second):
    said = Said([first, second])

    for text in (first, second):
        assert said.makes(text) == bool(sentences(text))
        assert states([text], text)


WORDS = ("Ann", "reviews", "and", "or", ",", "not", "3", "`x;y`", ".", "the", "测", "、", "和")


@settings(deadline=None)
@given(st.lists(st.sampled_from(WORDS), max_size=14))
def test_words_in_any_order_say_nothing_that_was_not_said(words):
    text = " ".join(words)

    assert not Said(["Ann reviews the release."]).makes(text)
