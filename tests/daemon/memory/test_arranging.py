from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.memory.arranging import find_sections, sort_entries
from memoryd.memory.document import parse

NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)


def memory(body):
    raw = f"---\nname: N\ntype: user\n---\n\n{body}\n".encode()
    return parse(raw, relative="user/a.md", updated=NOW)


def test_facts_are_sorted_and_the_gaps_stay():
    document, order = sort_entries(memory("- b\n  Why: 1\n\n- A\n- ä"))

    assert document.body == "- A\n\n- b\n  Why: 1\n- ä"
    assert order == [1, 0, 2]


@pytest.mark.parametrize("body", ["- a\n- b", "- b\n- a\n\nMore.", "# T\n- b\n- a", "b", ""])
def test_what_is_sorted_or_holds_other_words_stays(body):
    document = memory(body)

    assert sort_entries(document)[0] is document


def test_a_body_is_parted_at_the_topmost_headings_that_repeat():
    sections = find_sections(memory("# All\n- 0\n## A ##\n- a\n### x\n- x\n## B\n- b\n\nMore."))

    assert [(section.heading, section.body) for section in sections] == [
        ("All", "# All\n- 0"),
        ("A", "## A ##\n- a\n### x\n- x"),
        ("B", "## B\n- b\n\nMore."),
    ]


def test_a_part_that_states_nothing_stays_with_the_one_above():
    sections = find_sections(memory("# Top\n## A\n- a\n## Empty\n## B\n- b"))

    assert [section.body for section in sections] == ["# Top\n## A\n- a\n## Empty", "## B\n- b"]


def test_a_heading_within_a_fence_parts_nothing():
    assert len(find_sections(memory("## A\n- a\n```\n## X\n- x\n## Y\n```\n## B\n- b"))) == 2


def test_a_paragraph_that_would_become_a_fact_is_not_parted_from_its_own():
    assert len(find_sections(memory("## A\n- a\n## B\nLoose.\n- b"))) == 1


_LINES = st.sampled_from(["- a", "b", "", "## A", "## B", "# C", "```", "Why: x", "  more", "> q"])


@given(st.lists(_LINES, max_size=12).map("\n".join))
def test_no_fact_is_lost_or_made(body):
    document = memory(body)

    ordered, order = sort_entries(document)
    sections = find_sections(document)

    assert ordered.entries == tuple(document.entries[index] for index in order)
    if sections:
        assert [e for s in sections for e in s.entries] == list(document.entries)
        assert "\n".join(s.body for s in sections).split() == document.body.split()
