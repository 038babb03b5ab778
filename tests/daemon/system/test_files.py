import errno
import os
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from memoryd.system.files import (
    atomic_write,
    make_private_dir,
    remove,
    sweep_temporaries,
)

# Dies in the n-th of the system calls that a write makes; a dying `write` gets half way.
DYING_WRITER = """
import os, sys
from pathlib import Path
from memoryd.system.files import atomic_write

left = int(sys.argv[2])

def mortal(name):
    real = getattr(os, name)
    def call(first, *rest, **more):
        global left
        left -= 1
        if left == 0:
            if name == "write":
                real(first, bytes(rest[0])[:50])
            os._exit(9)
        return real(first, *rest, **more)
    setattr(os, name, call)

for name in ("open", "fchmod", "write", "utime", "fsync", "close", "rename"):
    mortal(name)
atomic_write(Path(sys.argv[1]), b"new " * 100, mtime_ns=1_000_000_000)
"""


@pytest.fixture(autouse=True)
def _open_umask():
    before = os.umask(0)
    yield
    os.umask(before)


def mode_of(path):
    return stat.S_IMODE(path.lstat().st_mode)


def names_in(directory):
    return [path.name for path in directory.iterdir()]


def test_a_new_file_is_private_and_so_are_the_directories_made_for_it(tmp_path):
    path = tmp_path / "a" / "b" / "note.md"

    atomic_write(path, b"text")

    assert path.read_bytes() == b"text"
    assert mode_of(path) == 0o600
    assert (mode_of(path.parent), mode_of(path.parent.parent)) == (0o700, 0o700)


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o400])
def test_an_existing_file_keeps_its_mode_whatever_the_umask(tmp_path, mode):
    path = tmp_path / "note.md"
    path.write_bytes(b"old")
    path.chmod(mode)
    os.umask(0o077)

    atomic_write(path, b"new")

    assert (path.read_bytes(), mode_of(path)) == (b"new", mode)


def test_an_existing_directory_is_left_as_it_is(tmp_path):
    tmp_path.chmod(0o755)

    atomic_write(tmp_path / "note.md", b"text")

    assert mode_of(tmp_path) == 0o755


def test_the_modification_time_is_set_before_the_file_appears(tmp_path):
    atomic_write(tmp_path / "note.md", b"text", mtime_ns=1_600_000_000_123_456_789)

    assert (tmp_path / "note.md").stat().st_mtime_ns == 1_600_000_000_123_456_789


def test_a_link_in_place_of_the_file_is_replaced_and_not_followed(tmp_path):
    target = tmp_path / "elsewhere.md"
    target.write_bytes(b"somebody's")
    target.chmod(0o644)
    path = tmp_path / "note.md"
    path.symlink_to(target)

    atomic_write(path, b"ours")

    assert target.read_bytes() == b"somebody's"
    assert not path.is_symlink()
    assert (path.read_bytes(), mode_of(path)) == (b"ours", 0o600)


def test_a_directory_in_place_of_the_file_is_an_error_and_leaves_nothing(tmp_path):
    (tmp_path / "note.md").mkdir()

    with pytest.raises(IsADirectoryError):
        atomic_write(tmp_path / "note.md", b"text")

    assert names_in(tmp_path) == ["note.md"]


def test_a_file_in_place_of_a_directory_is_an_error(tmp_path):
    (tmp_path / "a").write_bytes(b"")

    with pytest.raises(OSError, match="a"):
        atomic_write(tmp_path / "a" / "note.md", b"text")


def test_a_writer_killed_at_any_system_call_leaves_the_old_file_or_the_new(tmp_path):
    path = tmp_path / "note.md"
    old, new = b"old " * 100, b"new " * 100
    seen = []
    for call in range(1, 50):
        path.write_bytes(old)
        ended = subprocess.run([sys.executable, "-c", DYING_WRITER, path, str(call)], check=False)

        seen.append(path.read_bytes())
        if ended.returncode == 0:
            break
        assert ended.returncode == 9
        sweep_temporaries(tmp_path)
        assert names_in(tmp_path) == ["note.md"]
    first_new = seen.index(new)
    assert seen == [old] * first_new + [new] * (len(seen) - first_new)
    assert len(seen) > 10  # open fchmod write utime fsync close rename, then the directory


@pytest.mark.parametrize("name", ["open", "fchmod", "write", "utime", "fsync", "close", "rename"])
@pytest.mark.parametrize("reason", [errno.ENOSPC, errno.EIO])
def test_a_system_call_that_fails_leaves_the_old_file_and_nothing_else(
    tmp_path, monkeypatch, name, reason
):
    path = tmp_path / "note.md"
    path.write_bytes(b"old")
    real = getattr(os, name)

    def fail(first, *rest, **more):
        if name == "close":
            real(first)
        raise OSError(reason, os.strerror(reason))

    monkeypatch.setattr(os, name, fail)

    with pytest.raises(OSError, match=os.strerror(reason)):
        atomic_write(path, b"new", mtime_ns=1)

    monkeypatch.undo()
    assert path.read_bytes() == b"old"
    assert names_in(tmp_path) == ["note.md"]


