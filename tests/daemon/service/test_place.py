import os
import tempfile
from pathlib import Path

import pytest

from memoryd.errors import AlreadyRunningError, CannotServeError
from memoryd.service.place import Place
from memoryd.system.listen import hold_address
from memoryd.system.lock import Instance, hold_instance_lock

ME = Instance(
    pid=os.getpid(),
    start_token="boot:1",
    version="1.2.3",
    api=1,
    socket="/run/user/1/memoryd.sock",
    instance="abc",
    started_at="2026-01-01T00:00:00.000Z",
)


@pytest.fixture(name="folder")
def _folder():
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        yield Path(folder)


@pytest.fixture(name="lock")
def _lock(folder):
    return folder / "daemon.lock"


@pytest.fixture(name="socket")
def _socket(folder):
    return folder / "memoryd.sock"


@pytest.fixture(name="place")
def _place(lock, socket):
    with hold_instance_lock(lock, ME) as held, hold_address(socket) as listener:
        yield Place(lock=held, listener=listener)


def test_a_place_that_is_whole_is_left_alone(place, lock, socket):
    before = lock.stat().st_ino, socket.stat().st_ino

    assert not place.mend()

    assert (lock.stat().st_ino, socket.stat().st_ino) == before


@pytest.mark.parametrize("gone", [["lock"], ["socket"], ["lock", "socket"]])
def test_what_was_removed_is_made_anew(place, lock, socket, gone):
    for each in gone:
        {"lock": lock, "socket": socket}[each].unlink()

    assert place.mend()

    assert place.lock.is_found()
    assert place.listener.is_found()
    assert not place.mend()


def test_a_daemon_that_took_our_place_keeps_its_socket(place, lock, socket):
    lock.unlink()
    with hold_instance_lock(lock, ME), hold_address(socket) as other:
        with pytest.raises(AlreadyRunningError):
            place.mend()

        assert other.is_found()


def test_what_cannot_be_made_anew_is_an_error_until_it_can(place, socket):
    socket.unlink()
    socket.mkdir()
    with pytest.raises(CannotServeError):
        place.mend()

    socket.rmdir()

    assert place.mend()
