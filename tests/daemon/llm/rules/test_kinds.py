import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.domain import MemoryType, Scope
from memoryd.llm import classify


@pytest.mark.parametrize(
    ("text", "kind", "scope"),
    [
        ("the printer is on floor 2", MemoryType.PROJECT, Scope.PROJECT),
        ("never push to main", MemoryType.FEEDBACK, Scope.PROJECT),
        ("answer in German", MemoryType.FEEDBACK, Scope.USER),
        ("I'm a nurse and new to Python", MemoryType.USER, Scope.USER),
        ("I prefer tabs", MemoryType.USER, Scope.USER),
        ("in this repo I prefer tabs", MemoryType.FEEDBACK, Scope.PROJECT),
        ("the wiki is at https://wiki.acme.example", MemoryType.REFERENCE, Scope.PROJECT),
        ("回答要简短,以后都用中文回答", MemoryType.FEEDBACK, Scope.USER),
        ("", MemoryType.PROJECT, Scope.PROJECT),
    ],
)
def test_a_text_is_filed_by_what_it_says(text, kind, scope):
    assert classify(text) == (kind, scope)


@given(st.text(max_size=300))
def test_any_text_can_be_filed(text):
    kind, scope = classify(text)

    assert kind in MemoryType
    assert scope in Scope
