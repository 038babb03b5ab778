"""A lock that other programs share: one holder, none that is dead, none lost for age alone."""

import contextlib
import os
import subprocess
import sys
import time
from datetime import timedelta

import pytest

from memoryd.errors import BusyError
from memoryd.system.pid_lock import PidLock

HOUR = timedelta(hours=1)


@pytest.fixture(name="path")
def _path(tmp_path):
    return tmp_path / "consolidation.lock"


@pytest.fixture(name="stranger")
def _stranger():
    """A live process that is not ours."""
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    yield process.pid
    process.communicate(b"\n")


def lock(path):
    return PidLock(path, stale_after=HOUR)


def leave(path, text, *, age_s=0.0):
    path.write_text(text)
    at = time.time() - age_s
    os.utime(path, (at, at))


def dead_pid():
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


def test_the_body_is_the_decimal_pid_and_no_newline(path):
    with lock(path):
        assert path.read_bytes() == str(os.getpid()).encode()
        assert path.stat().st_mode & 0o777 == 0o600


def test_it_is_gone_after_use_also_after_an_error(path):
    with pytest.raises(ZeroDivisionError), lock(path):
        _ = 1 / 0

    assert not path.exists()


def test_a_second_holder_is_refused_and_told_who_holds_it(path):
    with lock(path):
        with pytest.raises(BusyError, match=str(os.getpid())), lock(path):
            pass
        assert lock(path).is_held()

    assert not lock(path).is_held()


def test_a_young_lock_of_a_live_process_is_respected(path, stranger):
    leave(path, str(stranger), age_s=60)

    assert lock(path).is_held()
    with pytest.raises(BusyError, match=str(stranger)), lock(path):
        pass
    assert path.read_text() == str(stranger)


@pytest.mark.parametrize("text", ["", "soon", "-4", "0", "12 13", "9" * 30])
def test_a_lock_that_names_no_process_is_not_held(path, text):
    leave(path, text, age_s=5)

    with lock(path) as mine:
        assert mine.taken_over


def test_a_lock_that_was_only_just_made_may_not_hold_its_pid_yet(path):
    leave(path, "")

    assert lock(path).is_held()


def test_the_lock_of_a_dead_process_is_taken_over_and_that_is_told(path):
    leave(path, str(dead_pid()))

    assert not lock(path).is_held()
    with lock(path) as mine:
        assert mine.taken_over
        assert path.read_text() == str(os.getpid())


def test_age_alone_takes_nothing_from_the_process_that_wrote_it(path):
    writer = "import os, sys; open(sys.argv[1], 'w').write(str(os.getpid())); print(); input()"
    process = subprocess.Popen(
        [sys.executable, "-c", writer, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    process.stdout.readline()
    with contextlib.ExitStack() as stack:
        stack.callback(process.communicate, b"\n")
        # An hour is not over, a moment is: the process is older than the file's age says.
        old = PidLock(path, stale_after=timedelta(0))

        assert old.is_held()


@pytest.mark.skipif(not os.path.exists("/proc/uptime"), reason="only Linux can tell")  # noqa: PTH110
def test_an_old_lock_whose_pid_went_to_another_process_is_not_held(path, stranger):
    leave(path, str(stranger), age_s=2 * 3600)

    with lock(path) as mine:
        assert mine.taken_over


def test_our_own_pid_without_our_kernel_lock_is_what_an_earlier_life_left(path):
    leave(path, str(os.getpid()))

    assert not lock(path).is_held()


def test_a_killed_holder_holds_nothing(path):
    holder = (
        "import sys, time; from datetime import timedelta; from pathlib import Path\n"
        "from memoryd.system.pid_lock import PidLock\n"
        "with PidLock(Path(sys.argv[1]), stale_after=timedelta(hours=1)):\n"
        "    print(flush=True); time.sleep(60)"
    )
    process = subprocess.Popen([sys.executable, "-c", holder, path], stdout=subprocess.PIPE)
    process.stdout.readline()
    assert lock(path).is_held()

    process.kill()
    process.communicate()

    assert path.exists()
    assert not lock(path).is_held()


def test_a_lock_that_another_took_from_us_stays_theirs(path):
    with lock(path):
        path.unlink()
        leave(path, "4711")

    assert path.read_text() == "4711"


def test_touching_keeps_it_young_and_is_nothing_when_it_is_not_held(path):
    mine = lock(path)
    mine.touch()
    with mine:
        os.utime(path, (1, 1))
        mine.touch()
        assert time.time() - path.stat().st_mtime < 60
    mine.touch()

    assert not path.exists()


def test_many_who_find_a_dead_lock_at_once_get_it_one_at_a_time(path):
    leave(path, str(dead_pid()))
    contender = (
        "import sys, time; from datetime import timedelta; from pathlib import Path\n"
        "from memoryd.errors import BusyError; from memoryd.system.pid_lock import PidLock\n"
        "input()\n"
        "try:\n"
        "    with PidLock(Path(sys.argv[1]), stale_after=timedelta(hours=1)):\n"
        "        print('held', flush=True); input()\n"
        "except BusyError: print('busy', flush=True); input()"
    )
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", contender, path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(6)
    ]
    for process in processes:
        process.stdin.write("\n")
        process.stdin.flush()
    said = [process.stdout.readline().strip() for process in processes]
    for process in processes:
        process.communicate("\n")

    assert sorted(said) == ["busy"] * 5 + ["held"]
    assert list(path.parent.iterdir()) == []
