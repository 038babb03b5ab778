import os
import socket
import tempfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from memoryd_client.doctor.places import locks_of, look_at, measure, read_inotify

TABLE = """\
1: POSIX  ADVISORY  READ 42 fe:00:99 128 128
2: FLOCK  ADVISORY  WRITE 42 fe:00:2360698 0 EOF
3: -> FLOCK  ADVISORY  WRITE 42 fe:00:77 0 EOF
4: FLOCK  ADVISORY  WRITE 43 fe:00:5 0 EOF
"""


def test_what_lies_at_a_path_is_told_apart(tmp_path):
    (tmp_path / "file").write_bytes(b"")
    (tmp_path / "file").chmod(0o640)
    (tmp_path / "link").symlink_to(tmp_path / "file")
    with tempfile.TemporaryDirectory(dir="/tmp") as short, socket.socket(socket.AF_UNIX) as sock:
        sock.bind(f"{short}/s")

        kinds = {
            "socket": look_at(Path(short, "s")).kind,
            **{name: look_at(tmp_path / name).kind for name in ("file", "link", "nothing")},
        }

    assert kinds == {"socket": "socket", "file": "file", "link": "link", "nothing": "missing"}
    assert look_at(tmp_path / "link", follow=True).kind == "file"
    file = look_at(tmp_path / "file")
    assert (file.mode, file.uid) == (0o640, os.getuid())
    assert file.inode == (tmp_path / "file").stat().st_ino
    assert look_at(tmp_path).writable


def test_what_is_missing_can_be_made_below_a_directory_and_not_below_a_file(tmp_path):
    (tmp_path / "file").write_bytes(b"")

    assert look_at(tmp_path / "a" / "b").writable
    assert not look_at(tmp_path / "file" / "b").writable


def test_room_is_measured_where_a_directory_would_lie(tmp_path):
    disk = measure(tmp_path / "not" / "yet")

    assert disk.free_bytes > 0


def test_locks_are_those_that_a_process_holds_and_not_those_it_waits_for():
    assert locks_of(42, TABLE) == {2360698}
    assert locks_of(43, TABLE) == {5}
    assert locks_of(44, TABLE) is None


@given(st.text(), st.integers(min_value=0))
def test_any_table_of_locks_can_be_read(table, pid):
    held = locks_of(pid, table)

    assert held is None or held


def test_directories_are_counted_where_the_kernel_has_limits(tmp_path):
    for name in ("a/b", "c"):
        (tmp_path / name).mkdir(parents=True)

    found = read_inotify([tmp_path, tmp_path / "missing"])

    if found:  # elsewhere there is no such thing
        assert found.folders == 4
        assert found.max_watches > 0
