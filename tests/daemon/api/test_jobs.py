"""The pipeline's own jobs as callers see them; the handlers are tested through a real daemon."""

from contextlib import closing
from datetime import timedelta
from types import SimpleNamespace

import pytest
from fakes import Clock

from memoryd.api.jobs import kept_jobs
from memoryd.config import Memories
from memoryd.database import Extraction, Sighting, open_database
from memoryd.domain import isoformat

TAUGHT = Extraction(raw_memory="raw", rollout_summary="summary")


class Desk:
    """What is asked for kept jobs: a database, the settings and a clock."""

    def __init__(self, database):
        self.database, self.rules, self.clock = database, Memories(), Clock()

    def see(self, *sessions, content="a"):
        now = self.clock()
        self.database.threads.register(
            [
                Sighting(
                    agent="codex",
                    session=session,
                    project="/w/harbor",
                    updated=now - timedelta(days=1),
                    path=f"/s/{session}.jsonl",
                    cwd="/w/harbor",
                    content=content,
                )
                for session in sessions
            ],
            now=now,
        )

    def claim(self):
        return self.database.stage1.claim(self.rules, worker="w", now=self.clock())

    def fail(self, *, times=1, error="the model is down"):
        for _ in range(times):
            (claim,) = self.claim()
            assert self.database.stage1.fail(claim, error, self.rules, now=self.clock())
            self.clock.advance(seconds=self.rules.stage1_retry_delay_seconds)

    def jobs(self):
        passes = SimpleNamespace(database=self.database, rules=self.rules, clock=self.clock)
        return kept_jobs(passes)


@pytest.fixture(name="desk")
def _desk(tmp_path):
    database, _ = open_database(tmp_path / "state" / "memoryd.sqlite3", now=Clock()())
    with closing(database):
        yield Desk(database)


def test_sessions_that_wait_or_are_done_are_no_jobs(desk):
    desk.see("s1", "s2")
    for claim in desk.claim():
        desk.database.stage1.complete(claim, None, now=desk.clock())
    desk.see("s3")

    assert desk.jobs() == []


def test_a_session_that_is_read_now_is_running(desk):
    desk.see("s1")
    desk.claim()

    (job,) = desk.jobs()

    assert (job.kind, job.status, job.reason, job.error) == ("stage1", "running", "running", None)
    assert (job.project, job.session) == ("/w/harbor", "s1")
    assert job.created == job.updated == isoformat(desk.clock())
    assert job.attempts == 1


def test_a_session_that_failed_says_why_and_when_it_is_tried_again(desk):
    desk.see("s1")
    (claim,) = desk.claim()
    desk.database.stage1.fail(claim, "the model is down", desk.rules, now=desk.clock())

    (job,) = desk.jobs()

    assert (job.status, job.reason, job.error) == ("failed", "retry_later", "the model is down")
    assert job.attempts == 1


def test_a_session_that_failed_three_times_is_parked_until_it_changes(desk):
    desk.see("s1")
    desk.fail(times=3)
    (parked,) = desk.jobs()

    desk.see("s1", content="b")
    (claim,) = desk.claim()
    desk.database.stage1.complete(claim, TAUGHT, now=desk.clock())

    assert (parked.reason, parked.attempts) == ("retries_exhausted", 3)
    assert [job.kind for job in desk.jobs()] == []


def test_what_was_given_back_waits_with_its_reason(desk):
    desk.see("s1")
    (claim,) = desk.claim()
    desk.database.stage1.release(claim, "budget.callsPerHour is reached", now=desk.clock())

    (job,) = desk.jobs()

    assert (job.status, job.reason, job.error) == (
        "pending",
        "budget.callsPerHour is reached",
        None,
    )


def test_a_project_that_failed_is_a_job_of_its_own(desk):
    desk.see("s1")
    (claim,) = desk.claim()
    desk.database.stage1.complete(claim, TAUGHT, now=desk.clock())
    merging = desk.database.consolidations.claim(
        "/w/harbor", desk.rules, worker="w", now=desk.clock()
    )
    (running,) = desk.jobs()
    desk.database.consolidations.fail(merging, "no disk", desk.rules, now=desk.clock())

    (failed,) = desk.jobs()

    assert (running.kind, running.status) == ("consolidate", "running")
    assert (failed.status, failed.reason, failed.error) == ("failed", "retry_later", "no disk")
    assert (failed.project, failed.session) == ("/w/harbor", None)


def test_each_job_has_a_name_that_stays(desk):
    desk.see("s1")
    desk.fail()
    (first,) = desk.jobs()
    desk.see("s2")
    desk.claim()

    names = [job.id for job in desk.jobs()]

    assert first.id in names
    assert len(set(names)) == 2


def test_what_moved_last_comes_first(desk):
    desk.see("s1")
    desk.fail()
    desk.see("s2")
    (again, other) = desk.claim()
    for claim in (other, again):
        desk.database.stage1.fail(claim, "no", desk.rules, now=desk.clock.advance(seconds=1))

    assert [job.session for job in desk.jobs()] == [again.thread.session, other.thread.session]
