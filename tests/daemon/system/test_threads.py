import asyncio
import contextlib
import threading
import time
from concurrent.futures import CancelledError
from contextvars import ContextVar

import pytest

from memoryd.errors import BusyError
from memoryd.system.threads import BoundedThreads, ContextThreads

WHO = ContextVar("WHO", default="nobody")


async def test_work_sees_for_whom_it_is_done():
    loop = asyncio.get_running_loop()

    async def ask(name, threads):
        WHO.set(name)
        return await loop.run_in_executor(threads, WHO.get)

    with ContextThreads(max_workers=1) as threads:
        asked = [asyncio.create_task(ask(name, threads)) for name in ("a", "b")]

        assert await asyncio.gather(*asked) == ["a", "b"]
        assert await loop.run_in_executor(threads, WHO.get) == "nobody"


def test_what_the_work_sets_stays_with_it():
    with ContextThreads(max_workers=1) as threads:
        threads.submit(WHO.set, "a").result()

        assert threads.submit(WHO.get).result() == "nobody"


def test_what_finds_no_place_in_the_queue_is_refused_at_once():
    go_on = threading.Event()
    with BoundedThreads(2, "test", longest_wait_s=0) as threads:
        taken = [threads.submit(go_on.wait, 20) for _ in range(4)]

        with pytest.raises(BusyError):
            threads.submit(go_on.wait, 20)

        go_on.set()
        assert all(each.result() for each in taken)


def test_the_slower_the_work_the_fewer_may_wait():
    def fill(threads):
        go_on = threading.Event()
        taken = []
        with contextlib.suppress(BusyError):
            while len(taken) < 1000:
                taken.append(threads.submit(go_on.wait, 20))
        go_on.set()
        assert all(each.result() for each in taken)
        return len(taken)

    with BoundedThreads(2, "test", longest_wait_s=0.05) as threads:
        for _ in range(50):
            threads.submit(int).result()
        many = fill(threads)  # which take long themselves, since they wait for each other
        for _ in range(30):
            threads.submit(time.sleep, 0.06).result()
        few = fill(threads)

    assert many > 50
    assert few == 4


def test_a_place_is_free_again_once_work_ends_fails_or_is_given_up():
    go_on = threading.Event()
    with BoundedThreads(1, "test", longest_wait_s=1) as threads:
        for _ in range(3):
            go_on.clear()
            first = threads.submit(go_on.wait, 20)
            second = threads.submit(int, "no number")
            assert second.cancel()
            third = threads.submit(int, "no number")
            go_on.set()

            assert first.result()
            with pytest.raises(CancelledError):
                second.result()
            with pytest.raises(ValueError, match="no number"):
                third.result()


def test_after_the_end_nothing_is_taken():
    threads = BoundedThreads(1, "test", longest_wait_s=0)
    threads.shutdown()

    for _ in range(3):
        with pytest.raises(RuntimeError):
            threads.submit(int)
