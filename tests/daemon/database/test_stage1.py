from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from memoryd.config import Memories, Seconds
from memoryd.database import Extraction, RolloutStatus, Wait

NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
RULES = Memories()
LEASE = timedelta(seconds=120)
DELAY = timedelta(seconds=120)
SECOND = timedelta(seconds=1)
TAUGHT = Extraction(raw_memory="raw", rollout_summary="summary", rollout_slug="a_slug")
NOTHING = [
    None,
    Extraction(raw_memory="", rollout_summary=""),
    Extraction(raw_memory="  \n", rollout_summary="summary"),
    Extraction(raw_memory="raw", rollout_summary="\t"),
]


def claim(database, *, now=NOW, rules=RULES, worker="w", **rest):
    return database.stage1.claim(rules, worker=worker, now=now, **rest)


def outputs(database, now=NOW):
    """What the project would be consolidated from; the claim is given back."""
    database.consolidations.enqueue("/p", at=now, force=True)
    found = database.consolidations.claim("/p", RULES, worker="peek", now=now)
    database.consolidations.release(found, "peeked", now=now)
    return {each.session: each for each in found.inputs}


def state(database, now=NOW):
    (found,) = database.stage1.states(RULES, now=now)
    return found


def projects(database):
    return [each.project for each in database.consolidations.states(RULES, now=NOW)]


def test_with_no_session_there_is_nothing_to_claim(database):
    assert claim(database) == []


def test_the_sessions_that_changed_last_are_claimed_first(database, see):
    for hours in (20, 13, 16):
        see(f"s{hours}", updated=NOW - timedelta(hours=hours))

    claims = claim(database, rules=Memories(stage1_concurrency=2))

    assert [each.thread.session for each in claims] == ["s13", "s16"]


def test_a_claim_says_who_owns_it_and_until_when(database, see):
    see("s1")

    claim(database, worker="memory-7")

    job = state(database).job
    assert (job.status, job.worker) == (RolloutStatus.RUNNING, "memory-7")
    assert (job.started, job.lease_until) == (NOW, NOW + LEASE)
    assert (job.retries_left, job.error, job.finished) == (3, None, None)
    assert state(database).wait is Wait.RUNNING


def test_what_is_claimed_is_not_claimed_again_until_its_lease_is_over(database, see):
    see("s1")
    (first,) = claim(database)

    assert claim(database, now=NOW + LEASE - SECOND) == []
    (second,) = claim(database, now=NOW + LEASE)

    assert second.thread == first.thread
    assert second.lease.token != first.lease.token


def test_a_renewed_lease_lives_on_from_the_time_of_renewal(database, see):
    see("s1")
    (mine,) = claim(database)

    assert database.stage1.renew(mine, RULES, now=NOW + LEASE - SECOND)

    assert claim(database, now=NOW + LEASE) == []
    assert len(claim(database, now=NOW + 2 * LEASE - SECOND)) == 1


def test_a_lease_that_is_over_can_be_renewed_as_long_as_nobody_took_it(database, see):
    see("s1")
    (mine,) = claim(database)

    assert database.stage1.renew(mine, RULES, now=NOW + 5 * LEASE)
    assert claim(database, now=NOW + 5 * LEASE) == []


def test_a_lease_that_is_over_is_not_renewed_when_its_place_was_given_away(database, see):
    rules = Memories(stage1_concurrency=1)
    see("s1")
    (late,) = claim(database, rules=rules)
    see("s2", updated=NOW - timedelta(hours=13))
    now = NOW + LEASE
    (other,) = claim(database, rules=rules, now=now)

    assert not database.stage1.renew(late, rules, now=now)
    assert claim(database, rules=rules, now=now) == []

    assert database.stage1.complete(other, TAUGHT, now=now)
    assert database.stage1.renew(late, rules, now=now)


