import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.errors import ConfigError
from memoryd.prompts import Prompts, names, read_ours, variables

EVERY = sorted(names())


@pytest.fixture(name="prompts")
def _prompts(tmp_path):
    return Prompts(tmp_path / "prompts")


@pytest.fixture(name="own")
def _own(prompts):
    prompts.own.mkdir()
    return prompts.own


@pytest.mark.parametrize("name", EVERY)
def test_every_prompt_is_filled_without_a_rest(prompts, name):
    values = {each: f"<value of {each}>" for each in variables(read_ours(name))}

    text = prompts.fill(name, **values)

    assert text
    assert "{{" not in text
    assert all(value in text for value in values.values())


@pytest.mark.parametrize("name", EVERY)
def test_a_variable_that_is_not_filled_or_not_there_is_a_mistake(prompts, name):
    values = dict.fromkeys(variables(read_ours(name)), "x")

    with pytest.raises(ValueError, match="other_thing"):
        prompts.fill(name, **values, other_thing="x")
    for each in values:
        with pytest.raises(ValueError, match=each):
            prompts.fill(name, **{key: value for key, value in values.items() if key != each})


@given(value=st.text())
def test_values_are_data_whatever_stands_in_them(tmp_path_factory, value):
    prompts = Prompts(tmp_path_factory.getbasetemp())

    text = prompts.fill("stage_one_input", thread_id=value, response_items_json="{{thread_id}}")

    assert text.count("{{thread_id}}") == 1 + value.count("{{thread_id}}")
    assert value.strip() in text


def test_a_file_of_the_same_name_takes_the_place_of_ours(prompts, own):
    (own / "stage_one_input.md").write_text("{{ response_items_json }} of {{thread_id}}!\n")

    text = prompts.fill("stage_one_input", thread_id="t", response_items_json="[]")

    assert text == "[] of t!"


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (b"only {{thread_id}}", r"\{\{response_items_json\}\}"),
        (b"{{thread_id}} {{response_items_json}} {{secret}}", r"\{\{secret\}\}"),
        (b"\xff{{thread_id}}{{response_items_json}}", "cannot read"),
        (b"{{thread_id}}{{response_items_json}}" + b"x" * 65536, "at most 64 KiB"),
    ],
)
def test_a_file_that_cannot_take_our_place_is_named(prompts, own, data, complaint):
    (own / "stage_one_input.md").write_bytes(data)

    with pytest.raises(ConfigError, match=f"stage_one_input.md.*{complaint}"):
        prompts.fill("stage_one_input", thread_id="t", response_items_json="[]")


def test_a_directory_in_place_of_a_prompt_is_named(prompts, own):
    (own / "stage_one_input.md").mkdir()

    with pytest.raises(ConfigError, match=r"stage_one_input\.md"):
        prompts.fill("stage_one_input", thread_id="t", response_items_json="[]")


def test_all_that_is_wrong_with_own_files_is_told(prompts, own):
    assert prompts.faults() == []
    (own / "dream_input.md").write_text("Tidy {{ evrything }}.", encoding="utf-8")
    (own / "extract_input.md").write_bytes(b"\xff")
    (own / "dream_system.md").write_text(read_ours("dream_system"), encoding="utf-8")

    faults = prompts.faults()

    assert [fault.file.name for fault in faults] == ["dream_input.md", "extract_input.md"]
