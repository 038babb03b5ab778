"""Dreams: when they are due, what keeps them from running, and what is told of them."""

import asyncio
import os
from dataclasses import replace

import msgspec
import pytest
from fakes import Clock
from prometheus_client.exposition import generate_latest

from memoryd.config import Dream
from memoryd.database import SessionRow
from memoryd.domain import Entry, MemoryType, Patch, Scope
from memoryd.jobs import JobStatus
from memoryd.memory import read_meta
from memoryd.schedule.dreaming import Asked, Dreamer
from memoryd.schedule.due import DreamGates
from memoryd.schedule.reconcile import Wanted


@pytest.fixture(name="time")
def _time():
    return Clock()


@pytest.fixture(name="dreamer")
def _dreamer(house, time):
    return Dreamer(
        database=house.database,
        projects=house.projects,
        telemetry=house.telemetry,
        jobs=house.jobs,
        executor=house.extractor.executor,
        gates=DreamGates(
            database=house.database,
            settings=lambda: house.settings,
            clock=time,
            monotonic=lambda: time().timestamp(),
        ),
        settings=lambda: house.settings,
        clock=time,
    )


@pytest.fixture(name="app")
def _app(house):
    return house.projects.of(str(house.project("app")))


def configure(house, **wanted):
    house.settings = msgspec.structs.replace(house.settings, dream=Dream(**wanted))


def keep(project, *facts, at):
    """Write each fact into a file of its own, doubled or not."""
    project.store.scaffold()
    for number, fact in enumerate(facts):
        file = project.store.memory_dir / "project" / f"fact-{number}.md"
        file.parent.mkdir(exist_ok=True)
        file.write_text(f"---\nname: {fact}\ndescription: {fact}\ntype: project\n---\n\n{fact}\n")
        os.utime(file, (at.timestamp() + number,) * 2)


def met(house, project, count, *, at, first=0):
    """Let sessions of a project have changed at a time, as the reader notes it."""
    for number in range(first, first + count):
        row = SessionRow(
            agent="claude-code",
            session=f"s{number}",
            path=f"/sessions/s{number}.jsonl",
            project=project.root,
            cwd=project.root,
            size=1,
            inode=number,
            mtime_ns=int(at.timestamp() * 1e9),
            state={},
        )
        house.database.save(row, [])


async def ended(house, asked):
    assert asked.skipped is None
    async with asyncio.timeout(20):
        await house.jobs.ended(asked.job)
    return house.jobs.get(asked.job)


def doubled(project, time):
    keep(project, "The api is frozen in June", "The api is frozen in June.", at=time())


def titles(project):
    project.store.refresh()
    return sorted(document.title for document in project.store.documents().values())


async def test_a_dream_that_is_asked_for_runs_whatever_the_clocks_say(house, dreamer, app, time):
    doubled(app, time)

    job = await ended(house, await dreamer.dream_now(dreamer.place(app), session="s9"))

    assert job.status is JobStatus.COMPLETED
    assert "1 doubled entries merged" in job.result
    assert len(titles(app)) == 1
    meta = read_meta(app.store.state_dir, now=time())
    assert (meta.last_dream_at, meta.last_dream_session_id) == (time(), "s9")
    assert (meta.last_dream_status, meta.last_dream_touched_topics) == ("updated", ("project",))
    assert not (app.store.state_dir / "consolidation.lock").exists()


async def test_one_undo_brings_back_every_byte(house, dreamer, app, time):
    doubled(app, time)
    app.store.refresh()
    before = {path: doc.raw for path, doc in app.store.documents().items()}

    job = await ended(house, await dreamer.dream_now(dreamer.place(app)))
    app.store.undo(by="person")

    assert {path: doc.raw for path, doc in app.store.documents().items()} == before
    assert f"@{app.key}" in job.result


async def test_two_hours_and_a_day_through_all_gates(house, dreamer, app, time):
    place = dreamer.place(app)
    doubled(app, time)
    seen = []

    async def ask(session):
        asked = await dreamer.dream_if_due(place, session=session)
        if asked.job:
            await ended(house, asked)
        seen.append(asked.skipped or "dreamt")

    configure(house, enabled=False)
    await ask("s0")
    configure(house)
    met(house, app, 5, at=time())  # the asking session is one of them
    await ask("s0")
    time.advance(minutes=9)
    met(house, app, 1, at=time(), first=5)
    await ask("s0")
    time.advance(minutes=1)
    await ask("s0")
    await ask("s0")
    time.advance(hours=2)
    met(house, app, 10, at=time(), first=10)
    await ask("s12")
    time.advance(hours=21, minutes=59)
    await ask("s12")
    time.advance(minutes=2)
    await ask("s0")
    await ask("s12")

    assert seen == [
        "disabled",
        "min_sessions",
        "scan_throttled",
        "dreamt",
        "same_session",
        "min_hours",
        "min_hours",
        "same_session",
        "dreamt",
    ]
    counts = house.database.skipped()["dream"]
    assert counts == {
        "disabled": 1,
        "min_sessions": 1,
        "scan_throttled": 1,
        "same_session": 2,
        "min_hours": 2,
    }


async def test_a_project_in_which_memory_is_off_never_dreams(house, dreamer, app, time):
    met(house, app, 6, at=time())
    place = dreamer.place(replace(app, enabled=False))

    assert await dreamer.dream_if_due(place) == Asked(skipped="disabled")
    assert await dreamer.dream_now(place) == Asked(skipped="disabled")


