import json
from typing import Annotated, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.llm.answers import (
    WrongFormError,
    ask_again,
    is_closed,
    json_schema,
    read_answer,
    with_form,
)
from memoryd.llm.values import Completion


class Fact(msgspec.Struct, forbid_unknown_fields=True):
    text: Annotated[str, msgspec.Meta(max_length=20)]
    kind: Literal["user", "project"]


class Found(msgspec.Struct, forbid_unknown_fields=True):
    facts: list[Fact]


class Loose(msgspec.Struct):
    note: str = ""


GOOD = '{"facts": [{"text": "a", "kind": "user"}]}'


def test_a_schema_is_an_object_at_its_root_and_holds_its_parts():
    schema = json_schema(Found)

    assert (schema["type"], schema["required"]) == ("object", ["facts"])
    assert schema["properties"]["facts"]["items"] == {"$ref": "#/$defs/Fact"}
    assert list(schema["$defs"]) == ["Fact"]
    assert "$defs" not in json_schema(Loose)


def test_a_schema_is_closed_when_every_object_in_it_lists_and_requires_its_keys():
    class Half(msgspec.Struct, forbid_unknown_fields=True):
        inner: list[Loose]

    assert is_closed(json_schema(Found))
    assert not is_closed(json_schema(Loose))
    assert not is_closed(json_schema(Half))


def test_instructions_carry_the_schema_word_for_word():
    told = with_form("Find facts.", json_schema(Found))

    assert told.startswith("Find facts.\n")
    assert json.loads(told[told.index("\n{") :]) == json_schema(Found)


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        f"\n {GOOD}\n",
        f"```json\n{GOOD}\n```",
        f"```\n{GOOD}\n```\n",
        f"<think>\nfacts? {{}}\n</think>\n\n{GOOD}",
        f"<think></think>```json\n{GOOD}```",
    ],
)
def test_an_answer_is_read_also_after_thoughts_and_within_a_fence(text):
    found = read_answer(Completion(text=text), Found)

    assert found == Found(facts=[Fact(text="a", kind="user")])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "truncated"),
        ("I found two facts.", "malformed"),
        (f"Here: {GOOD}", "malformed"),
        (GOOD[:20], "truncated"),
        (GOOD + GOOD, "malformed"),
        ('{"facts": "none"}', "Expected `array`, got `str` - at `$.facts`"),
        ('{"facts": [], "more": 1}', "unknown field `more`"),
        ("{}", "missing required field `facts`"),
        ('{"facts": [{"text": 1, "kind": "user"}]}', "Expected `str`, got `int`"),
        ('{"facts": [{"text": "a", "kind": "x"}]}', "Invalid enum value 'x'"),
        ("[" * 200_000, "Expected `object`"),
        ('{"facts": ' + "[" * 200_000, "Expected `object`"),
        ("\ud800", "malformed"),
    ],
)
def test_an_answer_in_another_form_is_refused_with_the_reason(text, says):
    with pytest.raises(WrongFormError, match=says.replace("$", r"\$")) as caught:
        read_answer(Completion(text=text), Found)

    assert caught.value.said == text


def test_of_an_answer_that_was_cut_off_it_is_told():
    with pytest.raises(WrongFormError, match="cut off at the limit of tokens, be shorter; Input"):
        read_answer(Completion(text=GOOD[:20], cut=True), Found)


def test_a_model_is_shown_its_answer_and_what_is_wrong_with_it():
    own, told = ask_again(WrongFormError("Expected `array`", said="x" * 30_000))
    silent, _ = ask_again(WrongFormError("truncated", said=" \n"))

    assert (own.speaker, len(own.text)) == ("assistant", 20_000)
    assert (told.speaker, "Expected `array`" in told.text) == ("user", True)
    assert silent.text == "(nothing)"


@given(st.text() | st.text(alphabet='{}[]":,`<>/ \nthinkjsofacex0', max_size=60))
def test_any_text_is_an_answer_or_refused(text):
    try:
        found = read_answer(Completion(text=text), Found)
    except WrongFormError as exc:
        assert str(exc)  # noqa: PT017 -- either outcome is right
    else:
        assert isinstance(found, Found)


@given(
    st.lists(st.builds(Fact, text=st.text(max_size=20), kind=st.sampled_from(["user", "project"])))
)
def test_what_fits_the_schema_is_read_as_it_stands(facts):
    text = msgspec.json.encode(Found(facts=facts)).decode()

    assert read_answer(Completion(text=text), Found) == Found(facts=facts)
