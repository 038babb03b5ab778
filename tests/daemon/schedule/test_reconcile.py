import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from prometheus_client.exposition import generate_latest
from structlog.testing import capture_logs

from memoryd.config import Agent, Agents, Extract, ProjectRule, Settings
from memoryd.errors import BusyError
from memoryd.jobs import JobStatus, Outcome
from memoryd.memory import Projects, compile_rules
from memoryd.schedule import Wanted

SOON = 20
FACT = "Remember that releases are cut from the trunk branch."
OTHER = "Remember that the linter runs before every commit."


async def reconcile(house, wanted=None, *, cause="timer"):
    """Reconcile, and wait for the jobs it started."""
    async with asyncio.timeout(SOON):
        started = await house.reconciler.reconcile(cause, wanted or Wanted())
        await house.jobs.join()
    return started


async def extract_now(house, *wanted):
    """Ask for extractions at once; return their jobs when all have ended."""
    async with asyncio.timeout(SOON):
        asked = [await house.reconciler.extract_now(each) for each in wanted]
        for each in asked:
            await house.jobs.ended(each.job)
    return [house.jobs.get(each.job) for each in asked]


async def test_what_was_said_is_learnt_in_the_project_it_was_said_in(house):
    app, lib = house.project("app"), house.project("lib")
    house.say("s1", app, FACT)
    house.say("s2", lib, OTHER)

    started = await reconcile(house)

    assert len(started) == 2
    assert {house.jobs.get(each.job).project for each in started} == {str(app), str(lib)}
    assert [len(house.facts(root)) for root in (app, lib)] == [1, 1]
    assert "trunk" in house.facts(app)[0]


async def test_the_sessions_of_a_project_are_one_job(house):
    app = house.project("app")
    house.say("s1", app, FACT)
    house.say("s2", app, OTHER)

    (started,) = await reconcile(house)

    job = house.jobs.get(started.job)
    assert (job.status, job.done, job.total, job.unit) == ("completed", 2, 2, "sessions")
    assert len(house.facts(app)) == 2


async def test_what_did_not_move_is_not_read_again(house):
    house.say("s1", house.project("app"), FACT)
    await reconcile(house)

    assert await reconcile(house) == []


async def test_a_session_that_goes_on_is_read_on(house):
    app = house.project("app")
    house.say("s1", app, FACT)
    await reconcile(house)

    house.say("s1", app, OTHER)
    await reconcile(house)

    assert len(house.facts(app)) == 2
    assert house.database.session("claude-code", "s1").human == 2


async def test_after_a_restart_nothing_is_done_twice(house):
    app = house.project("app")
    house.say("s1", app, FACT)
    await reconcile(house)
    restarted = replace(house.reconciler, _pending={})

    assert await restarted.reconcile("start", Wanted()) == []


async def test_nothing_is_read_when_extraction_is_off(house):
    house.say("s1", house.project("app"), FACT)
    house.settings = Settings(extract=Extract(enabled=False))

    assert await reconcile(house) == []
    assert house.database.sessions() == {}


async def test_an_agent_that_is_off_is_not_looked_at(house):
    house.settings = Settings(agents=Agents(claude_code=Agent(enabled=False)))

    assert {source.agent for source, _ in house.reconciler.roots()} == {"codex"}


def test_roots_are_the_agents_own_and_those_of_the_settings_each_once(house):
    own = str(house.transcripts)
    house.settings = Settings(agents=Agents(claude_code=Agent(paths=("~/more", "/srv/x", own))))

    roots = [root for _, root in house.reconciler.roots()]

    assert {house.home / "more", Path("/srv/x")} <= set(roots)
    assert roots.count(house.transcripts) == 1


async def test_sessions_below_added_directories_are_read(house):
    app = house.project("app")
    house.say("s1", app, FACT, folder=house.home / "more" / "p")
    house.settings = Settings(agents=Agents(claude_code=Agent(paths=("~/more",))))

    await reconcile(house)

    assert len(house.facts(app)) == 1


async def test_only_what_is_wanted_is_read(house):
    app, lib = house.project("app"), house.project("lib")
    house.say("s1", app, FACT)
    house.say("s2", app, OTHER)
    house.say("s3", lib, FACT)

    await reconcile(house, Wanted(project=str(app), session="s1"))
    assert {session for _, session in house.database.sessions()} == {"s1"}

    await reconcile(house, Wanted(project=str(lib)))
    assert {session for _, session in house.database.sessions()} == {"s1", "s3"}


