import json
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memoryd_client import codec, wire
from memoryd_client.errors import ProtocolError


@settings(deadline=None)
@given(text=st.text())
def test_a_quoted_text_is_read_back_by_any_url_parser(text: str):
    quoted = codec.quote(text)

    assert unquote(quoted) == text
    assert quoted.isascii()
    assert not set(quoted) & set(" ?#&=+%") - {"%"}


def test_slashes_and_colons_of_an_id_stay():
    assert codec.quote("user:feedback/a b.md:2") == "user:feedback/a%20b.md:2"


def test_a_path_that_is_not_text_is_quoted_all_the_same():
    assert codec.quote("/tmp/\udcff") == "/tmp/%ED%B3%BF"


@given(data=st.binary(), media=st.sampled_from(["", "text/plain", "text/markdown; charset=x"]))
def test_a_file_is_never_read_as_anything_but_bytes(data: bytes, media: str):
    found = codec.decode_resource(media, data)

    assert (found.data, found.entries) == (data, None)


def test_names_that_are_no_list_are_a_protocol_error():
    with pytest.raises(ProtocolError, match="entries"):
        codec.decode_resource("application/json", b'{"entries": 1}')


def test_parameters_that_are_none_are_left_out():
    target = codec.target("/v1/guidance", {"cwd": "/a&b=c", "session_id": None})

    assert urlsplit(target).path == "/v1/guidance"
    assert parse_qs(urlsplit(target).query) == {"cwd": ["/a&b=c"]}


def test_without_parameters_there_is_no_question_mark():
    assert codec.target("/v1/status", {"q": None}) == "/v1/status"


def test_fields_that_are_none_are_left_out():
    assert json.loads(codec.encode({"a": None, "b": False, "c": 0})) == {"b": False, "c": 0}


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe\x00", b"[" * 100_000, b"OK"])
def test_what_is_not_json_is_a_protocol_error(content: bytes):
    with pytest.raises(ProtocolError, match="not JSON"):
        codec.decode(wire.Deleted, content)


def test_json_of_another_shape_is_a_protocol_error_that_names_the_field():
    with pytest.raises(ProtocolError, match=r"Deleted\.undo"):
        codec.decode(wire.Deleted, b'{"undo": 3}')