def test_a_clock_that_goes_back_brings_no_lease_to_life(database, see):
    rules = Memories(stage1_concurrency=1)
    see("s1")
    claim(database, rules=rules)
    see("s2", updated=NOW - timedelta(hours=13))
    assert len(claim(database, rules=rules, now=NOW + LEASE)) == 1

    states = database.stage1.states(rules, now=NOW + SECOND)

    assert sum(each.wait is Wait.RUNNING for each in states) == 1


def test_who_lost_his_claim_changes_nothing_any_more(database, see):
    see("s1")
    (late,) = claim(database)
    (owner,) = claim(database, now=NOW + LEASE)
    later = NOW + LEASE

    assert not database.stage1.renew(late, RULES, now=later)
    assert not database.stage1.complete(late, TAUGHT, now=later)
    assert not database.stage1.complete(late, None, now=later)
    assert not database.stage1.fail(late, "late", RULES, now=later)
    assert not database.stage1.release(late, "late", now=later)
    assert (projects(database), state(database, later).wait) == ([], Wait.RUNNING)

    assert database.stage1.complete(owner, TAUGHT, now=later)
    assert not database.stage1.complete(owner, replace(TAUGHT, raw_memory="twice"), now=later)
    assert outputs(database)["s1"].raw_memory == "raw"


def test_what_a_session_taught_comes_back_whole(database, see):
    see("s1", updated=NOW - timedelta(hours=15))
    (mine,) = claim(database)

    assert database.stage1.complete(mine, TAUGHT, now=NOW + SECOND)

    found = outputs(database, NOW + SECOND)["s1"]
    assert (found.raw_memory, found.rollout_summary, found.rollout_slug) == (
        "raw",
        "summary",
        "a_slug",
    )
    assert (found.thread, found.agent, found.path, found.cwd) == (
        "codex:s1",
        "codex",
        "/s/s1.jsonl",
        "/p/src",
    )
    assert (found.source_updated, found.generated) == (NOW - timedelta(hours=15), NOW + SECOND)
    assert (found.usage_count, found.last_usage, found.selected) == (0, None, False)


@pytest.mark.parametrize("slug", ["", None])
def test_an_empty_slug_is_none(database, learn, slug):
    learn("s1", RULES, extraction=replace(TAUGHT, rollout_slug=slug))

    assert outputs(database)["s1"].rollout_slug is None


def test_what_is_done_is_done_until_the_session_changes(database, learn, see):
    learn("s1", RULES)

    assert claim(database, now=NOW + 10 * LEASE) == []
    assert state(database).job.status is RolloutStatus.DONE

    see("s1", content="b")
    (again,) = claim(database)
    database.stage1.complete(again, replace(TAUGHT, raw_memory="more"), now=NOW)

    assert [each.raw_memory for each in outputs(database).values()] == ["more"]


def test_a_change_during_the_extraction_is_extracted_next(database, see):
    see("s1")
    (mine,) = claim(database)
    see("s1", content="b")

    assert claim(database) == []
    assert database.stage1.complete(mine, TAUGHT, now=NOW)

    (again,) = claim(database)
    assert again.thread.revision == 2


@pytest.mark.parametrize("nothing", NOTHING)
def test_a_session_that_taught_nothing_is_done_and_asks_for_nothing(database, learn, nothing):
    learn("s1", RULES, extraction=nothing)

    assert (claim(database), projects(database)) == ([], [])
    assert state(database).job.status is RolloutStatus.DONE


@pytest.mark.parametrize("nothing", NOTHING)
def test_a_session_that_teaches_nothing_any_more_takes_back_what_it_taught(
    database, learn, nothing
):
    learn("s1", RULES)
    consolidation = database.consolidations.claim("/p", RULES, worker="w", now=NOW)
    database.consolidations.complete(consolidation, now=NOW)

    learn("s1", RULES, content="b", extraction=nothing)

    after = database.consolidations.claim("/p", RULES, worker="w", now=NOW)
    assert after.inputs == ()


