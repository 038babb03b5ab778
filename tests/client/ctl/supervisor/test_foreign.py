import os

import pytest

from memoryd_client.ctl.supervisor.base import doubling
from memoryd_client.ctl.supervisor.foreign import NOT_STARTED, TOO_LONG, run

ENV = {"PATH": os.defpath}


def test_a_program_ends_with_a_code_and_what_it_said():
    ran = run(["sh", "-c", "echo out; echo no >&2; exit 3"], ENV, timeout_s=20)

    assert (ran.ok, ran.code, ran.out, ran.why) == (False, 3, "out\n", "no")


def test_a_program_that_says_nothing_is_told_by_its_code():
    assert run(["sh", "-c", "exit 3"], ENV, timeout_s=20).why == "exit code 3"


def test_what_is_not_there_is_a_result_too():
    ran = run(["no-such-program"], ENV, timeout_s=20)

    assert (ran.code, ran.why) == (NOT_STARTED, "no-such-program: No such file or directory")


def test_what_takes_too_long_is_ended():
    ran = run(["sleep", "60"], ENV, timeout_s=0.01)

    assert ran.code == TOO_LONG


def test_what_is_not_text_does_no_harm():
    assert run(["printf", r"\377"], ENV, timeout_s=20).out == "\ufffd"


def test_nobody_is_asked_for_a_password():
    assert run(["sh", "-c", "read answer || exit 9"], ENV, timeout_s=20).code == 9


@pytest.mark.parametrize("total_s", [0.0, 1.0, 60.0])
def test_pauses_double_up_to_a_limit_and_end_in_time(total_s):
    now = [100.0]
    pauses = []

    def sleep(seconds):
        pauses.append(seconds)
        now[0] += seconds

    looks = sum(1 for _ in doubling(total_s, sleep=sleep, clock=lambda: now[0]))

    assert looks == len(pauses) + 1
    assert pauses[:4] == [0.01, 0.02, 0.04, 0.08][: len(pauses)]
    assert max(pauses, default=0) <= 0.64
    assert total_s <= sum(pauses) < total_s + 0.64
