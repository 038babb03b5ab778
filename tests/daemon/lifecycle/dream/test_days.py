from datetime import UTC, datetime, timedelta

import pytest

from memoryd.domain import Entry
from memoryd.lifecycle.dream.days import dated

WEDNESDAY = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)


def read(text, *times):
    return dated(Entry(summary=text), frozenset(times or [WEDNESDAY])).summary


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("The freeze began yesterday.", "The freeze began yesterday (2026-03-03)."),
        ("We ship next Friday.", "We ship next Friday (2026-03-13)."),
        ("The audit is in two weeks.", "The audit is in two weeks (2026-03-18)."),
        ("Der Audit ist morgen.", "Der Audit ist morgen (2026-03-05)."),
        ("发布在明天。", "发布在明天(2026-03-05)。"),
        ("Релиз завтра.", "Релиз завтра (2026-03-05)."),
    ],
)
def test_a_day_named_from_the_day_of_the_statement_is_written_out(text, wanted):
    assert read(text) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "We ship tomorrow (2026-03-05).",
        "We ship next week (week of 2026-03-09).",
        "We ship every Friday.",
        "We ship on 4 May.",
        "Python 3.11. is what we run.",
        "The freeze is on Friday.",
        "Always finish today's review first.",
        "Use tabs.",
    ],
)
def test_what_is_absolute_or_holds_again_and_again_stays(text):
    assert read(text) == text


def test_a_day_that_may_be_one_of_two_stays():
    assert (
        read("We ship tomorrow.", WEDNESDAY, WEDNESDAY + timedelta(days=1)) == "We ship tomorrow."
    )


def test_reasons_are_read_as_well():
    entry = Entry(summary="Freeze.", why="The audit is tomorrow", how_to_apply="Ask by tomorrow")

    assert dated(entry, frozenset([WEDNESDAY])) == Entry(
        summary="Freeze.",
        why="The audit is tomorrow (2026-03-05)",
        how_to_apply="Ask by tomorrow (2026-03-05)",
    )
