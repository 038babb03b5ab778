"""launchd is only on macOS; its call is imitated with real C functions and real memory."""

import ctypes
import errno
from types import SimpleNamespace

import pytest

from memoryd.errors import CannotServeError
from memoryd.system.launchd import load_libc, passed_by_launchd

INT_P = ctypes.POINTER(ctypes.c_int)
ACTIVATE = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.c_char_p, ctypes.POINTER(INT_P), ctypes.POINTER(ctypes.c_size_t)
)
FREE = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


def launchd(fds, *, fails=0):
    """Return a C library in which launchd holds *fds*, and what was asked of it."""
    memory = (ctypes.c_int * max(1, len(fds)))(*fds)
    asked = []

    def activate(name, found, count):
        asked.append(name)
        if not fails:
            found[0] = ctypes.cast(memory, INT_P)
            count[0] = len(fds)
        return fails

    def free(address):
        asked.append(address == ctypes.addressof(memory))

    return SimpleNamespace(launch_activate_socket=ACTIVATE(activate), free=FREE(free)), asked


@pytest.mark.parametrize("fds", [[], [5], [5, 9]])
def test_the_descriptors_are_read_and_their_memory_is_given_back(fds):
    libc, asked = launchd(fds)

    assert passed_by_launchd(libc) == fds
    assert asked == [b"http", True]


@pytest.mark.parametrize("fails", [errno.ENOENT, errno.ESRCH])
def test_without_such_a_socket_or_without_launchd_there_is_none(fails):
    libc, asked = launchd([5], fails=fails)

    assert passed_by_launchd(libc) == []
    assert asked == [b"http"]


def test_a_socket_that_was_fetched_already_is_an_error_with_a_remedy():
    libc, _ = launchd([5], fails=errno.EALREADY)

    with pytest.raises(CannotServeError, match="launchd does not give us our socket") as caught:
        passed_by_launchd(libc)

    assert "property list" in caught.value.hint


def test_the_c_library_of_this_process_can_free_memory():
    load_libc().free(None)
