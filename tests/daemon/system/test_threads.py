import asyncio
from contextvars import ContextVar

from memoryd.system.threads import ContextThreads

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
