import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.memory.search.asking import Asking, asking


@pytest.mark.parametrize(
    "prompt",
    [
        "where do I report a leak",
        "who signs the pump off?",
        "how long do we keep the samples",
        "I'd weld it shut, ok?",
        "wo liegen die Proben",
        "darf die Pumpe laufen",
        "où sont nos pompes",
        "¿dónde guardamos las muestras?",
        "onde ficam as amostras",
        "где лежат пробы",
        "样品放在哪里",
        "樣品放在哪裡",
        "サンプルはどこ",
        "샘플은 어디에 있어",
    ],
)
def test_who_asks_about_ours_is_told_by_grammar(prompt: str) -> None:
    assert asking(prompt) is Asking.OURS


@pytest.mark.parametrize(
    "prompt",
    [
        "what is a gasket",
        "what does cavitation mean",
        "difference between torque and thrust",
        "in one sentence, where does foam come from",
        "was bedeutet Kavitation",
        "¿qué significa cavitación?",
        "что такое кавитация",
        "气蚀是什么意思",
        "ポンプと弁の違いは",
    ],
)
def test_who_asks_for_a_meaning_asks_in_general(prompt: str) -> None:
    assert asking(prompt) is Asking.GENERAL


@pytest.mark.parametrize(
    "prompt",
    [
        "rename pump to valve, where needed",
        "please sort these by name",
        "there is a typo in the label",
        "benenne die Pumpe um",
        "переименуй насос",
        "把水泵改名为阀门",
        "ポンプの名前を弁に変えて",
    ],
)
def test_an_order_that_names_both_ends_is_an_edit(prompt: str) -> None:
    assert asking(prompt) is Asking.EDIT


@pytest.mark.parametrize("prompt", ["", "paint the pump", "continue", "给水泵上漆", "塗って"])
def test_anything_else_is_plain(prompt: str) -> None:
    assert asking(prompt) is Asking.PLAIN


def test_a_question_about_ours_outweighs_an_edit_in_passing() -> None:
    assert asking("I'd then delete the valve. Should I?") is Asking.OURS


@given(st.text(max_size=200))
def test_every_text_asks_for_something(text: str) -> None:
    assert asking(text) in Asking
