import asyncio

import pytest

from memoryd.schedule.leases import LeaseLostError, acquire, finish, hold


class Work:
    """Something that takes as long as it is let, and tells how it ended."""

    def __init__(self):
        self.began, self.may_end = asyncio.Event(), asyncio.Event()
        self.end = ""

    async def __call__(self):
        self.began.set()
        try:
            await self.may_end.wait()
        except asyncio.CancelledError:
            self.end = "cancelled"
            raise
        self.end = "done"
        return "result"


@pytest.fixture(name="work")
def _work():
    return Work()


def renewals(*answers, then):
    """A lease that is renewed as told; after the last answer *then* is called."""
    left = list(answers)

    async def renew():
        answer = left.pop(0)
        if not left:
            then()
        return answer

    return renew


async def never(*_):
    raise AssertionError("nobody needs to ask")


async def test_quick_work_needs_no_renewal():
    async def quick():
        return 7

    assert await hold(quick(), never, every_s=60) == 7


async def test_long_work_goes_on_while_the_lease_is_renewed(work):
    renew = renewals(True, True, True, then=work.may_end.set)

    assert await hold(work(), renew, every_s=0.001) == "result"


async def test_work_is_cancelled_when_the_lease_is_lost(work):
    with pytest.raises(LeaseLostError):
        await hold(work(), renewals(True, False, then=lambda: None), every_s=0.001)

    assert work.end == "cancelled"


async def test_what_the_work_raises_is_raised():
    async def fail():
        raise ValueError("mine")

    with pytest.raises(ValueError, match="mine"):
        await hold(fail(), never, every_s=60)


async def test_a_renewal_that_cannot_be_asked_for_ends_the_work(work):
    async def renew():
        raise OSError("no disk")

    with pytest.raises(OSError, match="no disk"):
        await hold(work(), renew, every_s=0.001)

    assert work.end == "cancelled"


async def test_who_is_stopped_stops_the_work(work):
    holding = asyncio.create_task(hold(work(), never, every_s=60))
    await work.began.wait()

    holding.cancel()

    with pytest.raises(asyncio.CancelledError):
        await holding
    assert work.end == "cancelled"


async def test_what_must_be_finished_is_finished_before_the_stop(work):
    finishing = asyncio.create_task(finish(work()))
    await work.began.wait()

    finishing.cancel()
    work.may_end.set()

    with pytest.raises(asyncio.CancelledError):
        await finishing
    assert work.end == "done"


async def test_what_is_finished_without_a_stop_comes_back(work):
    work.may_end.set()

    assert await finish(work()) == "result"


async def test_what_is_claimed_while_a_stop_comes_is_given_back(work):
    given_back = []

    async def give_back(claim):
        given_back.append(claim)

    claiming = asyncio.create_task(acquire(work(), give_back))
    await work.began.wait()
    claiming.cancel()
    work.may_end.set()

    with pytest.raises(asyncio.CancelledError):
        await claiming
    assert given_back == ["result"]


async def test_what_is_claimed_without_a_stop_is_ours(work):
    work.may_end.set()

    assert await acquire(work(), never) == "result"
