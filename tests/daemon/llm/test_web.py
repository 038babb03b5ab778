from datetime import UTC, datetime

import msgspec
import pytest
from fakes import ModelServer, Reply, openai_fails
from hypothesis import given
from hypothesis import strategies as st

from memoryd.llm.errors import ModelRefusedError, ModelUnavailableError
from memoryd.llm.keys import Key
from memoryd.llm.web import Endpoint, RejectedError, post, retry_after_s

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
SECRET = "Zq81nFd0aVc7Zq81"


class Said(msgspec.Struct):
    word: str


def endpoint(url):
    return Endpoint("local", url, Key(SECRET), {"Authorization": f"Bearer {SECRET}"})


async def send(reply):
    async with ModelServer(reply) as server:
        try:
            return await post(endpoint(f"{server.url}/v1/x"), "m", {"a": 1}, Said)
        finally:
            assert len(server.received) == 1


async def fail(reply, kind=ModelUnavailableError):
    with pytest.raises(kind) as caught:
        await send(reply)
    return caught.value


async def test_a_body_goes_out_as_json_with_its_headers_and_the_reply_comes_in():
    async with ModelServer(Reply(body=b'{"word": "yes", "more": 1}')) as server:
        said = await post(endpoint(f"{server.url}/v1/x"), "m", {"a": "ü"}, Said)

    ((path, headers, body),) = server.received
    assert said == Said("yes")
    assert (path, body, headers["Content-Type"]) == ("/v1/x", {"a": "ü"}, "application/json")
    assert headers["Authorization"] == f"Bearer {SECRET}"


@pytest.mark.parametrize(
    ("status", "again", "sent"),
    [(408, "later", False), (429, "later", False), (500, "later", True), (529, "later", True)],
)
async def test_what_may_pass_can_be_tried_later(status, again, sent):
    error = await fail(openai_fails(status, "slow down", **{"Retry-After": "7"}))

    assert str(error) == f"local/m: HTTP {status}: slow down"
    assert (error.again, error.retry_after_s, error.sent) == (again, 7, sent)


@pytest.mark.parametrize(
    ("status", "hint"),
    [(400, "does not suit"), (401, "apiKeyEnv"), (403, "key"), (404, "baseUrl"), (418, "settings")],
)
async def test_what_will_not_pass_is_refused_with_what_to_look_at(status, hint):
    error = await fail(openai_fails(status, "no"), ModelRefusedError)

    assert (error.again, error.sent) == ("no", False)
    assert hint in error.hint


async def test_only_faults_of_the_request_are_told_to_whoever_wrote_it():
    bad_request = await fail(openai_fails(400, "no schema"), RejectedError)
    bad_key = await fail(openai_fails(401, "no schema"), RejectedError)

    assert (bad_request.said, bad_key.said) == ("no schema", "")


@pytest.mark.parametrize("status", [301, 302, 307, 308])
async def test_a_redirect_is_not_followed_with_our_key(status):
    reply = Reply(status=status, body=b"", headers={"Location": "http://127.0.0.1:9/v1"})

    assert "new address into baseUrl" in (await fail(reply, ModelRefusedError)).hint


@pytest.mark.parametrize(
    "body",
    [
        b"<html>Bad gateway</html>",
        b'{"error": "no"}',
        b'{"error": {"message": null}}',
        b"\xff",
        b"",
    ],
)
async def test_a_failure_that_is_told_in_another_way_is_a_failure_all_the_same(body):
    error = await fail(Reply(status=502, body=body))

    assert str(error).startswith("local/m: HTTP 502")
    assert str(error).isprintable()


@pytest.mark.parametrize("body", [b"", b"hello", b'{"word": "ye', b'{"word": 5}', b"[" * 100_000])
async def test_a_reply_in_another_form_is_told_and_not_tried_again(body):
    error = await fail(Reply(body=body))

    assert "not what such an endpoint says" in str(error)
    assert error.again == "no"


@pytest.mark.parametrize("status", [200, 500])
async def test_a_reply_of_ten_megabytes_is_refused(status):
    error = await fail(Reply(status=status, body=b" " * 10 * 1024 * 1024))

    assert "longer than 2097152 bytes" in str(error)
    assert error.again == "no"


async def test_a_reply_without_a_length_is_refused_as_soon_as_it_is_too_long():
    error = await fail(Reply(body=b" " * 10 * 1024 * 1024, chunked=True))

    assert "longer than 2097152 bytes" in str(error)


async def test_a_connection_that_breaks_can_be_tried_later():
    error = await fail(Reply(body=b"", hang_up=True))

    assert (error.again, error.sent) == ("later", True)
    assert "cannot talk to http://127.0.0.1" in str(error)


async def test_where_nobody_listens_nothing_was_sent():
    async with ModelServer() as server:
        url = server.url
    with pytest.raises(ModelUnavailableError) as caught:
        await post(endpoint(url), "m", {}, Said)

    assert (caught.value.again, caught.value.sent) == ("later", False)
    assert "is it running" in caught.value.hint


@pytest.mark.parametrize("url", ["http://127.0.0.1:99999/v1", "http://[::1/v1", "http://a:b/v1"])
async def test_an_address_that_is_none_is_told_and_not_tried_again(url):
    with pytest.raises(ModelUnavailableError) as caught:
        await post(endpoint(url), "m", {}, Said)

    assert caught.value.again == "no"


async def test_a_key_that_is_quoted_back_is_not_repeated():
    error = await fail(openai_fails(401, f"Incorrect API key: {SECRET}."), ModelRefusedError)

    assert "Incorrect API key: [redacted:key]." in str(error)
    assert SECRET not in f"{error} {error!r} {error.hint} {endpoint('http://a')!r}"


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        (None, None),
        ("", None),
        ("0", 0),
        (" 12 ", 12),
        ("Mon, 02 Mar 2026 09:01:00 GMT", 60),
        ("Mon, 02 Mar 2026 08:00:00 GMT", 0),
        ("soon", None),
        ("-5", None),
        ("1e9", None),
    ],
)
def test_retry_after_is_seconds_or_a_date(header, seconds):
    assert retry_after_s(header, NOW) == seconds


@given(st.text(max_size=40))
def test_any_retry_after_is_a_time_to_wait_or_none(header):
    seconds = retry_after_s(header, NOW)

    assert seconds is None or seconds >= 0
