import asyncio
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.system.notify import Notifier
from memoryd.system.watchdog import Vigil, asked_ping_s, beating, given_time, watched

GUARDED = """
import asyncio, sys, time
from memoryd.system.watchdog import guarded

async def main(stuck):
    with guarded(look_s=0.02, patience=50):
        if stuck:
            time.sleep(60)
        await asyncio.sleep(1.3)

asyncio.run(main(sys.argv[1] == "stuck"))
"""


@pytest.fixture(name="manager")
def _manager():
    with (
        tempfile.TemporaryDirectory(dir="/tmp") as folder,
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock,
    ):
        sock.bind(str(Path(folder, "notify")))
        sock.setblocking(False)
        yield sock


@pytest.fixture(name="notifier")
def _notifier(manager):
    return Notifier({"NOTIFY_SOCKET": manager.getsockname()})


async def hear(manager):
    async with asyncio.timeout(20):
        return await asyncio.get_running_loop().sock_recv(manager, 1000)


def test_the_manager_is_pinged_at_a_third_of_its_time():
    assert asked_ping_s({"WATCHDOG_USEC": "120000000"}, 7) == 40


@pytest.mark.parametrize(
    ("told", "asked"), [("7", True), ("8", False), ("", False), ("7 ", False), ("07", False)]
)
def test_only_the_process_that_is_meant_pings(told, asked):
    env = {"WATCHDOG_USEC": "3000000", "WATCHDOG_PID": told}

    assert (asked_ping_s(env, 7) is not None) == asked


@pytest.mark.parametrize("usec", ["", "0", "-1", "1e6", "3 s", "٣", "9" * 19])
def test_what_is_no_time_asks_for_nothing(usec):
    assert asked_ping_s({"WATCHDOG_USEC": usec}, 7) is None


def test_nobody_who_asks_for_too_much_keeps_us_from_working():
    assert asked_ping_s({"WATCHDOG_USEC": "1"}, 7) == 0.05


@given(st.text(), st.text())
def test_whatever_the_environment_says_the_answer_is_a_time_or_none(usec, pid):
    asked = asked_ping_s({"WATCHDOG_USEC": usec, "WATCHDOG_PID": pid}, 7)

    assert asked is None or asked >= 0.05


async def test_the_loop_beats_again_and_again_until_the_end():
    beats, enough = [], asyncio.Event()

    def beat():
        beats.append(1)
        if len(beats) == 3:
            enough.set()

    with beating(0.001, beat):
        async with asyncio.timeout(20):
            await enough.wait()
    known = len(beats)
    await asyncio.sleep(0.01)

    assert len(beats) == known


async def test_a_manager_that_asks_is_pinged(manager, notifier):
    with watched(notifier, 0.001, platform="darwin"):
        assert await hear(manager) == b"WATCHDOG=1"
        assert "watchdog" not in {thread.name for thread in threading.enumerate()}


@pytest.mark.parametrize(("platform", "alone"), [("darwin", True), ("linux", False)])
async def test_where_no_manager_can_ask_a_thread_watches(notifier, platform, alone):
    with watched(notifier, None, platform=platform):
        during = {thread.name for thread in threading.enumerate()}
    after = {thread.name for thread in threading.enumerate()}

    assert ("watchdog" in during) == alone
    assert "watchdog" not in after


async def test_a_long_start_asks_for_more_time_than_passes_until_it_asks_again(manager, notifier):
    with given_time(notifier, every_s=0.001):
        assert await hear(manager) == b"EXTEND_TIMEOUT_USEC=3000"
        assert await hear(manager) == b"EXTEND_TIMEOUT_USEC=3000"


async def test_a_start_that_never_ends_does_not_ask_for_ever(manager, notifier):
    with given_time(notifier, every_s=0.001, at_most=2):
        await hear(manager)
        await hear(manager)
        await asyncio.sleep(0.02)

    with pytest.raises(BlockingIOError):
        manager.recv(1000)


def test_a_vigil_gives_up_after_enough_looks_in_vain():
    vigil = Vigil(patience=3)

    assert [vigil.is_lost(beats) for beats in (5, 5, 5, 5)] == [False, False, False, True]


def test_a_beat_between_two_looks_is_hope_again():
    vigil = Vigil(patience=2)

    assert not any(vigil.is_lost(beats) for beats in (1, 1, 2, 2, 3, 3))


def run_guarded(how):
    return subprocess.run(
        [sys.executable, "-c", GUARDED, how], capture_output=True, timeout=60, check=False
    )


def test_a_process_whose_loop_stands_still_says_where_and_aborts():
    ended = run_guarded("stuck")

    assert ended.returncode == -signal.SIGABRT
    said = ended.stderr.decode()
    assert "the event loop has not turned" in said
    assert 'File "<string>", line 8 in main' in said


def test_a_process_whose_loop_turns_is_left_alone():
    ended = run_guarded("turning")

    assert (ended.returncode, ended.stderr) == (0, b"")
