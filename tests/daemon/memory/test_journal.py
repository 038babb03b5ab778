import json
import os
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memoryd.errors import BadRequestError, ConflictError, NotFoundError, NotReadyError
from memoryd.memory import journal as journal_module
from memoryd.memory.journal import Change, Journal
from memoryd.memory.tombstones import bury, load_tombstones
from memoryd.memory.trash import FolderMove

NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)


class Place:
    """A memory directory with a journal, and a clock that ticks."""

    def __init__(self, directory):
        self.memory = directory / "memory"
        self.state = directory
        self.journal = Journal(self.memory, directory)
        self.now = NOW

    def write(self, changes, **options):
        self.now += timedelta(seconds=1)
        options = {"operation": "apply", "by": "rules", "base": {}, **options}
        return self.journal.write(
            [Change(path=path, data=data) for path, data in changes.items()],
            now=self.now,
            **options,
        )

    def undo(self, token=None):
        self.now += timedelta(seconds=1)
        return self.journal.undo(token, by="person", now=self.now)

    def files(self):
        return {
            str(path.relative_to(self.memory)): (path.read_bytes(), path.stat().st_mtime_ns)
            for path in self.memory.rglob("*.md")
        }

    def texts(self):
        return {path: data for path, (data, _) in self.files().items()}


@pytest.fixture
def place(tmp_path):
    return Place(tmp_path)


def test_files_are_written_and_removed_and_come_back_byte_for_byte(place):
    place.write({"user/a.md": b"a", "user/b.md": b"b"})
    before = place.files()
    token = place.write({"user/a.md": b"changed", "user/b.md": None, "c.md": b"c"})
    assert place.texts() == {"user/a.md": b"changed", "c.md": b"c"}

    undone = place.undo(token)

    assert place.files() == before
    assert undone.operation == "apply"
    assert set(undone.restored) == {"user/a.md", "user/b.md", "c.md"}


def test_an_undo_can_be_undone(place):
    place.write({"a.md": b"1"})
    token = place.write({"a.md": b"2"})
    after = place.files()

    undone = place.undo(token)
    assert place.texts() == {"a.md": b"1"}
    place.undo(undone.token)

    assert place.files() == after


def test_without_a_token_the_latest_that_is_not_undone_is_undone(place):
    place.write({"a.md": b"1"})
    place.write({"a.md": b"2"})
    place.write({"a.md": b"3"})

    place.undo()
    assert place.texts() == {"a.md": b"2"}
    place.undo()
    assert place.texts() == {"a.md": b"1"}
    place.undo()
    assert place.texts() == {}

    with pytest.raises(NotFoundError):
        place.undo()


def test_a_file_that_was_changed_since_is_not_overwritten(place):
    token = place.write({"a.md": b"1", "b.md": b"1"})
    (place.memory / "b.md").write_bytes(b"by hand")

    with pytest.raises(ConflictError, match=r"b\.md"):
        place.undo(token)

    assert place.texts() == {"a.md": b"1", "b.md": b"by hand"}


def test_what_is_undone_already_is_said(place):
    token = place.write({"a.md": b"1"})
    place.undo(token)

    with pytest.raises(ConflictError, match="already"):
        place.undo(token)


def test_a_file_that_says_something_else_than_was_seen_stops_the_whole(place):
    place.write({"a.md": b"1"})

    with pytest.raises(ConflictError, match=r"a\.md"):
        place.write({"b.md": b"1", "a.md": b"2"}, base={"b.md": None, "a.md": b"0"})

    assert place.texts() == {"a.md": b"1"}
    assert len(list(place.journal.trash.records())) == 1


def test_no_change_is_no_record(place):
    assert place.write({"a.md": None}) is None
    assert list(place.journal.trash.records()) == []


def test_a_written_file_moves_on_in_time_unless_its_time_is_given(place):
    place.write({"a.md": b"1"})
    first = place.files()["a.md"][1]
    place.write({"a.md": b"2"})
    second = place.files()["a.md"][1]
    place.journal.write(
        [Change(path="a.md", data=b"3", mtime_ns=7_000_000)],
        operation="apply",
        by="rules",
        now=NOW,
        base={},
    )

    assert second == first + 1_000_000
    assert place.files()["a.md"][1] == 7_000_000


def test_tombstones_are_set_taken_back_and_set_again(place):
    place.write({"a.md": b"1"})
    token = place.write({"a.md": None}, tombstones=bury(["fact"], now=NOW))
    assert load_tombstones(place.state, now=NOW).times.keys() == bury(["fact"], now=NOW).keys()

    undone = place.undo(token)
    assert load_tombstones(place.state, now=NOW).times == {}
    place.undo(undone.token)

    assert load_tombstones(place.state, now=NOW).times.values()


def test_a_tombstone_that_was_set_again_is_not_taken_back(place):
    token = place.write({"a.md": b"1"}, tombstones=bury(["fact"], now=NOW))
    place.write({}, tombstones=bury(["fact"], now=NOW + timedelta(days=1)))

    place.undo(token)

    assert set(load_tombstones(place.state, now=NOW).times.values()) == {NOW + timedelta(days=1)}


