import asyncio
from datetime import UTC, datetime, timedelta

import pytest
import structlog
from structlog.testing import capture_logs

from memoryd.errors import BusyError
from memoryd.jobs import Job, Jobs, JobStatus, Outcome

NOW = datetime(2026, 1, 1, tzinfo=UTC)
SOON = 5  # seconds after which something that must not hang counts as hanging


@pytest.fixture(name="make_jobs")
async def _make_jobs():
    made = []

    def make(**options):
        seen, ticks = [], iter(range(1_000_000))
        jobs = Jobs(
            clock=lambda: NOW + timedelta(seconds=next(ticks)), on_change=seen.append, **options
        )
        made.append(jobs)
        return jobs, seen

    yield make
    for jobs in made:
        await jobs.close(0)


class Gate:
    """Work that says when it started and ends when it is let."""

    def __init__(self):
        self.started, self.open = asyncio.Event(), asyncio.Event()

    async def work(self, report):
        self.started.set()
        await self.open.wait()
        return Outcome()


async def nothing(report):
    return Outcome()


async def ended(jobs, *submitted):
    async with asyncio.timeout(SOON):
        for each in submitted:
            await jobs.ended(each.job)
    return [jobs.get(each.job).status for each in submitted]


async def test_a_job_goes_from_pending_to_running_to_completed(make_jobs):
    jobs, seen = make_jobs()

    submitted = jobs.submit("extract", "k", nothing, project="/p")

    assert submitted.skipped is None
    assert jobs.get(submitted.job) == Job(
        id=submitted.job,
        kind="extract",
        project="/p",
        status=JobStatus.PENDING,
        created=NOW,
        updated=NOW,
    )
    assert await ended(jobs, submitted) == [JobStatus.COMPLETED]
    assert [job.status for job in seen] == ["pending", "running", "completed"]
    assert [job.updated - NOW for job in seen] == [timedelta(seconds=n) for n in range(3)]
    assert {job.created for job in seen} == {NOW}


async def test_work_that_found_nothing_to_do_is_skipped_with_its_reason(make_jobs):
    jobs, _ = make_jobs()

    async def work(report):
        return Outcome("nothing_new")

    submitted = jobs.submit("extract", "k", work)

    assert await ended(jobs, submitted) == [JobStatus.SKIPPED]
    assert jobs.get(submitted.job).reason == "nothing_new"


async def test_work_that_fails_is_recorded_and_logged_and_the_next_one_runs(make_jobs):
    jobs, _ = make_jobs()

    async def work(report):
        raise ValueError("no such luck")

    with capture_logs() as logged:
        failed = jobs.submit("extract", "k", work)
        after = jobs.submit("extract", "k", nothing)
        assert await ended(jobs, failed, after) == [JobStatus.FAILED, JobStatus.COMPLETED]

    assert jobs.get(failed.job).error == "ValueError: no such luck"
    assert [(each["event"], each["log_level"], each["kind"]) for each in logged] == [
        ("job failed", "error", "extract")
    ]


async def test_what_a_job_logs_carries_its_id_and_what_follows_does_not(make_jobs):
    jobs, _ = make_jobs()
    bound = []

    async def work(report):
        bound.append(structlog.contextvars.get_contextvars().get("job"))
        return Outcome()

    submitted = jobs.submit("extract", "k", work)
    await ended(jobs, submitted)

    assert bound == [submitted.job]
    assert "job" not in structlog.contextvars.get_contextvars()


async def test_progress_is_shown_as_it_is_reported(make_jobs):
    jobs, seen = make_jobs()

    async def work(report):
        report(1, 3, "sessions")
        report(2, None, "sessions")
        return Outcome()

    submitted = jobs.submit("extract", "k", work)
    await ended(jobs, submitted)

    progress = [(job.status, job.done, job.total, job.unit) for job in seen]
    assert progress == [
        ("pending", 0, None, ""),
        ("running", 0, None, ""),
        ("running", 1, 3, "sessions"),
        ("running", 2, None, "sessions"),
        ("completed", 2, None, "sessions"),
    ]


