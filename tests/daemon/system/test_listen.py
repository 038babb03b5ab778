import os
import shutil
import socket
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from memoryd.errors import CannotServeError
from memoryd.system.listen import hold_address, listen, peer_uid

STALE = """
import os, sys
from pathlib import Path
from memoryd.system.listen import listen

with listen(Path(sys.argv[1])):
    os._exit(0)
"""

STRANGER = """
import os, socket, sys

os.setuid(65534)
sock = socket.socket(socket.AF_UNIX)
sock.connect(sys.argv[1])
sock.recv(1)
"""


@pytest.fixture(name="folder")
def _folder():
    # The path of a socket may have 103 bytes, and tmp_path is longer.
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        before = os.umask(0)
        yield Path(folder)
        os.umask(before)


@pytest.fixture(name="path")
def _path(folder):
    return folder / "memoryd.sock"


def connect(path):
    sock = socket.socket(socket.AF_UNIX)
    sock.settimeout(5)
    sock.connect(str(path))
    return sock


def refuse(path):
    with pytest.raises(CannotServeError) as caught, listen(path):
        pass
    assert caught.value.hint
    return caught.value


def test_the_socket_is_private_accepts_at_once_and_is_gone_at_the_end(path):
    with listen(path) as sock:
        assert stat.S_ISSOCK(path.lstat().st_mode)
        assert stat.S_IMODE(path.lstat().st_mode) == 0o600
        assert [each.name for each in path.parent.iterdir()] == ["memoryd.sock"]
        with connect(path) as client:
            server, _ = sock.accept()
            with server:
                client.sendall(b"x")
                assert server.recv(1) == b"x"

    assert list(path.parent.iterdir()) == []


def test_the_umask_is_as_before(path):
    os.umask(0o027)

    with listen(path):
        assert os.umask(0o027) == 0o027


def test_a_directory_that_is_made_is_private_and_spared_by_cleaners(folder):
    path = folder / "a" / "b" / "memoryd.sock"

    with listen(path):
        assert stat.S_IMODE(path.parent.lstat().st_mode) == 0o1700
        assert stat.S_IMODE(path.parent.parent.lstat().st_mode) == 0o700


def test_the_mode_of_a_directory_that_was_there_stays(folder):
    folder.chmod(0o700)

    with listen(folder / "memoryd.sock"):
        assert stat.S_IMODE(folder.lstat().st_mode) == 0o700


def test_the_socket_of_a_killed_daemon_is_replaced(path):
    subprocess.run([sys.executable, "-c", STALE, path], check=True)
    stale = path.lstat().st_ino

    with listen(path) as sock, connect(path):
        sock.accept()[0].close()
        assert path.lstat().st_ino != stale


def test_a_live_socket_is_taken_over_since_the_caller_holds_the_lock(path):
    with listen(path) as old, listen(path) as new, connect(path):
        old.setblocking(False)
        new.settimeout(5)

        new.accept()[0].close()

        with pytest.raises(BlockingIOError):
            old.accept()


def test_only_our_own_socket_is_removed_at_the_end(path):
    with listen(path):
        path.unlink()
        path.write_bytes(b"somebody's")

    assert path.read_bytes() == b"somebody's"


def test_a_socket_or_a_directory_that_went_does_not_hinder_a_stop(folder):
    path = folder / "run" / "memoryd.sock"

    with listen(path):
        path.unlink()
        path.parent.rmdir()


@pytest.mark.parametrize("kind", ["file", "link", "directory"])
def test_what_is_not_a_socket_is_never_replaced_by_one(folder, path, kind):
    if kind == "file":
        path.write_bytes(b"notes")
    elif kind == "link":
        (folder / "notes").write_bytes(b"notes")
        path.symlink_to(folder / "notes")
    else:
        path.mkdir()
    before = {(each.name, each.lstat().st_ino) for each in folder.iterdir()}

    error = refuse(path)

    assert str(path) in str(error)
    assert {(each.name, each.lstat().st_ino) for each in folder.iterdir()} == before


def test_a_path_as_long_as_the_systems_allow_is_served(folder):
    name = "s" * (103 - len(os.fsencode(folder)) - 1)

    with listen(folder / name), connect(folder / name):
        assert len(os.fsencode(folder / name)) == 103


def test_a_path_that_no_socket_can_have_is_refused_with_a_remedy(folder):
    path = folder / ("s" * (104 - len(os.fsencode(folder)) - 1))

    error = refuse(path)

    assert "104 bytes" in str(error)
    assert "MEMORYD_SOCKET" in error.hint
    assert list(folder.iterdir()) == []


