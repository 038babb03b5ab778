"""`memoryctl start`, `stop` and `restart` where no service manager is."""

import contextlib
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

MEMORYCTL = "import sys; from memoryd_client.ctl import main; sys.exit(main())"


@pytest.fixture
def home(house, wait_until):
    """A house whose daemon nobody waits for; it is ended with the test."""
    yield house
    with contextlib.suppress(OSError, ValueError):
        pid = told(house)["pid"]
        os.kill(pid, signal.SIGTERM)
        wait_until(lambda: not (house.state / "daemon.json").exists())


def told(house):
    return json.loads((house.state / "daemon.json").read_text())


def lines_that_say(house, event):
    log = (house.state / "log" / "memoryd.log").read_text()
    return [line for line in log.splitlines() if json.loads(line)["event"] == event]


def test_start_returns_when_it_serves_and_stop_when_it_does_not(home):
    started = home.run("memoryctl", "start")
    first = told(home)
    again = home.run("memoryctl", "start", "--json")
    still = told(home)
    stopped = home.run("memoryctl", "stop")

    assert (started.returncode, started.stdout, started.stderr) == (0, "memoryd runs.\n", "")
    assert json.loads(again.stdout) == {"running": True, "started": False, "manager": None}
    assert still == first
    assert (stopped.returncode, stopped.stdout) == (0, "memoryd has stopped.\n")
    assert not home.socket.exists()


def test_the_daemon_is_on_its_own_at_the_address_that_was_asked_for(home):
    address = str(home.root / "mine" / "m.sock")
    ties = {"NOTIFY_SOCKET": "/n", "LISTEN_FDS": "1", "INVOCATION_ID": "x"}

    home.run("memoryctl", "start", "--socket", address, **ties)

    pid = told(home)["pid"]
    assert told(home)["socket"] == address
    assert os.getsid(pid) == pid
    if sys.platform == "linux":
        process = Path("/proc", str(pid))
        env = (process / "environ").read_bytes()
        assert str((process / "cwd").readlink()) == "/"
        assert not any(name.encode() in env for name in ties)
        assert {str((process / "fd" / str(fd)).readlink()) for fd in (1, 2)} == {
            str(home.state / "log" / "start.log")
        }


def test_two_starts_at_once_give_one_daemon_and_both_succeed(home):
    both = [
        subprocess.Popen(
            [sys.executable, "-c", MEMORYCTL, "start", "--json"],
            env=home.env,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for _ in range(2)
    ]
    ended = [process.communicate(timeout=90) for process in both]

    assert [process.returncode for process in both] == [0, 0]
    assert sorted(json.loads(out)["started"] for out, _ in ended) == [False, True]
    assert len(lines_that_say(home, "serving")) == 1


def test_a_restart_gives_another_daemon_that_knows_what_was_said(home):
    home.run("memoryctl", "start")
    first = told(home)
    client = home.client(home.project())
    client.remember("The nightly build runs on the green cluster.")

    restarted = home.run("memoryctl", "restart")

    assert restarted.returncode == 0, restarted.stderr
    assert told(home)["instance"] != first["instance"]
    assert client.recall("nightly build cluster").documents
    assert len(lines_that_say(home, "stopped")) == 1


def test_a_restart_of_what_does_not_run_is_a_start(home):
    assert home.run("memoryctl", "restart").returncode == 0
    assert home.client().ping()


def test_a_stop_of_what_does_not_run_says_so(home):
    stopped = home.run("memoryctl", "stop")

    assert stopped.returncode == 3
    assert "`memoryctl start`" in stopped.stderr


def test_a_start_that_fails_says_why_and_fails(home):
    home.socket.parent.mkdir(parents=True, mode=0o700)
    home.socket.write_text("a file of somebody's")

    failed = home.run("memoryctl", "start")

    assert failed.returncode == 1
    assert "exit code 78" in failed.stderr
    assert f"{home.socket} is not a socket" in failed.stderr
    assert home.socket.read_text() == "a file of somebody's"


def test_a_daemon_of_the_same_store_at_another_address_is_named(home):
    other = str(home.root / "other" / "m.sock")
    process = home.start(MEMORYD_SOCKET=other)

    failed = home.run("memoryctl", "--socket", str(home.socket), "start")

    assert failed.returncode == 1
    assert f"pid {process.pid}" in failed.stderr
    assert other in failed.stderr
    assert process.poll() is None


def test_a_killed_daemon_is_followed_by_another(home):
    first = home.start()
    first.kill()
    first.wait()

    started = home.run("memoryctl", "start")

    assert started.returncode == 0, started.stderr
    assert told(home)["pid"] != first.pid


def test_a_state_directory_that_cannot_be_made_is_named(home):
    home.state.write_text("")

    failed = home.run("memoryctl", "start", MEMORYD_SOCKET=str(home.root / "run" / "m.sock"))

    assert failed.returncode == 1
    assert f"cannot make {home.state}/log" in failed.stderr


def test_under_launchd_it_ends_with_0_where_trying_again_would_mend_nothing(house):
    house.socket.parent.mkdir(parents=True, mode=0o700)
    house.socket.write_text("")

    ended = house.run("memoryd", "run", XPC_SERVICE_NAME="org.memoryd.daemon")

    assert ended.returncode == 0
    assert f"memoryd: {house.socket} is not a socket" in ended.stderr
