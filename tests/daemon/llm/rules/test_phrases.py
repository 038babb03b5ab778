import pytest

from memoryd.llm.rules.phrases import Cues, content_words, may_tell
from memoryd.llm.rules.wording import fold_letters


@pytest.mark.parametrize(
    "text",
    [
        "remember that it is late",
        "from now on use tabs",
        "以后都用它",
        "I'd rather you asked",
        "the release is due by friday",
    ],
)
def test_a_text_with_a_telling_phrase_is_worth_reading(text):
    assert may_tell(fold_letters(text))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "fix the tests",
        "what does this do?",
        "the release is broken",
        "修一下测试",
        "see you on friday",
    ],
)
def test_most_texts_are_passed_over(text):
    assert not may_tell(fold_letters(text))


def test_the_first_and_longest_phrase_is_found():
    text = "please remember that from now on"

    match = Cues(text).find("remember", "remember that we moved")

    assert match
    assert match[0] == "remember that"


def test_a_kind_that_cannot_be_there_is_not_found():
    cues = Cues("plain words")

    assert not cues.may_hold("standing")
    assert cues.find("standing", "plain words") is None
    assert not cues.has("standing", "plain words")


def test_the_words_of_one_language_do_not_speak_for_another():
    german = fold_letters("die Tests sind rot und der Build ist auch nicht da")

    assert not Cues(german).has("retract", german)
    assert Cues("die down or drop it, the choice is yours").has("tasks", "drop it")


def test_content_words_leave_out_what_every_text_has():
    assert content_words("the audit is due in 3 weeks") == ("audit", "due", "weeks")
    assert content_words("审计开始") == ("审计", "计开", "开始")
