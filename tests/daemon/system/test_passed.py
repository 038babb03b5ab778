import os
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.errors import CannotServeError
from memoryd.system.passed import adopt, passed_by_systemd, socket_path, take_passed

# What systemd does: the socket is descriptor 3, and the variables name the process that it became.
PASS = 'exec 3<&0 0</dev/null; LISTEN_PID=$$ LISTEN_FDS=1 exec "$@"'
TAKE = """
import os
from memoryd.system.passed import socket_path, take_passed

sock = take_passed(os.environ, os.getpid())
print(socket_path(sock), sock.fileno(), os.get_inheritable(sock.fileno()))
"""


@pytest.fixture(name="folder")
def _folder():
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        yield Path(folder)


def adopt_copy(sock):
    """Return the path of what is adopted, and leave *sock* itself open."""
    with adopt(os.dup(sock.fileno())) as adopted:
        return socket_path(adopted)


def refuse_copy(sock):
    with pytest.raises(CannotServeError) as caught:
        adopt_copy(sock)
    assert caught.value.hint
    return str(caught.value)


def test_a_socket_from_systemd_is_taken_and_kept_from_children(folder):
    with socket.socket(socket.AF_UNIX) as sock:
        sock.bind(str(folder / "s"))
        sock.listen()

        ended = subprocess.run(
            ["/bin/sh", "-c", PASS, "sh", sys.executable, "-c", TAKE],
            stdin=sock,
            capture_output=True,
            text=True,
            check=True,
        )

    assert ended.stdout == f"{folder / 's'} 3 False\n"


def test_without_a_manager_there_is_none():
    assert take_passed({}, os.getpid()) is None


@pytest.mark.parametrize(
    "env",
    [
        {},
        {"LISTEN_FDS": "1"},
        {"LISTEN_PID": "8", "LISTEN_FDS": "1"},
        {"LISTEN_PID": "7"},
        {"LISTEN_PID": "7", "LISTEN_FDS": "0"},
        {"LISTEN_PID": "7", "LISTEN_FDS": "-1"},
        {"LISTEN_PID": "7", "LISTEN_FDS": "one"},
        {"LISTEN_PID": "7", "LISTEN_FDS": "99999999999"},
    ],
)
def test_what_is_not_meant_for_us_is_not_taken(env):
    assert not passed_by_systemd(env, 7)


@given(st.text(), st.text())
def test_whatever_the_environment_says_descriptors_begin_at_three(pid, count):
    fds = passed_by_systemd({"LISTEN_PID": pid, "LISTEN_FDS": count}, 7)

    assert not fds or (pid == "7" and fds[0] == 3)


def test_more_than_one_is_refused_since_nobody_knows_which_is_ours():
    with pytest.raises(CannotServeError, match="2 sockets were passed"):
        take_passed({"LISTEN_PID": "7", "LISTEN_FDS": "2"}, 7)


def test_a_listening_unix_socket_with_a_path_is_served(folder):
    with socket.socket(socket.AF_UNIX) as sock:
        sock.bind(str(folder / "s"))
        sock.listen()

        assert adopt_copy(sock) == folder / "s"


def test_one_that_does_not_listen_is_refused(folder):
    with socket.socket(socket.AF_UNIX) as sock:
        sock.bind(str(folder / "s"))

        assert refuse_copy(sock) == "what was passed is no listening Unix socket"


def test_one_that_is_reached_over_the_network_is_refused():
    with socket.create_server(("127.0.0.1", 0)) as sock:
        assert refuse_copy(sock) == "what was passed is no listening Unix socket"


def test_one_for_messages_is_refused(folder):
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as sock:
        sock.bind(str(folder / "s"))
        sock.listen()

        assert refuse_copy(sock) == "what was passed is no listening Unix socket"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has abstract names")
def test_one_without_a_path_is_refused():
    with socket.socket(socket.AF_UNIX) as sock:
        sock.bind(f"\0memoryd-test-{os.getpid()}")
        sock.listen()

        assert refuse_copy(sock) == "the socket that was passed has no absolute path"


def test_a_file_is_refused(folder):
    with (folder / "f").open("wb") as file:
        assert "is no socket" in refuse_copy(file)


def test_a_descriptor_that_is_not_open_is_refused():
    with pytest.raises(CannotServeError, match="no socket was passed as descriptor 9999"):
        adopt(9999)
