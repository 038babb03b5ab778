import asyncio
from contextlib import asynccontextmanager

import msgspec
import pytest

from memoryd.config import Extract, Recall
from memoryd.errors import BusyError
from memoryd.lifecycle.recall import Recaller
from memoryd.schedule import Clockwork, Prover
from memoryd.sources import Scratch

SOON = 30


@pytest.fixture(name="prover")
def _prover(house):
    scratch = Scratch(house.home / "doctor")
    scratch.folder.mkdir(parents=True)
    house.reconciler.own = [(scratch, scratch.folder)]
    return Prover(
        scratch=scratch,
        clockwork=Clockwork(house.reconciler),
        recaller=Recaller(house.projects, house.database, settings=Recall, clock=house.clock),
        clock=house.clock,
        watch_s=0.0,
    )


@asynccontextmanager
async def walking(house, prover):
    """The clockwork walks and does not watch."""
    stop = asyncio.Event()
    async with asyncio.TaskGroup() as group:
        group.create_task(prover.clockwork.run(stop))
        try:
            async with asyncio.timeout(SOON):
                yield
        finally:
            stop.set()
            prover.clockwork.poke()


def ends(proof):
    return {step.step: step.ok for step in proof.steps}


async def test_a_watch_that_tells_nothing_is_named_and_the_rest_is_proven_by_a_walk(house, prover):
    async with walking(house, prover):
        proof = await prover.prove()

    assert not proof.ok
    assert ends(proof) == {
        "write": True,
        "watch": False,
        "extract": True,
        "store": True,
        "recall": True,
        "forget": True,
        "clean": True,
    }
    watch = next(step for step in proof.steps if step.step == "watch")
    assert "fs.inotify" in watch.remedy


async def test_why_watching_failed_is_told(house, prover):
    prover.clockwork.watch_error = "too many open files"

    async with walking(house, prover):
        proof = await prover.prove()

    assert any(step.detail == "too many open files" for step in proof.steps)


async def test_nobody_is_told_of_it_and_nothing_is_left(house, prover):
    with house.telemetry.events.listen(None) as stream:
        async with walking(house, prover):
            await prover.prove()
        stream.close()
        told = [event async for event in stream.events(SOON)]

    assert told == []
    assert house.database.sessions() == {}
    assert (house.database.skipped(), house.database.last_runs()) == ({}, {})
    assert house.jobs.all() == []
    assert list(prover.scratch.folder.iterdir()) == []
    assert not list((house.home / "memory-base").rglob("*"))


async def test_when_sessions_are_not_read_at_all_that_is_the_step_that_fails(house, prover):
    house.settings = msgspec.structs.replace(house.settings, extract=Extract(enabled=False))

    async with walking(house, prover):
        proof = await prover.prove()

    assert ends(proof) == {"write": True, "watch": False, "extract": False, "clean": True}


async def test_only_so_many_run_at_once(house, prover):
    prover._active |= {"a", "b", "c", "d"}

    with pytest.raises(BusyError):
        await prover.prove()


async def test_a_proof_that_is_cut_off_leaves_nothing(house, prover):
    async with walking(house, prover):
        proving = asyncio.create_task(prover.prove())
        while not list(prover.scratch.folder.iterdir()):  # noqa: ASYNC110 -- nobody tells of files
            await asyncio.sleep(0.01)
        proving.cancel()
        with pytest.raises(asyncio.CancelledError):
            await proving

    assert list(prover.scratch.folder.iterdir()) == []
    assert house.database.sessions() == {}
