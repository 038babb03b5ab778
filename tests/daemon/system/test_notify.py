import os
import socket
import tempfile
from pathlib import Path

import pytest

from memoryd.system.notify import Notifier, forget_manager


@pytest.fixture(name="manager")
def _manager():
    with (
        tempfile.TemporaryDirectory(dir="/tmp") as folder,
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock,
    ):
        sock.bind(str(Path(folder, "notify")))
        sock.settimeout(5)
        yield sock


def test_states_are_sent_as_one_datagram_of_lines(manager):
    Notifier({"NOTIFY_SOCKET": manager.getsockname()}).send(READY=1, STATUS="serving")

    assert manager.recv(1000) == b"READY=1\nSTATUS=serving"


def test_a_value_with_line_breaks_cannot_say_more_than_its_own_line(manager):
    Notifier({"NOTIFY_SOCKET": manager.getsockname()}).send(STATUS="bad\r\nMAINPID=1\n\0x", READY=1)

    assert manager.recv(1000) == b"STATUS=bad MAINPID=1 x\nREADY=1"


def test_a_path_that_is_not_utf_8_can_be_told(manager):
    Notifier({"NOTIFY_SOCKET": manager.getsockname()}).send(STATUS="/ü/\udcff: \ud800x")

    assert manager.recv(1000) == "STATUS=/ü/ : x".encode()


@pytest.mark.skipif(not Path("/proc/net/unix").exists(), reason="only Linux has abstract names")
def test_an_abstract_address_is_understood():
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock:
        sock.bind(f"\0memoryd-test-{os.getpid()}")
        sock.settimeout(5)

        Notifier({"NOTIFY_SOCKET": f"@memoryd-test-{os.getpid()}"}).send(READY=1)

        assert sock.recv(1000) == b"READY=1"


@pytest.mark.parametrize("address", ["", "/nonexistent/notify", "@nobody-listens", "/" + "x" * 300])
def test_without_a_manager_nothing_happens(address):
    Notifier({"NOTIFY_SOCKET": address} if address else {}).send(READY=1)


def test_a_manager_that_does_not_read_never_blocks_us(manager):
    notifier = Notifier({"NOTIFY_SOCKET": manager.getsockname()})

    for _ in range(5000):
        notifier.send(STATUS="x" * 1000)

    assert manager.recv(2000).startswith(b"STATUS=")


def test_children_do_not_inherit_the_managers_address(monkeypatch):
    names = ("NOTIFY_SOCKET", "LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES")
    for name in names[:-1]:
        monkeypatch.setenv(name, "x")

    forget_manager()

    assert not set(names) & set(os.environ)