def test_an_operation_that_was_cut_short_can_be_undone(place):
    place.write({"a.md": b"1"})
    token = place.write({"a.md": b"2", "b.md": b"2"})
    (place.memory / "b.md").unlink()

    place.undo(token)

    assert place.texts() == {"a.md": b"1"}


def test_paths_in_a_record_cannot_climb_out(place, tmp_path):
    token = place.write({"a.md": b"1"})
    manifest = tmp_path / "trash" / token / "manifest.json"
    value = json.loads(manifest.read_bytes())
    value["files"][0]["path"] = "../meta.json"
    manifest.write_text(json.dumps(value))

    with pytest.raises(BadRequestError):
        place.undo(token)


steps = st.dictionaries(
    st.sampled_from(["a.md", "user/b.md", "user/c.md"]),
    st.none() | st.binary(max_size=3),
    min_size=1,
)


@settings(deadline=None, max_examples=30)
@given(st.lists(steps, min_size=1, max_size=5))
def test_undoing_everything_restores_bytes_and_times_in_reverse(tmp_path_factory, history):
    place = Place(tmp_path_factory.mktemp("place"))
    seen = []
    for step in history:
        before = place.files()
        token = place.write(step)
        if token:
            seen.append((token, before))

    for token, before in reversed(seen):
        place.undo(token)
        assert place.files() == before


class KilledError(Exception):
    """The writer is killed here."""


def cut_after(monkeypatch, steps):
    """Let that many files be written or removed, then kill the writer."""
    left = iter(range(steps))

    def stop_at(real):
        def act(*args, **options):
            if next(left, None) is None:
                raise KilledError
            return real(*args, **options)

        return act

    monkeypatch.setattr(journal_module, "atomic_write", stop_at(journal_module.atomic_write))
    monkeypatch.setattr(journal_module, "remove", stop_at(journal_module.remove))


@pytest.mark.parametrize("steps", range(4))
def test_a_change_that_must_be_whole_is_taken_back_when_it_was_cut_off(place, monkeypatch, steps):
    place.write({"user/a.md": b"a", "user/b.md": b"b"})
    before = place.files()
    with monkeypatch.context() as patch:
        cut_after(patch, steps)
        with pytest.raises(KilledError):
            place.write(
                {"user/a.md": b"2", "c.md": b"c", "d.md": b"d", "user/b.md": None}, whole=True
            )

    Journal(place.memory, place.state).recover(now=place.now)

    assert place.files() == before
    assert [record.operation for record in place.journal.trash.records()] == ["apply"]
    assert place.journal.recover(now=place.now) == ()


def test_a_change_that_must_be_whole_and_is_done_is_not_taken_back(place):
    token = place.write({"user/a.md": b"a"}, whole=True)

    assert place.journal.recover(now=place.now) == ()
    assert place.texts() == {"user/a.md": b"a"}
    assert place.undo(token).restored == ("user/a.md",)


def test_taking_back_leaves_alone_what_a_person_changed_since(place, monkeypatch):
    place.write({"a.md": b"a", "b.md": b"b"})
    with monkeypatch.context() as patch:
        cut_after(patch, 2)
        with pytest.raises(KilledError):
            place.write({"a.md": b"2", "b.md": b"2", "c.md": b"2"}, whole=True)
    (place.memory / "a.md").write_bytes(b"mine")

    place.journal.recover(now=place.now)

    assert place.texts() == {"a.md": b"mine", "b.md": b"b"}


def test_a_full_disk_in_the_middle_of_a_whole_change_leaves_nothing_of_it(place, monkeypatch):
    place.write({"a.md": b"a", "b.md": b"b"})
    before = place.files()
    real = journal_module.atomic_write

    def full(path, data, **options):
        if data == b"too much":
            raise OSError(28, "No space left on device")
        real(path, data, **options)

    with monkeypatch.context() as patch:
        patch.setattr(journal_module, "atomic_write", full)
        with pytest.raises(OSError, match="No space"):
            place.write({"a.md": b"2", "b.md": b"too much"}, whole=True)

    assert place.files() == before
    assert place.journal.recover(now=place.now) == ()


def test_tombstones_of_a_whole_change_that_was_cut_off_go_too(place, monkeypatch):
    place.write({"a.md": b"a"})
    with monkeypatch.context() as patch:
        cut_after(patch, 0)
        with pytest.raises(KilledError):
            place.write({"a.md": None}, tombstones=bury(["a fact"], now=place.now), whole=True)
    assert load_tombstones(place.state, now=place.now).times

    place.journal.recover(now=place.now)

    assert not load_tombstones(place.state, now=place.now).times


@pytest.mark.parametrize("note", ["../../etc", "", "20260304T050607000Z-dream", "\x00"])
def test_a_note_of_half_work_that_names_no_record_is_cleared(place, note):
    place.write({"a.md": b"a"})
    unfinished = place.state / "trash" / "unfinished"
    unfinished.write_text(note)

    assert place.journal.recover(now=place.now) == ()
    assert not unfinished.exists()
    assert place.texts() == {"a.md": b"a"}


