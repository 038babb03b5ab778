"""Every operation that lasts, ended at steps on disk; `-m storm` ends it at each of them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).with_name("crash_points.py")


def crash(every):
    """Return how often each operation was ended before one of its steps."""
    done = subprocess.run(
        [sys.executable, PROGRAM, str(every)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    rows = (line.split("\t") for line in done.stdout.splitlines())
    return {name: int(tries) for name, tries in rows}


def test_what_was_ended_at_some_of_its_steps_comes_to_the_same_end_when_done_again():
    tries = crash(every=9)

    assert len(tries) >= 20
    assert min(tries.values()) >= 1


@pytest.mark.storm
@pytest.mark.timeout(900)
def test_what_was_ended_at_any_of_its_steps_comes_to_the_same_end_when_done_again():
    tries = crash(every=1)

    assert sum(tries.values()) >= 700
