import asyncio
import os
import sys
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from structlog.testing import capture_logs

from memoryd.schedule import Clockwork

SOON = 30
FACT = "Remember that releases are cut from the trunk branch."


@asynccontextmanager
async def working(house, clockwork, *names):
    """The clockwork's loops, stopped at the end as the daemon stops them."""
    stop = asyncio.Event()
    async with asyncio.TaskGroup() as group:
        for name in names:
            group.create_task(getattr(clockwork, name)(stop), name=name)
        try:
            yield
        finally:
            stop.set()
            clockwork.poke()
            async with asyncio.timeout(SOON):
                await house.jobs.join()


async def extracted(house, count):
    """Wait until so many extractions were told."""
    with house.telemetry.events.listen(10**6) as stream:
        async with asyncio.timeout(SOON):
            async for event in stream.events(SOON):
                count -= event is not None and event.kind == "extract"
                if count <= 0:
                    return


async def test_at_the_start_all_that_moved_is_read(house):
    app = house.project("app")
    house.say("s1", app, FACT)
    clockwork = Clockwork(house.reconciler)
    assert not clockwork.scanned.is_set()

    async with working(house, clockwork, "run"):
        await extracted(house, 1)

    assert clockwork.scanned.is_set()
    assert len(house.facts(app)) == 1


async def test_a_poke_makes_it_look_again(house):
    app = house.project("app")
    house.say("s1", app, FACT)
    clockwork = Clockwork(house.reconciler)

    async with working(house, clockwork, "run"):
        await extracted(house, 1)
        house.say("s2", app, "Remember that the linter runs before every commit.")
        clockwork.poke()
        await extracted(house, 2)

    assert len(house.facts(app)) == 2


async def test_pokes_that_never_cease_do_not_put_the_reading_off_for_ever(house):
    app = house.project("app")
    house.say("s1", app, FACT)
    clockwork = Clockwork(house.reconciler)

    async def keep_poking():
        while True:
            clockwork.poke()
            await asyncio.sleep(0.01)

    async with working(house, clockwork, "run"):
        await extracted(house, 1)
        poking = asyncio.create_task(keep_poking())
        house.say("s2", app, "Remember that the linter runs before every commit.")
        await extracted(house, 2)
        poking.cancel()

    assert len(house.facts(app)) == 2


async def test_a_look_that_fails_is_logged_and_done_again_later(house):
    app = house.project("app")
    house.say("s1", app, FACT)
    troubles = [OSError("no luck")]

    def settings():
        if troubles:
            raise troubles.pop()
        return house.settings

    clockwork = Clockwork(replace(house.reconciler, settings=settings))
    clockwork.poke()

    with capture_logs() as logged:
        async with working(house, clockwork, "run"):
            await extracted(house, 1)

    failed = [line for line in logged if line["event"] == "reconcile failed"]
    assert [line["cause"] for line in failed] == ["start"]
    assert len(house.facts(app)) == 1


async def test_a_change_of_a_transcript_is_noticed(house):
    app = house.project("app")
    house.say("s1", app, FACT)
    clockwork = Clockwork(house.reconciler)

    async with working(house, clockwork, "run", "watch"):
        await extracted(house, 1)
        for number in range(100):
            house.say("s1", app, f"Remember that release {number} was cut from the trunk branch.")
            if await _within(extracted(house, 2), 1):
                break

    assert len(house.facts(app)) > 1


async def _within(waiting, timeout_s):
    try:
        await asyncio.wait_for(waiting, timeout_s)
    except TimeoutError:
        return False
    return True


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere every file name is UTF-8")
async def test_a_watch_that_dies_is_shown_counted_and_does_not_hinder_a_stop(house):
    clockwork = Clockwork(house.reconciler)
    names = iter(range(1000))

    with capture_logs() as logged:
        async with working(house, clockwork, "watch"), asyncio.timeout(SOON):
            while not clockwork.watch_error:
                (house.transcripts / os.fsdecode(b"\xff%d.jsonl" % next(names))).touch()
                await asyncio.sleep(0.2)

    assert "watching failed, will try again" in [line["event"] for line in logged]
    restarts = house.telemetry.metrics.watcher_restarts
    assert restarts._value.get() == 1


async def test_without_anything_to_watch_a_stop_is_heard(house):
    house.transcripts.rmdir()
    clockwork = Clockwork(house.reconciler)

    async with asyncio.timeout(SOON), working(house, clockwork, "watch"):
        await asyncio.sleep(0)

    assert clockwork.watch_error is None


async def test_who_expects_a_file_is_told_once_the_watch_sees_it(house):
    app = house.project("app")
    clockwork, told, other = Clockwork(house.reconciler), asyncio.Event(), asyncio.Event()
    house.say("s0", app, FACT)  # its directory is there to be watched

    with clockwork.expecting("s1.jsonl", told), clockwork.expecting("s2.jsonl", other):
        async with working(house, clockwork, "watch"), asyncio.timeout(SOON):
            while not told.is_set():  # the watch may begin only now
                house.say("s1", app, FACT)
                await asyncio.sleep(0.05)

    assert not other.is_set()


async def test_a_session_that_could_not_be_kept_is_read_again_without_a_hint(house):
    app = house.project("app")
    house.say("s1", app, FACT)
    base = house.projects.base
    base.write_text("no directory")
    failing = []

    with capture_logs(), house.telemetry.events.listen(10**6) as stream:
        async with (
            asyncio.timeout(SOON),
            working(house, Clockwork(house.reconciler, retry_s=0.01), "run"),
        ):
            async for event in stream.events(SOON):
                if event is not None and event.kind == "extract":
                    failing.append(len(house.extractor.failing))
                    if not failing[-1]:
                        break
                    base.unlink(missing_ok=True)

    assert failing == [1, 0]
    assert len(house.facts(app)) == 1


async def test_a_look_that_fails_says_so_until_it_succeeds(house):
    house.say("s1", house.project("app"), FACT)
    troubles, said = [OSError("no luck")], []

    def settings():
        if troubles:
            raise troubles.pop()
        said.append(clockwork.scan_error)
        return house.settings

    clockwork = Clockwork(replace(house.reconciler, settings=settings), retry_s=0.01)
    with capture_logs():
        async with working(house, clockwork, "run"):
            await extracted(house, 1)

    assert "no luck" in said
    assert clockwork.scan_error is None
