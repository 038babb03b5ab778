import io
import json
import logging
import os
import pty
import stat
import subprocess
import sys
import threading
from datetime import datetime

import pytest
import structlog

from memoryd import logs
from memoryd.errors import CannotServeError

FORMS = ("console", "json", "journal")


@pytest.fixture(autouse=True)
def _own_logging():
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    root.handlers.clear()
    yield
    for handler in root.handlers[:]:
        root.removeHandler(handler)
        handler.close()
    root.handlers[:] = handlers
    root.setLevel(level)
    for name in ("watchfiles", "aiohttp", "asyncio"):
        logging.getLogger(name).setLevel(logging.NOTSET)
    structlog.reset_defaults()
    structlog.contextvars.clear_contextvars()


@pytest.fixture(name="file")
def _file(tmp_path):
    return tmp_path / "log" / "memoryd.log"


@pytest.fixture(name="set_up")
def _set_up(file, capsys):
    """Set logging up, and give back what reads the lines that were written since."""

    def set_up(form, level="info"):
        logs.set_up(form, level, file, clean=lambda line: line.replace("hunter2", "***"))

        def written():
            logs.flush()
            on_stderr = capsys.readouterr().err
            return (file.read_text() if form == "json" else on_stderr).splitlines()

        return written

    return set_up


def logger():
    return structlog.get_logger("memoryd.test")


@pytest.mark.parametrize("setting", FORMS)
def test_a_form_that_is_set_is_taken(setting):
    assert logs.choose_form(setting, {}, io.StringIO()) == setting


def test_a_terminal_gets_the_form_for_people():
    main, side = pty.openpty()
    with os.fdopen(main, "rb", buffering=0), os.fdopen(side, "w") as terminal:
        assert logs.choose_form("auto", {}, terminal) == "console"
        assert logs.choose_form("json", {}, terminal) == "json"


def test_the_journal_is_known_by_its_stream(tmp_path):
    with (tmp_path / "stream").open("w") as stream:
        found = os.fstat(stream.fileno())
        ours = {"JOURNAL_STREAM": f"{found.st_dev}:{found.st_ino}"}
        other = {"JOURNAL_STREAM": f"{found.st_dev}:{found.st_ino + 1}"}

        assert logs.choose_form("auto", ours, stream) == "journal"
        assert logs.choose_form("auto", other, stream) == "json"
        assert logs.choose_form("auto", {}, stream) == "json"


def test_a_stream_that_is_no_file_gets_a_log_file():
    assert logs.choose_form("auto", {"JOURNAL_STREAM": "1:2"}, io.StringIO()) == "json"


def test_json_lines_say_when_who_what_and_the_data(set_up):
    written = set_up("json")

    logger().info("job finished", job="abc", ms=1.5, sizes=[1, 2], path=object)

    (line,) = map(json.loads, written())
    at = datetime.fromisoformat(line.pop("timestamp"))
    assert at.utcoffset().total_seconds() == 0
    assert line == {
        "event": "job finished",
        "level": "info",
        "logger": "memoryd.test",
        "job": "abc",
        "ms": 1.5,
        "sizes": [1, 2],
        "path": repr(object),
    }


def test_records_of_libraries_come_in_the_same_form(set_up):
    written = set_up("json")

    logging.getLogger("some.library").warning("%d of %s", 3, "four")

    (line,) = map(json.loads, written())
    assert (line["event"], line["level"], line["logger"]) == (
        "3 of four",
        "warning",
        "some.library",
    )
    assert "timestamp" in line


def test_what_is_bound_to_the_context_is_in_every_line(set_up):
    written = set_up("json")

    with structlog.contextvars.bound_contextvars(job="abc"):
        logger().info("one")
        logging.getLogger("some.library").warning("two")

    assert [json.loads(line)["job"] for line in written()] == ["abc", "abc"]


def test_the_file_and_those_it_is_rotated_into_are_private_and_few(set_up, file):
    before = os.umask(0)
    try:
        set_up("json")
        for _ in range(220):
            logger().info("long", text="x" * 100_000)
        set_up("json")  # closes the one before, which waits until all is written
    finally:
        os.umask(before)

    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    modes = {each.name: stat.S_IMODE(each.stat().st_mode) for each in file.parent.iterdir()}
    assert modes == {
        "memoryd.log": 0o600,
        "memoryd.log.1": 0o600,
        "memoryd.log.2": 0o600,
        "memoryd.log.3": 0o600,
    }
    assert max(each.stat().st_size for each in file.parent.iterdir()) < 6_000_000


