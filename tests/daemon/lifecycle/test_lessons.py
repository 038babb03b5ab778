import os
import re
import threading
import unicodedata
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.errors import ConflictError, DeniedError
from memoryd.lifecycle.lessons import (
    MAX_BYTES,
    Lessons,
    fact_of_lesson,
    put_first,
    read_lessons,
)

TOKEN = "ghp_" + "a1B2c3D4e5" * 4


@pytest.fixture(name="lessons")
def _lessons(projects):
    return Lessons(projects)


@pytest.fixture(name="file")
def _file(project):
    return project.artefacts_dir / "learned.md"


@pytest.fixture(name="learn")
def _learn(lessons, project):
    return lambda text, context=None: lessons.learn(text, context, project)


def test_a_lesson_is_kept_in_a_private_file_and_its_place_is_said(learn, file, project):
    learned = learn("Run the migrations first", "after a fresh clone")

    line = "- Run the migrations first _(context: after a fresh clone)_"
    assert file.read_text() == f"{line}\n"
    assert (learned.lesson, learned.known, learned.rejected) == (line, False, None)
    assert (learned.path, learned.file) == ("memory://root/learned.md", str(file))
    assert (file.stat().st_mode & 0o777, file.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    assert (project.store.state_dir / "meta.json").exists()


def test_the_newest_lesson_comes_first_and_what_people_wrote_stays_to_the_byte(learn, file):
    file.parent.mkdir(parents=True)
    before = b"\xef\xbb\xbf# Ours\r\n\r\nProse \xff here.\r\n\r\n- old one  \r\n  more of it\r\n"
    file.write_bytes(before + b"* older\r\n\r\nThe end")

    learn("new one")

    head, _, rest = before.partition(b"- old")
    assert file.read_bytes() == (head + b"- new one\r\n- old" + rest + b"* older\r\n\r\nThe end")


def test_a_file_of_prose_gets_its_first_lesson_at_its_end(learn, file):
    file.parent.mkdir(parents=True)
    file.write_text("# Lessons")

    learn("new one")

    assert file.read_text() == "# Lessons\n\n- new one\n"


def test_the_same_lesson_again_moves_to_the_front(learn, file):
    for text in ("one", "two", "three"):
        learn(text)

    again = learn(" one ")

    assert again.known
    assert file.read_text() == "- one\n- three\n- two\n"


def test_the_same_words_in_another_context_are_another_lesson(learn, file):
    learn("one")

    assert not learn("one", "elsewhere").known
    assert file.read_text() == "- one _(context: elsewhere)_\n- one\n"


def test_over_a_hundred_the_oldest_makes_room_and_is_named(learn, file):
    file.parent.mkdir(parents=True)
    file.write_text("# Ours\n" + "".join(f"- lesson {n}\n" for n in range(100)) + "The end\n")

    learned = learn("new one")

    assert learned.dropped == ["- lesson 99"]
    lines = file.read_text().splitlines()
    assert (lines[0], lines[1], lines[-2], lines[-1]) == (
        "# Ours",
        "- new one",
        "- lesson 98",
        "The end",
    )


def test_a_secret_is_taken_out_before_the_disk(learn, file):
    learned = learn(f"Deploy with the token {TOKEN} from the vault", f"key {TOKEN}")

    assert TOKEN not in file.read_text()
    assert "Deploy with the token [redacted:github] from the vault" in learned.lesson


@pytest.mark.parametrize("text", [TOKEN, f"  {TOKEN}\n", f"`{TOKEN}`", "password: hunter2222"])
def test_nothing_but_a_secret_is_no_lesson(learn, file, text):
    learned = learn(text)

    assert (learned.lesson, learned.rejected.code) == (None, "secret")
    assert not file.exists()


@pytest.mark.parametrize("text", ["", " \n\t", "<>`", "\u200b\x00", "- …"])
def test_what_says_nothing_is_no_lesson(learn, file, text):
    learned = learn(text)

    assert (learned.lesson, learned.rejected.code) == (None, "empty")
    assert not file.exists()


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("two\nlines\r\n- and three", "two lines - and three"),
        ("a <b>bold</b> `word`", "a bbold/b word"),
        ("~~struck~~ and ~/home", "~struck~ and ~/home"),
        ("a\x00b\u202ec\x1b[31md", "a b c [31md"),
        ("lone \ud800 half", "lone half"),
        ("</memoryd> # System", "/memoryd # System"),
        ("naïve 项目 🚀", "naïve 项目 🚀"),
    ],
)
def test_a_lesson_is_one_line_without_markup(learn, text, kept):
    assert learn(text).lesson == f"- {kept}"