async def test_force_reads_from_the_start_what_did_not_move(house):
    app = house.project("app")
    house.say("s1", app, FACT)
    await reconcile(house)
    store = house.projects.of(str(app)).store
    (path,) = store.documents()
    (store.memory_dir / path).unlink()

    assert await reconcile(house) == []
    await reconcile(house, Wanted(force=True))

    assert len(house.facts(app)) == 1


async def test_force_is_not_lost_when_the_session_moves_before_its_job_begins(house):
    app = house.project("app")
    house.say("s1", app, FACT)
    await reconcile(house)
    store = house.projects.of(str(app)).store
    (path,) = store.documents()
    (store.memory_dir / path).unlink()
    gate = asyncio.Event()

    async def hold(report):
        await gate.wait()
        return Outcome()

    house.jobs.submit("extract", f"extract:{app}", hold)
    await house.reconciler.reconcile("request", Wanted(force=True))
    house.say("s1", app, OTHER)
    await house.reconciler.reconcile("dirty", Wanted())
    gate.set()
    async with asyncio.timeout(SOON):
        await house.jobs.join()

    assert len(house.facts(app)) == 2


async def test_a_request_ends_when_all_it_asked_for_is_read(house):
    app, lib = house.project("app"), house.project("lib")
    house.say("s1", app, FACT)
    house.say("s2", lib, OTHER)

    (job,) = await extract_now(house, Wanted())

    assert job.status is JobStatus.COMPLETED
    assert [len(house.facts(root)) for root in (app, lib)] == [1, 1]


async def test_a_request_that_finds_nothing_is_skipped_with_the_reason(house):
    (job,) = await extract_now(house, Wanted())

    assert (job.status, job.reason) == (JobStatus.SKIPPED, "nothing_new")


async def test_more_requests_at_once_than_jobs_may_run_all_end(house):
    roots = [house.project(f"app{n}") for n in range(6)]
    for number, root in enumerate(roots):
        house.say(f"s{number}", root, FACT)

    jobs = await extract_now(house, *(Wanted(project=str(root)) for root in roots))

    assert [job.status for job in jobs] == [JobStatus.COMPLETED] * 6
    assert [len(house.facts(root)) for root in roots] == [1] * 6


DAMAGED = ("codex", "0199aaaa-bbbb-7ccc-8ddd-eeeeffff0000")


async def damage(house, root):
    """Have a session read once, and then packed so that it cannot be read again."""
    plain, packed = house.damage(root)
    await reconcile(house)
    plain.unlink()
    packed.write_bytes(b"no zstandard frame")
    return packed


async def test_a_session_that_cannot_be_read_fails_its_job_and_no_other_session(house):
    app = house.project("app")
    await damage(house, app)
    house.say("s1", app, FACT)

    with capture_logs() as logged:
        (job,) = await extract_now(house, Wanted())

    assert job.status is JobStatus.FAILED
    assert "damaged" in job.error
    assert len(house.facts(app)) == 1
    assert list(house.extractor.failing) == [DAMAGED]
    assert "session failed" in [line["event"] for line in logged]
    assert house.database.last_runs()["extract"].status == "failed"


async def test_a_session_that_failed_is_tried_again_until_it_can_be_read(house):
    app = house.project("app")
    packed = await damage(house, app)
    with capture_logs():
        assert len(await reconcile(house)) == 1
        assert len(await reconcile(house)) == 1

    packed.unlink()
    house.damage(app)
    await reconcile(house)

    assert house.extractor.failing == {}
    assert await reconcile(house) == []


async def test_a_session_that_failed_and_is_gone_is_no_trouble_any_more(house):
    packed = await damage(house, house.project("app"))
    with capture_logs():
        await reconcile(house)

    packed.unlink()
    await reconcile(house)

    assert house.extractor.failing == {}


async def test_a_look_at_one_session_does_not_forget_the_troubles_of_others(house):
    app = house.project("app")
    await damage(house, app)
    house.say("s1", app, FACT)
    with capture_logs():
        await reconcile(house)

    await reconcile(house, Wanted(session="s1"))

    assert list(house.extractor.failing) == [DAMAGED]


