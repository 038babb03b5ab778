import json
from datetime import UTC, datetime

import msgspec
import pytest

from memoryd.domain import ToolCall
from memoryd.sources.writes import Writes

AT = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def call(writes, name="Write", key="c1", **arguments):
    writes.called(key, name, msgspec.Raw(json.dumps(arguments).encode()), f"r/{key}")


def finish(writes, key="c1", *, failed=False):
    return writes.finished(key, failed=failed, at=AT, offset=9)


@pytest.mark.parametrize("key", ["file_path", "path", "target_file", "notebook_path"])
def test_a_write_names_its_file(key):
    writes = Writes(None)
    call(writes, **{key: "/w/a.md"})

    (message,) = finish(writes)

    assert message.tool == ToolCall(name="Write", path="/w/a.md")
    assert (message.record, message.at, message.offset) == ("r/c1", AT, 9)


def test_a_failed_write_says_so_and_is_told_once():
    writes = Writes(None)
    call(writes, file_path="/w/a.md")

    assert [m.tool.failed for m in finish(writes, failed=True)] == [True]
    assert finish(writes) == []


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("Read", {"file_path": "/w/a.md"}),
        ("Write", {}),
        ("Write", {"file_path": 7}),
        ("manage_memory", {"action": "forget"}),
    ],
)
def test_other_calls_are_of_no_interest(name, arguments):
    writes = Writes(None)
    call(writes, name, **arguments)

    assert not writes.open


@pytest.mark.parametrize(
    ("name", "arguments"), [("save_memory", {}), ("manage_memory", {"action": "remember"})]
)
def test_a_memory_tool_names_no_file(name, arguments):
    writes = Writes(None)
    call(writes, name, **arguments)

    assert [m.tool for m in finish(writes)] == [ToolCall(name=name)]


def test_a_patch_of_several_files_gives_one_message_each():
    writes = Writes(None)
    writes.called_on("c1", "apply_patch", ["a.py", "b.py"], "r")

    messages = finish(writes)

    assert [(m.record, m.tool.path) for m in messages] == [("r", "a.py"), ("r#1", "b.py")]


def test_what_is_open_is_remembered_and_bounded():
    writes = Writes(None)
    for number in range(500):
        call(writes, key=f"c{number}", file_path="/w/" + "x" * 400)

    state = json.loads(json.dumps(writes.state()))

    assert len(json.dumps(state)) < 16_000
    assert finish(Writes(state), "c499") != []
    assert finish(Writes(state), "c0") == []
