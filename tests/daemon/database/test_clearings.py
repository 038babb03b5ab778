from datetime import UTC, datetime, timedelta

import pytest

from memoryd.config import Memories
from memoryd.database import ClearingState, Extraction, SessionRow, Wait
from memoryd.database.consolidations import ConsolidationClaim

NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
LATER = NOW + timedelta(hours=1)
RULES = Memories()
NEWS = Extraction(raw_memory="new", rollout_summary="new")


def clear(database, *, token="t1", project="/p", now=NOW):
    database.clearings.begin(token, project, now=now)
    database.clearings.settle(token, stands=True, now=now)


def undo(database, *, token="t1", now=LATER):
    database.clearings.settle(token, stands=False, now=now)


def inputs(database, project="/p", *, now=NOW):
    claim = database.consolidations.claim(project, RULES, worker="w", now=now)
    if not isinstance(claim, ConsolidationClaim):
        return claim
    assert database.consolidations.complete(claim, now=now)
    return [(each.session, each.raw_memory) for each in claim.inputs]


def waits(database, now=LATER):
    return {each.thread.id: each.wait for each in database.stage1.states(RULES, now=now)}


def row(session, *, project="/p", private=False, mtime=NOW):
    return SessionRow(
        agent="codex",
        session=session,
        path=f"/s/{session}.jsonl",
        project=project,
        cwd=None,
        size=1,
        inode=1,
        mtime_ns=int(mtime.timestamp()) * 10**9,
        state={},
        private=private,
    )


def test_a_clearing_lets_one_project_go_and_no_other(database, learn, see):
    learn("s1", RULES)
    learn("s2", RULES, project="/q")
    see("s3")

    clear(database)

    assert waits(database) == {
        "codex:s1": Wait.FORGOTTEN,
        "codex:s2": Wait.UP_TO_DATE,
        "codex:s3": Wait.FORGOTTEN,
    }
    assert database.stage1.claim(RULES, worker="w", now=LATER) == []
    assert inputs(database) is Wait.UP_TO_DATE
    assert inputs(database, "/q") == [("s2", "raw")]


def test_an_undo_gives_back_what_was_learnt_without_learning_it_again(database, learn, see):
    learn("s1", RULES)
    see("s2")
    clear(database)

    undo(database)

    assert waits(database) == {"codex:s1": Wait.UP_TO_DATE, "codex:s2": None}
    assert inputs(database, now=LATER) == [("s1", "raw")]


def test_an_undo_can_be_undone_and_done_again(database, learn):
    learn("s1", RULES)
    clear(database)
    undo(database)

    database.clearings.settle("t1", stands=True, now=LATER)
    assert waits(database) == {"codex:s1": Wait.FORGOTTEN}
    assert inputs(database) is Wait.UP_TO_DATE
    undo(database)

    assert inputs(database, now=LATER) == [("s1", "raw")]


def test_those_at_work_lose_their_claims(database, learn, see):
    learn("s1", RULES)
    mine = database.consolidations.claim("/p", RULES, worker="w", now=NOW)
    see("s2")
    (extraction,) = database.stage1.claim(RULES, worker="w", now=NOW)

    database.clearings.begin("t1", "/p", now=NOW)

    assert not database.consolidations.renew(mine, RULES, now=NOW)
    assert not database.consolidations.complete(mine, now=NOW)
    assert not database.consolidations.fail(mine, "cleared", RULES, now=NOW)
    assert not database.stage1.renew(extraction, RULES, now=NOW)
    assert not database.stage1.complete(extraction, NEWS, now=NOW)


def test_sessions_that_begin_after_a_clearing_are_learnt_from(database, learn):
    learn("s1", RULES)
    clear(database)

    now = NOW + timedelta(days=2)
    learn("s2", RULES, now=now, updated=now - timedelta(days=1), extraction=NEWS)

    assert inputs(database, now=now) == [("s2", "new")]


def test_a_session_that_was_over_before_and_is_met_only_now_stays_away(database, see):
    clear(database)

    see("old", now=LATER, updated=NOW - timedelta(days=1))
    assert waits(database) == {"codex:old": Wait.FORGOTTEN}
    undo(database)

    assert waits(database) == {"codex:old": None}


def test_a_session_that_was_read_before_and_goes_on_stays_away(database, see):
    database.save(row("s1"), [])
    database.save(row("secret", private=True), [])
    assert database.clearings.count_sessions("/p") == 1
    clear(database)
    assert database.clearings.count_sessions("/p") == 0

    now = NOW + timedelta(days=2)
    see("s1", now=now, updated=now - timedelta(days=1), content="more")

    assert waits(database, now) == {"codex:s1": Wait.FORGOTTEN}
    undo(database, now=now)
    assert waits(database, now) == {"codex:s1": None}


def test_a_session_that_nobody_registered_yet_is_not_learnt_from_after_an_undo(database):
    database.save(row("s1"), [])
    clear(database)

    undo(database)

    assert waits(database, NOW + timedelta(days=1)) == {"codex:s1": Wait.NOT_INTERACTIVE}


def test_what_was_forgotten_before_stays_forgotten_after_an_undo(database, learn):
    thread = learn("s1", RULES)
    database.threads.forget([thread], now=NOW)
    clear(database)

    undo(database)

    assert waits(database) == {thread: Wait.FORGOTTEN}


def test_a_session_whose_transcript_went_away_and_came_back_stays_away(database, learn, see):
    thread = learn("s1", RULES)
    clear(database)

    database.threads.remove([thread], now=LATER)
    see("s1", now=LATER)

    assert waits(database) == {thread: Wait.FORGOTTEN}


def test_a_clearing_that_is_over_leaves_nothing_of_what_was_learnt(database, learn):
    thread = learn("s1", RULES)
    clear(database)

    database.clearings.end("t1")
    undo(database)

    assert waits(database) == {thread: Wait.FORGOTTEN}
    assert database.clearings.unfinished() == []
    with database.connection.transaction() as db:
        assert db.execute("SELECT * FROM stage1_outputs").fetchall() == []


def test_the_clearings_that_are_not_over_are_told_oldest_first(database):
    clear(database, token="b", project="/q", now=LATER)
    database.clearings.begin("a", "/p", now=NOW)

    found = [(each.token, each.project, each.state) for each in database.clearings.unfinished()]

    assert found == [("a", "/p", ClearingState.BEGUN), ("b", "/q", ClearingState.STANDS)]


def test_what_nobody_may_see_is_not_pruned_while_there_is_an_undo(database, learn):
    learn("s1", RULES, updated=NOW - timedelta(days=29))
    clear(database)
    now = NOW + timedelta(days=2)
    learn("s2", RULES, now=now, updated=now - timedelta(days=1), extraction=NEWS)
    assert inputs(database, now=now) == [("s2", "new")]

    assert database.consolidations.prune(unused_since=now) == 0
    undo(database, now=now)

    assert inputs(database, now=now) == [("s1", "raw"), ("s2", "new")]


@pytest.mark.parametrize(
    "project", ["/home/\udcff", "/p'; DROP TABLE threads; --", "/" + "x" * 4000]
)
def test_any_root_can_be_cleared(database, learn, project):
    learn("s1", RULES, project=project)

    clear(database, project=project)

    assert set(waits(database).values()) == {Wait.FORGOTTEN}
