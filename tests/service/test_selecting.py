"""A model that chooses what a prompt gets, asked by a real daemon."""

import asyncio
import json

from fakes import ModelServer, openai_says

QUERY = (
    "do internal services prefer protobuf or JSON, does the gateway speak protobuf to billing,"
    " and where is the runbook of the gateway in the operations wiki?"
)
FACTS = {
    "Prefers protobuf over JSON for internal services": {"type": "user", "scope": "user"},
    "The gateway speaks protobuf to the billing service": {"type": "project"},
    "The runbook of the gateway lies in the operations wiki": {"type": "reference"},
}


def start(house, url, **recall):
    """Start a daemon that knows three facts, and has a model at *url*; return a client."""
    settings = {
        "models": {
            "providers": {"local": {"kind": "openai", "baseUrl": url}},
            "roles": {"smol": "local/m"},
        },
        "recall": {"selector": "smol", "deadlineMs": 10_000} | recall,
    }
    house.config.write_text(json.dumps(settings))
    project = house.project()
    house.start()
    client = house.client(project)
    for text, more in FACTS.items():
        assert client.remember(text, **more).memory
    return client


def chooses(*paths):
    return openai_says(json.dumps({"selected_memories": paths}))


def first_event(client, name):
    return next(each for each in client.events(last_event_id="0") if each.event == name)


def ids(found):
    return [document.id for document in found.documents]


async def test_the_model_has_the_last_word_and_only_what_it_chose_was_handed_out(house):
    async with ModelServer() as server:
        client = await asyncio.to_thread(start, house, server.url)
        found = await asyncio.to_thread(client.recall, QUERY, deadline_ms=1, session_id="before")
        first, *_, last = ids(found)
        server.replies.append(chooses(last, first))
        chosen = await asyncio.to_thread(client.recall, QUERY, session_id="s", explain=True)
        handed_out = await asyncio.to_thread(client.injections, session_id="s")
        status = await asyncio.to_thread(client.status)

    assert (len(found.documents), found.strategy) == (3, "heuristic")
    assert (ids(chosen), chosen.strategy) == ([last, first], "model")
    assert [lost.reason for lost in chosen.explain.rejected] == ["the model left it out"]
    assert {one.id for one in handed_out.injections} == {first, last}
    assert status.last["recall"].status == "model"
    assert status.skipped["recall"] == {"selector_late": 1}


async def test_a_model_that_does_not_answer_holds_up_three_prompts_and_no_more(house):
    async with ModelServer() as server:
        client = await asyncio.to_thread(start, house, server.url, deadlineMs=500)
        await asyncio.to_thread(client.recall, "reads the memories first")
        found = [await asyncio.to_thread(client.recall, QUERY) for _ in range(5)]
        status = await asyncio.to_thread(client.status)

    assert [len(each.documents) for each in found] == [3] * 5
    assert {each.strategy for each in found} == {"heuristic"}
    assert status.skipped["recall"].items() >= {"selector_late": 3, "selector_resting": 2}.items()


async def test_the_event_of_a_recall_tells_of_the_model_and_nothing_of_the_prompt(house):
    async with ModelServer(chooses()) as server:
        client = await asyncio.to_thread(start, house, server.url)
        found = await asyncio.to_thread(client.recall, QUERY)
        event = await asyncio.to_thread(first_event, client, "recall")

    assert (found.strategy, found.documents, found.prompt) == ("none", [], "")
    assert event.data["strategy"] == "none"
    assert event.data["selector_duration_ms"] > 0
    assert event.data["fast_duration_ms"] > 0
    assert "runbook" not in json.dumps(event.data)
