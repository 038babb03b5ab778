from datetime import UTC, datetime
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.domain import Entry, MemoryType, Scope
from memoryd.lifecycle.guidance.fitting import fit
from memoryd.lifecycle.guidance.memories import Listed
from memoryd.lifecycle.rollouts import quarters
from memoryd.memory import new_document, normal_form

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
PLENTY = 100_000


def listed(name, *, scope=Scope.PROJECT):
    relative = f"project/{name}.md"
    entry = Entry(summary=f"The service {name} is deployed by hand")
    document = new_document([entry], type=MemoryType.PROJECT, relative=relative, at=NOW)
    return Listed(scope, document)


MEMORIES = [listed("a"), listed("me", scope=Scope.USER), listed("b")]
SUMMARY = ("### Taught", "", "- one", "", "#### Part", "", "- two")
LESSONS = ("- first lesson", "- second lesson")


def told(room, *, summary=SUMMARY, lessons=LESSONS, memories=MEMORIES, forms=MappingProxyType({})):
    return fit(summary, lessons, memories, room=room, forms=forms)


def cost(fitted):
    return quarters("\n\n".join(filter(None, fitted.variables().values())))


def test_with_room_for_all_all_is_told_and_nothing_is_said_to_be_left_out():
    fitted = told(PLENTY)

    assert fitted.variables() == {
        "memory_summary": "\n".join(SUMMARY),
        "learned": "### Lessons kept from earlier sessions\n\n- first lesson\n- second lesson",
        "index": (
            "### About the user\n\n- The service me is deployed by hand (user:project/me.md)\n\n"
            "### This project\n\n- The service a is deployed by hand (project/a.md)\n"
            "- The service b is deployed by hand (project/b.md)"
        ),
    }
    assert fitted.ids == ["project/a.md", "user:project/me.md", "project/b.md"]


def test_what_is_empty_has_no_heading():
    fitted = told(PLENTY, summary=(), lessons=(), memories=[])

    assert fitted.is_empty
    assert set(fitted.variables().values()) == {""}


def test_a_summary_without_a_heading_gets_one():
    fitted = told(PLENTY, summary=("- one",))

    assert fitted.summary == ["### What earlier sessions taught", "", "- one"]


def test_the_summary_comes_first_and_what_is_left_out_is_counted():
    longest = "Left out for want of room: the end of the summary (`memory://root`), 2 lessons, "
    room = quarters("\n".join(SUMMARY) + f"\n{longest}3 memories.\n\n")

    fitted = told(room)

    assert fitted.summary == list(SUMMARY)
    assert (fitted.lessons, fitted.ids) == ([], [])
    assert fitted.variables()["index"] == "Left out for want of room: 2 lessons, 3 memories."


def test_a_summary_that_is_cut_ends_with_a_whole_line_and_no_empty_heading():
    summary = (*SUMMARY[:6], "- " + "x" * 400)

    fitted = told(250, summary=summary, lessons=(), memories=[])

    assert fitted.summary == list(SUMMARY[:3])
    assert fitted.note == "Left out for want of room: the end of the summary (`memory://root`)."


def test_a_long_lesson_does_not_keep_the_others_out():
    lessons = ("- " + "x" * 4000, "- short")

    fitted = told(500, summary=(), lessons=lessons, memories=[])

    assert fitted.lessons == ["- short"]
    assert fitted.note == "Left out for want of room: 1 lesson."


def test_memories_are_taken_in_order_until_one_does_not_fit():
    memories = [listed(str(n)) for n in range(50)]

    fitted = told(1000, summary=(), lessons=(), memories=memories)

    taken = len(fitted.ids)
    assert fitted.ids == [f"project/{n}.md" for n in range(taken)]
    assert 0 < taken < 50
    assert fitted.note == f"Left out for want of room: {50 - taken} memories."


FORMS = {
    "- one": normal_form("The service a is deployed by hand."),
    "- second lesson": normal_form("the service me is deployed by hand"),
}


def test_a_memory_that_is_told_already_is_neither_told_nor_counted():
    fitted = told(PLENTY, forms=FORMS)

    assert fitted.ids == ["project/b.md"]
    assert fitted.note == ""


def test_what_did_not_fit_is_not_taken_for_told():
    lessons = ("- first lesson", "- second lesson" + "x" * 4000)
    forms = {lessons[1]: FORMS["- second lesson"]}

    assert "user:project/me.md" in told(2000, lessons=lessons, forms=forms).ids


@pytest.mark.parametrize("room", [-50, 0, 1, 20])
def test_without_room_nothing_is_told(room):
    assert told(room).is_empty


WORDS = st.sampled_from(["word", "项目", "привет", "🚀", "{x}", "1234", " ", "#", "- "])
LINES = st.lists(st.lists(WORDS, max_size=30).map("".join), max_size=12)


@given(LINES, LINES.map(lambda lines: [f"- {line}" for line in lines]), st.integers(-9, 4000))
def test_what_is_told_never_takes_more_than_the_room(summary, lessons, room):
    memories = [listed(str(n)) for n in range(9)]

    fitted = told(room, summary=summary, lessons=lessons, memories=memories)

    if not fitted.is_empty:
        assert cost(fitted) <= room + 4 * 2  # the blank lines between sections are the prompt's
    assert set(fitted.lessons) <= set(lessons)
    assert len(fitted.ids) + fitted.memories_left == 9
    assert len(fitted.lessons) + fitted.lessons_left == len(lessons)
