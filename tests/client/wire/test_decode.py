import dataclasses
import json
from dataclasses import asdict, is_dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memoryd_client import wire
from memoryd_client.wire import changes, memories, state

REPLIES = [getattr(part, name) for part in (memories, changes, state) for name in part.__all__]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=10,
)


@pytest.mark.parametrize("kind", REPLIES)
def test_the_package_gives_every_reply_by_name(kind: type):
    assert getattr(wire, kind.__name__) is kind
    assert is_dataclass(kind)


def test_the_package_knows_no_other_name():
    with pytest.raises(AttributeError, match="Nonsense"):
        _ = wire.Nonsense


# Events and records may hold anything, so no example of them can be made from their type.
@pytest.mark.parametrize(
    "kind", [kind for kind in REPLIES if kind not in (wire.Event, wire.LogList)]
)
@settings(deadline=None, max_examples=10)
@given(data=st.data())
def test_every_reply_survives_json(kind: type, data: st.DataObject):
    sent = json.dumps(asdict(data.draw(st.from_type(kind))))

    assert json.dumps(asdict(wire.load(kind, json.loads(sent)))) == sent


@pytest.mark.parametrize("kind", REPLIES)
@settings(deadline=None, max_examples=20)
@given(value=JSON)
def test_anything_else_is_a_value_error(kind: type, value: object):
    try:
        wire.load(kind, value)
    except ValueError:
        return
    required = [f for f in dataclasses.fields(kind) if f.default is dataclasses.MISSING]
    assert not required
    assert isinstance(value, dict)


@pytest.mark.parametrize("kind", REPLIES)
def test_fields_of_a_newer_daemon_are_ignored(kind: type):
    known = asdict(wire.empty(kind))

    assert wire.load(kind, known | {"from_the_future": 1}) == wire.empty(kind)


@pytest.mark.parametrize(
    ("field", "value"),
    [("done", True), ("done", 1.5), ("done", "1"), ("unit", None), ("total", "many")],
)
def test_a_field_of_another_shape_is_named(field: str, value: object):
    with pytest.raises(ValueError, match=f"Progress.{field}"):
        wire.load(wire.Progress, {field: value})


def test_a_missing_field_is_named():
    with pytest.raises(ValueError, match="undo"):
        wire.load(wire.Deleted, {})


def test_a_whole_number_will_do_for_a_fraction():
    run = {"at": "", "project": None, "status": "", "reason": None, "duration_ms": 3}

    assert wire.load(wire.LastRun, run).duration_ms == 3.0


def test_a_long_list_is_read_item_by_item():
    one = asdict(wire.empty(wire.Memory))
    page = {"memories": [one | {"id": str(n)} for n in range(10_000)]}

    assert [memory.id for memory in wire.load(wire.MemoryList, page).memories[-2:]] == [
        "9998",
        "9999",
    ]


def test_an_empty_reply_says_nothing_but_what_it_is_told_to():
    nothing = wire.empty(wire.Guidance, empty=True)

    assert nothing == wire.Guidance(text="", tokens=0, sources=[], empty=True)
    assert wire.empty(wire.Status).queue == wire.Queue(running=0, pending=0)
