from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.config import Memories
from memoryd.database import JobKind, RolloutJob, RolloutStatus, Thread, Wait
from memoryd.database.eligibility import find_consolidation_wait, find_stage1_wait

NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
RULES = Memories()
SECOND = timedelta(seconds=1)
THREAD = Thread(
    id="codex:s",
    agent="codex",
    session="s",
    project="/p",
    updated=NOW - timedelta(days=1),
    arrived=NOW - timedelta(days=1),
    path="/s.jsonl",
    cwd="/p",
    source_kind="cli",
    revision=5,
    forgotten=False,
)
JOB = RolloutJob(
    kind=JobKind.STAGE1,
    key="codex:s",
    status=RolloutStatus.PENDING,
    worker=None,
    started=None,
    finished=None,
    lease_until=None,
    retry_at=None,
    retries_left=3,
    error=None,
    input_watermark=5,
    last_success_watermark=None,
)
RUNNING = replace(JOB, status=RolloutStatus.RUNNING, lease_until=NOW + SECOND)
FAILED = replace(JOB, status=RolloutStatus.ERROR, retries_left=2, retry_at=NOW + SECOND)
EXHAUSTED = replace(FAILED, retries_left=0, retry_at=NOW)


def wait(thread=THREAD, job=None, *, active=False, now=NOW, rules=RULES):
    return find_stage1_wait(thread, job, rules, active=active, now=now)


def test_a_session_that_is_over_and_new_may_be_claimed():
    assert wait() is None


@pytest.mark.parametrize(
    ("age", "expected"),
    [
        (timedelta(hours=12), None),
        (timedelta(hours=12) - SECOND, Wait.NOT_IDLE),
        (timedelta(0), Wait.NOT_IDLE),
        (timedelta(days=30), None),
        (timedelta(days=30) + SECOND, Wait.TOO_OLD),
        (-timedelta(hours=12) + SECOND, Wait.NOT_IDLE),
        (-timedelta(days=3650), None),
    ],
)
def test_the_limits_of_age_and_idleness_are_within(age, expected):
    assert wait(replace(THREAD, updated=NOW - age, arrived=NOW - age)) is expected


def test_an_old_session_that_was_copied_here_lately_is_not_too_old():
    old = replace(THREAD, updated=NOW - timedelta(days=900))

    assert wait(replace(old, arrived=NOW)) is None
    assert wait(replace(old, arrived=NOW - timedelta(days=31))) is Wait.TOO_OLD


@pytest.mark.parametrize(
    ("thread", "expected"),
    [
        (replace(THREAD, forgotten=True), Wait.FORGOTTEN),
        (replace(THREAD, source_kind="exec"), Wait.NOT_INTERACTIVE),
        (replace(THREAD, source_kind="app"), None),
    ],
)
def test_some_sessions_are_never_learnt_from(thread, expected):
    assert wait(thread) is expected


def test_a_session_in_use_is_left_alone():
    assert wait(active=True) is Wait.ACTIVE


def test_what_succeeded_waits_until_the_session_changes():
    done = replace(JOB, status=RolloutStatus.DONE, last_success_watermark=5)

    assert wait(job=done) is Wait.UP_TO_DATE
    assert wait(replace(THREAD, revision=6), done) is None


@pytest.mark.parametrize(
    ("until", "expected"),
    [(NOW + SECOND, Wait.RUNNING), (NOW, None), (NOW - SECOND, None), (None, None)],
)
def test_a_job_is_taken_over_the_moment_its_lease_is_over(until, expected):
    assert wait(job=replace(RUNNING, lease_until=until)) is expected


def test_a_change_does_not_break_a_lease():
    assert wait(replace(THREAD, revision=6), RUNNING) is Wait.RUNNING


def test_a_failed_job_waits_for_its_time_and_not_after_the_last_retry():
    assert wait(job=FAILED) is Wait.RETRY_LATER
    assert wait(job=FAILED, now=NOW + SECOND) is None
    assert wait(job=EXHAUSTED) is Wait.RETRIES_EXHAUSTED
    assert wait(job=EXHAUSTED, now=NOW + timedelta(days=28)) is Wait.RETRIES_EXHAUSTED


@pytest.mark.parametrize("job", [FAILED, EXHAUSTED])
def test_a_change_of_the_session_ends_backing_off_at_once(job):
    assert wait(replace(THREAD, revision=6), job) is None


@pytest.mark.parametrize("job", [RUNNING, FAILED])
def test_a_time_further_ahead_than_any_grant_was_written_by_a_wrong_clock(job):
    far = replace(job, lease_until=NOW + timedelta(days=900), retry_at=NOW + timedelta(days=900))

    assert wait(job=far) is None
    assert consolidation_wait(far) is None


def consolidation_wait(job, now=NOW):
    return find_consolidation_wait(job, RULES, now=now)


@pytest.mark.parametrize(
    ("asked", "done", "expected"),
    [(100, None, None), (100, 99, None), (100, 100, Wait.UP_TO_DATE), (99, 100, Wait.UP_TO_DATE)],
)
def test_a_project_is_due_when_something_was_asked_for_since(asked, done, expected):
    job = replace(JOB, input_watermark=asked, last_success_watermark=done)

    assert consolidation_wait(job) is expected


def test_a_project_that_taught_nothing_is_up_to_date():
    assert consolidation_wait(None) is Wait.UP_TO_DATE
    assert consolidation_wait(replace(JOB, input_watermark=None)) is Wait.UP_TO_DATE


def test_a_project_waits_for_the_same_reasons_as_a_session():
    assert consolidation_wait(RUNNING) is Wait.RUNNING
    assert consolidation_wait(RUNNING, NOW + SECOND) is None
    assert consolidation_wait(FAILED) is Wait.RETRY_LATER
    assert consolidation_wait(FAILED, NOW + SECOND) is None
    assert consolidation_wait(EXHAUSTED) is Wait.RETRIES_EXHAUSTED


@given(
    written=st.datetimes(timezones=st.just(UTC), max_value=datetime(9000, 1, 1)),  # noqa: DTZ001
    now=st.datetimes(
        timezones=st.just(UTC),
        min_value=datetime(2000, 1, 1),  # noqa: DTZ001
        max_value=datetime(9000, 1, 1),  # noqa: DTZ001
    ),
    status=st.sampled_from([RolloutStatus.RUNNING, RolloutStatus.ERROR]),
)
def test_whatever_the_clocks_say_nothing_waits_longer_than_twice_what_was_granted(
    written, now, status
):
    job = replace(JOB, status=status, lease_until=written, retry_at=written, retries_left=1)
    later = now + 2 * timedelta(seconds=max(RULES.phase2_lease_seconds, 180))

    assert consolidation_wait(job, now) is None or consolidation_wait(job, later) is None