def test_a_disk_that_fills_up_half_way_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch):
    path = tmp_path / "note.md"
    path.write_bytes(b"old")
    real, room = os.write, [1000]

    def write(fd, data):
        if not room[0]:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        written = real(fd, data[: room[0]])
        room[0] -= written
        return written

    monkeypatch.setattr(os, "write", write)

    with pytest.raises(OSError, match=os.strerror(errno.ENOSPC)):
        atomic_write(path, b"n" * 5000)

    assert path.read_bytes() == b"old"
    assert names_in(tmp_path) == ["note.md"]


def test_short_writes_are_gone_on_with(tmp_path, monkeypatch):
    real = os.write
    monkeypatch.setattr(os, "write", lambda fd, data: real(fd, data[:7]))

    atomic_write(tmp_path / "note.md", bytes(range(100)))

    assert (tmp_path / "note.md").read_bytes() == bytes(range(100))


def test_data_is_on_disk_before_the_rename_and_the_rename_before_the_return(tmp_path, monkeypatch):
    calls = []

    def record(name):
        real = getattr(os, name)

        def call(first, *rest, **more):
            is_dir = isinstance(first, int) and stat.S_ISDIR(os.fstat(first).st_mode)
            calls.append(f"{name} directory" if is_dir else name)
            return real(first, *rest, **more)

        monkeypatch.setattr(os, name, call)

    for name in ("write", "fsync", "rename"):
        record(name)

    atomic_write(tmp_path / "note.md", b"text")

    assert calls == ["write", "fsync", "rename", "fsync directory"]


def test_a_file_system_that_knows_no_fsync_of_directories_is_written_to_all_the_same(
    tmp_path, monkeypatch
):
    real = os.fsync

    def fsync(fd):
        if stat.S_ISDIR(os.fstat(fd).st_mode):
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        real(fd)

    monkeypatch.setattr(os, "fsync", fsync)

    atomic_write(tmp_path / "a" / "note.md", b"text")

    assert (tmp_path / "a" / "note.md").read_bytes() == b"text"


def test_of_many_writers_at_once_one_wins_whole(tmp_path):
    path = tmp_path / "note.md"
    texts = [bytes([letter]) * 100_000 for letter in b"abcdefgh"]

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda text: atomic_write(path, text), texts))

    assert path.read_bytes() in texts
    assert names_in(tmp_path) == ["note.md"]


def test_removing_a_file_that_is_gone_is_fine(tmp_path):
    (tmp_path / "note.md").write_bytes(b"")

    remove(tmp_path / "note.md")
    remove(tmp_path / "note.md")

    assert names_in(tmp_path) == []


def test_a_private_directory_is_made_with_all_above_it_and_made_to_last(tmp_path, monkeypatch):
    synced = []
    real = os.fsync
    monkeypatch.setattr(os, "fsync", lambda fd: (synced.append(os.fstat(fd).st_ino), real(fd)))

    make_private_dir(tmp_path / "a" / "b")
    make_private_dir(tmp_path / "a" / "b")

    assert mode_of(tmp_path / "a") == mode_of(tmp_path / "a" / "b") == 0o700
    assert synced == [tmp_path.stat().st_ino, (tmp_path / "a").stat().st_ino]


@pytest.mark.parametrize("kind", ["file", "dangling link", "link loop"])
def test_a_private_directory_is_never_claimed_where_something_else_stands(tmp_path, kind):
    path = tmp_path / "a"
    if kind == "file":
        path.write_bytes(b"")
    else:
        path.symlink_to(tmp_path / ("gone" if kind == "dangling link" else "a"))

    with pytest.raises(OSError, match="a"):
        make_private_dir(path)


def test_only_temporaries_of_ours_are_swept_at_any_depth(tmp_path):
    ours = [tmp_path / ".memoryd-0123456789ab.tmp", tmp_path / "a" / "b" / ".memoryd-x.tmp"]
    kept = [
        tmp_path / "a" / "note.md",
        tmp_path / ".memoryd-notes.md",
        tmp_path / "x.tmp",
        tmp_path / "a" / "memoryd-1.tmp",
    ]
    for path in (*ours, *kept):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"")

    assert sweep_temporaries(tmp_path) == 2

    assert [path.exists() for path in ours] == [False, False]
    assert all(path.exists() for path in kept)
    assert sweep_temporaries(tmp_path) == 0


def test_sweeping_neither_follows_links_nor_minds_a_missing_root(tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / ".memoryd-1.tmp").write_bytes(b"")
    root = tmp_path / "root"
    root.mkdir()
    (root / "link").symlink_to(outside)
    (root / ".memoryd-2.tmp").symlink_to(outside / ".memoryd-1.tmp")

    assert sweep_temporaries(root) == 1
    assert sweep_temporaries(tmp_path / "gone") == 0

    assert (outside / ".memoryd-1.tmp").exists()
    assert not (root / ".memoryd-2.tmp").is_symlink()