def test_a_file_is_gone_on_with(set_up, file):
    set_up("json")
    logger().info("one")
    written = set_up("json")
    logger().info("two")

    assert [json.loads(line)["event"] for line in written()] == ["one", "two"]


def test_a_log_that_cannot_be_written_is_an_error_with_a_remedy(tmp_path):
    (tmp_path / "log").write_bytes(b"")

    with pytest.raises(CannotServeError, match="cannot write the log") as caught:
        logs.set_up("json", "info", tmp_path / "log" / "memoryd.log", clean=str)

    assert caught.value.hint


@pytest.mark.parametrize(
    ("level", "priority"),
    [("debug", 7), ("info", 6), ("warning", 4), ("error", 3), ("critical", 2)],
)
def test_journal_lines_begin_with_their_priority_and_have_no_time(set_up, level, priority):
    written = set_up("journal", "debug")

    getattr(logger(), level)("job finished", job="abc", n=3)

    assert written() == [f"<{priority}>memoryd.test: job finished job='abc' n=3"]


def test_no_text_can_begin_a_journal_line_of_its_own(set_up):
    written = set_up("journal")
    hostile = "a\n<0>b\r<0>c\0<0>d\x0b<0>e\x85<0>f\u2028<0>g\x1b[31m\ud800"

    logger().info(hostile, key=hostile)
    logging.getLogger(f"name{hostile}").warning(hostile)

    lines = written()
    assert [line[:3] for line in lines] == ["<6>", "<4>"]
    assert all(line.isprintable() for line in lines)
    assert "a\\n<0>b" in lines[0]


@pytest.mark.parametrize("form", FORMS)
def test_texts_that_no_encoding_can_carry_are_logged_all_the_same(set_up, form, capsys):
    written = set_up(form)

    logger().info("odd", text="\ud800\udcff")

    (line,) = written()
    assert "odd" in line
    assert "Logging error" not in capsys.readouterr().err


@pytest.mark.parametrize("form", FORMS)
def test_tracebacks_name_the_error_and_never_show_local_variables(set_up, form):
    written = set_up(form)

    def fail():
        secret = "sword" + "fish"  # noqa: F841 -- the very thing that must not be shown
        raise ValueError("no luck")

    for log in (logger(), logging.getLogger("some.library")):
        try:
            fail()
        except ValueError:
            log.exception("failed")

    text = "\n".join(written())
    assert text.count("ValueError: no luck") == 2
    assert text.count("in fail") == 2
    assert "swordfish" not in text


@pytest.mark.parametrize("form", ["json", "journal"])
def test_a_traceback_stays_on_the_line_of_its_record(set_up, form):
    written = set_up(form)

    logger().error("failed", exc_info=ValueError("no\nluck"))

    assert len(written()) == 1


def test_the_level_can_be_changed_while_running(set_up):
    written = set_up("json", "warning")
    log = logger()
    log.info("too quiet")

    logs.set_level("debug")
    log.debug("now heard")
    logs.set_level("error")
    log.warning("too quiet again")

    assert [json.loads(line)["event"] for line in written()] == ["now heard"]


@pytest.mark.parametrize("name", ["watchfiles.main", "aiohttp.access", "asyncio"])
@pytest.mark.parametrize(
    ("level", "heard"),
    [("debug", ["w", "e"]), ("info", ["w", "e"]), ("warning", ["w", "e"]), ("error", ["e"])],
)
def test_libraries_only_speak_up_when_something_is_wrong(set_up, name, level, heard):
    written = set_up("json", level)
    library = logging.getLogger(name)

    library.info("i")
    library.warning("w")
    library.error("e")

    assert [json.loads(line)["event"] for line in written()] == heard


def test_setting_up_again_replaces_what_was_set_up_also_for_loggers_in_use(set_up, capsys):
    log = logger()
    written_to_journal = set_up("journal")
    log.info("one")
    assert written_to_journal() == ["<6>memoryd.test: one"]

    written_to_file = set_up("json")
    log.info("two")

    (line,) = map(json.loads, written_to_file())
    assert line["event"] == "two"
    assert "timestamp" in line
    assert capsys.readouterr().err == ""
    written_to_journal = set_up("journal")
    log.info("three")
    assert written_to_journal() == ["<6>memoryd.test: three"]


