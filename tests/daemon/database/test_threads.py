from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.config import Memories
from memoryd.database import Extraction, Sighting, Wait, open_database, thread_id

NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
RULES = Memories()
HOUR = timedelta(hours=1)


def only(database):
    (thread,) = database.threads.all()
    return thread


def due(database, now=NOW):
    return {
        each.project for each in database.consolidations.states(RULES, now=now) if each.wait is None
    }


def consolidate(database, project):
    claim = database.consolidations.claim(project, RULES, worker="w", now=NOW)
    assert database.consolidations.complete(claim, now=NOW)
    return claim


def test_a_session_comes_back_as_it_was_seen(database, see):
    (thread,) = see("s1", updated=NOW - HOUR, source_kind="app")

    found = only(database)

    assert (found.id, found.agent, found.session) == (thread, "codex", "s1")
    assert thread == thread_id("codex", "s1")
    assert (found.project, found.path, found.cwd) == ("/p", "/s/s1.jsonl", "/p/src")
    assert (found.updated, found.source_kind) == (NOW - HOUR, "app")
    assert (found.revision, found.forgotten) == (1, False)


def test_a_file_that_was_only_touched_is_the_session_it_was(database, see):
    see("s1", updated=NOW - 9 * HOUR)

    see("s1", updated=NOW)

    assert (only(database).updated, only(database).revision) == (NOW - 9 * HOUR, 1)


@pytest.mark.parametrize("updated", [NOW, NOW - 9 * HOUR, NOW - 30 * HOUR])
def test_a_change_is_a_new_revision_whatever_its_time(database, see, updated):
    see("s1", updated=NOW - 9 * HOUR)

    see("s1", updated=updated, content="b")

    assert (only(database).updated, only(database).revision) == (updated, 2)


def test_times_to_come_count_as_now(database, see):
    see("s1", updated=NOW + 10_000 * HOUR)

    assert only(database).updated == NOW


def test_a_clock_that_was_wrong_is_put_right_by_the_next_look(database, see):
    see("s1", updated=NOW + 900 * HOUR, now=NOW + 900 * HOUR)

    see("s1", updated=NOW + 900 * HOUR, now=NOW)

    assert (only(database).updated, only(database).revision) == (NOW, 1)


def test_two_agents_may_use_one_id(database, see):
    see("s1")
    database.threads.register(
        [
            Sighting(
                agent="qwen-code",
                session="s1",
                project="/q",
                updated=NOW,
                path="/x",
                cwd="/q",
                content="z",
            )
        ],
        now=NOW,
    )

    assert [(each.id, each.project) for each in database.threads.all()] == [
        ("codex:s1", "/p"),
        ("qwen-code:s1", "/q"),
    ]


def test_a_session_whose_transcript_is_gone_takes_along_what_it_taught(database, learn):
    kept, gone = learn("kept", RULES), learn("gone", RULES)
    consolidate(database, "/p")
    assert due(database) == set()

    database.threads.remove([gone, "codex:never-seen"], now=NOW)

    assert only(database).id == kept
    assert due(database) == {"/p"}
    assert [each.thread for each in consolidate(database, "/p").inputs] == [kept]


def test_removing_what_taught_nothing_asks_for_nothing(database, see):
    see("s1")

    database.threads.remove(["codex:s1"], now=NOW)

    assert database.threads.all() == []
    assert database.consolidations.states(RULES, now=NOW) == []


def test_a_session_that_comes_back_is_learnt_from_again(database, learn):
    thread = learn("s1", RULES)
    database.threads.remove([thread], now=NOW)

    assert learn("s1", RULES) == thread


@pytest.mark.parametrize("between", ["nothing", "gone", "cleared"])
def test_a_forgotten_session_is_never_learnt_from_again(database, learn, see, between):
    thread = learn("s1", RULES)
    consolidate(database, "/p")

    database.threads.forget([thread], now=NOW)
    assert due(database) == {"/p"}
    assert consolidate(database, "/p").inputs == ()
    if between == "gone":
        database.threads.remove([thread], now=NOW)
    elif between == "cleared":
        database.clearings.begin("t", "/p", now=NOW)
        database.clearings.settle("t", stands=True, now=NOW)
    see("s1", content="more")

    assert database.stage1.claim(RULES, worker="w", now=NOW) == []
    (state,) = database.stage1.states(RULES, now=NOW)
    assert state.wait is Wait.FORGOTTEN
    assert due(database) == set()


@pytest.mark.parametrize("drop", ["remove", "forget"])
def test_who_is_at_work_on_a_session_that_goes_has_lost_it(database, see, drop):
    see("s1")
    (claim,) = database.stage1.claim(RULES, worker="w", now=NOW)

    getattr(database.threads, drop)(["codex:s1"], now=NOW)

    taught = Extraction(raw_memory="r", rollout_summary="s")
    assert not database.stage1.renew(claim, RULES, now=NOW)
    assert not database.stage1.complete(claim, taught, now=NOW)
    assert due(database) == set()


def test_what_a_session_taught_moves_with_it_to_another_project(database, learn, see):
    thread = learn("s1", RULES)
    consolidate(database, "/p")

    see("s1", project="/q")

    assert due(database) == {"/p", "/q"}
    assert consolidate(database, "/p").inputs == ()
    assert [each.thread for each in consolidate(database, "/q").inputs] == [thread]


def test_a_move_during_the_extraction_teaches_the_new_project(database, see):
    see("s1")
    (claim,) = database.stage1.claim(RULES, worker="w", now=NOW)

    see("s1", project="/q")
    database.stage1.complete(claim, Extraction(raw_memory="r", rollout_summary="s"), now=NOW)

    assert due(database) == {"/q"}


def test_of_several_sightings_all_or_none_are_taken(database):
    good = Sighting(
        agent="codex", session="s", project="/p", updated=NOW, path="/x", cwd="/p", content="a"
    )

    def sightings():
        yield good
        raise OSError("the disk went away")

    with pytest.raises(OSError, match="went away"):
        database.threads.register(sightings(), now=NOW)

    assert database.threads.all() == []


@given(text=st.text(st.characters()), updated=st.datetimes(timezones=st.just(UTC)))
def test_any_name_and_any_time_can_be_stored(tmp_path_factory, text, updated):
    path = tmp_path_factory.getbasetemp() / "any-name" / "memoryd.sqlite3"
    database, _ = open_database(path, now=NOW)
    sighting = Sighting(
        agent="codex",
        session=text,
        project=text,
        updated=updated,
        path=text,
        cwd=text,
        content=text,
        source_kind="cli",
    )

    database.threads.register([sighting, sighting], now=NOW)
    (found,) = database.threads.all()
    database.threads.remove([found.id], now=NOW)
    left = database.threads.all()
    database.close()

    assert (found.id, found.revision, left) == (thread_id("codex", text), 1, [])
    assert found.updated == min(updated, NOW).replace(microsecond=0)
