"""Many at once, and again and again: the scripts of tests/reliability, in little."""

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
