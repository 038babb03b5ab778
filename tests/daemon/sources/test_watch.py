import asyncio
import os
import sys
import tempfile
from contextlib import aclosing, asynccontextmanager
from pathlib import Path

import pytest

from memoryd.sources.watch import WatchFailedError, watch

SOON = 30


@pytest.fixture(name="root")
def _root():
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder).resolve()


class Seen:
    """What a watch reports, gathered by a task of its own."""

    def __init__(self):
        self.paths = set()
        self.stop = asyncio.Event()
        self.task = None

    async def gather(self, roots):
        async with aclosing(watch(roots, self.stop)) as batches:
            async for batch in batches:
                self.paths |= batch

    async def until(self, is_enough, change):
        """Repeat *change* until it was reported; nobody says when watching has begun."""
        async with asyncio.timeout(SOON):
            while not is_enough() and not self.task.done():
                change()
                await asyncio.wait([self.task], timeout=0.5)


@asynccontextmanager
async def watching(*roots):
    seen = Seen()
    seen.task = asyncio.create_task(seen.gather(roots))
    try:
        yield seen
    finally:
        seen.stop.set()
        async with asyncio.timeout(SOON):
            await seen.task


def append(path):
    def change():
        with path.open("a", encoding="utf-8") as file:
            file.write("{}\n")

    return change


async def test_what_is_written_below_a_root_is_reported(root):
    path = root / "a" / "s.jsonl"
    path.parent.mkdir()
    path.touch()

    async with watching(root) as seen:
        await seen.until(lambda: path in seen.paths, append(path))


async def test_all_roots_are_watched_and_missing_ones_left_out(root):
    one, two = root / "one", root / "two"
    one.mkdir()
    two.mkdir()

    async with watching(one, root / "gone", two) as seen:
        await seen.until(lambda: one / "s.jsonl" in seen.paths, append(one / "s.jsonl"))
        await seen.until(lambda: two / "s.jsonl" in seen.paths, append(two / "s.jsonl"))


async def test_a_root_that_cannot_be_looked_at_does_not_hinder_the_others(root, monkeypatch):
    real = os.stat

    def stat(path, *rest, **more):
        if str(path).endswith("closed"):
            raise PermissionError(13, os.strerror(13))
        return real(path, *rest, **more)

    monkeypatch.setattr(os, "stat", stat)

    async with watching(root / "closed", root) as seen:
        await seen.until(lambda: root / "s.jsonl" in seen.paths, append(root / "s.jsonl"))


async def test_a_new_directory_is_reported_since_its_first_files_may_not_be(root):
    made = []

    def change():
        made.append(root / str(len(made)))
        made[-1].mkdir()

    async with watching(root) as seen:
        await seen.until(lambda: seen.paths, change)

    assert seen.paths <= set(made)


async def test_only_transcripts_settings_and_memories_are_reported(root):
    async with watching(root) as seen:

        def change():
            for name in ("s.lock", "s.tmp", "s.txt", ".memoryd-1.tmp", "s.jsonl", "s.jsonl.zst"):
                append(root / name)()
            for name in ("s.json", "s.md"):
                append(root / name)()

        await seen.until(lambda: root / "s.md" in seen.paths, change)

    assert seen.paths == {root / name for name in ("s.jsonl", "s.jsonl.zst", "s.json", "s.md")}


async def test_a_file_replaced_by_a_rename_is_reported(root):
    def change():
        (root / "s.tmp").write_bytes(b"{}")
        (root / "s.tmp").replace(root / "s.jsonl")

    async with watching(root) as seen:
        await seen.until(lambda: root / "s.jsonl" in seen.paths, change)


async def test_without_any_root_it_waits_for_the_end(root):
    async with watching(root / "gone") as seen:
        await asyncio.sleep(0)
        assert not seen.task.done()

    assert seen.paths == set()


async def test_a_file_for_a_root_is_not_watched(root):
    (root / "s.jsonl").touch()

    async with watching(root / "s.jsonl") as seen:
        append(root / "s.jsonl")()

    assert seen.paths == set()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere every file name is UTF-8")
async def test_a_name_that_is_not_utf_8_ends_the_watch_with_a_reason(root):
    names = iter(range(1000))

    def change():
        (root / os.fsdecode(b"\xff%d.jsonl" % next(names))).touch()

    with pytest.raises(WatchFailedError, match="decode path"):
        async with watching(root) as seen:
            await seen.until(lambda: False, change)
