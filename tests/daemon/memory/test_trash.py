import json
from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from memoryd.errors import DeniedError, NotFoundError, NotReadyError
from memoryd.memory.trash import Preimage, TombstoneChange, Trash, hash_bytes

NOW = datetime(2026, 3, 4, 5, 6, 7, 89_000, tzinfo=UTC)
OLD = Preimage(path="user/a.md", data=b"old", mtime_ns=5_000_000, after=hash_bytes(b"new"))
NEW = Preimage(path="user/b.md", data=None, mtime_ns=None, after=hash_bytes(b"b"))


def record(trash, *, operation="forget", at=NOW, undoes=None, files=(OLD, NEW)):
    return trash.record(files, operation=operation, by="person", at=at, undoes=undoes)


def test_an_operation_is_kept_under_its_time_and_name(tmp_path):
    trash = Trash(tmp_path / "trash")

    token = trash.record(
        [OLD, NEW],
        operation="forget",
        by="person",
        at=NOW,
        detail="two files",
        tombstones=[TombstoneChange(hash="f00", before=None, after="2026-03-04T05:06:07.089Z")],
    )

    assert token == "20260304T050607089Z-forget"
    directory = tmp_path / "trash" / token
    assert json.loads((directory / "manifest.json").read_bytes()) == {
        "version": 1,
        "operation": "forget",
        "by": "person",
        "at": "2026-03-04T05:06:07.089000Z",
        "detail": "two files",
        "undoes": None,
        "files": [
            {
                "path": "user/a.md",
                "before": "0000.md",
                "beforeMtimeNs": 5_000_000,
                "after": hash_bytes(b"new"),
            },
            {
                "path": "user/b.md",
                "before": None,
                "beforeMtimeNs": None,
                "after": hash_bytes(b"b"),
            },
        ],
        "tombstones": [{"hash": "f00", "before": None, "after": "2026-03-04T05:06:07.089Z"}],
        "folders": [],
    }
    assert trash.preimages(token) == [OLD, NEW]
    assert (directory / "0000.md").stat().st_mode & 0o777 == 0o600
    assert directory.stat().st_mode & 0o777 == 0o700


def test_operations_of_one_moment_are_told_apart_and_kept_in_order(tmp_path):
    trash = Trash(tmp_path)

    tokens = [record(trash, operation=name) for name in ("forget", "apply", *["edit"] * 10)]

    assert tokens[1] == "20260304T050607089Z-apply-2"
    assert [found.token for found in trash.records()] == tokens[::-1]


def test_records_say_what_is_undone_and_what_is_done_again(tmp_path):
    trash = Trash(tmp_path)
    first = record(trash)
    undo = record(trash, operation="undo", undoes=first, at=NOW + timedelta(seconds=1))
    undone = {found.token: found.undone for found in trash.records()}
    redo = record(trash, operation="undo", undoes=undo, at=NOW + timedelta(seconds=2))

    again = {found.token: found.undone for found in trash.records()}

    assert undone == {first: True, undo: False}
    assert again == {first: False, undo: True, redo: False}


def test_a_record_that_another_wrote_anew_is_read_anew(tmp_path):
    trash, other = Trash(tmp_path), Trash(tmp_path)
    token = record(trash)
    assert trash.read(token) is trash.read(token)

    other.rewrite(token, msgspec.structs.replace(other.read(token), detail="purged"), {})

    assert trash.read(token).detail == "purged"
    other.drop(token)
    with pytest.raises(NotFoundError):
        trash.read(token)


def test_of_very_many_records_all_are_listed(tmp_path, monkeypatch):
    monkeypatch.setattr("memoryd.memory.trash._REMEMBERED", 3)
    trash = Trash(tmp_path)
    tokens = [record(trash, at=NOW + timedelta(seconds=number)) for number in range(10)]

    for _ in range(2):
        assert [each.token for each in trash.records()] == tokens[::-1]
    assert len(trash._known) <= 6


def test_old_operations_expire_and_what_was_left_half_written_is_swept(tmp_path):
    trash = Trash(tmp_path)
    record(trash, at=NOW - timedelta(days=31))
    kept = record(trash, at=NOW - timedelta(days=29))
    (tmp_path / "20260304T000000000Z-apply").mkdir()
    (tmp_path / "20260304T000000000Z-apply" / "0000.md").write_text("half")
    (tmp_path / "mine").mkdir()
    (tmp_path / "20250304T000000000Z-apply").symlink_to(tmp_path / "mine")

    removed = trash.expire(now=NOW, keep=timedelta(days=30))

    assert removed == 2
    assert {path.name for path in tmp_path.iterdir()} == {
        kept,
        "mine",
        "20250304T000000000Z-apply",
    }


def test_a_half_written_operation_is_no_operation(tmp_path):
    trash = Trash(tmp_path)
    (tmp_path / "20260304T000000000Z-apply").mkdir()

    assert list(trash.records()) == []
    with pytest.raises(NotFoundError):
        trash.read("20260304T000000000Z-apply")


def test_tokens_cannot_climb_out(tmp_path):
    trash = Trash(tmp_path / "trash")
    (tmp_path / "manifest.json").write_text("{}")

    for token in ("..", "../trash", "", "/etc", "x" * 300, "20260304T000000000Z-a/../.."):
        with pytest.raises(NotFoundError):
            trash.read(token)


def test_names_in_a_manifest_cannot_climb_out(tmp_path):
    trash = Trash(tmp_path / "trash")
    token = record(trash)
    (tmp_path / "secret").write_text("secret")
    directory = tmp_path / "trash" / token
    (directory / "0000.md").unlink()
    (directory / "0000.md").symlink_to(tmp_path / "secret")

    with pytest.raises(DeniedError):
        trash.preimages(token)


def test_a_lost_preimage_is_said_not_guessed(tmp_path):
    trash = Trash(tmp_path)
    token = record(trash)
    (tmp_path / token / "0000.md").unlink()

    with pytest.raises(NotFoundError, match=r"user/a\.md"):
        trash.preimages(token)


def test_versions_of_the_future_and_broken_manifests_are_refused(tmp_path):
    trash = Trash(tmp_path)
    token = record(trash)
    manifest = tmp_path / token / "manifest.json"
    for text, reason in (
        ('{"version": 2, "what": "ever"}', "version 2"),
        ("{half", "cannot be read"),
        ('{"version": 1}', "cannot be read"),
        ("[]", "cannot be read"),
    ):
        manifest.write_text(text)

        with pytest.raises(NotReadyError, match=reason):
            trash.read(token)
        assert list(trash.records()) == []


def test_a_name_that_is_no_operation_is_a_mistake(tmp_path):
    with pytest.raises(ValueError, match="not the name"):
        record(Trash(tmp_path), operation="../x")


def test_where_a_file_lies_in_place_of_the_directory_nothing_was_done(tmp_path):
    (tmp_path / "file").write_bytes(b"")

    assert list(Trash(tmp_path / "file" / "trash").records()) == []


def test_what_is_done_after_the_clock_went_back_is_still_the_latest(tmp_path):
    trash = Trash(tmp_path / "trash")
    first = record(trash)

    undo = record(trash, operation="undo", at=NOW - timedelta(days=3), undoes=first)

    assert [each.token for each in trash.records()] == [undo, first]
    assert [each.undone for each in trash.records()] == [False, True]
    assert undo == "20260304T050607089Z-undo-2"
