import json

import pytest

from memoryd_client import Client, TimedOutError
from memoryd_client.ctl.service import own_version, wait_until_gone


def test_reload_says_what_changed(run, daemon):
    daemon.on("POST /v1/reload", {"changed": ["log.level"]})

    assert run("reload") == (0, "1 setting changed.\n  log.level\n", "")


def test_a_daemon_that_does_not_stop_is_not_waited_for_for_ever(daemon):
    pauses: list[float] = []

    with Client(socket=daemon.path) as client, pytest.raises(TimedOutError):
        wait_until_gone(client, sleep=pauses.append)

    assert sum(pauses) == pytest.approx(30)


def test_version_tells_both_sides(run):
    code, out, _ = run("version")

    assert (code, out) == (0, f"memoryctl {own_version()} (API 1)\nmemoryd   1.2.3 (API 1)\n")


def test_version_works_without_a_daemon(run, daemon):
    daemon.stop()

    code, out, _ = run("version", "--json")

    assert code == 0
    assert json.loads(out) == {"client": {"version": own_version(), "api": 1}, "daemon": None}


@pytest.mark.parametrize(("newest", "oldest"), [("9", "8"), ("0", "0")])
def test_versions_are_told_also_of_a_daemon_of_another_api(run, daemon, newest: str, oldest: str):
    daemon.on("GET /_ping", daemon.reply(b"OK", Memoryd_Api=newest, Memoryd_Api_Min=oldest))

    code, out, _ = run("version")

    assert code == 0
    assert f"1.2.3 (API {newest})" in out
