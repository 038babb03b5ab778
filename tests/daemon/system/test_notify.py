import errno
import os
import socket
import tempfile
import time
from pathlib import Path

import pytest

from memoryd.errors import CannotServeError
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
    names = ("NOTIFY_SOCKET", "WATCHDOG_PID", "WATCHDOG_USEC", "LISTEN_PID", "LISTEN_FDS")
    for name in names[:-1]:
        monkeypatch.setenv(name, "x")

    forget_manager()

    assert not set(names) & set(os.environ)


def test_the_same_words_are_not_said_twice_in_a_row(manager):
    notifier = Notifier({"NOTIFY_SOCKET": manager.getsockname()})

    notifier.send(READY=1, STATUS="idle")
    for status in ("idle", "reading", "reading", "idle"):
        notifier.tell(status)

    assert [manager.recv(1000) for _ in range(3)] == [
        b"READY=1\nSTATUS=idle",
        b"STATUS=reading",
        b"STATUS=idle",
    ]
    manager.setblocking(False)
    with pytest.raises(BlockingIOError):
        manager.recv(1000)


def test_a_reload_says_when_it_began(manager):
    before_us = time.monotonic_ns() // 1000

    Notifier({"NOTIFY_SOCKET": manager.getsockname()}).reloading()

    first, second = manager.recv(1000).decode().split("\n")
    assert first == "RELOADING=1"
    assert second.startswith("MONOTONIC_USEC=")
    assert before_us <= int(second.partition("=")[2]) <= time.monotonic_ns() // 1000


def die_of(manager, error):
    with (
        pytest.raises(type(error)),
        Notifier({"NOTIFY_SOCKET": manager.getsockname()}).last_words(),
    ):
        raise error
    return manager.recv(1000).decode()


def test_the_manager_hears_of_what_we_die_and_what_helps(manager):
    error = CannotServeError("no room", hint="make some")
    error.__cause__ = OSError(errno.ENOSPC, "No space left on device")

    assert die_of(manager, error) == f"STATUS=failed: no room (make some)\nERRNO={errno.ENOSPC}"


def test_an_error_of_the_system_tells_its_number(manager):
    told = die_of(manager, OSError(errno.EMFILE, "Too many open files"))

    assert told.startswith("STATUS=failed: [Errno")
    assert told.endswith(f"ERRNO={errno.EMFILE}")


def test_an_unforeseen_error_tells_its_name_only(manager):
    assert die_of(manager, KeyError("secret")) == "STATUS=failed: KeyError; the log tells more"


def test_who_ends_well_says_nothing_more(manager):
    with Notifier({"NOTIFY_SOCKET": manager.getsockname()}).last_words():
        pass

    manager.setblocking(False)
    with pytest.raises(BlockingIOError):
        manager.recv(1000)
