import gc

import pytest

from memoryd.system.garbage import uncollected


def fail() -> None:
    raise ZeroDivisionError


def test_what_fails_meanwhile_has_it_collected_again():
    with pytest.raises(ZeroDivisionError), uncollected():
        fail()

    assert gc.isenabled()


def test_whoever_came_first_has_it_collected_again():
    with uncollected():
        with uncollected():
            assert not gc.isenabled()

        assert not gc.isenabled()

    assert gc.isenabled()
