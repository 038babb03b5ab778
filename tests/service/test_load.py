"""Many at once, and again and again: the scripts of tests/reliability, in little."""

import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[1] / "reliability"


def run(script, *args):
    return subprocess.run(
        [sys.executable, SCRIPTS / script, *args],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=110,
        check=False,
    )


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_twenty_clients_at_once_lose_and_double_nothing():
    asked = "--clients=20 --seconds=1 --rate=3 --projects=3 --backlog-mb=1 --p99-ms=inf"

    done = run("load.py", *asked.split())

    assert done.returncode == 0, done.stdout + done.stderr
    assert "20 clients" in done.stdout


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_starting_and_stopping_and_building_anew_leave_nothing():
    done = run("cycles.py", "--cycles=2", "--reloads=4")

    assert done.returncode == 0, done.stdout + done.stderr
    assert "nothing" in done.stdout


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere fewer may wait to be let in")
def test_a_crowd_that_comes_at_once_is_let_in_while_the_daemon_is_held_up(house):
    process = house.start()
    process.send_signal(signal.SIGSTOP)
    crowd = [socket.socket(socket.AF_UNIX) for _ in range(300)]
    try:
        for sock in crowd:
            sock.setblocking(False)
            sock.connect(str(house.socket))
        process.send_signal(signal.SIGCONT)
        crowd[-1].settimeout(20)
        crowd[-1].sendall(b"GET /_ping HTTP/1.1\r\nHost: memoryd\r\n\r\n")

        assert crowd[-1].recv(4096).startswith(b"HTTP/1.1 200")
    finally:
        process.send_signal(signal.SIGCONT)
        for sock in crowd:
            sock.close()
