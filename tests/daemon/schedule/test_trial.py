import sqlite3
from pathlib import Path

import pytest

from memoryd.errors import BadRequestError
from memoryd.schedule.trial import StepFailedError, Trial, invent_word, take

TRIAL = Trial(session="s", word="ba-do", cwd="/p", path=Path("/d/s.jsonl"))


async def test_a_step_that_comes_through_says_what_it_did():
    async def act(trial):
        return f"did {trial.word}"

    step = await take("write", act, TRIAL)

    assert (step.step, step.ok, step.detail, step.remedy) == ("write", True, "did ba-do", None)


@pytest.mark.parametrize(
    ("error", "detail", "remedy"),
    [
        (StepFailedError("nothing came", "raise the limits"), "nothing came", "raise the limits"),
        (BadRequestError("it is off", hint="put it right"), "it is off", "put it right"),
        (BadRequestError("it is off"), "it is off", "`memoryctl status` says more"),
        (OSError(28, "No space left on device"), "the disk refused: No space left", "have room"),
        (sqlite3.OperationalError("disk I/O error"), "the disk refused: disk I/O", "have room"),
        (TimeoutError(), "it took longer than", "slow"),
    ],
)
async def test_whatever_goes_wrong_is_the_steps_result_with_what_to_do(error, detail, remedy):
    async def act(_):
        raise error

    step = await take("store", act, TRIAL)

    assert not step.ok
    assert step.detail.startswith(detail)
    assert remedy in step.remedy


def test_no_two_words_are_alike():
    assert len({invent_word() for _ in range(50)}) == 50
