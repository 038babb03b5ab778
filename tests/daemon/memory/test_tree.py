import os
import shutil
import socket

import pytest
from fakes import no_descriptors_left

from memoryd.memory.tree import Tree


@pytest.fixture
def root(tmp_path):
    directory = tmp_path / "memory"
    directory.mkdir()
    return directory


def tree_of(root):
    return Tree(root, monotonic=lambda: 0.0)


def write(root, relative, summary="A fact.", *, mtime_s=None):
    path = root / relative
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"---\ntype: user\nname: {summary}\n---\n{summary}\n", encoding="utf-8")
    if mtime_s is not None:
        os.utime(path, (mtime_s, mtime_s))
    return path


def titles(tree):
    return {path: document.title for path, document in tree.documents.items()}


def test_every_markdown_file_at_any_depth_is_a_memory_but_for_indexes(root):
    write(root, "a.md")
    write(root, "user/b.md")
    write(root, "x/y/z/c.md")
    write(root, "MEMORY.md")
    write(root, "x/MEMORY.md")
    write(root, "d.txt")
    tree = tree_of(root)

    tree.refresh()

    assert set(tree.documents) == {"a.md", "user/b.md", "x/y/z/c.md"}
    assert tree.unreadable == {}


def test_the_time_of_a_file_is_when_its_fact_was_stated_in_milliseconds(root):
    os.utime(write(root, "a.md"), ns=(0, 1_700_000_000_123_456_789))
    tree = tree_of(root)

    tree.refresh()

    assert tree.documents["a.md"].updated.isoformat() == "2023-11-14T22:13:20.123000+00:00"


def test_impossible_file_times_are_brought_into_the_calendar(root):
    write(root, "a.md", mtime_s=-(10**9))
    tree = tree_of(root)

    tree.refresh()

    assert tree.documents["a.md"].updated.year == 1970


def test_changes_of_each_kind_are_seen_and_told(root):
    edited, removed = write(root, "user/a.md", mtime_s=1), write(root, "user/b.md", mtime_s=1)
    tree = tree_of(root)
    tree.refresh()
    before = tree.generation

    write(root, "user/a.md", "Edited.")
    removed.unlink()
    write(root, "new/folder/c.md", "New.")
    tree.refresh()

    assert titles(tree) == {"user/a.md": "Edited.", "new/folder/c.md": "New."}
    assert tree.changes_since(before) == {"user/a.md", "user/b.md", "new/folder/c.md"}
    assert tree.changes_since(tree.generation) == frozenset()
    assert edited.exists()


def test_nothing_new_is_no_new_generation(root):
    write(root, "a.md")
    tree = tree_of(root)
    tree.refresh()
    before = (tree.generation, tree.documents)

    tree.refresh()

    assert (tree.generation, tree.documents) == before


def test_an_edit_in_place_of_the_same_size_is_seen_at_once(root):
    path = write(root, "a.md", "One.")
    tree = tree_of(root)
    tree.refresh()

    with path.open("r+b") as file:
        file.write(path.read_bytes().replace(b"One.", b"Two."))
    tree.refresh()

    assert titles(tree) == {"a.md": "Two."}


def test_an_editor_that_saves_by_renaming_is_seen(root):
    path = write(root, "a.md", "One.", mtime_s=5)
    tree = tree_of(root)
    tree.refresh()

    path.rename(root / "a.md~")
    write(root, "a.md", "Two.", mtime_s=5)
    tree.refresh()

    assert titles(tree) == {"a.md": "Two."}


def test_an_unchanged_file_is_read_once(root):
    path = write(root, "a.md", mtime_s=5)
    tree = tree_of(root)
    tree.refresh()
    document = tree.documents["a.md"]

    path.chmod(0o000)
    write(root, "b.md")
    tree.refresh()

    assert tree.documents["a.md"] is document
    path.chmod(0o600)


def test_between_two_walks_only_directories_are_looked_at(root):
    path = write(root, "a.md", "One.", mtime_s=5)
    os.utime(root, (7, 7))
    started, ended, soon, late, later = 0.0, 1.0, 30.9, 31.1, 31.2
    ticks = iter([started, ended, soon, late, later])
    tree = Tree(root, monotonic=lambda: next(ticks))
    tree.refresh()
    with path.open("r+b") as file:
        file.write(path.read_bytes().replace(b"One.", b"Two."))

    tree.refresh()
    assert titles(tree) == {"a.md": "One."}
    tree.refresh()
    assert titles(tree) == {"a.md": "Two."}


def test_a_directory_that_vanishes_and_comes_back(root):
    write(root, "user/a.md")
    tree = tree_of(root)
    tree.refresh()

    shutil.move(root, root.with_name("away"))
    tree.refresh()
    gone = dict(tree.documents)
    shutil.move(root.with_name("away"), root)
    tree.refresh()

    assert gone == {}
    assert set(tree.documents) == {"user/a.md"}


