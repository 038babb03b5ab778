import json
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd_client.integrations import jsonc

WITH_ALL = """\
// mine
{
\t"a": 1, // one
\t/* two */ "b": [1, {"c": "x // y"},],
}
"""
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=12,
)


def put(text: str, key: str, content: object) -> str:
    return jsonc.insert(text, jsonc.parse(text), content, key=key)


def load(text: str) -> object:
    return jsonc.value(text, jsonc.parse(text))


@st.composite
def documents(draw: Callable) -> str:
    """An object as different people and programs write one."""
    content = draw(st.dictionaries(st.text(max_size=4), VALUES, max_size=3))
    text = json.dumps(
        content, indent=draw(st.sampled_from([None, 1, 2, "\t"])), ensure_ascii=draw(st.booleans())
    )
    inside = draw(st.sampled_from(["", " ", "\n", " /* c */ ", " // c\n"]))
    comma = draw(st.sampled_from(["", ","])) if content else ""
    text = text[:-1] + comma + inside + "}" + draw(st.sampled_from(["", "\n", "\n// end"]))
    text = draw(st.sampled_from(["", "// begin\n", "\ufeff"])) + text
    return text.replace("\n", "\r\n") if draw(st.booleans()) else text


def test_comments_and_trailing_commas_are_read_over():
    assert load(WITH_ALL) == {"a": 1, "b": [1, {"c": "x // y"}]}


def test_what_is_inserted_follows_the_style_of_the_file():
    assert put(WITH_ALL, "n", {"x": []}) == WITH_ALL.replace(
        "],\n}", '],\n\t"n": {\n\t\t"x": []\n\t},\n}'
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("{}", '{\n  "n": 1\n}'),
        ('{"a": 1}', '{"a": 1, "n": 1}'),
        ('{"a": 1,}', '{"a": 1, "n": 1,}'),
        ('{\n    "a": 1 // one\n}\n', '{\n    "a": 1, // one\n    "n": 1\n}\n'),
        ('{\r\n "a": 1\r\n}', '{\r\n "a": 1,\r\n "n": 1\r\n}'),
        ("{ // none\n}", '{ // none\n  "n": 1\n}'),
    ],
)
def test_an_insertion_touches_nothing_else_and_is_taken_back_to_the_byte(before: str, after: str):
    assert put(before, "n", 1) == after

    root = jsonc.parse(after)
    taken = jsonc.remove(after, root, jsonc.member(root, "n") or 0)

    assert taken == before


@given(documents(), VALUES)
def test_what_is_inserted_is_there_and_the_rest_as_it_was(text: str, content: object):
    new = put(text, "the new one", content)

    assert load(new) == {**load(text), "the new one": content}
    root = jsonc.parse(new)
    taken = jsonc.remove(new, root, jsonc.member(root, "the new one") or 0)
    assert load(taken) == load(text)


@given(documents(), VALUES, st.integers(0, 2))
def test_any_child_can_be_replaced_and_removed(text: str, content: object, index: int):
    root = jsonc.parse(text)
    if not root.children:
        return
    child = root.children[index % len(root.children)]

    replaced = jsonc.replace(text, child.node, content)
    removed = jsonc.remove(text, root, index % len(root.children))

    assert load(replaced) == {**load(text), child.key: content}
    assert load(removed) == {key: one for key, one in load(text).items() if key != child.key}


@given(st.text(alphabet='{}[]",:/*\\ \n\t1a-eul', max_size=40))
def test_any_text_is_read_as_json_would_be_or_refused(text: str):
    try:
        expected = json.loads(text)
    except ValueError:
        expected = None
    try:
        found = load(text)
    except ValueError:
        assert expected is None or text.isspace()
    else:
        assert expected in (None, found)


@pytest.mark.parametrize(
    "text", ["", "{", '{"a"}', '{"a": 1 "b": 2}', "{} {}", "[" * 100, '{"a": NaN}', "/* {}", "{,}"]
)
def test_what_is_no_json_is_refused_with_its_line(text: str):
    with pytest.raises(ValueError, match=r"^line 1: "):
        jsonc.parse(text)


def test_a_key_that_stands_there_twice_is_refused():
    with pytest.raises(ValueError, match="more than once"):
        jsonc.member(jsonc.parse('{"a": 1, "a": 2}'), "a")
