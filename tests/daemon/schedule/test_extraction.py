import asyncio

import pytest
from prometheus_client.exposition import generate_latest
from structlog.testing import capture_logs

from memoryd.jobs import Outcome
from memoryd.schedule.extraction import Moved, SessionFailedError
from memoryd.sources import source_for

FACT = "Remember that releases are cut from the trunk branch."


def batch(house, *paths, force=False):
    """What the reconciler would have found of these transcripts."""
    source = source_for("claude-code")
    return {
        (file.agent, file.session): Moved(source=source, file=file, project=None, force=force)
        for file in source.sessions(house.transcripts)
        if file.path in paths
    }


async def extract(house, items, project, *, trigger="auto"):
    reported = []
    async with asyncio.timeout(20):
        outcome = await house.extractor.extract(
            items, project, trigger, lambda done, total, unit: reported.append((done, total, unit))
        )
    return outcome, reported


async def told(house):
    """The `extract` events since the daemon began."""
    with house.telemetry.events.listen(10**6) as stream:
        house.telemetry.events.close()
        return [dict(event.data) async for event in stream.events(1)]


async def test_nothing_to_read_is_skipped_and_not_told(house):
    outcome, reported = await extract(house, {}, None)

    assert outcome == Outcome("nothing_new")
    assert reported == []
    assert house.database.last_runs() == {}
    assert await told(house) == []


async def test_what_was_read_is_told_counted_and_recorded(house):
    app = house.project("app")
    path = house.say("s1", app, FACT)

    outcome, reported = await extract(house, batch(house, path), str(app), trigger="manual")

    assert outcome == Outcome()
    assert reported == [(0, 1, "sessions"), (1, 1, "sessions")]
    (event,) = await told(house)
    key = house.projects.of(str(app)).key
    assert (event["trigger"], event["status"], event["project"]) == ("manual", "completed", key)
    assert event["patches_count"] == 1
    assert event["touched_topics"] == ["project"]
    run = house.database.last_runs()["extract"]
    assert (run.status, run.project, run.reason) == ("updated", str(app), None)
    figures = generate_latest(house.telemetry.metrics.registry).decode()
    assert 'memoryd_messages_total{agent="claude-code",speaker="person"} 1.0' in figures


async def test_a_reading_that_taught_nothing_is_no_update(house):
    app = house.project("app")
    path = house.say("s1", app, "thanks")

    await extract(house, batch(house, path), str(app))

    assert house.database.last_runs()["extract"].status == "noop"


async def test_what_another_job_read_meanwhile_is_not_read_twice(house):
    app = house.project("app")
    path = house.say("s1", app, FACT)
    items = batch(house, path)

    await extract(house, items, str(app))
    await extract(house, items, str(app))

    assert house.database.session("claude-code", "s1").human == 1


async def test_forced_sessions_are_read_from_their_start_each_time(house):
    app = house.project("app")
    path = house.say("s1", app, FACT)

    for _ in range(2):
        await extract(house, batch(house, path, force=True), str(app))

    assert house.database.session("claude-code", "s1").human == 1
    assert len(house.facts(app)) == 1


async def test_one_session_that_fails_is_named_and_the_others_are_read(house):
    app = house.project("app")
    paths = [house.say(f"s{n}", app, f"{FACT[:-1]} {n}.") for n in range(3)]
    items = batch(house, *paths)
    # What stands where a file was is no file any more.
    paths[1].unlink()
    paths[1].mkdir()

    with capture_logs(), pytest.raises(SessionFailedError, match="claude-code session s1"):
        await extract(house, items, str(app))

    assert list(house.extractor.failing) == [("claude-code", "s1")]
    assert len(house.database.sessions()) == 2
    run = house.database.last_runs()["extract"]
    assert run.status == "failed"
    assert "s1" in run.reason
    (event,) = await told(house)
    assert event["status"] == "failed"


async def test_what_was_turned_away_is_counted_by_reason(house):
    app = house.project("app")
    await extract(house, batch(house, house.say("s1", app, FACT)), str(app))
    store = house.projects.of(str(app)).store
    store.forget(list(store.documents()), by="a test")

    await extract(house, batch(house, house.say("s2", app, FACT)), str(app))

    assert house.database.skipped()["extract"] == {"forgotten": 1}
    figures = generate_latest(house.telemetry.metrics.registry).decode()
    assert 'memoryd_skipped_total{kind="extract",reason="forgotten"} 1.0' in figures


def test_the_troubles_of_sessions_that_are_gone_are_forgotten(house):
    house.extractor.failing = {("codex", "a"): "x", ("codex", "b"): "y"}

    house.extractor.forget_gone({("codex", "b"), ("codex", "c")})

    assert house.extractor.failing == {("codex", "b"): "y"}
