import pytest

from memoryd.memory.search.succession import tells_of_change


@pytest.mark.parametrize(
    ("heading", "body"),
    [
        ("Pump replaced in May", ""),
        ("Pump", "The red pump is no longer in use."),
        ("Pumpe", "Seit Mai läuft die blaue Pumpe."),
        ("Bomba azul en lugar de la roja", ""),
        ("Вместо красного насоса синий", ""),
        ("水泵改用蓝色", ""),
        ("ポンプ", "赤いポンプは廃止した。"),
    ],
)
def test_a_change_is_told_in_the_heading_or_the_first_sentence(heading: str, body: str) -> None:
    assert tells_of_change(heading, body)


@pytest.mark.parametrize(
    "body",
    [
        "The pump is red.",
        "The pump is red. It was moved from the cellar.",
        "An alarm is raised when it stops.",
        "泵是红色的。已停用旧泵。",
    ],
)
def test_what_is_said_in_passing_is_no_change(body: str) -> None:
    assert not tells_of_change("Pump", body)
