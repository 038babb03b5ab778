import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memoryd_client.errors import RequestError
from memoryd_client.http1 import MalformedError, Reply, encode_request

CHUNKED = (
    b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    b"5;name=value\r\nhello\r\n1\r\n \r\n5\r\nworld\r\n0\r\nTrailer: x\r\n\r\n"
)
SIZED = b"HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\nhello world"
UNTIL_CLOSE = b"HTTP/1.0 200 OK\r\n\r\nhello world"


def read(parts: list[bytes], **options: bool) -> tuple[Reply, bytes]:
    reply = Reply(**options)
    body = b"".join(reply.feed(part) for part in parts if part)
    return reply, body if reply.done else body + reply.feed(b"")


@pytest.mark.parametrize("whole", [CHUNKED, SIZED, UNTIL_CLOSE])
@settings(deadline=None)
@given(cuts=st.lists(st.integers(0, 140), max_size=12))
def test_a_reply_reads_the_same_wherever_it_is_cut(whole: bytes, cuts: list[int]):
    edges = [0, *sorted(cut for cut in cuts if cut < len(whole)), len(whole)]

    reply, body = read([whole[a:b] for a, b in itertools.pairwise(edges)])

    assert (reply.status, body, reply.done) == (200, b"hello world", True)


@pytest.mark.parametrize("whole", [CHUNKED, SIZED])
@settings(deadline=None)
@given(data=st.data())
def test_a_reply_that_ends_early_is_malformed(whole: bytes, data: st.DataObject):
    reply = Reply()
    reply.feed(whole[: data.draw(st.integers(1, len(whole) - 1))])

    with pytest.raises(MalformedError, match="middle"):
        reply.feed(b"")


@settings(deadline=None)
@given(junk=st.binary(min_size=1, max_size=200))
def test_junk_is_either_malformed_or_not_a_whole_reply(junk: bytes):
    reply = Reply()

    try:
        reply.feed(junk)
    except MalformedError:
        return

    assert not reply.done


@pytest.mark.parametrize("start", [b"\x00", b"SSH-2.0-OpenSSH\r\n", b"{", b"HTTQ", b"HTTP/2 200"])
def test_what_is_not_http_is_refused_at_its_first_bytes(start: bytes):
    with pytest.raises(MalformedError, match="does not speak HTTP"):
        Reply().feed(start + b"\r\n\r\n")


@pytest.mark.parametrize(
    "head",
    [
        b"HTTP/1.1 two hundred",
        b"HTTP/1.1 200 OK\r\nno colon here",
        b"HTTP/1.1 200 OK\r\nName : value",
        b"HTTP/1.1 200 OK\r\nContent-Length: 5, 5",
        b"HTTP/1.1 200 OK\r\nContent-Length: -1",
        b"HTTP/1.1 200 OK\r\nContent-Length: 1" + b"0" * 30,
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked",
        b"HTTP/1.1 200 OK\r\nX: " + b"x" * 70_000,
    ],
)
def test_a_damaged_head_is_malformed(head: bytes):
    with pytest.raises(MalformedError):
        Reply().feed(head + b"\r\n\r\n")


@pytest.mark.parametrize(
    "chunks", [b"\r\n", b"+5\r\nhello", b"0x5\r\nhello", b"5\r\nhello!!", b"5" * 2000]
)
def test_a_damaged_chunk_is_malformed(chunks: bytes):
    with pytest.raises(MalformedError):
        Reply().feed(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks)


def test_equal_headers_are_joined_and_their_names_folded():
    reply = Reply()

    reply.feed(b"HTTP/1.1 204 No Content\r\nX-One: a\r\nx-one:  b \r\n\r\n")

    assert reply.headers == {"x-one": "a, b"}
    assert reply.done


@pytest.mark.parametrize(
    ("whole", "reusable"),
    [
        (SIZED, True),
        (CHUNKED, True),
        (SIZED + b"HTTP/1.1 200 OK", False),
        (SIZED.replace(b"OK\r\n", b"OK\r\nConnection: Close\r\n"), False),
        (SIZED.replace(b"/1.1", b"/1.0"), False),
        (UNTIL_CLOSE, False),
    ],
)
def test_a_connection_is_reused_only_when_both_sides_agree_where_the_reply_ends(
    whole: bytes, *, reusable: bool
):
    reply, _ = read([whole])

    assert reply.reusable is reusable


def test_the_reply_to_a_head_request_has_no_body_whatever_its_length_says():
    reply = Reply(bodiless=True)

    reply.feed(b"HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n")

    assert reply.done


def test_a_request_names_its_body():
    sent = encode_request("POST", "/v1/undo", {"A": "b"}, b"{}")

    assert sent == (
        b"POST /v1/undo HTTP/1.1\r\nHost: memoryd\r\nA: b\r\n"
        b"Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"
    )


@pytest.mark.parametrize("value", ["a\r\nEvil: 1", "a\nb", "ü", "\x00"])
def test_a_header_cannot_smuggle_in_another(value: str):
    with pytest.raises(RequestError):
        encode_request("GET", "/", {"If-Match": value})