async def test_progress_reported_after_the_end_changes_nothing(make_jobs):
    jobs, _ = make_jobs(kept=1)
    reports = []

    async def work(report):
        reports.append(report)
        return Outcome()

    first = jobs.submit("extract", "a", work)
    await ended(jobs, first)
    reports[0](9, 9, "late")
    assert jobs.get(first.job).done == 0

    second = jobs.submit("extract", "b", nothing)
    await ended(jobs, second)
    reports[0](9, 9, "later than remembered")
    assert jobs.all() == [jobs.get(second.job)]


async def test_no_more_than_the_limit_run_at_once_and_all_run_in_the_end(make_jobs):
    jobs, _ = make_jobs(limit=2)
    running, most = 0, 0

    async def work(report):
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0)
        running -= 1
        return Outcome()

    submitted = [jobs.submit("extract", f"k{n}", work) for n in range(7)]

    assert await ended(jobs, *submitted) == [JobStatus.COMPLETED] * 7
    assert most == 2


async def test_jobs_waiting_for_a_slot_are_pending(make_jobs):
    jobs, _ = make_jobs(limit=1)
    gate = Gate()
    jobs.submit("extract", "a", gate.work)
    waiting = jobs.submit("extract", "b", nothing)
    await gate.started.wait()

    assert jobs.get(waiting.job).status is JobStatus.PENDING
    assert (jobs.count(JobStatus.RUNNING), jobs.count(JobStatus.PENDING)) == (1, 1)

    gate.open.set()
    assert await ended(jobs, waiting) == [JobStatus.COMPLETED]


async def test_of_one_key_one_runs_and_one_waits_behind_it(make_jobs):
    jobs, _ = make_jobs()
    first, second = Gate(), Gate()
    running = jobs.submit("extract", "k", first.work)
    trailing = jobs.submit("extract", "k", second.work)
    await first.started.wait()

    assert (running.skipped, trailing.skipped) == (None, "queued")
    assert jobs.get(trailing.job).status is JobStatus.PENDING
    assert not second.started.is_set()

    first.open.set()
    await asyncio.wait_for(second.started.wait(), SOON)
    assert jobs.get(running.job).status is JobStatus.COMPLETED
    second.open.set()
    assert await ended(jobs, trailing) == [JobStatus.COMPLETED]


async def test_the_newest_request_takes_the_place_of_the_one_that_waits(make_jobs):
    jobs, _ = make_jobs()
    first, ran = Gate(), []
    jobs.submit("extract", "k", first.work)

    def note(name):
        async def work(report):
            ran.append(name)
            return Outcome()

        return work

    older = jobs.submit("extract", "k", note("older"))
    newer = jobs.submit("extract", "k", note("newer"))

    assert older.job == newer.job
    assert older.skipped == newer.skipped == "queued"
    first.open.set()
    assert await ended(jobs, older, newer) == [JobStatus.COMPLETED] * 2
    assert ran == ["newer"]


async def test_different_keys_do_not_wait_for_each_other(make_jobs):
    jobs, _ = make_jobs(limit=2)
    gate = Gate()
    jobs.submit("extract", "a", gate.work)

    other = jobs.submit("extract", "b", nothing)

    assert other.skipped is None
    assert await ended(jobs, other) == [JobStatus.COMPLETED]
    assert not gate.open.is_set()


async def test_a_key_is_free_again_when_its_work_has_ended(make_jobs):
    jobs, _ = make_jobs()
    await ended(jobs, jobs.submit("extract", "k", nothing))
    await jobs.join()

    assert jobs.submit("extract", "k", nothing).skipped is None


