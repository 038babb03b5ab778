from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from memoryd.database import ReadStatus, SessionRow, open_database

NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
LONG_AGO = NOW - timedelta(days=30)
ROW = SessionRow(
    agent="codex",
    session="s1",
    path="/p/s1.jsonl",
    project="/p",
    cwd="/p",
    size=100,
    inode=1,
    mtime_ns=int(NOW.timestamp() * 1e9),
    offset=100,
    tail_hash="h1",
    state={},
    complete=True,
    messages=4,
    human=2,
)
GROWN = replace(ROW, offset=200, tail_hash="h2")


@pytest.fixture(name="reads")
def _reads(database):
    database.save(ROW, [])
    return database.model_reads


def only(reads, since=LONG_AGO):
    (unread,) = reads.unread(since=since)
    return unread


def fail(reads, times=1, *, asked_with="model", reason="bad_answer"):
    return [
        reads.fail(
            only(reads),
            "it said prose",
            reason,
            asked_with=asked_with,
            retry_at=NOW + timedelta(minutes=1),
        )
        for _ in range(times)
    ]


def may_be_tried(reads, *, asked_with="model", now=NOW):
    unread = only(reads)
    return unread.read.may_be_tried(unread.row, asked_with=asked_with, now=now)


def cover(reads, row=ROW):
    reads.cover(row, offset=row.offset, tail_hash=row.tail_hash, state={}, asked_with="model")


def test_a_session_is_unread_until_it_is_covered_and_again_when_it_grew(database, reads):
    assert only(reads).read.offset == 0
    assert may_be_tried(reads)

    cover(reads)

    assert reads.unread(since=LONG_AGO) == []
    database.save(GROWN, [])
    assert (only(reads).read.offset, only(reads).read.status) == (100, ReadStatus.DONE)
    assert may_be_tried(reads)


@pytest.mark.parametrize("change", [{"private": True}, {"complete": False}, {"human": 0}], ids=str)
def test_what_nobody_may_or_need_read_is_never_unread(database, reads, change):
    database.save(replace(ROW, **change), [])

    assert reads.unread(since=LONG_AGO) == []


def test_only_what_moved_lately_counts_by_the_sessions_own_time(database, reads):
    old = replace(ROW, session="old", last_at=NOW - timedelta(days=40))
    early = replace(ROW, session="early", last_at=NOW - timedelta(days=2))
    for row in (old, early):
        database.save(row, [])

    assert [each.row.session for each in reads.unread(since=LONG_AGO)] == ["s1", "early"]
    assert [each.row.session for each in reads.unread(since=NOW - timedelta(days=1))] == ["s1"]


def test_a_failure_leaves_the_cursor_and_is_tried_again_later(reads):
    fail(reads)

    assert only(reads).read.offset == 0
    assert not may_be_tried(reads)
    assert may_be_tried(reads, now=NOW + timedelta(minutes=1))
    ((agent, session, read),) = reads.troubled()
    assert (agent, session, read.error, read.attempts) == ("codex", "s1", "it said prose", 1)


def test_a_wait_that_a_wrong_clock_set_does_not_last_for_years(reads):
    reads.fail(
        only(reads), "x", "bad_answer", asked_with="model", retry_at=NOW + timedelta(days=900)
    )

    assert may_be_tried(reads)


def test_the_third_failure_in_a_row_parks_for_good(reads):
    assert fail(reads, 3) == [False, False, True]

    assert only(reads).read.status is ReadStatus.PARKED
    assert not may_be_tried(reads, now=NOW + timedelta(days=1000))


def test_other_words_or_another_model_release_what_is_parked_or_waits(reads):
    fail(reads)
    assert may_be_tried(reads, asked_with="better model")
    fail(reads, 2)
    assert may_be_tried(reads, asked_with="better model")

    assert fail(reads, 3, asked_with="better model") == [False, False, True]


def test_a_session_that_grew_has_three_tries_again(database, reads):
    fail(reads, 3)
    database.save(GROWN, [])

    assert may_be_tried(reads)
    assert fail(reads, 3) == [False, False, True]


def test_what_is_released_is_tried_at_once_as_if_it_had_never_failed(database, reads):
    fail(reads, 3, reason="unavailable")

    reads.release("bad_answer")
    assert not may_be_tried(reads)
    reads.release("unavailable")
    assert may_be_tried(reads)
    assert fail(reads, 3) == [False, False, True]


def test_waiting_costs_no_attempt(reads):
    fail(reads, 2)
    reads.wait(
        only(reads), "spent", "budget_exhausted", asked_with="model", until=NOW + timedelta(hours=1)
    )

    assert not may_be_tried(reads)
    assert (only(reads).read.attempts, only(reads).read.reason) == (2, "budget_exhausted")
    assert fail(reads) == [True]


def test_success_forgets_failures(reads):
    fail(reads, 2)
    cover(reads)

    assert reads.troubled() == []


def test_one_session_is_asked_after_by_its_name(reads):
    assert reads.get("codex", "s1").offset == 0
    cover(reads)
    assert reads.get("codex", "s1").offset == 100


def test_a_restart_reads_from_the_start(reads):
    cover(reads)
    reads.restart("codex", "s1")

    assert only(reads).read.offset == 0


def test_what_was_noted_outlives_the_daemon(path, database, reads):
    reads.cover(ROW, offset=100, tail_hash="h1", state={"a": [1]}, asked_with="model")
    database.save(GROWN, [])
    database.close()

    with closing(open_database(path, now=NOW)[0]) as again:
        assert only(again.model_reads).read.state == {"a": [1]}


def test_a_damaged_cursor_is_begun_anew(database, reads):
    cover(reads)
    database.save(GROWN, [])
    with database.connection.transaction() as db:
        db.execute("UPDATE model_reads SET state = '{'")

    assert (only(reads).read.offset, only(reads).read.state) == (0, {})
