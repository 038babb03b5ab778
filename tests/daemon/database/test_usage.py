import threading
from datetime import UTC, datetime, timedelta

import pytest

from memoryd.config import Memories
from memoryd.database import Use, Used

NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
A, B = Use(place="k", id="feedback/a.md"), Use(place="k", id="feedback/b.md")
USERS = Use(place="user", id="user:feedback/a.md")
MINUTES = timedelta(minutes=10)


def count(database, *uses, session="s", now=NOW, again_after=MINUTES):
    return database.usage.count(uses, session=session, now=now, again_after=again_after)


def test_uses_are_counted_by_place_and_id(database):
    assert count(database, A, B, USERS, A) == {A, B, USERS}
    later = NOW + timedelta(hours=1)
    assert count(database, A, now=later) == {A}

    assert database.usage.counts("k") == {A.id: Used(2, later), B.id: Used(1, NOW)}
    assert database.usage.counts("user") == {USERS.id: Used(1, NOW)}
    assert database.usage.counts("other") == {}


@pytest.mark.parametrize(
    ("again_after", "passed", "counted"),
    [
        (MINUTES, timedelta(minutes=9), False),
        (MINUTES, timedelta(minutes=10), True),
        (None, timedelta(days=60), False),
        (MINUTES, timedelta(days=-60), True),  # the clock was wrong
    ],
)
def test_one_session_counts_again_after_a_while(database, again_after, passed, counted):
    count(database, A)

    found = count(database, A, now=NOW + passed, again_after=again_after)

    assert bool(found) is counted
    assert database.usage.counts("k")[A.id].count == 1 + counted


def test_other_sessions_count_at_once_and_so_does_nobody(database):
    count(database, A)
    assert count(database, A, session="t") == {A}
    assert count(database, A, session=None) == {A}
    assert count(database, A, session=None) == {A}

    assert database.usage.counts("k")[A.id].count == 4


def test_a_session_that_is_used_ranks_higher_in_consolidation(database, learn):
    rules = Memories(max_raw_memories_for_global=1)
    learn("s1", Memories())
    used = learn("s2", Memories(), updated=NOW - timedelta(days=20))

    count(database, Use(place="k", id=used, is_thread=True))

    claim = database.consolidations.claim("/p", rules, worker="w", now=NOW)
    assert [(each.thread, each.usage_count, each.last_usage) for each in claim.inputs] == [
        (used, 1, NOW)
    ]


def test_what_was_not_used_for_long_counts_as_never_used(database):
    count(database, A)
    count(database, B, now=NOW + timedelta(days=2))

    database.usage.forget(before=NOW + timedelta(days=1))

    assert set(database.usage.counts("k")) == {B.id}
    assert count(database, A, again_after=None) == {A}


def test_erased_names_leave_no_byte_behind(database, path):
    secret = Use(place="k", id="feedback/the-password-is-sesame.md")
    count(database, secret, A)
    database.inject("s", {secret.id: "v"}, NOW)

    database.erase_names([secret.id])

    assert set(database.usage.counts("k")) == {A.id}
    assert database.injected("s") == {}
    for file in path.parent.iterdir():
        assert b"sesame" not in file.read_bytes()


@pytest.mark.parametrize("name", ["", "'; DROP TABLE usage; --", "\udcff", "é\n\x00", "x" * 9999])
def test_any_name_is_a_name(database, name):
    count(database, Use(place=name, id=name), session=name)

    (found,) = database.usage.counts(name).values()
    assert found.count == 1


@pytest.mark.parametrize(("session", "total"), [("s", 1), (None, 400)])
def test_eight_threads_count_exactly(database, session, total):
    start = threading.Barrier(8)

    def work():
        start.wait()
        for _ in range(50):
            count(database, A, B, session=session)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert {each.count for each in database.usage.counts("k").values()} == {total}