def test_a_path_too_long_for_its_temporary_name_is_refused_with_a_reason(folder):
    parent = folder / ("d" * (101 - len(os.fsencode(folder)) - 1))

    assert "too long" in str(refuse(parent / "s"))


@pytest.mark.parametrize("mode", [0o750, 0o701, 0o770, 0o777, 0o1777])
def test_a_directory_open_to_others_is_refused_with_a_remedy(folder, mode):
    folder.chmod(mode)

    error = refuse(folder / "memoryd.sock")

    assert "open to other users" in str(error)
    assert f"chmod 700 {folder}" in error.hint
    assert list(folder.iterdir()) == []


def test_a_directory_that_is_a_link_is_refused(folder):
    (folder / "real").mkdir(mode=0o700)
    (folder / "link").symlink_to(folder / "real")

    assert "not a directory" in str(refuse(folder / "link" / "memoryd.sock"))


def test_a_directory_of_another_user_is_refused(folder):
    # Everybody has a directory that is not theirs: root can give one away, others have /.
    foreign = folder / "foreign"
    if os.geteuid() == 0:
        foreign.mkdir(mode=0o700)
        os.chown(foreign, 12345, 12345)
    else:
        foreign = Path("/")

    assert "belongs to uid" in str(refuse(foreign / "memoryd.sock"))


def test_a_directory_that_cannot_be_made_is_refused(folder):
    (folder / "file").write_bytes(b"")

    assert "cannot make" in str(refuse(folder / "file" / "run" / "memoryd.sock"))


def test_the_uid_of_a_caller_is_told_by_the_kernel(path):
    with listen(path) as sock, connect(path):
        server, _ = sock.accept()
        with server:
            assert peer_uid(server) == os.geteuid()


def test_both_ends_of_a_pair_know_each_other():
    left, right = socket.socketpair(socket.AF_UNIX)
    with left, right:
        assert peer_uid(left) == peer_uid(right) == os.geteuid()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
def test_the_uid_is_that_of_the_process_at_the_other_end(path):
    with listen(path) as sock:
        path.parent.chmod(0o777)
        path.chmod(0o777)
        with subprocess.Popen([sys.executable, "-c", STRANGER, path]):
            server, _ = sock.accept()
            with server:
                assert peer_uid(server) == 65534


def test_of_a_closed_connection_nobody_knows_the_uid():
    sock = socket.socket(socket.AF_UNIX)
    sock.close()

    assert peer_uid(sock) is None


def test_a_socket_that_was_removed_is_missed_and_made_again(path):
    with hold_address(path) as listener:
        before = listener.is_found()
        path.unlink()
        gone = listener.is_found()

        listener.publish_again()

        assert (before, gone, listener.is_found()) == (True, False, True)
        with connect(path):
            listener.socket.accept()[0].close()
        assert stat.S_IMODE(path.lstat().st_mode) == 0o600
    assert not path.exists()


def test_a_directory_that_was_removed_is_made_again(folder):
    path = folder / "run" / "memoryd.sock"
    with hold_address(path) as listener:
        shutil.rmtree(path.parent)

        listener.publish_again()

        assert listener.is_found()
        assert stat.S_IMODE(path.parent.lstat().st_mode) == 0o1700


def test_the_socket_of_another_in_its_place_is_not_ours(path):
    with hold_address(path) as listener, hold_address(path):
        assert not listener.is_found()


def test_what_is_in_its_place_and_no_socket_is_left_and_named(path):
    with hold_address(path) as listener:
        path.unlink()
        path.write_bytes(b"notes")

        with pytest.raises(CannotServeError, match="is not a socket"):
            listener.publish_again()

        assert path.read_bytes() == b"notes"
        assert not listener.is_found()


@pytest.fixture(name="passed")
def _passed(path):
    path.parent.chmod(0o700)
    with socket.socket(socket.AF_UNIX) as sock:
        sock.bind(str(path))
        sock.listen()
        yield sock


def test_a_socket_that_was_passed_is_served_and_stays(path, passed):
    made = path.lstat().st_ino

    with hold_address(path, passed) as listener, connect(path):
        listener.socket.accept()[0].close()
        assert listener.is_found()

    assert path.lstat().st_ino == made


def test_one_that_was_passed_and_removed_is_followed_by_one_of_our_own(path, passed):
    with hold_address(path, passed) as listener:
        path.unlink()
        listener.publish_again()
        with connect(path):
            listener.socket.accept()[0].close()

    assert not path.exists()


def test_one_that_was_passed_in_a_directory_open_to_others_is_refused(path, passed):
    path.parent.chmod(0o755)

    with pytest.raises(CannotServeError, match="open to other users"), hold_address(path, passed):
        pass
