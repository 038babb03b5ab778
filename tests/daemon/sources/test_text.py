import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.sources.text import (
    citations_in,
    command_words,
    digest,
    hide_private,
    is_machine_text,
    strip_blocks,
    tagged_command,
    typed_command,
)


@pytest.mark.parametrize(
    "block",
    [
        "<memoryd>a memory</memoryd>",
        '<memoryd version="1">a memory</memoryd>',
        "<system-reminder>be brief\nand kind</system-reminder>",
        "<ide_opened_file>the user opened a.py</ide_opened_file>",
        "<ide_selection>lines 1 to 2</ide_selection>",
        "<hook_context>hook</hook_context>",
        "<qwen:hook-context>hook</qwen:hook-context>",
        "<user-prompt-submit-hook>hook</user-prompt-submit-hook>",
        "<memory-citation>\nfeedback/a.md\n</memory-citation>",
        "<oai-mem-citation><rollout_ids>\n</rollout_ids></oai-mem-citation>",
        "&lt;memoryd&gt;a memory&lt;/memoryd&gt;",
        '&lt;memoryd version="1"&gt;a memory&lt;/memoryd&gt;',
    ],
)
def test_what_machines_put_in_is_cut_out(block):
    assert strip_blocks(f"Use tabs. {block}\nAlways.") == "Use tabs. \nAlways."
    assert strip_blocks(block) == ""


@pytest.mark.parametrize("opening", ["<memoryd>", "<system-reminder>", "&lt;memoryd&gt;"])
def test_a_block_that_is_never_closed_goes_on_to_the_end(opening):
    assert strip_blocks(f"Use tabs. {opening} cut off here") == "Use tabs."


def test_each_of_several_blocks_ends_at_its_own_closing():
    text = "<memoryd>one</memoryd>first<system-reminder>two</system-reminder>second"

    assert strip_blocks(text) == "firstsecond"


@pytest.mark.parametrize(
    "text",
    ["if a < b and c > d", "use <b>bold</b>", "Vec<memoryd_core::Id>", "&lt;b&gt;bold", "plain"],
)
def test_a_persons_own_angle_brackets_stay(text):
    assert strip_blocks(text) == text


@given(st.text(alphabet="<>/ab&lt;gmemoryd -_\n", max_size=80))
def test_stripping_again_leaves_plain_text_alone(text):
    stripped = strip_blocks(text)

    assert stripped == stripped.strip()
    if "<" not in text and "&lt;" not in text:
        assert stripped == text.strip()


@pytest.mark.parametrize(
    "text",
    [
        "[Request interrupted by user for tool use]",
        "Caveat: The messages below were generated",
        "This session is being continued from a previous conversation that ran out",
        "Base directory for this skill: /x",
        "<task-notification>done</task-notification>",
        "<teammate-message from='x'>hello",
        "<bash-stdout>a</bash-stdout>",
    ],
)
@pytest.mark.parametrize("vouched", [True, False])
def test_agents_own_openings_are_known_even_when_a_person_is_named(text, vouched):
    assert is_machine_text(text, vouched=vouched)


def test_a_plain_tag_is_a_persons_only_when_the_record_vouches():
    assert is_machine_text("<div>centre this</div>")
    assert not is_machine_text("<div>centre this</div>", vouched=True)


@pytest.mark.parametrize("text", ["Use <div> here", "< 5 ms", "<Button> should be blue", "<3", ""])
def test_other_text_is_no_machines(text):
    assert not is_machine_text(text)


@pytest.mark.parametrize("name", ["model", "/clear", "/EXIT", "mine:forget", "/recall"])
def test_words_to_a_tool_command_say_nothing(name):
    assert command_words(name, "some words") == ""


@pytest.mark.parametrize("name", ["deploy", "/compact", "team:review"])
def test_words_to_other_commands_are_a_persons(name):
    assert command_words(name, " keep it <memoryd>x</memoryd>") == "keep it"


def test_a_tagged_command_is_split_in_any_order():
    name, args = "<command-name>/ship</command-name>", "<command-args> now\nplease </command-args>"
    message = "<command-message>ship</command-message>"

    assert tagged_command(name + message + args) == ("ship", "now\nplease")
    assert tagged_command(message + "\n" + args + name) == ("ship", "now\nplease")
    assert tagged_command(name) == ("ship", "")


def test_a_command_in_the_middle_of_a_text_is_no_command():
    assert tagged_command("see <command-name>/ship</command-name>") is None


def test_a_typed_command_is_split():
    assert typed_command(" /ship now\nplease ") == ("ship", "now\nplease")
    assert typed_command("/team:ship") == ("team:ship", "")


@pytest.mark.parametrize("text", ["ship now", "/usr/bin is full", "/ no", "//x", "/1st", ""])
def test_other_text_is_no_typed_command(text):
    assert typed_command(text) is None


_PARTS = st.lists(
    st.text(st.characters(exclude_characters="\0"), max_size=4), min_size=1, max_size=3
)


@given(_PARTS, _PARTS)
def test_digests_agree_only_for_equal_parts(first, second):
    assert (digest(*first) == digest(*second)) == (first == second)


def test_a_lone_surrogate_can_be_digested():
    assert digest("\ud83d") != digest("plain")


def test_citations_are_found_block_by_block_and_only_so_many():
    ours = "<memory-citation>\nfeedback/a.md\n</memory-citation>"
    cut = "<oai-mem-citation><rollout_ids>"

    assert citations_in(f"Done.\n{ours}\n{cut}") == (ours, cut)
    assert citations_in("Done, see <citation>.") == ()
    assert len(citations_in(ours * 100)) < 10
    assert len(citations_in(f"<memory-citation>{'x' * 10**6}")[0]) < 10_000


@given(st.text(alphabet="<>/-memory citation\n") | st.text())
def test_what_is_cited_is_no_text(text):
    for block in citations_in(f"{text}<memory-citation>SECRET</memory-citation>"):
        assert block not in strip_blocks(f"{text}<memory-citation>SECRET</memory-citation>")
    assert "SECRET" not in strip_blocks(f"{text}<memory-citation>SECRET</memory-citation>")


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Use pnpm. <private>Anna is ill. So is Ben.</private> Never npm.", "Use pnpm. Never npm."),
        ("<PRIVATE>a</PRIVATE>\n<private>b</private>\nUse pnpm.", "Use pnpm."),
        ("call <private>Anna</private> first", "call [redacted:private] first"),
        ("Use pnpm. <private>and the end is forgotten", "Use pnpm. "),
        ("wrap it in `<private>` tags", "wrap it in `<private>` tags"),
        ("List<String> stays", "List<String> stays"),
    ],
)
def test_what_a_person_marked_as_private_is_hidden(text, left):
    assert hide_private(text) == left


@given(st.text(), st.text(alphabet="abc ", min_size=1), st.text())
def test_nothing_between_private_tags_is_left(before, inside, after):
    hidden = hide_private(f"{before}\n<private>x{inside}qqx</private>\n{after}")

    assert f"x{inside}qqx" not in hidden


def test_a_text_that_begins_with_a_private_block_is_a_persons():
    assert not is_machine_text("<private>a</private> Use pnpm.")