async def test_a_project_without_memories_has_nothing_to_tidy_and_stays_without_files(
    house, dreamer, app, time
):
    met(house, app, 6, at=time())

    assert await dreamer.dream_if_due(dreamer.place(app)) == Asked(skipped="no_memories")
    assert not app.store.state_dir.exists()


async def test_only_sessions_of_the_project_that_changed_since_count(house, dreamer, app, time):
    other = house.projects.of(str(house.project("other")))
    met(house, other, 9, at=time(), first=50)
    met(house, app, 4, at=time())

    user = dreamer.place(None)
    keep(user, "Works as a gardener", at=time())

    assert await dreamer.dream_if_due(dreamer.place(app)) == Asked(skipped="min_sessions")
    assert (await dreamer.dream_if_due(user)).job  # the user's own memories: all sessions count


async def test_losing_meta_json_does_not_break_the_count(house, dreamer, app, time):
    keep(app, "The api is frozen in June", at=time())
    met(house, app, 6, at=time())
    await ended(house, await dreamer.dream_if_due(dreamer.place(app), session="s0"))
    (app.store.state_dir / "meta.json").write_text("{half")
    time.advance(minutes=11)

    assert (await dreamer.dream_if_due(dreamer.place(app), session="s0")).job


async def test_a_lock_that_a_live_process_holds_keeps_dreams_out(house, dreamer, app, time):
    doubled(app, time)
    lock = app.store.state_dir / "consolidation.lock"
    lock.write_text("1")

    assert (await dreamer.dream_now(dreamer.place(app))).skipped == "locked"
    lock.write_text(str(2**22 + 1))
    await ended(house, await dreamer.dream_now(dreamer.place(app)))

    assert len(titles(app)) == 1
    assert b"memoryd_lock_takeovers_total 1.0" in generate_latest(house.telemetry.metrics.registry)


async def test_a_second_dream_of_the_same_memories_is_told_which_one_runs(
    house, dreamer, app, time
):
    doubled(app, time)
    first = await dreamer.dream_now(dreamer.place(app))
    second = await dreamer.dream_now(dreamer.place(app))

    assert second.skipped in {"running", "locked"}
    assert second.job == first.job
    await ended(house, first)


async def test_a_dream_that_fails_waits_an_hour_and_is_told(house, dreamer, app, time):
    met(house, app, 6, at=time())
    doubled(app, time)
    (app.store.state_dir / "trash").write_text("in the way")

    job = await ended(house, await dreamer.dream_if_due(dreamer.place(app), session="s0"))
    time.advance(minutes=11)
    soon = await dreamer.dream_if_due(dreamer.place(app), session="s0")
    (app.store.state_dir / "trash").unlink()
    time.advance(minutes=50)
    later = await ended(house, await dreamer.dream_if_due(dreamer.place(app), session="s0"))

    assert job.status is JobStatus.FAILED
    assert soon.skipped == "failure_backoff"
    assert later.status is JobStatus.COMPLETED
    assert len(titles(app)) == 1


async def test_dreams_that_were_due_and_changed_nothing_are_counted(house, dreamer, app, time):
    keep(app, "The api is frozen in June", at=time())
    idle = []
    for number in range(3):
        time.advance(hours=25)
        met(house, app, 6, at=time(), first=10 * number)
        asked = await dreamer.dream_if_due(dreamer.place(app), session=f"x{number}")
        await ended(house, asked)
        idle.append(house.database.dreams()[app.root].idle)
    keep(app, "The api is frozen in June", "The api is frozen in June", at=time())
    await ended(house, await dreamer.dream_now(dreamer.place(app)))

    assert idle == [1, 2, 3]
    assert house.database.dreams()[app.root].idle == 0


async def test_what_a_dream_did_is_told_with_all_its_fields(house, dreamer, app, time):
    doubled(app, time)
    await ended(house, await dreamer.dream_now(dreamer.place(app)))

    with house.telemetry.events.listen(0) as stream:
        house.telemetry.events.close()
        events = [event async for event in stream.events(1)]
    (told,) = [dict(event.data) for event in events if event.kind == "dream"]
    assert told.pop("duration_ms") > 0
    assert told == {
        "trigger": "manual",
        "status": "updated",
        "deduped_entries": 1,
        "touched_topics_count": 1,
        "touched_topics": ["project"],
        "project": app.key,
    }
    assert house.database.last_runs()["dream"].status == "updated"


async def test_what_memory_says_while_a_dream_looks_is_not_overwritten(house, dreamer, app, time):
    doubled(app, time)
    place = dreamer.place(app)
    patch = Patch(
        type=MemoryType.PROJECT,
        scope=Scope.PROJECT,
        entry=Entry(summary="The build runs on the big machine"),
        at=time(),
    )
    jobs = [await dreamer.dream_now(place)]
    app.store.apply([patch], operation="extract", by="rules")
    await ended(house, jobs[0])

    assert "The build runs on the big machine" in titles(app)


async def test_a_session_that_was_learnt_from_asks_for_both_scopes(house, app):
    house.say("s1", app.root, "Remember that releases are cut from the trunk branch.")

    for submitted in await house.reconciler.reconcile("start", Wanted()):
        async with asyncio.timeout(20):
            await house.jobs.ended(submitted.job)

    assert house.database.skipped()["dream"] == {"min_sessions": 2}
