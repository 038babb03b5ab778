import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.api import requests
from memoryd.api.server import refuse_unknown
from memoryd.errors import BadRequestError
from memoryd_client import wire

KINDS = [
    kind
    for kind in vars(requests).values()
    if isinstance(kind, type)
    and issubclass(kind, requests.Request)
    and kind is not requests.Request
]
SMALLEST = {
    "HookQuery": {"agent": "codex", "event": "Stop"},
    "RecallRequest": {"query": "q", "cwd": "/a"},
    "GuidanceQuery": {"cwd": "/a"},
    "ResourceQuery": {"uri": "memory://root", "cwd": "/a"},
    "LearnRequest": {"text": "t", "cwd": "/a"},
    "RememberRequest": {"text": "t", "cwd": "/a"},
    "MemoriesQuery": {"cwd": "/a"},
    "CwdQuery": {"cwd": "/a"},
    "DreamQuery": {"cwd": "/a"},
    "ForgetRequest": {"cwd": "/a"},
    "UsedRequest": {"ids": ["a.md"], "cwd": "/a"},
    "ClearRequest": {"cwd": "/a"},
}


def decode(kind, value):
    return msgspec.json.decode(json.dumps(value), type=kind)


def refusal(kind, value):
    with pytest.raises(msgspec.ValidationError) as invalid:
        decode(kind, value)
    with pytest.raises(BadRequestError) as caught:
        refuse_unknown(invalid.value)
    return caught.value


@pytest.mark.parametrize("kind", KINDS)
def test_the_smallest_request_is_taken(kind):
    assert isinstance(decode(kind, SMALLEST.get(kind.__name__, {})), kind)


@pytest.mark.parametrize("kind", KINDS)
def test_a_field_that_nobody_knows_is_an_error_of_its_own(kind):
    error = refusal(kind, SMALLEST.get(kind.__name__, {}) | {"surprise": 1})

    assert error.code == "unknown_field"
    assert "surprise" in str(error)


@pytest.mark.parametrize(
    ("kind", "change", "where"),
    [
        (requests.RecallRequest, {"limit": 0}, "limit"),
        (requests.RecallRequest, {"limit": wire.MAX_RECALL + 1}, "limit"),
        (requests.RecallRequest, {"limit": "3"}, "limit"),
        (requests.RecallRequest, {"query": "x" * (wire.MAX_QUERY_CHARS + 1)}, "query"),
        (requests.RecallRequest, {"query": None}, "query"),
        (requests.RecallRequest, {"exclude": ["x"] * 501}, "exclude"),
        (requests.RecallRequest, {"exclude": [""]}, "exclude"),
        (requests.RecallRequest, {"types": ["thought"]}, "types"),
        (requests.RecallRequest, {"session_id": ""}, "session_id"),
        (requests.RecallRequest, {"deadline_ms": 0}, "deadline_ms"),
        (requests.RecallRequest, {"cwd": ""}, "cwd"),
        (requests.RecallRequest, {"cwd": "x" * 5000}, "cwd"),
        (requests.RememberRequest, {"text": ""}, "text"),
        (requests.RememberRequest, {"text": "x" * (wire.MAX_TEXT_CHARS + 1)}, "text"),
        (requests.RememberRequest, {"scope": "world"}, "scope"),
        (requests.ResourceQuery, {"uri": "x" * 1025}, "uri"),
        (requests.LearnRequest, {"text": "x" * (wire.MAX_TEXT_CHARS + 1)}, "text"),
        (requests.LearnRequest, {"context": 1}, "context"),
        (requests.MemoriesQuery, {"limit": 1001}, "limit"),
        (requests.EditRequest, {"title": ""}, "title"),
        (requests.EditRequest, {"pinned": "yes"}, "pinned"),
        (requests.ForgetRequest, {"ids": ["x"] * 501}, "ids"),
        (requests.ForgetRequest, {"apply": 1}, "apply"),
        (requests.ExtractRequest, {"force": "no"}, "force"),
        (requests.InjectionsQuery, {"limit": 0}, "limit"),
    ],
)
def test_what_is_over_a_limit_or_of_another_kind_is_refused_by_name(kind, change, where):
    error = refusal(kind, SMALLEST.get(kind.__name__, {}) | change)

    assert error.code == "bad_request"
    assert f"$.{where}" in str(error)
    assert len(str(error)) < 300


def test_left_out_is_not_the_same_as_empty_when_editing():
    edit = decode(requests.EditRequest, {"body": ""})

    assert edit.body == ""
    assert edit.title is msgspec.UNSET
    assert edit.pinned is msgspec.UNSET


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.sampled_from(["cwd", "query", "limit", "ids", "x"]), inner)
        ),
        max_leaves=8,
    )
)
def test_any_json_is_a_request_or_a_refusal(value):
    for kind in KINDS:
        try:
            asked = decode(kind, value)
        except msgspec.ValidationError as exc:
            with pytest.raises(BadRequestError):
                refuse_unknown(exc)
        else:
            assert isinstance(asked, kind)
