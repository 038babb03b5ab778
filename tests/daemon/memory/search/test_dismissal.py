import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.memory.search.dismissal import blank_dismissed, declines_memory


@pytest.mark.parametrize(
    "prompt",
    [
        "ignore what you remember about the pump, what is torque",
        "Forget everything you know about me",
        "don't use your memory for this one",
        "answer without using saved notes",
        "Vergiss alles, was du dir gemerkt hast",
        "ignora lo que recuerdas y responde",
        "забудь всё, что ты помнишь",
        "忽略你的记忆,重新回答",
        "覚えていることは無視して",
    ],
)
def test_a_prompt_can_decline_memories(prompt: str) -> None:
    assert declines_memory(prompt)


@pytest.mark.parametrize(
    "prompt",
    [
        "ignore the warning about memory",
        "run it without memory leaks",
        "do you remember the pump?",
        "add the memory dump to .gitignore",
        "内存泄漏怎么查",
        "forget the old pump, use the new one",
    ],
)
def test_other_talk_of_memory_declines_nothing(prompt: str) -> None:
    assert not declines_memory(prompt)


@pytest.mark.parametrize(
    ("prompt", "left"),
    [
        ("not about the pump or the valve: sort the tabs", "sort the tabs"),
        ("this has nothing to do with the pump, sort the tabs", "sort the tabs"),
        ("sort the tabs; leaving aside the pump.", "sort the tabs"),
        ("es geht nicht um die Pumpe, sortiere die Reiter", "sortiere die Reiter"),
        ("nada que ver con la bomba: ordena", "ordena"),
        ("речь не о насосе, отсортируй", "отсортируй"),
        ("先不管水泵,整理标签", "整理标签"),
        ("跟水泵无关,整理标签", "整理标签"),
        ("ポンプとは関係なく、並べて", "並べて"),
    ],
)
def test_topics_that_are_not_meant_are_blanked(prompt: str, left: str) -> None:
    kept = blank_dismissed(prompt)

    assert left in kept
    assert not any(word in kept for word in ("pump", "Pumpe", "bomba", "насос", "水泵", "ポンプ"))


@pytest.mark.parametrize("prompt", ["why does the pump stop", "the pump is not on", "管理员不在"])
def test_a_plain_prompt_stays_as_it_is(prompt: str) -> None:
    assert blank_dismissed(prompt) == prompt


@given(st.text(alphabet="not about pump先不管跟无关、,. \nのことではなく", max_size=80))
def test_every_place_stays_where_it_was(text: str) -> None:
    kept = blank_dismissed(text)

    assert len(kept) == len(text)
    assert all(new in {old, " "} for new, old in zip(kept, text, strict=True))
    assert declines_memory(text) in {True, False}
