import json

import msgspec
import pytest
from fakes import ModelServer, Reply, anthropic_fails, anthropic_says

from memoryd.llm.answers import json_schema
from memoryd.llm.anthropic import Anthropic
from memoryd.llm.errors import ModelRefusedError, ModelUnavailableError
from memoryd.llm.keys import Key
from memoryd.llm.values import Completion, Request, Turn


class Found(msgspec.Struct, forbid_unknown_fields=True):
    facts: list[str]


REQUEST = Request(
    model="m-1",
    system="Find facts.",
    turns=(Turn("user", "text"),),
    schema=json_schema(Found),
    max_output_tokens=200,
)


async def complete(reply):
    async with ModelServer(reply) as server:
        return await Anthropic("claude", server.url, Key(None)).complete(REQUEST)


@pytest.mark.parametrize("suffix", ["", "/", "/v1", "/v1/"])
async def test_a_request_forces_the_model_to_call_one_tool_with_its_answer(suffix):
    async with ModelServer(anthropic_says({"facts": ["ü"]})) as server:
        provider = Anthropic("claude", server.url + suffix, Key("k"))
        completion = await provider.complete(REQUEST)

    ((path, headers, body),) = server.received
    assert (path, headers["x-api-key"]) == ("/v1/messages", "k")
    assert headers["anthropic-version"] == "2023-06-01"
    (tool,) = body.pop("tools")
    assert (tool["name"], tool["input_schema"]) == ("answer", json_schema(Found))
    assert body == {
        "model": "m-1",
        "max_tokens": 200,
        "temperature": 0,
        "system": "Find facts.",
        "messages": [{"role": "user", "content": "text"}],
        "tool_choice": {"type": "tool", "name": "answer"},
    }
    assert json.loads(completion.text) == {"facts": ["ü"]}
    assert (completion.input_tokens, completion.output_tokens) == (15, 7)


async def test_thoughts_before_the_call_are_passed_over():
    completion = await complete(anthropic_says({"facts": []}, text="Let me look."))

    assert json.loads(completion.text) == {"facts": []}


async def test_a_model_that_calls_nothing_is_taken_at_its_word():
    completion = await complete(anthropic_says(None, text="No facts.", stop="end_turn"))

    assert completion.text == "No facts."


async def test_an_answer_that_was_cut_off_is_marked():
    assert (await complete(anthropic_says({}, stop="max_tokens"))).cut


async def test_a_reply_that_says_nothing_of_tokens_says_nothing():
    reply = Reply(body=b'{"content":[{"type":"tool_use","input":{"facts":[]}}]}')

    assert await complete(reply) == Completion(text='{"facts":[]}')


async def test_a_model_may_decline():
    with pytest.raises(ModelRefusedError, match="declines"):
        await complete(anthropic_says(None, stop="refusal"))


async def test_an_overloaded_api_can_be_tried_later():
    with pytest.raises(ModelUnavailableError, match="HTTP 529: Overloaded") as caught:
        await complete(anthropic_fails(529, "overloaded_error", "Overloaded"))

    assert caught.value.again == "later"


async def test_a_model_that_takes_no_temperature_is_asked_without_from_then_on():
    fault = anthropic_fails(400, "invalid_request_error", "temperature is deprecated")
    async with ModelServer(fault, anthropic_says({}), fault) as server:
        provider = Anthropic("claude", server.url, Key(None))
        with pytest.raises(ModelRefusedError) as first:
            await provider.complete(REQUEST)
        await provider.complete(REQUEST)
        with pytest.raises(ModelRefusedError) as last:
            await provider.complete(REQUEST)

    assert (first.value.again, last.value.again) == ("differently", "no")
    assert ["temperature" in body for _, _, body in server.received] == [True, False, False]