async def test_work_that_waits_for_other_jobs_takes_none_of_their_slots(make_jobs):
    jobs, _ = make_jobs(limit=1)

    def wait_for(key):
        async def work(report):
            await jobs.ended(jobs.submit("extract", key, nothing).job)
            return Outcome()

        return work

    waiting = [
        jobs.submit("request", f"r{n}", wait_for(f"k{n}"), waits_for_jobs=True) for n in range(3)
    ]

    assert await ended(jobs, *waiting) == [JobStatus.COMPLETED] * 3


async def test_too_much_waiting_work_is_refused_with_a_hint(make_jobs):
    jobs, _ = make_jobs(pending_limit=2)
    gate = Gate()
    jobs.submit("extract", "a", gate.work)
    jobs.submit("extract", "b", gate.work)

    with pytest.raises(BusyError) as caught:
        jobs.submit("extract", "c", nothing)

    assert caught.value.hint == "try again in a moment"
    assert len(jobs.all()) == 2


async def test_waiting_for_an_unknown_or_an_ended_job_returns_at_once(make_jobs):
    jobs, _ = make_jobs()
    submitted = jobs.submit("extract", "k", nothing)
    await ended(jobs, submitted)

    async with asyncio.timeout(SOON):
        await jobs.ended(submitted.job)
        await jobs.ended("unknown")
    assert jobs.get("unknown") is None


async def test_joining_waits_also_for_what_waits(make_jobs):
    jobs, _ = make_jobs(limit=1)
    ran = []

    async def work(report):
        ran.append(1)
        return Outcome()

    for key in ("a", "a", "b", "c"):
        jobs.submit("extract", key, work)

    await asyncio.wait_for(jobs.join(), SOON)

    assert len(ran) == 4
    assert jobs.count(JobStatus.COMPLETED) == 4


async def test_jobs_are_listed_newest_first(make_jobs):
    jobs, _ = make_jobs()
    submitted = [jobs.submit("extract", f"k{n}", nothing) for n in range(3)]

    assert [job.id for job in jobs.all()] == [each.job for each in reversed(submitted)]


async def test_only_so_many_ended_jobs_are_remembered(make_jobs):
    jobs, _ = make_jobs(kept=3)
    for n in range(10):
        await ended(jobs, jobs.submit("extract", f"k{n}", nothing))
    newest = [job.id for job in jobs.all()]

    assert len(newest) == 3
    assert not jobs._ended
    another = jobs.submit("extract", "k", nothing)
    assert [job.id for job in jobs.all()] == [another.job, *newest[:2]]


async def test_a_job_that_has_not_ended_is_never_forgotten(make_jobs):
    jobs, _ = make_jobs(kept=2, limit=3)
    gate = Gate()
    submitted = [jobs.submit("extract", f"k{n}", gate.work) for n in range(5)]

    assert all(jobs.get(each.job) for each in submitted)
    gate.open.set()
    await asyncio.wait_for(jobs.join(), SOON)
    assert len(jobs.all()) == 2


async def test_closing_lets_what_runs_reach_its_end(make_jobs):
    jobs, _ = make_jobs()
    gate = Gate()
    running = jobs.submit("extract", "k", gate.work)
    await gate.started.wait()

    closing = asyncio.create_task(jobs.close(60))
    gate.open.set()
    await asyncio.wait_for(closing, SOON)

    assert jobs.get(running.job).status is JobStatus.COMPLETED


async def test_closing_cancels_what_does_not_end_in_time(make_jobs):
    jobs, _ = make_jobs()
    gate = Gate()
    running = jobs.submit("extract", "k", gate.work)
    await gate.started.wait()

    await asyncio.wait_for(jobs.close(0.01), SOON)

    assert jobs.get(running.job).status is JobStatus.SKIPPED
    assert jobs.get(running.job).reason == "stopping"
    assert await ended(jobs, running) == [JobStatus.SKIPPED]


