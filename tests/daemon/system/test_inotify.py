import asyncio
import sys

import pytest

from memoryd.sources.watch import watch
from memoryd.system import inotify

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="inotify is Linux's")


async def becomes(number):
    async with asyncio.timeout(30):
        while inotify.count_watches() != number:  # noqa: ASYNC110 -- the kernel sets no event
            await asyncio.sleep(0.01)


async def test_the_directories_that_are_watched_are_counted(tmp_path):
    (tmp_path / "a" / "b").mkdir(parents=True)
    before, stop = inotify.count_watches(), asyncio.Event()
    watching = asyncio.ensure_future(anext(watch([tmp_path], stop), None))
    await becomes(before + 3)

    stop.set()
    await watching

    await becomes(before)


def test_where_nothing_tells_nothing_is_counted(tmp_path, monkeypatch):
    monkeypatch.setattr(inotify, "_FDS", tmp_path / "absent")
    monkeypatch.setattr(inotify, "_LIMIT", tmp_path / "absent")

    assert inotify.count_watches() is None
    assert inotify.watch_limit() is None


def test_the_limit_is_a_figure():
    assert inotify.watch_limit() > 0
