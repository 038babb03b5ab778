from datetime import UTC, datetime, timedelta

import pytest

from memoryd.config import Memories
from memoryd.database import ConsolidationClaim, Extraction, RolloutStatus, Wait

NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
RULES = Memories()
LEASE = timedelta(seconds=180)
DELAY = timedelta(seconds=180)
SECOND = timedelta(seconds=1)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
TAUGHT = Extraction(raw_memory="raw", rollout_summary="summary")


def claim(database, project="/p", *, now=NOW, rules=RULES, worker="w"):
    return database.consolidations.claim(project, rules, worker=worker, now=now)


def claimed(database, project="/p", **rest):
    found = claim(database, project, **rest)
    assert isinstance(found, ConsolidationClaim), found
    return found


def consolidate(database, project="/p", **rest):
    found = claimed(database, project, **rest)
    assert database.consolidations.complete(found, now=rest.get("now", NOW))
    return [each.session for each in found.inputs]


def enqueue(database, second, *, force=True, project="/p"):
    at = EPOCH + timedelta(seconds=second)
    database.consolidations.enqueue(project, at=at, force=force)


def state(database, now=NOW):
    (found,) = database.consolidations.states(RULES, now=now)
    return found


def test_a_project_that_taught_nothing_has_nothing_to_claim(database):
    assert claim(database) is Wait.UP_TO_DATE
    assert database.consolidations.states(RULES, now=NOW) == []


def test_a_project_is_claimed_with_all_its_sessions_taught_and_nobody_elses(database, learn):
    learn("s2", RULES)
    learn("s1", RULES)
    learn("other", RULES, project="/q")

    found = claimed(database, worker="memory-7")

    assert [each.session for each in found.inputs] == ["s1", "s2"]
    assert found.project == "/p"
    job = next(
        each.job for each in database.consolidations.states(RULES, now=NOW) if each.project == "/p"
    )
    assert (job.status, job.worker, job.lease_until) == (
        RolloutStatus.RUNNING,
        "memory-7",
        NOW + LEASE,
    )


def test_projects_do_not_wait_for_each_other(database, learn):
    learn("s1", RULES)
    learn("s2", RULES, project="/q")

    assert [each.session for each in claimed(database, "/p").inputs] == ["s1"]
    assert [each.session for each in claimed(database, "/q").inputs] == ["s2"]


def test_a_project_is_claimed_once_until_its_lease_is_over(database, learn):
    learn("s1", RULES)
    late = claimed(database)

    assert claim(database, now=NOW + LEASE - SECOND) is Wait.RUNNING
    owner = claimed(database, now=NOW + LEASE)

    assert not database.consolidations.renew(late, RULES, now=NOW + LEASE)
    assert not database.consolidations.complete(late, now=NOW + LEASE)
    assert not database.consolidations.release(late, "late", now=NOW + LEASE)
    assert database.consolidations.complete(owner, now=NOW + LEASE)
    assert not database.consolidations.complete(owner, now=NOW + LEASE)


def test_a_beating_heart_keeps_the_claim(database, learn):
    learn("s1", RULES)
    mine = claimed(database)
    for beat in range(1, 20):
        now = NOW + beat * timedelta(seconds=30)
        assert database.consolidations.renew(mine, RULES, now=now)
        assert claim(database, now=now + timedelta(seconds=29)) is Wait.RUNNING

    assert database.consolidations.complete(mine, now=now)
    assert claim(database, now=now) is Wait.UP_TO_DATE


def test_after_success_a_project_is_up_to_date(database, learn):
    learn("s1", RULES)

    assert consolidate(database) == ["s1"]

    assert claim(database) is Wait.UP_TO_DATE
    job = state(database).job
    assert (job.status, job.finished, job.lease_until) == (RolloutStatus.DONE, NOW, None)


def test_what_is_asked_for_again_is_due_though_its_time_was_done(database):
    enqueue(database, 100)
    consolidate(database)
    assert state(database).job.last_success_watermark == 100

    enqueue(database, 50, force=False)
    assert (state(database).job.input_watermark, state(database).wait) == (100, Wait.UP_TO_DATE)

    enqueue(database, 50)
    assert (state(database).job.input_watermark, state(database).wait) == (101, None)

    enqueue(database, 300, force=False)
    assert state(database).job.input_watermark == 300


@pytest.mark.parametrize("older", [False, True])
def test_what_is_learnt_while_a_project_is_consolidated_makes_it_due_again(database, learn, older):
    learn("s1", RULES)
    mine = claimed(database)

    age = timedelta(days=20 if older else 0.6)
    learn("s2", RULES, updated=NOW - age)
    assert claim(database) is Wait.RUNNING
    assert database.consolidations.complete(mine, now=NOW)

    assert state(database).job.status is RolloutStatus.PENDING
    assert consolidate(database) == ["s1", "s2"]
    assert claim(database) is Wait.UP_TO_DATE


def test_what_is_dropped_while_a_project_is_consolidated_makes_it_due_again(database, learn):
    learn("s1", RULES)
    thread = learn("s2", RULES)
    mine = claimed(database)

    database.threads.forget([thread], now=NOW - timedelta(days=30))
    database.consolidations.complete(mine, now=NOW)

    assert consolidate(database) == ["s1"]


def test_a_failure_is_tried_again_after_a_while_three_times_in_all(database, learn):
    learn("s1", RULES)
    now = NOW
    for left in (2, 1, 0):
        assert database.consolidations.fail(claimed(database, now=now), "no", RULES, now=now)
        job = state(database, now).job
        assert (job.retries_left, job.error, job.status) == (left, "no", RolloutStatus.ERROR)
        assert claim(database, now=now + DELAY - SECOND) is (
            Wait.RETRY_LATER if left else Wait.RETRIES_EXHAUSTED
        )
        now += DELAY

    assert claim(database, now=now + timedelta(days=99)) is Wait.RETRIES_EXHAUSTED