@pytest.mark.parametrize("form", FORMS)
def test_the_rendered_line_is_cleaned_with_its_traceback(set_up, form):
    written = set_up(form)

    try:
        raise ValueError("the password is hunter2")
    except ValueError:
        logger().exception("failed", given="hunter2")

    text = "\n".join(written())
    assert "***" in text
    assert "hunter2" not in text


@pytest.mark.parametrize("form", FORMS)
def test_each_record_is_kept_as_its_json_line_says_it_and_as_clean(file, form, capsys):
    kept = []
    logs.set_up(
        form, "info", file, clean=lambda line: line.replace("hunter2", "***"), keep=kept.append
    )

    with structlog.contextvars.bound_contextvars(job="j1"):
        logger().warning("failed", given="hunter2", n=3, exc_info=ValueError("hunter2"))
    logging.getLogger("some.library").error("no %s", "hunter2")
    logger().debug("too quiet")
    logs.flush()

    first, second = kept
    assert (first["event"], first["job"], first["given"], first["n"]) == ("failed", "j1", "***", 3)
    assert first["exception"].endswith("ValueError: ***")
    assert (second["event"], second["level"], second["logger"]) == (
        "no ***",
        "error",
        "some.library",
    )
    assert all(datetime.fromisoformat(each["timestamp"]) for each in kept)
    assert "hunter2" not in capsys.readouterr().err + (file.read_text() if file.exists() else "")


def test_a_record_that_is_kept_has_a_length_that_can_be_borne(file):
    kept = []
    logs.set_up("json", "info", file, clean=str, keep=kept.append)

    logger().error("long", text="x" * 100_000)
    logs.flush()

    (record,) = kept
    assert record["level"] == "error"
    assert 4000 <= len(record["event"]) <= 4100


def test_a_record_that_cleaning_broke_is_kept_as_text(file):
    kept = []
    logs.set_up("json", "info", file, clean=lambda line: line.replace('"', ""), keep=kept.append)

    logger().warning("odd")
    logs.flush()

    assert kept[0]["level"] == "warning"
    assert "event: odd" in kept[0]["event"]


def test_who_logs_does_not_wait_for_who_writes(file):
    may_write = threading.Event()

    def wait(line):
        may_write.wait(30)
        return line

    logs.set_up("json", "info", file, clean=wait)
    with structlog.contextvars.bound_contextvars(job="j1"):
        logger().info("one")  # would hang here
    logger().info("two")
    assert file.read_text() == ""

    may_write.set()
    logs.flush()
    one, two = map(json.loads, file.read_text().splitlines())
    assert (one["event"], one["job"]) == ("one", "j1")
    assert (two["event"], "job" in two) == ("two", False)
    assert one["timestamp"] <= two["timestamp"]


def test_a_log_that_nobody_reads_holds_up_no_end(file, monkeypatch):
    monkeypatch.setattr("memoryd.logs.thread._FLUSH_S", 0.05)
    monkeypatch.setattr("memoryd.logs.thread._CLOSE_S", 0.05)
    may_write = threading.Event()
    others = threading.enumerate()
    logs.set_up("json", "info", file, clean=lambda line: f"{line}{may_write.wait(30)}")
    (stuck,) = set(threading.enumerate()) - set(others)
    logger().info("one")

    logs.flush()
    logs.set_up("json", "info", file, clean=str)
    logger().info("two")
    logs.flush()
    assert [json.loads(line)["event"] for line in file.read_text().splitlines()] == ["two"]

    may_write.set()
    stuck.join(20)
    assert not stuck.is_alive()


def test_what_is_logged_last_is_written_before_the_process_ends(tmp_path):
    file = tmp_path / "memoryd.log"
    program = (
        "import structlog, pathlib; from memoryd import logs;"
        f"logs.set_up('json', 'info', pathlib.Path({str(file)!r}), clean=str);"
        "[structlog.get_logger().info('line', n=n) for n in range(500)]"
    )

    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)

    assert [json.loads(line)["n"] for line in file.read_text().splitlines()] == list(range(500))


def test_the_same_trouble_is_written_once_a_minute(set_up):
    written = set_up("journal")

    for _ in range(3):
        logger().warning("the disk is full", where="x")

    assert written() == ["<4>memoryd.test: the disk is full where='x'"]
