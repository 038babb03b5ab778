import pytest

from memoryd.llm.rules.clauses import find_asked, is_question, open_clause
from memoryd.llm.rules.phrases import Cues
from memoryd.llm.rules.sentences import split_sentences
from memoryd.llm.rules.wording import fold_letters


def opened(text):
    cues = Cues(fold_letters(text))
    return [open_clause(sentence, cues) for sentence in split_sentences(text, cues)], cues


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("ok great, please use tabs", "use tabs"),
        ("no, use tabs", "use tabs"),
        ("no tabs please", "no tabs please"),
        ("bitte Tabs nutzen", "Tabs nutzen"),
        ("请,用 tab", "用 tab"),
        ("please", "please"),
    ],
)
def test_openers_are_taken_off_as_long_as_something_is_left(text, rest):
    (clause,), _ = opened(text)

    assert clause.text == rest


@pytest.mark.parametrize(("text", "corrects"), [("no, use tabs", True), ("ok, use tabs", False)])
def test_a_clause_knows_whether_it_turns_something_down(text, corrects):
    (clause,), _ = opened(text)

    assert clause.corrects is corrects


@pytest.mark.parametrize(
    ("text", "rest", "informs"),
    [
        ("fyi the scale lies", "the scale lies", True),
        ("ok, just so you know: the scale lies", "the scale lies", True),
        ("lesson learned: the scale lies", "the scale lies", True),
        ("ok, the scale lies", "the scale lies", False),
        ("careful, the scale lies", "careful, the scale lies", False),
    ],
)
def test_a_clause_knows_whether_it_was_announced_as_news(text, rest, informs):
    (clause,), _ = opened(text)

    assert (clause.text, clause.informs) == (rest, informs)


def test_pauses_before_a_clause_are_no_part_of_it():
    clauses, _ = opened("The scale lies!, it needs a rest")

    assert [clause.text for clause in clauses] == ["The scale lies!", "it needs a rest"]


def test_a_polite_question_is_a_demand():
    (clause,), cues = opened("could you please stop adding comments?")

    assert clause.text == "stop adding comments"
    assert clause.requested
    assert not is_question(clause, cues)


@pytest.mark.parametrize("text", ["is it late?", "why is it late", "可以吗", "何時ですか"])
def test_a_question_is_one_with_or_without_its_mark(text):
    (clause,), cues = opened(text)

    assert is_question(clause, cues)


@pytest.mark.parametrize(
    ("text", "wanted", "number"),
    [
        ("remember that the roof leaks", ["the roof leaks"], 1),
        ("Remember this. The roof leaks.", ["The roof leaks."], 2),
        ("the roof leaks, remember that", ["the roof leaks"], 1),
        ("The roof leaks. Remember that.", ["The roof leaks."], 2),
        (
            "remember:\n- the roof leaks\n- the door sticks",
            ["the roof leaks", "the door sticks"],
            3,
        ),
    ],
)
def test_what_is_asked_for_stands_behind_below_or_before(text, wanted, number):
    clauses, cues = opened(text)

    asked = [find_asked(clauses, n, cues) for n in range(len(clauses))]
    found = next(pair for pair in asked if pair)

    assert ([clause.text for clause in found[0]], found[1]) == (wanted, number)


def test_nothing_is_asked_for_by_a_bare_wish():
    clauses, cues = opened("remember that")

    assert find_asked(clauses, 0, cues) is None
