import pytest

from memoryd.domain import MemoryType, Scope
from memoryd.llm.rules.assent import find_assent
from memoryd.llm.rules.phrases import Cues
from memoryd.llm.rules.wording import fold_letters

OFFER = "I measured first and then set the sizes with a margin."


def accept(offer, answer):
    return find_assent(offer, answer, Cues(fold_letters(answer)))


@pytest.mark.parametrize(
    "answer",
    [
        "perfect, keep doing it like that",
        "that's how I want it",
        "nice, exactly the way I'd do it",
        "good, same for all the others in future",
        "great, do it in every report",
        "genau so, bitte immer so weiter",
        "就这样,以后都这样做",
    ],
)
def test_plain_consent_makes_a_rule_of_the_offer(answer):
    fact = accept(OFFER, answer)

    assert fact
    assert (fact.type, fact.scope) == (MemoryType.FEEDBACK, Scope.PROJECT)
    assert fact.entry.summary.endswith(OFFER.rstrip("."))


def test_consent_to_a_way_of_answering_holds_everywhere():
    fact = accept("I kept the answer short.", "yes, keep doing that")

    assert fact
    assert fact.scope is Scope.USER


@pytest.mark.parametrize(
    ("offer", "answer"),
    [
        ("", "keep doing it like that"),
        (OFFER, "ok"),
        (OFFER, "should we keep doing it like that?"),
        (OFFER, "maybe keep doing it like that"),
        (OFFER, "keep doing it like that " + "and also this " * 20),
        ("word " * 100, "keep doing it like that"),
        ("```\ncode\n```", "keep doing it like that"),
        ("Shall I push?", "keep doing it like that"),
        (OFFER, "great, keep going"),
        (OFFER, "that's what I need, thanks"),
        ("Shall I run all the tests?", "yes, all of them"),
    ],
)
def test_anything_less_makes_none(offer, answer):
    assert accept(offer, answer) is None


def test_of_a_long_reply_the_last_paragraph_is_the_offer():
    fact = accept("Done. All tests pass.\n\n" + OFFER, "great, keep doing it like that")

    assert fact
    assert "tests pass" not in fact.entry.summary