def test_a_failure_is_tried_again_after_a_while_three_times_in_all(database, see):
    see("s1")
    now = NOW
    for left in (2, 1, 0):
        (mine,) = claim(database, now=now)
        assert database.stage1.fail(mine, f"{left} left", RULES, now=now)
        assert claim(database, now=now + DELAY - SECOND) == []
        job = state(database, now).job
        assert (job.status, job.retries_left, job.error) == (
            RolloutStatus.ERROR,
            left,
            f"{left} left",
        )
        assert (job.finished, job.retry_at) == (now, now + DELAY)
        now += DELAY

    assert claim(database, now=now) == []
    assert claim(database, now=now + timedelta(days=9)) == []
    assert state(database, now).wait is Wait.RETRIES_EXHAUSTED


@pytest.mark.parametrize("failures", [1, 3])
def test_a_session_that_changed_is_tried_at_once_with_all_retries(database, see, failures):
    see("s1")
    now = NOW
    for _ in range(failures):
        (mine,) = claim(database, now=now)
        database.stage1.fail(mine, "no", RULES, now=now)
        now += DELAY
    now -= SECOND

    see("s1", content="b")

    (again,) = claim(database, now=now)
    job = state(database, now).job
    assert (again.thread.revision, job.retries_left, job.error, job.retry_at) == (2, 3, None, None)


def test_to_ask_for_a_project_again_gives_its_exhausted_sessions_all_retries(database, see):
    see("s1")
    for tries in range(3):
        (mine,) = claim(database, now=NOW + tries * DELAY)
        database.stage1.fail(mine, "no model", RULES, now=NOW + tries * DELAY)

    database.consolidations.enqueue("/other", at=NOW, force=True)
    database.consolidations.enqueue("/p", at=NOW, force=False)
    assert claim(database, now=NOW + 3 * DELAY) == []
    database.consolidations.enqueue("/p", at=NOW, force=True)

    assert len(claim(database, now=NOW + 3 * DELAY)) == 1
    assert state(database).job.retries_left == 3


def test_who_crashed_loses_his_lease_and_no_retry(database, see):
    see("s1")
    for crash in range(5):
        assert len(claim(database, now=NOW + crash * LEASE)) == 1

    assert state(database).job.retries_left == 3


def test_what_is_given_back_may_be_claimed_at_once_and_cost_nothing(database, see):
    see("s1")
    (mine,) = claim(database)

    assert database.stage1.release(mine, "the budget is spent", now=NOW)

    job = state(database).job
    assert (job.status, job.error, job.retries_left) == (
        RolloutStatus.PENDING,
        "the budget is spent",
        3,
    )
    assert not database.stage1.complete(mine, TAUGHT, now=NOW)
    assert len(claim(database)) == 1


def test_never_more_than_so_many_run_at_once_whoever_runs_them(database, see):
    see(*(f"s{n}" for n in range(20)))

    first = claim(database, worker="a")
    assert len(first) == 8
    assert claim(database, worker="b") == []

    database.stage1.complete(first[0], None, now=NOW)
    database.stage1.fail(first[1], "no", RULES, now=NOW)
    assert len(claim(database, worker="b")) == 2


def test_a_start_gets_through_all_the_sessions_it_may(database, see):
    see(*(f"s{n}" for n in range(100)))
    done = 0

    while claims := claim(database, claimed=done):
        for each in claims:
            database.stage1.complete(each, TAUGHT, now=NOW)
        done += len(claims)

    assert done == RULES.max_rollouts_per_startup == 64
    assert len(claim(database, claimed=0)) == 8


def test_the_last_claim_of_a_start_takes_no_more_than_is_left(database, see):
    see(*(f"s{n}" for n in range(20)))

    assert len(claim(database, claimed=61)) == 3
    assert claim(database, claimed=64) == claim(database, claimed=65) == []


