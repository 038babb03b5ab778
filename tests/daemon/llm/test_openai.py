import msgspec
import pytest
from fakes import ModelServer, Reply, openai_fails, openai_says

from memoryd.llm.answers import json_schema
from memoryd.llm.errors import ModelRefusedError, ModelUnavailableError
from memoryd.llm.keys import Key
from memoryd.llm.openai import Dialect, OpenAI, adapt
from memoryd.llm.values import Completion, Request, Turn


class Found(msgspec.Struct, forbid_unknown_fields=True):
    facts: list[str]


class Loose(msgspec.Struct):
    note: str = ""


def request(schema=Found):
    return Request(
        model="org/m:8b",
        system="Find facts.",
        turns=(Turn("user", "text"), Turn("assistant", "{"), Turn("user", "again")),
        schema=json_schema(schema),
        max_output_tokens=200,
    )


async def test_a_request_is_chat_completions_with_a_schema_and_no_temperature_to_speak_of():
    async with ModelServer(openai_says('{"facts":[]}')) as server:
        provider = OpenAI("local", f"{server.url}/v1/", Key("k"))
        completion = await provider.complete(request())

    ((path, headers, body),) = server.received
    assert (path, headers["Authorization"]) == ("/v1/chat/completions", "Bearer k")
    assert body == {
        "model": "org/m:8b",
        "messages": [
            {"role": "system", "content": "Find facts."},
            {"role": "user", "content": "text"},
            {"role": "assistant", "content": "{"},
            {"role": "user", "content": "again"},
        ],
        "max_tokens": 200,
        "temperature": 0,
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": "answer", "schema": json_schema(Found), "strict": True},
        },
    }
    assert completion == Completion(text='{"facts":[]}', input_tokens=12, output_tokens=3)


async def test_an_endpoint_without_a_key_is_sent_none():
    async with ModelServer(openai_says("{}")) as server:
        await OpenAI("local", server.url, Key(None)).complete(request(Loose))

    ((_, headers, body),) = server.received
    assert "Authorization" not in headers
    assert body["response_format"]["json_schema"]["strict"] is False


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        (
            openai_says("{", finish="length"),
            Completion(text="{", input_tokens=12, output_tokens=3, cut=True),
        ),
        (openai_says("{}", usage=None), Completion(text="{}")),
        (openai_says(None), Completion(text="", input_tokens=12, output_tokens=3)),
        (Reply(body=b'{"choices":[{"message":{}}],"usage":{}}'), Completion(text="")),
    ],
)
async def test_what_may_be_missing_in_a_reply_may_be_missing(reply, expected):
    async with ModelServer(reply) as server:
        assert await OpenAI("local", server.url, Key(None)).complete(request()) == expected


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        (openai_says(None, refusal="I can't help with that."), ModelRefusedError),
        (openai_says("", finish="content_filter"), ModelRefusedError),
        (Reply(body=b'{"choices":[]}'), ModelUnavailableError),
    ],
)
async def test_a_reply_without_an_answer_is_an_error(reply, kind):
    async with ModelServer(reply) as server:
        with pytest.raises(kind, match="local/org/m:8b"):
            await OpenAI("local", server.url, Key(None)).complete(request())


async def test_what_an_endpoint_does_not_know_is_left_out_from_then_on():
    replies = [
        openai_fails(400, "'response_format.type' must be 'json_object'"),
        openai_fails(400, "Unsupported value: 'temperature' does not support 0"),
        openai_fails(400, "Unsupported parameter: use 'max_completion_tokens' instead."),
        openai_fails(422, "response_format: extra fields not permitted"),
        openai_says("{}"),
        openai_says("{}"),
    ]
    async with ModelServer(*replies) as server:
        provider = OpenAI("local", server.url, Key(None))
        for _ in range(4):
            with pytest.raises(ModelRefusedError) as caught:
                await provider.complete(request())
            assert caught.value.again == "differently"
        await provider.complete(request())
        await provider.complete(request())

    *_, last, same = [body for _, _, body in server.received]
    assert last == same
    assert set(last) == {"model", "messages", "max_completion_tokens"}
    assert '"facts"' in last["messages"][0]["content"]


async def test_a_fault_that_nothing_can_be_left_out_for_is_final():
    async with ModelServer(openai_fails(400, "context length exceeded")) as server:
        with pytest.raises(ModelRefusedError) as caught:
            await OpenAI("local", server.url, Key(None)).complete(request())

    assert caught.value.again == "no"


def test_a_dialect_becomes_simpler_and_then_no_simpler():
    dialect, steps = Dialect(), 0
    while simpler := adapt(dialect, "max_completion_tokens temperature response_format"):
        dialect, steps = simpler, steps + 1

    assert steps == 4
    assert dialect == Dialect(form="words", limit="max_completion_tokens", temperature=False)
