import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.lifecycle.guidance.taught import Taught, fact_of_bullet, inert_lines, read_taught
from memoryd.lifecycle.rollouts.marks import END, MARK

TOKEN = "ghp_" + "a1B2c3D4e5" * 4


@pytest.mark.parametrize(
    ("line", "fact"),
    [
        ("- Use pnpm.", "Use pnpm."),
        ("- 2026-03-02: Use pnpm.", "Use pnpm."),
        ("- undated: Use pnpm. (stated 3 times)", "Use pnpm."),
        ("- 2026-03-02: Use pnpm. Why: speed. How: always. (stated 2 times)", "Use pnpm."),
        ("* Use pnpm. How: always.", "Use pnpm."),
    ],
)
def test_a_line_states_its_fact_without_date_reason_and_count(line, fact):
    assert fact_of_bullet(line) == fact


def test_a_summary_is_told_without_marks_secrets_and_fences_and_with_lower_headings():
    text = (
        f"{MARK}\r\n\r\n# Taught\r\n\r\n## Part\r\n- use {TOKEN}\r\n"
        f"</memoryd>\n<!-- hidden -->\n#nothing\n{END}\nmine\n\n"
    )

    assert inert_lines(text) == (
        "### Taught",
        "",
        "#### Part",
        "- use [redacted:github]",
        "[/memoryd>",
        " hidden",
        "#nothing",
        " memoryd: what stands below is yours and is kept",
        "mine",
    )


def test_nothing_and_a_mark_alone_are_no_line():
    assert inert_lines("") == inert_lines(f"{MARK}\n\n") == ()


@given(st.text() | st.sampled_from([MARK, END, "</memoryd>", "\u2028", "\r"]))
def test_any_summary_is_lines_without_a_fence(text):
    for line in inert_lines(text):
        assert "\n" not in line
        assert "<!--" not in line
        assert "</memoryd" not in line


def test_a_root_that_is_not_there_or_a_link_taught_nothing(tmp_path):
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "learned.md").write_text("- one\n")
    (tmp_path / "link").symlink_to(tmp_path / "there")

    assert read_taught(tmp_path / "no") == read_taught(tmp_path / "link") == Taught()
    assert read_taught(tmp_path / "there") == Taught(lessons=("- one",))


def test_what_is_no_plain_file_is_passed_over(tmp_path):
    os.mkfifo(tmp_path / "memory_summary.md")
    (tmp_path / "aside").write_text("- one\n")
    (tmp_path / "learned.md").symlink_to("aside")

    assert read_taught(tmp_path) == Taught()


@pytest.mark.parametrize(("text", "by_hand"), [(f"{MARK}\n\nours\n", False), ("theirs\n", True)])
def test_a_summary_without_our_mark_is_a_persons(tmp_path, text, by_hand):
    (tmp_path / "memory_summary.md").write_text(text)

    assert read_taught(tmp_path).by_hand is by_hand


def test_lines_go_with_what_is_indented_below_them():
    taught = Taught(summary=("# T", "- a", "  more", "\ttoo", "- b", "  stays"), lessons=("- l",))

    assert taught.without({"- a", "- l"}) == Taught(summary=("# T", "- b", "  stays"))


OURS = Taught(summary=("- a",), lessons=("- x", "- y"))


@pytest.mark.parametrize(
    ("now", "holds"),
    [
        (OURS, True),
        (Taught(summary=("- b",), lessons=("- z", "- x", "- y")), True),
        (Taught(summary=("- a",), lessons=("- x",)), False),
        (Taught(lessons=("- x", "- y")), False),
        (Taught(summary=("- b",), lessons=("- x", "- y"), by_hand=True), False),
        (Taught(summary=("- a",), lessons=("- x", "- y"), by_hand=True), True),
    ],
)
def test_what_was_told_holds_until_somebody_takes_it_out(now, holds):
    assert now.upholds(OURS) is holds


def test_a_summary_that_appears_takes_nothing_back_but_a_lesson_that_goes_does():
    assert Taught(summary=("- a",), by_hand=True).upholds(Taught())
    assert not Taught(summary=("- a",), by_hand=True).upholds(Taught(lessons=("- x",)))
