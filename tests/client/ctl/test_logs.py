import json
from pathlib import Path

import pytest

RECORDS = [
    {
        "timestamp": "2026-05-01T10:00:00.000Z",
        "level": "info",
        "logger": "memoryd.service.run",
        "event": "serving",
        "version": "1.2.3",
    },
    {
        "timestamp": "2026-05-01T10:00:01.000Z",
        "level": "error",
        "logger": "memoryd.jobs",
        "event": "job failed",
        "job": "j1",
        "n": 3,
    },
]


@pytest.fixture(name="state", autouse=True)
def _state(tmp_path, monkeypatch):
    monkeypatch.setenv("TZ", "UTC")
    monkeypatch.setenv("MEMORYD_STATE_DIR", str(tmp_path / "state"))
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    (tmp_path / "state" / "log").mkdir(parents=True)
    (tmp_path / "bin").mkdir()
    return tmp_path / "state"


@pytest.fixture(name="leave")
def _leave(state):
    """Leave records in the log file, as a daemon that is gone."""

    def leave(*records):
        lines = [each if isinstance(each, str) else json.dumps(each) for each in records]
        (state / "log" / "memoryd.log").write_text("".join(f"{line}\n" for line in lines))

    return leave


@pytest.fixture(name="journal")
def _journal(tmp_path):
    """A journalctl that prints these entries, and notes how it was called."""

    def journal(*entries):
        printed = "\n".join(json.dumps(entry) for entry in entries)
        program = tmp_path / "bin" / "journalctl"
        program.write_text(
            f"#!/bin/sh\necho \"$@\" > {tmp_path}/asked\n/bin/cat <<'END'\n{printed}\nEND\n"
        )
        program.chmod(0o755)
        return tmp_path / "asked"

    return journal


def entry(at_s: int, message: object, priority: str = "6") -> dict[str, object]:
    return {
        "__REALTIME_TIMESTAMP": str(at_s * 1_000_000),
        "PRIORITY": priority,
        "MESSAGE": message,
    }


def test_records_are_a_line_each_with_time_level_and_who(run, daemon):
    daemon.on("GET /v1/logs", {"records": RECORDS, "last": "2"})

    code, out, err = run("logs")

    assert (code, err) == (0, "")
    first, second = out.splitlines()
    assert first.endswith(" info    service.run serving version=1.2.3")
    assert second.endswith(" error   jobs job failed job=j1 n=3")
    assert daemon.asked[-1].query == {"limit": "50"}


def test_level_and_number_are_asked_of_the_daemon(run, daemon):
    daemon.on("GET /v1/logs", {"records": [], "last": None})

    assert run("logs", "-n", "7", "--level", "warning") == (0, "", "")
    assert daemon.asked[-1].query == {"limit": "7", "level": "warning"}


@pytest.mark.parametrize("number", ["0", "1001", "many"])
def test_a_number_of_records_that_is_not_kept_is_a_wrong_command_line(run, number):
    assert run("logs", "-n", number)[0] == 2


def test_json_is_one_record_a_line(run, daemon):
    daemon.on("GET /v1/logs", {"records": RECORDS, "last": "2"})

    assert [json.loads(line) for line in run("logs", "--json")[1].splitlines()] == RECORDS


def test_following_goes_on_after_what_was_listed_and_tells_of_gaps(run, daemon):
    more = [
        RECORDS[1] | {"event": f"e{n}", "level": level} for n, level in ((3, "info"), (4, "error"))
    ]
    stream = b"".join(
        f"id: {n}\nevent: log\ndata: {json.dumps(each)}\n\n".encode()
        for n, each in enumerate(more, 3)
    )
    gap = b'event: gap\ndata: {"lost": 2}\n\n'
    daemon.on("GET /v1/logs", {"records": RECORDS[1:], "last": "2"})
    refusal = daemon.reply({"code": "busy", "detail": "too many"}, status=429)
    daemon.on("GET /v1/logs/follow", gap + stream, refusal)

    code, out, _ = run("logs", "-f", "--level", "warning")

    assert code == 5
    told = [line.partition("jobs ")[2] or line for line in out.splitlines()]
    assert [line.split(" job=")[0] for line in (told[0], told[2])] == ["job failed", "e4"]
    assert "records are missing here lost=2" in told[1]
    assert daemon.asked[1].headers["last-event-id"] == "2"


def test_a_daemon_that_is_gone_left_its_log_in_the_file(run, daemon, leave, state: Path):
    daemon.stop()
    leave('torn": 1}', *RECORDS)

    code, out, err = run("logs", "-n", "1")

    assert code == 0
    assert err == f"memoryd is not running; its last life, from {state}/log/memoryd.log:\n"
    assert out.endswith("job failed job=j1 n=3\n")
    assert len(out.splitlines()) == 1


def test_what_the_journal_has_is_shown_when_that_is_later(run, daemon, leave, journal):
    daemon.stop()
    leave(*RECORDS)
    asked = journal(
        entry(1_900_000_000, "memoryd.jobs: job failed", "3"), entry(1_900_000_001, [104, 105])
    )

    code, out, err = run("logs", "--json")

    assert (code, err) == (0, "memoryd is not running; its last life, from the journal:\n")
    assert [json.loads(line)["event"] for line in out.splitlines()] == [
        "memoryd.jobs: job failed",
        "hi",
    ]
    assert json.loads(out.splitlines()[0])["level"] == "error"
    assert "--user" in asked.read_text()
    assert "--unit=memoryd.service" in asked.read_text()


def test_an_older_journal_does_not_hide_the_file(run, daemon, leave, journal):
    daemon.stop()
    leave(*RECORDS)
    journal(entry(1_000_000_000, "long ago"))

    assert "long ago" not in run("logs")[1]


def test_levels_are_looked_for_in_the_last_life_as_well(run, daemon, leave):
    daemon.stop()
    leave(*RECORDS)

    assert len(run("logs", "--level", "error")[1].splitlines()) == 1


def test_nothing_can_be_followed_where_nobody_runs(run, daemon, leave):
    daemon.stop()
    leave(*RECORDS)

    assert run("logs", "-f")[0] == 3


def test_without_a_daemon_and_without_a_log_nobody_runs(run, daemon):
    daemon.stop()

    code, out, err = run("logs")

    assert (code, out) == (3, "")
    assert err.startswith("no memoryd listens on ")


def test_what_a_log_says_cannot_steer_the_terminal(run_on_screen, daemon):
    daemon.on("GET /v1/logs", {"records": [{"event": "a\x1b[2Jb", "level": "odd"}], "last": None})

    assert "\x1b[2J" not in run_on_screen("logs")[1]


def test_a_log_file_that_cannot_be_read_is_as_none(run, daemon, state: Path):
    daemon.stop()
    (state / "log" / "memoryd.log").mkdir()

    assert run("logs")[0] == 3