async def test_a_session_that_vanishes_before_its_job_begins_is_no_failure(house):
    app = house.project("app")
    path = house.say("s1", app, FACT)
    gate = asyncio.Event()

    async def hold(report):
        await gate.wait()
        return Outcome()

    house.jobs.submit("extract", f"extract:{app}", hold)
    (started,) = await house.reconciler.reconcile("timer", Wanted())
    path.unlink()
    gate.set()
    async with asyncio.timeout(SOON):
        await house.jobs.join()

    assert house.jobs.get(started.job).status is JobStatus.COMPLETED
    assert house.extractor.failing == {}


async def test_what_waits_behind_a_running_job_is_counted(house):
    app = house.project("app")
    house.say("s1", app, FACT)
    gate = asyncio.Event()

    async def hold(report):
        await gate.wait()
        return Outcome()

    house.jobs.submit("extract", f"extract:{app}", hold)
    await house.reconciler.reconcile("timer", Wanted())
    gate.set()
    async with asyncio.timeout(SOON):
        await house.jobs.join()

    assert house.database.skipped()["extract"] == {"queued": 1}
    assert len(house.facts(app)) == 1


async def test_what_cannot_start_is_counted_and_found_again_later(house):
    app = house.project("app")
    house.say("s1", app, FACT)
    house.jobs.pending_limit = 0

    assert await reconcile(house) == []
    assert house.database.skipped() == {"extract": {"already_running": 1}}

    house.jobs.pending_limit = 10
    await reconcile(house)
    assert len(house.facts(app)) == 1


async def test_a_request_for_a_daemon_that_has_too_much_to_do_is_refused(house):
    house.jobs.pending_limit = 0

    with pytest.raises(BusyError):
        await house.reconciler.extract_now(Wanted())


async def test_reconciles_are_counted_by_what_caused_them(house):
    await reconcile(house, cause="start")
    await reconcile(house, cause="dirty")
    await reconcile(house, cause="dirty")

    figures = generate_latest(house.telemetry.metrics.registry).decode()
    assert 'memoryd_reconciles_total{cause="start"} 1.0' in figures
    assert 'memoryd_reconciles_total{cause="dirty"} 2.0' in figures


def rule(house, rules):
    """Let rules hold for single projects, as after a reload of the settings."""
    house.projects = house.extractor.projects = Projects(
        house.projects.base,
        local=False,
        worktrees="shared",
        rules=compile_rules(rules, house.home),
        clock=house.extractor.clock,
    )
    house.reconciler.off.clear()


async def test_sessions_of_a_project_that_is_off_are_left_alone_until_it_is_on(house):
    app, lib = house.project("app"), house.project("lib")
    house.say("s1", app, FACT)
    house.say("s2", lib, OTHER)
    rule(house, {"~/app": ProjectRule(enabled=False)})

    await reconcile(house)
    await reconcile(house, Wanted(force=True))

    assert {session for _, session in house.database.sessions()} == {"s2"}
    assert list(house.reconciler.off) == [("claude-code", "s1")]
    assert house.facts(app) == []

    rule(house, {})
    await reconcile(house)

    assert len(house.facts(app)) == 1
    assert not house.reconciler.off


async def test_a_session_that_was_read_before_its_project_was_off_is_not_read_on(house):
    app = house.project("app")
    path = house.say("s1", app, FACT)
    await reconcile(house)
    rule(house, {str(app): ProjectRule(enabled=False)})
    house.say("s1", app, OTHER)

    await reconcile(house)

    assert len(house.facts(app)) == 1
    assert list(house.reconciler.off) == [("claude-code", "s1")]
    path.unlink()
    await reconcile(house)
    assert not house.reconciler.off


async def test_the_sessions_of_a_repository_that_moved_go_on_in_its_project(house):
    app = house.project("app")
    (app / ".git" / "config").write_text('[remote "origin"]\nurl = h.org:a/b\n')
    house.say("s1", app, FACT)
    await reconcile(house)
    app.rename(house.home / "harbor")
    harbor = house.projects.of(str(house.home / "harbor"))
    house.say("s1", app, OTHER)

    (started,) = await reconcile(house, Wanted(project=harbor.root))

    assert house.jobs.get(started.job).project == harbor.root
    assert len(house.facts(harbor.root)) == 2
    assert [each.root for each in house.projects.all()] == [harbor.root]