@pytest.mark.parametrize("how", ["asked for", "learnt"])
def test_who_gave_up_begins_anew_when_there_is_something_new(database, learn, how):
    learn("s1", RULES)
    for tries in range(3):
        now = NOW + tries * DELAY
        database.consolidations.fail(claimed(database, now=now), "no", RULES, now=now)

    if how == "learnt":
        learn("s2", RULES, now=now)
    else:
        database.consolidations.enqueue("/p", at=now, force=True)

    assert state(database, now).job.retries_left == 3
    assert claimed(database, now=now)


def test_a_success_gives_all_retries_back(database, learn):
    learn("s1", RULES)
    database.consolidations.fail(claimed(database), "no", RULES, now=NOW)

    consolidate(database, now=NOW + DELAY)

    job = state(database).job
    assert (job.retries_left, job.error, job.retry_at) == (3, None, None)


def test_who_fails_after_losing_the_claim_notes_nothing_while_another_works(database, learn):
    learn("s1", RULES)
    late = claimed(database)
    now = NOW + LEASE
    owner = claimed(database, now=now)

    assert not database.consolidations.fail(late, "late", RULES, now=now)

    assert database.consolidations.complete(owner, now=now)
    assert not database.consolidations.fail(late, "late", RULES, now=now)
    assert state(database).job.error is None


def test_who_fails_after_losing_the_claim_notes_it_when_the_other_is_gone_too(database, learn):
    learn("s1", RULES)
    late = claimed(database)
    dead = claimed(database, now=NOW + LEASE)
    now = NOW + 2 * LEASE

    assert database.consolidations.fail(late, "late", RULES, now=now)

    assert (state(database, now).wait, state(database).job.error) == (Wait.RETRY_LATER, "late")
    assert state(database).job.retries_left == 2
    assert not database.consolidations.complete(dead, now=now)


def test_who_crashed_loses_his_lease_and_no_retry(database, learn):
    learn("s1", RULES)
    for crash in range(5):
        claimed(database, now=NOW + crash * LEASE)

    assert state(database).job.retries_left == 3


def test_what_is_given_back_may_be_claimed_at_once(database, learn):
    learn("s1", RULES)

    assert database.consolidations.release(claimed(database), "stopping", now=NOW)

    assert (state(database).job.error, state(database).job.retries_left) == ("stopping", 3)
    assert consolidate(database) == ["s1"]


def test_a_project_that_was_cleared_or_asked_for_without_sessions_has_no_inputs(database):
    enqueue(database, 7)

    assert consolidate(database) == []


def test_only_so_many_sessions_are_read_the_used_and_the_new_first(database, learn):
    rules = Memories(max_raw_memories_for_global=3)
    for days in (1, 2, 3, 4, 5):
        learn(f"s{days}", RULES, updated=NOW - timedelta(days=days))
    database.stage1.count_usage(["codex:s5", "codex:s4"], now=NOW)
    database.stage1.count_usage(["codex:s5"], now=NOW - timedelta(hours=1))

    assert consolidate(database, rules=rules) == ["s1", "s4", "s5"]


def test_an_input_tells_whether_the_last_success_had_read_it(database, learn):
    learn("same", RULES)
    learn("changed", RULES)
    consolidate(database)
    learn("changed", RULES, content="b")
    learn("new", RULES)

    found = claimed(database)

    assert {each.session: each.selected for each in found.inputs} == {
        "same": True,
        "changed": False,
        "new": False,
    }


def test_what_lost_its_place_and_is_of_no_use_is_pruned_and_stays_away(database, learn):
    rules = Memories(max_raw_memories_for_global=2)
    cut = NOW - timedelta(days=4, hours=12)
    for days in (1, 2, 3, 5, 6):
        learn(f"s{days}", RULES, updated=NOW - timedelta(days=days))

    assert database.consolidations.prune(unused_since=cut) == 0  # nobody has weighed them yet
    assert consolidate(database, rules=rules) == ["s1", "s2"]
    assert database.consolidations.prune(unused_since=cut) == 2

    assert claim(database) is Wait.UP_TO_DATE
    assert database.stage1.claim(RULES, worker="w", now=NOW) == []
    enqueue(database, 1)
    assert consolidate(database) == ["s1", "s2", "s3"]


def test_what_was_of_use_lately_is_not_pruned(database, learn):
    rules = Memories(max_raw_memories_for_global=1)
    learn("old", RULES, updated=NOW - timedelta(days=20))
    learn("used", RULES, updated=NOW - timedelta(days=20))
    learn("top", RULES)
    database.stage1.count_usage(["codex:top"], now=NOW)
    database.stage1.count_usage(["codex:top", "codex:used"], now=NOW)
    consolidate(database, rules=rules)

    assert database.consolidations.prune(unused_since=NOW - timedelta(days=9)) == 1

    enqueue(database, 1)
    assert consolidate(database) == ["top", "used"]


def test_what_a_consolidation_read_is_kept_however_old(database, learn):
    learn("s1", RULES, updated=NOW - timedelta(days=29))
    consolidate(database)

    assert database.consolidations.prune(unused_since=NOW) == 0


def test_a_root_that_is_not_unicode_is_one_project(database, learn):
    learn("s1", RULES, project="/home/\udcff")

    assert consolidate(database, "/home/\udcff") == ["s1"]
    database.consolidations.enqueue("/home/\udcff", at=NOW, force=True)
    assert len(database.consolidations.states(RULES, now=NOW)) == 1