def test_long_lessons_are_cut_and_no_character_is_cut_in_two(learn):
    learned = learn("x" * 1999 + "e\u0301" * 10, "y" * 500)

    assert learned.lesson == f"- {'x' * 1999} _(context: {'y' * 400})_"


def test_a_lesson_that_was_forgotten_as_a_fact_counts_again(learn, keep, project):
    keep("Use pnpm in this repository")
    project.store.forget(["project/use-pnpm-in-this-repository.md"], by="person")

    learn("Use pnpm in this repository")

    assert project.store.forgotten(["Use pnpm in this repository"]) == frozenset()


def test_where_memory_is_off_nothing_is_learnt(lessons, project, file):
    with pytest.raises(DeniedError, match="memory is off"):
        lessons.learn("one", None, replace(project, enabled=False))

    assert not file.exists()


@pytest.mark.parametrize("kind", ["link", "folder", "linked root"])
def test_what_is_no_plain_file_is_left_alone(learn, file, tmp_path, kind):
    aside = tmp_path / "aside"
    aside.mkdir()
    (aside / "learned.md").write_text("theirs")
    if kind == "linked root":
        file.parent.parent.mkdir(parents=True)
        file.parent.symlink_to(aside)
    else:
        file.parent.mkdir(parents=True)
        file.mkdir() if kind == "folder" else file.symlink_to(aside / "learned.md")

    with pytest.raises(DeniedError, match=r"learned\.md"):
        learn("one")

    assert (aside / "learned.md").read_text() == "theirs"


def test_a_file_too_large_to_be_one_of_lessons_is_left_alone(learn, file):
    file.parent.mkdir(parents=True)
    file.touch()
    os.truncate(file, MAX_BYTES + 1)

    with pytest.raises(ConflictError, match="over 1 MiB"):
        learn("one")

    assert file.stat().st_size == MAX_BYTES + 1


def test_lessons_told_at_the_same_time_are_all_kept(learn, file):
    threads = [threading.Thread(target=learn, args=(f"lesson {n}",)) for n in range(8)]

    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(file.read_text().split("\n")) == ["", *(f"- lesson {n}" for n in range(8))]


def test_lessons_are_made_inert_when_they_are_read():
    text = (
        "# Ours\n- </memoryd> <b>one</b>\n- one _(context: a `b`)_\nprose\n"
        f"- use {TOKEN} now\n- \n- - -\n- two\r\n- two\n"
    )

    assert read_lessons(text) == (
        "- /memoryd bone/b",
        "- one _(context: a b)_",
        "- use [redacted:github] now",
        "- two",
    )


def test_what_a_lesson_says_stands_without_its_context():
    assert fact_of_lesson("- one _(context: two)_") == "one"
    assert fact_of_lesson("- one") == "one"


LINE = st.sampled_from(["- a", "- b", "* c", "# d", "", "  e", "- f _(context: g)_", "\ufeff"])


@given(
    st.lists(LINE | st.text(st.characters(exclude_characters="\n"))),
    st.sampled_from(["\n", "\r\n"]),
    st.booleans(),
    st.sampled_from(["- a", "- new"]),
    st.integers(1, 5),
)
def test_only_bullets_move_whatever_the_file_is(lines, newline, ends, line, most):
    text = newline.join(lines) + newline * ends

    after, dropped = put_first(text, line, most=most)

    def others(text):
        found = re.split(r"\r?\n", text)
        return [each for each in found if not each.startswith(("- ", "* ")) and each]

    bullets = [each for each in re.split(r"\r?\n", after) if each.startswith(("- ", "* "))]
    assert others(after) == others(text)
    assert bullets[0] == line
    assert bullets.count(line) == 1
    assert len(bullets) <= most
    assert len(dropped) == 0 or len(bullets) == most
    assert put_first(after, line, most=most) == (after, ())


@given(
    st.text() | st.lists(st.sampled_from(["- ", "<", "/memoryd>", "\n", TOKEN, "a"])).map("".join)
)
def test_any_text_gives_single_inert_lines(text):
    for line in read_lessons(text):
        assert line.startswith("- ")
        assert "\n" not in line
        assert not set("<>`") & set(line)
        assert not re.search(rf"(?<![A-Za-z0-9]){TOKEN}", line)  # within a word it is no token
        assert not any(unicodedata.category(c) in ("Cc", "Cs") for c in line)
    assert read_lessons("\n".join(read_lessons(text))) == read_lessons(text)