def test_a_directory_that_is_not_there_yet_holds_nothing(tmp_path):
    tree = tree_of(tmp_path / "later")

    tree.refresh()
    write(tmp_path / "later", "a.md")
    tree.refresh()

    assert set(tree.documents) == {"a.md"}


def test_hidden_and_temporary_files_are_passed_over(root):
    for name in (".hidden.md", ".git/a.md", ".memoryd-0.tmp", "a.md~", "a.md.swp", "#a.md#"):
        write(root, name)
    tree = tree_of(root)

    tree.refresh()

    assert (dict(tree.documents), dict(tree.unreadable)) == ({}, {})


def test_what_cannot_be_a_memory_is_skipped_with_a_reason(root, tmp_path):
    outside = write(tmp_path, "outside/secret.md")
    (root / "link.md").symlink_to(outside)
    (root / "dangling.md").symlink_to("nowhere.md")
    (root / "folder").symlink_to(outside.parent)
    (root / "loop").symlink_to(root)
    (root / "text.md").write_text("no front matter")
    (root / "new\nline.md").write_text("x")
    os.mkfifo(root / "pipe.md")
    with open(os.fsencode(root) + b"/caf\xe9.md", "wb") as file:  # noqa: PTH123 (a bytes path)
        file.write(b"x")
    (root / "huge.md").touch()
    os.truncate(root / "huge.md", 10**12)
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(root / "s.md"))
    write(root, "good.md")
    tree = tree_of(root)

    tree.refresh()
    listener.close()

    assert set(tree.documents) == {"good.md"}
    reasons = dict(tree.unreadable)
    assert "symbolic link" in reasons["link.md"]
    assert "symbolic link" in reasons["dangling.md"]
    assert "symbolic link" in reasons["folder"]
    assert "symbolic link" in reasons["loop"]
    assert "front matter" in reasons["text.md"]
    assert "not a regular file" in reasons["pipe.md"]
    assert "larger than" in reasons["huge.md"]
    assert "s.md" in reasons
    assert "name" in reasons["caf\\xe9.md"]
    assert "name" in reasons["new\nline.md"]


def test_a_file_that_becomes_a_memory_is_no_longer_reported(root):
    (root / "a.md").write_text("no front matter")
    tree = tree_of(root)
    tree.refresh()

    write(root, "a.md")
    tree.refresh()

    assert (set(tree.documents), dict(tree.unreadable)) == ({"a.md"}, {})


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_what_may_not_be_read_is_reported_and_the_rest_is_served(root):
    write(root, "a.md").chmod(0)
    write(root, "user/b.md").parent.chmod(0)
    write(root, "c.md")
    tree = tree_of(root)

    tree.refresh()
    (root / "user").chmod(0o700)

    assert set(tree.documents) == {"c.md"}
    assert set(tree.unreadable) == {"a.md", "user"}


def test_a_path_longer_than_the_system_takes_is_reported(root):
    descriptor = os.open(root, os.O_RDONLY)
    for _ in range(20):
        os.mkdir("d" * 250, dir_fd=descriptor)
        below = os.open("d" * 250, os.O_RDONLY, dir_fd=descriptor)
        os.close(descriptor)
        descriptor = below
    os.close(descriptor)
    write(root, "a.md")
    tree = tree_of(root)

    tree.refresh()

    assert set(tree.documents) == {"a.md"}
    (reason,) = tree.unreadable.values()
    assert "cannot be listed: File name too long" in reason


def test_what_was_just_written_is_looked_at_whatever_the_times_say(root):
    path = write(root, "user/a.md", "One.", mtime_s=5)
    for folder in (root / "user", root):
        os.utime(folder, (7, 7))
    ticks = iter([0.0, 1.0, 2.0, 3.0])
    tree = Tree(root, monotonic=lambda: next(ticks))
    tree.refresh()
    with path.open("r+b") as file:
        file.write(path.read_bytes().replace(b"One.", b"Two."))
    os.utime(path, (5, 5))

    tree.refresh()
    before = titles(tree)
    tree.revisit(["user/a.md"])
    tree.refresh()

    assert before == {"user/a.md": "One."}
    assert titles(tree) == {"user/a.md": "Two."}


def test_without_descriptors_left_memories_are_not_taken_for_gone(root):
    write(root, "user/a.md", mtime_s=1000)
    tree = tree_of(root)
    tree.refresh()
    write(root, "user/b.md", mtime_s=1000)

    with no_descriptors_left(), pytest.raises(OSError, match="Too many open files"):
        tree.refresh()
    held = dict(tree.documents)
    tree.refresh()

    assert set(held) == {"user/a.md"}
    assert set(tree.documents) == {"user/a.md", "user/b.md"}
    assert tree.unreadable == {}
