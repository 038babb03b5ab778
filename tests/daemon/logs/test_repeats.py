import logging

import pytest
import structlog

from memoryd.logs.repeats import Repeats


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture(name="clock")
def _clock():
    return Clock()


@pytest.fixture(name="written")
def _written(clock):
    """Log through a filter of our own; what it lets through is here, as dict or text."""
    written = []

    class Sink(logging.Handler):
        def emit(self, record):
            ours = isinstance(record.msg, dict)
            written.append(record.msg.copy() if ours else record.getMessage())

    sink = Sink()
    sink.addFilter(Repeats(clock=clock))
    stdlib = logging.getLogger("test.repeats")
    stdlib.propagate = False
    stdlib.setLevel("DEBUG")
    stdlib.addHandler(sink)
    yield written
    stdlib.removeHandler(sink)


def log():
    return structlog.wrap_logger(
        logging.getLogger("test.repeats"),
        processors=[structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.stdlib.BoundLogger,
    )


def test_the_same_warning_is_written_once_a_minute_with_how_often_it_was_left_out(clock, written):
    for clock.now in (0, 1, 30, 59.9, 60, 61, 200):
        log().warning("the disk is full", what="x")

    assert written == [
        {"event": "the disk is full", "what": "x"},
        {"event": "the disk is full", "what": "x", "suppressed": 3},
        {"event": "the disk is full", "what": "x", "suppressed": 1},
    ]


def test_another_key_or_level_is_another_record(written):
    log().warning("session failed", session="a")
    log().warning("session failed", session="b")
    log().error("session failed", session="a")

    assert len(written) == 3


def test_what_is_bound_around_calls_does_not_tell_them_apart(written):
    for job in ("a", "b"):
        with structlog.contextvars.bound_contextvars(job=job):
            log().error("the same", exc_info=ValueError(job))

    assert len(written) == 1


def test_what_is_no_trouble_is_never_left_out(written):
    for _ in range(3):
        log().info("memory.extract", patches=0)

    assert len(written) == 3


def test_records_of_libraries_are_held_back_alike(clock, written):
    library = logging.getLogger("test.repeats")
    for clock.now in (0, 1, 2, 70):
        library.warning("%s is out of handles", "accept")

    assert written == ["accept is out of handles", "accept is out of handles suppressed=2"]


def test_many_different_troubles_take_no_more_room_than_a_few(clock):
    repeats = Repeats(clock=clock)
    for number in range(5000):
        record = logging.makeLogRecord({"msg": f"{number}", "levelno": logging.ERROR})
        assert repeats.filter(record)

    assert len(repeats._seen) <= 1000
