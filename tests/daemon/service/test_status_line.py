import asyncio
from datetime import UTC, datetime
from types import SimpleNamespace

import pytest

from memoryd.jobs import Job, JobStatus
from memoryd.service.status_line import Doing, describe, keep_telling
from memoryd_client.wire import Trouble

NOW = datetime(2026, 3, 2, tzinfo=UTC)


def job(kind, *, running=True, **more):
    status = JobStatus.RUNNING if running else JobStatus.PENDING
    known = {"project": "/home/ada/harbor"} | more
    return Job(id="1", kind=kind, status=status, created=NOW, updated=NOW, **known)


def say(*jobs, trouble=None, scanned=True, projects=2):
    return describe(Doing(trouble=trouble, scanned=scanned, jobs=jobs, projects=projects))


@pytest.mark.parametrize(
    ("projects", "words"),
    [(0, "idle; 0 projects"), (1, "idle; 1 project"), (12, "idle; 12 projects")],
)
def test_who_has_nothing_to_do_says_what_is_known(projects, words):
    assert say(projects=projects) == words


def test_what_is_wrong_goes_before_all_else():
    assert say(job("dream"), trouble="degraded: the disk is full") == "degraded: the disk is full"


def test_until_the_first_scan_is_done_sessions_are_looked_for():
    assert say(scanned=False) == "looking for sessions"


@pytest.mark.parametrize(
    ("done", "total", "words"),
    [
        (0, None, "reading 1 session"),
        (0, 1, "reading 1 session"),
        (3, 10, "reading 1 session, 6 waiting"),
        (9, 10, "reading 1 session"),
    ],
)
def test_sessions_that_are_read_and_that_wait_are_counted(done, total, words):
    assert say(job("extract", done=done, total=total, unit="sessions")) == words


def test_sessions_of_all_projects_are_counted_together():
    first = job("extract", done=1, total=31, unit="sessions")
    second = job("extract", done=0, total=11, unit="sessions")
    third = job("extract", running=False)

    assert say(first, second, third) == "reading 2 sessions, 40 waiting"


def test_a_job_that_has_read_its_last_session_reads_none():
    assert say(job("extract", done=4, total=4, unit="sessions")) == "idle; 2 projects"


def test_a_request_that_follows_other_jobs_is_not_work_of_its_own():
    assert say(job("extract", done=0, total=2, unit="projects")) == "idle; 2 projects"


def test_a_project_that_dreams_is_named_without_its_path():
    assert say(job("dream")) == "dreaming in harbor"
    assert say(job("dream"), job("dream", project="/x/quay")) == "dreaming in harbor and quay"
    assert say(*[job("dream")] * 3) == "dreaming in 3 projects"
    assert say(job("dream", project=None)) == "idle; 2 projects"


def test_models_and_past_sessions_are_told_apart_from_reading():
    asked = job("extract", session="s-1", running=False)

    told = say(job("extract"), asked, job("consolidate"), job("dream"))

    assert told == (
        "reading 1 session; asking a model about 1 session; dreaming in harbor;"
        " learning from past sessions"
    )


async def test_settings_refused_while_it_is_looked_are_not_told_over(monkeypatch):
    said = asyncio.Queue()
    service = SimpleNamespace(
        notifier=SimpleNamespace(is_heard=True, tell=said.put_nowait),
        stop=asyncio.Event(),
        changed=asyncio.Event(),
    )
    parts = SimpleNamespace(jobs=SimpleNamespace(all=list), health=SimpleNamespace(troubles={}))

    def look(*_):
        parts.health.troubles["reload"] = Trouble(what="settings", detail="line 2", hint="mend it")
        return Doing(trouble=None, scanned=True, jobs=[], projects=0)

    monkeypatch.setattr("memoryd.service.status_line._look", look)
    telling = asyncio.create_task(keep_telling(service, parts))

    assert await asyncio.wait_for(said.get(), 20) == "reload failed: line 2"
    telling.cancel()
