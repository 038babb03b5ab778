import asyncio
import os
import sys

import pytest

from memoryd.system.program import run_program

LIMIT_BYTES = 100_000


def run(script, cwd, *, stdin=b"", env=None):
    return run_program(
        [sys.executable, "-I", "-c", script],
        stdin=stdin,
        env={"PATH": os.defpath} if env is None else env,
        cwd=cwd,
        max_out_bytes=LIMIT_BYTES,
    )


@pytest.fixture(name="held")
def _held(tmp_path):
    """A pipe with a name: who opened it for writing holds it to the end of its life."""
    pipe = tmp_path / "held"
    os.mkfifo(pipe)
    return pipe


CHILD = """
import subprocess, sys
held = open("held", "w")
subprocess.Popen([sys.executable, "-I", "-c", "import time; time.sleep(600)"], stdout=held,
                 stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
print("started", file=held, flush=True)
"""


async def test_what_a_program_is_fed_comes_back_as_it_wrote_it(tmp_path):
    fed = b"\x00\xff" * 30_000

    ended = await run(
        "import sys; sys.stdout.buffer.write(sys.stdin.buffer.read())", tmp_path, stdin=fed
    )

    assert (ended.code, ended.out, ended.complaint) == (0, fed, "")


async def test_it_runs_where_and_with_what_it_is_given_and_nothing_else(tmp_path):
    ended = await run(
        "import os; print(os.getcwd(), os.environ.get('A'), os.environ.get('HOME'))",
        tmp_path,
        env={"A": "1"},
    )

    assert ended.out.decode().split() == [str(tmp_path.resolve()), "1", "None"]


async def test_a_program_that_fails_leaves_its_code_and_the_end_of_its_complaint(tmp_path):
    script = "import sys; sys.stderr.write('x' * 200_000 + 'no login'); sys.exit(3)"

    ended = await run(script, tmp_path)

    assert (ended.code, ended.complaint[-8:], len(ended.complaint)) == (3, "no login", 2000)


async def test_a_program_that_does_not_read_ends_all_the_same(tmp_path):
    ended = await run("print('done')", tmp_path, stdin=b"x" * 5_000_000)

    assert (ended.code, ended.out) == (0, b"done\n")


async def test_a_program_that_says_too_much_is_stopped(tmp_path):
    ended = await run("while True: print('x' * 1000)", tmp_path)

    assert (ended.out, ended.code) == (None, -9)


async def test_who_cancels_kills_the_program_and_all_it_started(tmp_path, held):
    running = asyncio.create_task(run(CHILD + "import time; time.sleep(600)", tmp_path))
    reader = await asyncio.to_thread(held.open)
    with reader:
        assert await asyncio.to_thread(reader.readline) == "started\n"

        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running

        assert await asyncio.to_thread(reader.read) == ""


async def test_what_a_program_leaves_running_ends_with_it(tmp_path, held):
    running = asyncio.create_task(run(CHILD, tmp_path))
    reader = await asyncio.to_thread(held.open)
    with reader:
        assert (await running).code == 0
        assert await asyncio.to_thread(reader.read) == "started\n"


async def test_a_program_there_is_not_cannot_be_started(tmp_path):
    with pytest.raises(FileNotFoundError):
        await run_program(
            [str(tmp_path / "gone")], stdin=b"", env={}, cwd=tmp_path, max_out_bytes=1
        )