@pytest.mark.parametrize("timeout_s", [0, 60])
async def test_closing_drops_all_that_waits_and_ends_it(make_jobs, timeout_s):
    jobs, _ = make_jobs(limit=1)
    gate, ran = Gate(), []

    async def work(report):
        ran.append(1)
        return Outcome()

    running = jobs.submit("extract", "a", gate.work)
    trailing = jobs.submit("extract", "a", work)
    without_slot = jobs.submit("extract", "b", work)
    behind_that = jobs.submit("extract", "b", work)
    await gate.started.wait()

    closing = asyncio.create_task(jobs.close(timeout_s))
    dropped = await ended(jobs, trailing, without_slot, behind_that)
    gate.open.set()
    await asyncio.wait_for(closing, SOON)

    assert dropped == [JobStatus.SKIPPED] * 3
    assert {jobs.get(each.job).reason for each in (trailing, without_slot)} == {"stopping"}
    assert ran == []
    assert await ended(jobs, running) in ([JobStatus.COMPLETED], [JobStatus.SKIPPED])


async def test_a_job_that_could_not_even_start_before_the_close_ends_too(make_jobs):
    jobs, _ = make_jobs()
    submitted = jobs.submit("extract", "k", nothing)

    await jobs.close(0)

    assert await ended(jobs, submitted) == [JobStatus.SKIPPED]


async def test_after_the_close_nothing_is_taken_and_closing_again_is_fine(make_jobs):
    jobs, seen = make_jobs()
    await jobs.close(0)

    with pytest.raises(BusyError):
        jobs.submit("extract", "k", nothing)

    await jobs.close(0)
    assert seen == []


async def test_a_job_that_waits_for_others_ends_when_these_are_dropped(make_jobs):
    jobs, _ = make_jobs(limit=1)
    gate, asked = Gate(), asyncio.Event()
    jobs.submit("extract", "a", gate.work)

    async def work(report):
        other = jobs.submit("extract", "b", nothing)
        asked.set()
        await jobs.ended(other.job)
        return Outcome()

    waiting = jobs.submit("request", "r", work, waits_for_jobs=True)
    await asyncio.wait_for(asked.wait(), SOON)

    await asyncio.wait_for(jobs.close(0), SOON)

    assert await ended(jobs, waiting) in ([JobStatus.COMPLETED], [JobStatus.SKIPPED])


async def test_work_that_is_cancelled_from_within_ends_and_frees_its_key(make_jobs):
    jobs, _ = make_jobs(limit=1)

    async def work(report):
        raise asyncio.CancelledError

    cancelled = jobs.submit("extract", "k", work)
    after = jobs.submit("extract", "k", nothing)

    assert await ended(jobs, cancelled, after) == [JobStatus.SKIPPED, JobStatus.COMPLETED]


async def test_a_backlog_of_ten_thousand_jobs_is_taken_and_forgotten(make_jobs):
    jobs, _ = make_jobs(kept=10)
    submitted = [jobs.submit("extract", f"k{n}", nothing) for n in range(10_000)]

    await asyncio.wait_for(jobs.join(), 60)

    assert [job.id for job in jobs.all()] == [each.job for each in reversed(submitted[-10:])]
    assert not jobs._ended


async def test_the_ended_jobs_of_a_project_can_be_dropped(make_jobs):
    jobs, _ = make_jobs()
    go_on = asyncio.Event()

    async def wait(report):
        await go_on.wait()
        return Outcome()

    async def end(report):
        return Outcome()

    running = jobs.submit("extract", "a", wait, project="/p").job
    other = jobs.submit("extract", "c", end, project="/q").job
    ended = jobs.submit("extract", "b", end, project="/p").job
    await jobs.ended(other)
    await jobs.ended(ended)

    jobs.drop("/p")

    assert {job.id for job in jobs.all()} == {running, other}
    go_on.set()
    await jobs.join()
    jobs.drop("/p")
    assert [job.id for job in jobs.all()] == [other]
