import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memoryd.errors import NotReadyError
from memoryd.memory.state import (
    ExtractCursor,
    Meta,
    read_cursor,
    read_meta,
    scaffold_state,
    write_cursor,
    write_meta,
)
from memoryd.memory.statefile import set_aside_files

NOW = datetime(2026, 3, 4, 5, 6, 7, 89_000, tzinfo=UTC)


def test_meta_is_written_in_the_shared_shape(tmp_path):
    meta = Meta(
        created_at=NOW,
        updated_at=NOW,
        last_extraction_at=NOW,
        last_extraction_session_id="s-1",
        last_extraction_touched_topics=("user", "project"),
        last_extraction_status="updated",
        project_root="/home/u/项目",
    )

    write_meta(tmp_path, meta)

    assert (tmp_path / "meta.json").read_text(encoding="utf-8") == (
        "{\n"
        '  "version": 1,\n'
        '  "createdAt": "2026-03-04T05:06:07.089Z",\n'
        '  "updatedAt": "2026-03-04T05:06:07.089Z",\n'
        '  "lastExtractionAt": "2026-03-04T05:06:07.089Z",\n'
        '  "lastExtractionSessionId": "s-1",\n'
        '  "lastExtractionTouchedTopics": [\n    "user",\n    "project"\n  ],\n'
        '  "lastExtractionStatus": "updated",\n'
        '  "projectRoot": "/home/u/项目"\n'
        "}\n"
    )
    assert read_meta(tmp_path, now=NOW) == meta


def test_keys_of_others_survive(tmp_path):
    (tmp_path / "meta.json").write_text('{"version": 1, "theirs": {"a": [1]}, "lastDreamAt": 7}')
    (tmp_path / "extract-cursor.json").write_text('{"sessionId": "s", "theirs": true}')

    write_meta(tmp_path, replace(read_meta(tmp_path, now=NOW), last_dream_status="noop"))
    write_cursor(tmp_path, read_cursor(tmp_path, now=NOW).moved("t", 3, now=NOW))

    assert json.loads((tmp_path / "meta.json").read_bytes())["theirs"] == {"a": [1]}
    assert json.loads((tmp_path / "extract-cursor.json").read_bytes())["theirs"] is True


def test_a_path_that_is_not_utf8_comes_back(tmp_path):
    meta = Meta(created_at=NOW, updated_at=NOW, project_root="/home/caf\udce9")

    write_meta(tmp_path, meta)

    assert read_meta(tmp_path, now=NOW) == meta


def test_a_cursor_remembers_every_session(tmp_path):
    later = NOW + timedelta(hours=1)
    cursor = ExtractCursor(updated_at=NOW).moved("a", 10, now=NOW).moved("b", 20, now=later)

    write_cursor(tmp_path, cursor)

    assert json.loads((tmp_path / "extract-cursor.json").read_bytes()) == {
        "sessionId": "b",
        "processedOffset": 20,
        "updatedAt": "2026-03-04T06:06:07.089Z",
        "sessions": {"a": {"processedOffset": 10, "updatedAt": "2026-03-04T05:06:07.089Z"}},
    }
    read = read_cursor(tmp_path, now=NOW)
    assert read == cursor
    assert [read.offset(session) for session in ("a", "b", "c")] == [10, 20, 0]
    assert read.moved("a", 11, now=later).sessions.keys() == {"b"}


def test_a_cursor_forgets_the_oldest_of_hundreds_of_sessions():
    cursor = ExtractCursor(updated_at=NOW)

    for number in range(300):
        cursor = cursor.moved(str(number), 1, now=NOW + timedelta(minutes=number))

    assert len(cursor.sessions) == 256
    assert (cursor.offset("0"), cursor.offset("298")) == (0, 1)


def test_a_cursor_of_the_original_shape_is_read(tmp_path):
    (tmp_path / "extract-cursor.json").write_text(
        '{"sessionId": "s", "processedOffset": 7, "updatedAt": "2026-01-01T00:00:00.000Z"}'
    )

    assert read_cursor(tmp_path, now=NOW).offset("s") == 7


def test_what_cannot_be_read_is_set_aside_and_reported(tmp_path):
    for name, read in (("meta.json", read_meta), ("extract-cursor.json", read_cursor)):
        for text in ("{half", "[]", "\x00", "[" * 100_000):
            (tmp_path / name).write_text(text)

            assert read(tmp_path, now=NOW).updated_at == NOW
            assert not (tmp_path / name).exists()
            (aside,) = set_aside_files(tmp_path)
            assert aside == f"{name}.corrupt.20260304T050607089Z"
            assert (tmp_path / aside).read_text() == text
            (tmp_path / aside).unlink()


def test_a_version_of_the_future_is_neither_guessed_nor_overwritten(tmp_path):
    (tmp_path / "meta.json").write_text('{"version": 2}')

    with pytest.raises(NotReadyError, match="version 2"):
        read_meta(tmp_path, now=NOW)
    with pytest.raises(NotReadyError):
        scaffold_state(tmp_path, now=NOW, project_root=None, with_cursor=False)

    assert (tmp_path / "meta.json").read_text() == '{"version": 2}'


def test_an_unparsable_time_is_no_time(tmp_path):
    (tmp_path / "meta.json").write_text('{"version": 1, "lastDreamAt": "yesterday"}')

    assert read_meta(tmp_path, now=NOW).last_dream_at is None


def test_a_scaffold_creates_what_is_missing_and_touches_nothing_else(tmp_path):
    scaffold_state(tmp_path, now=NOW, project_root=Path("/p"), with_cursor=True)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}

    scaffold_state(
        tmp_path, now=NOW + timedelta(days=1), project_root=Path("/other"), with_cursor=True
    )

    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    assert before["extract-cursor.json"] == b'{\n  "updatedAt": "2026-03-04T05:06:07.089Z"\n}\n'
    assert read_meta(tmp_path, now=NOW) == Meta(created_at=NOW, updated_at=NOW, project_root="/p")


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=4,
)
keys = st.sampled_from(
    (
        "createdAt",
        "lastDreamAt",
        "projectRoot",
        "sessionId",
        "processedOffset",
        "sessions",
        "updatedAt",
        "lastDreamTouchedTopics",
        "lastExtractionStatus",
        "theirs",
    )
)


@settings(deadline=None, max_examples=30)
@given(st.dictionaries(keys, values))
def test_any_object_is_read_and_read_the_same_once_written(tmp_path_factory, value):
    directory = tmp_path_factory.mktemp("state")
    for name, read, write in (
        ("meta.json", read_meta, write_meta),
        ("extract-cursor.json", read_cursor, write_cursor),
    ):
        (directory / name).write_text(json.dumps(value))
        found = read(directory, now=NOW)

        write(directory, found)

        assert read(directory, now=NOW) == found
        assert json.loads((directory / name).read_bytes()).get("theirs") == value.get("theirs")