def test_only_so_many_waiting_sessions_are_looked_at(database, see):
    see(*(f"s{n}" for n in range(5)))
    rules = Memories(thread_scan_limit=2)

    assert len(claim(database, rules=rules)) == 2
    assert claim(database, rules=rules) == []  # the two are still those to look at
    assert len(claim(database, rules=Memories(thread_scan_limit=4))) == 2


def test_sessions_that_are_done_or_given_up_do_not_hide_older_ones(database, see):
    rules = Memories(thread_scan_limit=1, stage1_retry_delay_seconds=Seconds(0))
    for hours in (13, 14, 15):
        see(f"s{hours}", updated=NOW - timedelta(hours=hours))
    (done,) = claim(database, rules=rules)
    database.stage1.complete(done, None, now=NOW)
    for _ in range(3):
        (bad,) = claim(database, rules=rules)
        database.stage1.fail(bad, "no", rules, now=NOW)

    (last,) = claim(database, rules=rules)

    assert [each.thread.session for each in (done, bad, last)] == ["s13", "s14", "s15"]


def test_sessions_in_use_too_old_or_not_over_yet_are_left_alone(database, see):
    see("used", "over")
    see("old", updated=NOW - timedelta(days=31))
    see("fresh", updated=NOW - timedelta(hours=11))
    see("program", source_kind="exec")

    claims = claim(database, active={"codex:used"})

    assert [each.thread.session for each in claims] == ["over"]
    states = database.stage1.states(RULES, now=NOW, active={"codex:used"})
    assert {each.thread.session: each.wait for each in states} == {
        "used": Wait.ACTIVE,
        "over": Wait.RUNNING,
        "old": Wait.TOO_OLD,
        "fresh": Wait.NOT_IDLE,
        "program": Wait.NOT_INTERACTIVE,
    }


def test_the_states_tell_of_sessions_that_never_had_a_job(database, see):
    see("older", updated=NOW - timedelta(days=2))
    see("newer")

    states = database.stage1.states(RULES, now=NOW)

    assert [(each.thread.session, each.job, each.wait) for each in states] == [
        ("newer", None, None),
        ("older", None, None),
    ]


def test_a_reason_is_kept_short_and_storable(database, see):
    see("s1")
    (mine,) = claim(database)

    database.stage1.fail(mine, "\udcff" * 9000, RULES, now=NOW)

    assert state(database).job.error == "?" * 500


def test_texts_that_are_not_unicode_can_be_stored(database, learn):
    odd = Extraction(raw_memory="a\udcff\0b", rollout_summary="\ud800", rollout_slug="\udfff")

    learn("s1", RULES, extraction=odd)

    found = outputs(database)["s1"]
    assert (found.raw_memory, found.rollout_summary, found.rollout_slug) == ("a?\0b", "?", "?")


def test_use_is_counted_once_a_time_and_survives_a_new_extraction(database, learn):
    used, other = learn("used", RULES), learn("other", RULES)
    later = NOW + timedelta(hours=1)

    database.stage1.count_usage([used, used, "codex:unknown"], now=NOW)
    database.stage1.count_usage(iter([used]), now=later)
    learn("used", RULES, content="b")

    found = outputs(database, later)
    assert (found["used"].usage_count, found["used"].last_usage) == (2, later)
    assert (found["other"].usage_count, found["other"].last_usage) == (0, None)
    assert other == "codex:other"


def test_the_end_of_a_job_and_its_output_come_together_or_not_at_all(database, see):
    see("s1")
    (mine,) = claim(database)

    with pytest.raises(TypeError):
        database.stage1.complete(mine, Extraction(raw_memory="r", rollout_summary="s"), now=None)
    broken = Extraction(raw_memory="r", rollout_summary="s", rollout_slug=object())
    with pytest.raises(AttributeError):
        database.stage1.complete(mine, broken, now=NOW)

    assert state(database).wait is Wait.RUNNING
    assert database.stage1.complete(mine, TAUGHT, now=NOW)