def put_away(place, changes=(), **options):
    folders = [FolderMove(name="root", away=True)]
    return place.write(dict(changes), operation="clear", folders=folders, whole=True, **options)


@pytest.fixture
def root(place):
    """A folder beside the memories, with what is more than bytes: a mode, a link, a time."""
    root = place.state / "root"
    (root / "skills/x/scripts").mkdir(parents=True)
    script = root / "skills/x/scripts/run.sh"
    script.write_bytes(b"\x00\xff")
    script.chmod(0o750)
    os.utime(script, ns=(1, 7_000_000_001))
    (root / "link").symlink_to("/nowhere")
    (root / "empty").mkdir()
    return root


def seen(root):
    return {
        str(path.relative_to(root)): (
            path.lstat().st_mode,
            path.lstat().st_mtime_ns,
            path.read_bytes() if path.is_file() else None,
        )
        for path in root.rglob("*")
    }


def test_a_folder_goes_whole_and_comes_back_as_it_was(place, root):
    place.write({"a.md": b"a"})
    before, files = seen(root), place.files()

    token = put_away(place, {"a.md": None})
    assert not root.exists()
    assert place.files() == {}
    undone = place.undo(token)

    assert seen(root) == before
    assert place.files() == files
    assert undone.restored == ("a.md", "memory://root")


def test_the_way_of_a_folder_can_be_undone_again_and_again(place, root):
    before = seen(root)
    token = put_away(place)

    undone = place.undo(token)
    with pytest.raises(ConflictError, match="already"):
        place.undo(token)
    place.undo(undone.token)
    assert not root.exists()
    place.undo(token)

    assert seen(root) == before


def test_a_folder_that_was_written_anew_is_not_overwritten(place, root):
    token = put_away(place)
    root.mkdir()
    place.undo(token)  # an empty one gives way
    assert (root / "skills").is_dir()

    token = put_away(place)
    root.mkdir()
    (root / "new.md").write_bytes(b"new")
    with pytest.raises(ConflictError, match="memory://root was written anew"):
        place.undo(token)

    assert set(seen(root)) == {"new.md"}


@pytest.mark.parametrize("steps", range(3))
def test_a_folder_and_files_that_were_cut_off_are_taken_back(place, root, monkeypatch, steps):
    place.write({"a.md": b"a", "b.md": b"b"})
    before, files = seen(root), place.files()
    with monkeypatch.context() as patch:
        cut_after(patch, steps)
        with pytest.raises(KilledError):
            put_away(place, {"a.md": None, "b.md": None, "c.md": None, "d.md": b"d"})
    assert not root.exists()

    place.journal.recover(now=place.now)

    assert (seen(root), place.files()) == (before, files)
    assert place.journal.trash.unfinished() is None


def test_an_old_folder_is_not_lost_when_there_is_a_new_one_to_be_found(place, root, monkeypatch):
    place.write({"a.md": b"a"})
    with monkeypatch.context() as patch:
        cut_after(patch, 0)
        with pytest.raises(KilledError):
            put_away(place, {"a.md": None})
    root.mkdir()
    (root / "new.md").write_bytes(b"new")

    place.journal.recover(now=place.now)

    assert set(seen(root)) == {"new.md"}
    assert place.texts() == {"a.md": b"a"}
    (record, _) = place.journal.trash.records()
    assert (place.state / "trash" / record.token / "root/skills/x/scripts/run.sh").exists()


def test_who_prepares_is_told_the_token_before_anything_changes(place, root):
    told = []

    def prepare(token):
        told.append((token, root.exists(), place.journal.trash.unfinished()))

    token = put_away(place, prepare=prepare)

    assert told == [(token, True, token)]


def test_a_preparation_that_fails_leaves_nothing_behind(place, root):
    place.write({"a.md": b"a"})
    before, files = seen(root), place.files()

    def prepare(_):
        raise NotReadyError("no")

    with pytest.raises(NotReadyError):
        put_away(place, {"a.md": None}, prepare=prepare)

    assert (seen(root), place.files()) == (before, files)
    assert [record.operation for record in place.journal.trash.records()] == ["apply"]


@pytest.mark.parametrize("name", ["../memory", "/etc", "a/../../b", "\x00"])
def test_a_folder_in_a_record_cannot_climb_out(place, root, name):
    token = put_away(place)
    manifest = place.state / "trash" / token / "manifest.json"
    value = json.loads(manifest.read_bytes())
    value["folders"][0]["name"] = name
    manifest.write_text(json.dumps(value))

    with pytest.raises((BadRequestError, ConflictError)):
        place.undo(token)

    assert (place.state / "trash" / token / "root/link").is_symlink()


def test_a_folder_is_not_brought_away_to_where_no_record_is_left(place, root):
    token = put_away(place)
    undone = place.undo(token)
    place.journal.trash.drop(token)

    with pytest.raises(NotFoundError):
        place.undo(undone.token)

    assert root.is_dir()
