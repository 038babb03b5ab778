import fcntl
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
from contextlib import contextmanager
from dataclasses import asdict

import pytest

from memoryd.errors import AlreadyRunningError, CannotServeError
from memoryd.system.lock import Instance, hold_instance_lock, publish, start_token

ME = Instance(
    pid=os.getpid(),
    start_token="boot:1",
    version="1.2.3",
    api=1,
    socket="/run/user/1/memoryd.sock",
    instance="abc",
    started_at="2026-01-01T00:00:00.000Z",
)

HOLDER = """
import os, sys
from pathlib import Path
from memoryd.system.lock import Instance, hold_instance_lock

me = Instance(pid=os.getpid(), start_token="t", version="9", api=1, socket="/s", instance="i",
              started_at="now")
with hold_instance_lock(Path(sys.argv[1]), me):
    print("held", flush=True)
    sys.stdin.read()
"""


@contextmanager
def other_process_holding(path):
    """Another process that holds the lock until it is killed or its stdin ends."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout.readline() == b"held\n"
        yield process


@pytest.fixture(name="lock")
def _lock(tmp_path):
    return tmp_path / "daemon.lock"


def test_the_holder_writes_who_it_is_into_a_private_file(lock):
    with hold_instance_lock(lock, ME):
        assert json.loads(lock.read_bytes()) == asdict(ME)
        assert lock.stat().st_mode & 0o777 == 0o600


def test_a_second_process_is_told_who_holds_the_lock_and_what_to_do(lock):
    with (
        other_process_holding(lock) as holder,
        pytest.raises(AlreadyRunningError, match=rf"pid {holder.pid}, version 9, socket /s") as no,
        hold_instance_lock(lock, ME),
    ):
        pass

    assert "memoryctl stop" in no.value.hint


@pytest.mark.parametrize("left_by_a_killed_one", [b"", json.dumps({"pid": 2**22}).encode()])
def test_a_holder_that_has_not_written_its_name_yet_is_waited_for(lock, left_by_a_killed_one):
    lock.write_bytes(left_by_a_killed_one)
    with lock.open("r+b") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        threading.Timer(0.2, lock.write_text, [json.dumps(asdict(ME))]).start()

        with pytest.raises(AlreadyRunningError) as no, hold_instance_lock(lock, ME):
            pass

    assert f"pid {os.getpid()}, version 1.2.3" in str(no.value)


def test_the_loser_does_not_erase_what_the_holder_wrote(lock):
    with other_process_holding(lock) as holder:
        with pytest.raises(AlreadyRunningError), hold_instance_lock(lock, ME):
            pass

        assert json.loads(lock.read_bytes())["pid"] == holder.pid


def test_the_same_process_cannot_hold_it_twice(lock):
    with (
        hold_instance_lock(lock, ME),
        pytest.raises(AlreadyRunningError),
        hold_instance_lock(lock, ME),
    ):
        pass


def test_a_killed_holder_frees_the_lock_whatever_its_text_says(lock):
    with other_process_holding(lock) as holder:
        holder.send_signal(signal.SIGKILL)
        holder.wait()
        assert json.loads(lock.read_bytes())["pid"] == holder.pid

        with hold_instance_lock(lock, ME):
            assert json.loads(lock.read_bytes()) == asdict(ME)


def test_a_stopped_holder_still_holds_it(lock):
    with other_process_holding(lock) as holder:
        holder.send_signal(signal.SIGSTOP)

        with pytest.raises(AlreadyRunningError), hold_instance_lock(lock, ME):
            pass

        holder.send_signal(signal.SIGCONT)


def test_a_child_that_outlives_the_holder_does_not_keep_the_lock(lock):
    with hold_instance_lock(lock, ME):
        child = subprocess.Popen(
            [sys.executable, "-c", "print(flush=True); input()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            close_fds=False,
        )
        child.stdout.readline()

    with child, hold_instance_lock(lock, ME):
        assert child.poll() is None


@pytest.mark.parametrize("age", ["ancient", "future"])
def test_the_age_of_the_file_means_nothing(lock, age):
    when = 0 if age == "ancient" else 2**32

    with other_process_holding(lock):
        os.utime(lock, (when, when))

        with pytest.raises(AlreadyRunningError), hold_instance_lock(lock, ME):
            pass


@pytest.mark.parametrize(
    "text",
    [b"", b"garbage", b"\xff\x00", b"[1]", b"{}", b'{"pid": 1}', b'"x"', b"9" * 100_000],
)
def test_a_text_that_says_nothing_neither_holds_nor_breaks_anything(lock, text):
    lock.write_bytes(text)

    with hold_instance_lock(lock, ME):
        assert json.loads(lock.read_bytes()) == asdict(ME)

        lock.write_bytes(text)
        with pytest.raises(AlreadyRunningError, match=str(lock)), hold_instance_lock(lock, ME):
            pass


def test_the_file_stays_so_that_nobody_locks_another_one_of_that_name(lock):
    with hold_instance_lock(lock, ME):
        held = lock.stat().st_ino

    assert lock.stat().st_ino == held


@pytest.mark.parametrize("kind", ["directory", "link", "below a file"])
def test_a_lock_that_cannot_be_is_an_error_with_a_remedy(tmp_path, kind):
    path = tmp_path / "daemon.lock"
    if kind == "directory":
        path.mkdir()
    elif kind == "link":
        path.symlink_to(tmp_path / "elsewhere")
    else:
        path.write_bytes(b"")
        path /= "daemon.lock"

    with (
        pytest.raises(CannotServeError, match="cannot lock") as caught,
        hold_instance_lock(path, ME),
    ):
        pass

    assert "MEMORYD_STATE_DIR" in caught.value.hint
    assert not (tmp_path / "elsewhere").exists()


def test_a_full_disk_is_an_error_with_a_remedy_and_leaves_the_lock_free(lock, monkeypatch):
    def full(fd, text, offset):
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(os, "pwrite", full)
    with pytest.raises(CannotServeError, match="No space left"), hold_instance_lock(lock, ME):
        pass
    monkeypatch.undo()

    with hold_instance_lock(lock, ME):
        assert json.loads(lock.read_bytes()) == asdict(ME)


def test_a_lock_whose_file_was_removed_is_missed_and_taken_once_more(lock):
    with hold_instance_lock(lock, ME) as held:
        before = held.is_found()
        lock.unlink()
        gone = held.is_found()

        held.take()

        assert (before, gone, held.is_found()) == (True, False, True)
        with pytest.raises(AlreadyRunningError), hold_instance_lock(lock, ME):
            pass
    with hold_instance_lock(lock, ME):
        pass


def test_a_lock_whose_directory_was_removed_is_taken_in_a_new_private_one(tmp_path):
    path = tmp_path / "state" / "daemon.lock"
    with hold_instance_lock(path, ME) as held:
        shutil.rmtree(path.parent)

        held.take()

        assert held.is_found()
        assert path.parent.stat().st_mode & 0o777 == 0o700


def test_a_lock_that_another_took_meanwhile_is_lost_and_names_it(lock):
    with hold_instance_lock(lock, ME) as held:
        lock.unlink()
        with other_process_holding(lock) as other:
            with pytest.raises(AlreadyRunningError, match=f"pid {other.pid}"):
                held.take()

            assert not held.is_found()
            other.stdin.close()


def test_a_lock_that_cannot_be_taken_once_more_is_still_missed(lock, monkeypatch):
    def full(fd, text, offset):
        raise OSError(28, os.strerror(28))

    with hold_instance_lock(lock, ME) as held:
        lock.unlink()
        monkeypatch.setattr(os, "pwrite", full)
        with pytest.raises(CannotServeError, match="No space left"):
            held.take()
        monkeypatch.undo()

        assert not held.is_found()
        held.take()
        assert held.is_found()


def test_the_daemon_json_of_another_daemon_is_left_to_it(tmp_path):
    path = tmp_path / "daemon.json"

    with publish(path, ME):
        path.rename(tmp_path / "old")
        path.write_bytes(b"another's")

    assert path.read_bytes() == b"another's"


def test_daemon_json_is_private_complete_and_gone_at_the_end(tmp_path):
    path = tmp_path / "daemon.json"
    before = os.umask(0)
    try:
        with publish(path, ME):
            assert json.loads(path.read_bytes()) == asdict(ME)
            assert path.stat().st_mode & 0o777 == 0o600
    finally:
        os.umask(before)

    assert list(tmp_path.iterdir()) == []


def test_daemon_json_of_a_killed_daemon_is_replaced(tmp_path):
    path = tmp_path / "daemon.json"
    path.write_bytes(b"old and longer than the new text" * 100)

    with publish(path, ME):
        assert json.loads(path.read_bytes()) == asdict(ME)


def test_a_daemon_json_that_somebody_removed_or_whose_disk_went_does_not_hinder_a_stop(tmp_path):
    path = tmp_path / "state" / "daemon.json"

    with publish(path, ME):
        path.unlink()
        path.parent.rmdir()


def test_a_daemon_json_that_cannot_be_written_is_an_error_with_a_remedy(tmp_path):
    (tmp_path / "daemon.json").mkdir()

    with (
        pytest.raises(CannotServeError, match="cannot write") as caught,
        publish(tmp_path / "daemon.json", ME),
    ):
        pass

    assert caught.value.hint


def test_the_start_token_is_the_same_within_a_process_and_differs_between_two():
    code = "from memoryd.system.lock import start_token; print(start_token())"
    others = {
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, check=True, text=True
        ).stdout.strip()
        for _ in range(2)
    }

    assert start_token() == start_token()
    assert start_token() not in others
    assert len(others) == 2
