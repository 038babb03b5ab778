import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memoryd.domain import Entry
from memoryd.errors import BadRequestError
from memoryd.memory.body_edits import (
    append,
    clean_entry,
    merge,
    merge_facts,
    remove,
    render_entries,
    restate,
)
from memoryd.memory.entries import parse_entries


def test_a_merge_takes_the_new_wording_and_keeps_the_reasons_of_both():
    old = Entry(summary="use tabs", why="old")
    new = Entry(summary="Use tabs", why="new", how_to_apply="always")

    assert merge_facts(old, new) == Entry(summary="Use tabs", why="old; new", how_to_apply="always")


def test_a_reason_is_not_given_twice_also_in_other_words():
    old = Entry(summary="use tabs", why="the linter; Dana asked for it; so; be it")

    for why in ("The linter", "please: the linter.", "Dana asked for it", "so; be it"):
        assert merge_facts(old, Entry(summary="use tabs", why=why)) == old


def test_reasons_grow_to_a_limit():
    merged = Entry(summary="use tabs")

    for number in range(99):
        merged = merge_facts(merged, Entry(summary="use tabs", why=f"reason {number} of them"))

    assert merged.why.startswith("reason 0 of them; reason 1 of them; ")
    assert 1000 < len(merged.why) <= 1200


def test_a_second_reason_stands_at_the_end_of_the_first():
    body = "- one\n  **Why:** a\n  b  \n  - detail\n- two\n"

    merged = merge(body, 0, Entry(summary="one", why="c"), newline="\n")

    assert merged == "- one\n  **Why:** a\n  b; c  \n  - detail\n- two\n"


def test_merging_into_one_of_several_leaves_every_other_line():
    body = "# Mine\n\n- one\n  - detail\n\n<!-- note -->\n\n- two\n  Why: b\n"

    merged = merge(body, 0, Entry(summary="One", why="a", how_to_apply="c"), newline="\n")

    assert merged == (
        "# Mine\n\n- One\n  Why: a\n  How to apply: c\n  - detail\n\n<!-- note -->\n\n"
        "- two\n  Why: b\n"
    )


def test_merging_into_a_paragraph_adds_paragraphs():
    merged = merge("\none\n\nText.", 0, Entry(summary="one", why="a"), newline="\n")

    assert merged == "\none\n\nWhy: a\n\nText."


def test_appending_makes_bullets_and_leaves_what_was_there():
    assert append("\nOne.\n\nWhy: a\n", Entry(summary="Two.", why="b"), newline="\n") == (
        "\nOne.\n\nWhy: a\n\n- Two.\n  Why: b\n"
    )


def test_appending_replaces_the_placeholder():
    assert append("\n_No entries yet._\n", Entry(summary="One."), newline="\n") == "\n- One.\n"


def test_removing_an_entry_takes_its_elaboration_and_leaves_headings():
    body = "# A\n\n- One.\n  Why: a\n\n  Story of one.\n\n# B\n\n- Two.\n"

    assert remove(body, {0}, newline="\n") == "# A\n\n# B\n\n- Two.\n"
    assert remove(body, {1}, newline="\n") == "# A\n\n- One.\n  Why: a\n\n  Story of one.\n\n# B\n"


def test_removing_takes_the_comments_within_a_code_fence():
    body = "- One.\n\n```sh\n# secret\n```\n\n- Two.\n"

    assert remove(body, {0}, newline="\n") == "- Two.\n"


def test_removing_leaves_white_space_and_a_missing_line_end():
    assert remove("- One.  \n\n- Two.", {1}, newline="\n") == "- One.  "
    assert remove("\n- One.  \n- Two.\n", {0}, newline="\n") == "\n- Two.\n"


def test_removing_does_not_let_the_next_fact_fall_into_the_one_above():
    body = "- One.\n- Two.\n  Why: b\nThree.\n\nWhy: c\n"

    assert parse_entries(remove(body, {1}, newline="\n")) == (
        Entry(summary="One."),
        Entry(summary="Three.", why="c"),
    )


def test_a_fact_without_words_cannot_be_written():
    for summary in ("", " \n", "\0\x1b"):
        with pytest.raises(BadRequestError):
            clean_entry(Entry(summary=summary))


def test_facts_that_look_like_markup_are_written_as_bullets():
    assert render_entries([Entry(summary="# Not a heading")]) == "- # Not a heading\n"
    assert render_entries([Entry(summary="Why: not")]) == "- Why: not\n"
    assert render_entries([Entry(summary="---")]) == "* ---\n"


LINES = """\
One.
- two
  - detail
Why: a
  Why: b
**How to apply:** c
How to apply:
# head

```
~~~
  indented
---
> quote
1. item
* star
\t- t
_No entries yet._
==
-
Why:
"""
lines = st.sampled_from(LINES.split("\n"))
bodies = st.lists(lines, max_size=12).map("\n".join) | st.text(max_size=80)
words = (st.text(min_size=1, max_size=30) | lines).filter(lambda text: text.strip(" \t\n"))


def cleaned(summary, why, how):
    try:
        return clean_entry(Entry(summary=summary, why=why, how_to_apply=how))
    except BadRequestError:
        return None


facts = st.builds(cleaned, words, st.none() | words, st.none() | words).filter(bool)


@settings(deadline=None)
@given(st.lists(facts, max_size=4))
def test_what_is_rendered_reads_back_as_it_was(entries):
    assert parse_entries(render_entries(entries)) == tuple(entries)


@settings(deadline=None)
@given(bodies, facts)
def test_what_is_appended_stands_last_and_the_rest_stays(body, entry):
    changed = append(body, entry, newline="\n")

    assert parse_entries(changed) == (*parse_entries(body), entry)
    if parse_entries(body):
        assert changed.startswith(body)


@settings(deadline=None)
@given(bodies, st.data())
def test_removing_takes_the_entries_and_no_heading(body, data):
    before = parse_entries(body)
    if not before:
        return
    gone = data.draw(st.sets(st.integers(0, len(before) - 1), min_size=1))

    changed = remove(body, gone, newline="\n")

    assert list(parse_entries(changed)) == [
        entry for index, entry in enumerate(before) if index not in gone
    ]
    if "```" not in body and "~~~" not in body:
        assert changed.count("# head") == body.count("# head")


@settings(deadline=None)
@given(bodies, facts, st.data())
def test_merging_changes_one_entry_at_most(body, incoming, data):
    before = parse_entries(body)
    if not before:
        return
    index = data.draw(st.integers(0, len(before) - 1))

    merged = merge(body, index, incoming, newline="\n")
    after = parse_entries(merged)

    assert merge(merged, index, incoming, newline="\n") == merged
    assert after[:index] == before[:index]
    assert after[index + 1 :] == before[index + 1 :]


@given(bodies, facts, st.data())
def test_restating_changes_exactly_one_entry_or_is_refused(body, wanted, data):
    before = parse_entries(body)
    if not before:
        return
    index = data.draw(st.integers(0, len(before) - 1))
    kept = before[index]
    wanted = Entry(
        summary=wanted.summary,
        why=kept.why and (wanted.why or kept.why),
        how_to_apply=wanted.how_to_apply or kept.how_to_apply,
    )

    try:
        text = restate(body, index, wanted, newline="\n")
    except BadRequestError:
        return

    assert parse_entries(text) == (*before[:index], wanted, *before[index + 1 :])
