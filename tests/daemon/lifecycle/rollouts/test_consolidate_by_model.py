import json

import pytest
from fakes import ModelServer, openai_says

from memoryd.config import Memories
from memoryd.lifecycle.rollouts import Changes, consolidate_by_model

ANSWER = {
    "memory_md": "# Harbor\n\n- Deploys go through staging first.",
    "memory_summary": "Deploys go through staging first.",
    "skills": [],
}


@pytest.fixture(name="consolidate")
def _consolidate(models_at, prompts):
    async def consolidate(rollouts, *answers, present=None, changes=None, rules=None):
        async with ModelServer(*map(openai_says, answers)) as server:
            made = await consolidate_by_model(
                models_at(server.url),
                prompts,
                rollouts,
                present=present or {},
                changes=changes or Changes(),
                rules=rules or Memories(),
            )
        return made, server.received

    return consolidate


async def test_the_memory_is_told_in_the_words_of_the_small_model(consolidate, talk):
    rollout = talk().said("Always deploy to staging first.").rollout()

    made, received = await consolidate([rollout], json.dumps(ANSWER))

    assert made.memory_md == ANSWER["memory_md"]
    assert made.memory_summary == ANSWER["memory_summary"]
    [(_, _, body)] = received
    assert body["model"] == "small"
    assert body["max_tokens"] == 8192
    assert "Always deploy to staging first." in body["messages"][-1]["content"]
