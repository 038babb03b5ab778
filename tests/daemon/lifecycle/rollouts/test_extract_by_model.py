import json

import pytest
from fakes import ModelServer, openai_says

from memoryd.config import Memories
from memoryd.lifecycle.rollouts import Rollout, extract_by_model

TAUGHT = {
    "rollout_summary": "Deploys go through staging.",
    "rollout_slug": "staging_first",
    "raw_memory": "- Deploys go through staging first, since the mirror is slow.",
}


@pytest.fixture(name="extract")
def _extract(models_at, prompts):
    async def extract(talk, *answers, rules=None):
        async with ModelServer(*map(openai_says, answers)) as server:
            rollout = await extract_by_model(
                models_at(server.url),
                prompts,
                talk.messages,
                talk.digest(),
                thread="codex:s1",
                updated_at=talk.start,
                rules=rules or Memories(),
            )
        return rollout, server.received

    return extract


async def test_a_session_is_told_in_the_words_of_the_model_and_the_digest_is_kept(extract, talk):
    session = talk().said("Always deploy to staging first, please.").replied("Deployed.")

    rollout, received = await extract(session, json.dumps(TAUGHT))

    assert rollout == Rollout(
        session="s1",
        updated_at=session.start,
        raw_memory=TAUGHT["raw_memory"],
        rollout_summary=TAUGHT["rollout_summary"],
        slug="staging-first",
        digest=session.digest(),
    )
    [(_, _, body)] = received
    assert body["model"] == "large"
    assert body["max_tokens"] == 3200
    asked = body["messages"][-1]["content"]
    assert "codex:s1" in asked
    assert "Always deploy to staging first, please." in asked
