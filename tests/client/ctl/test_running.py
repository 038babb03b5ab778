import json
import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "darwin", reason="the verbs ask launchd there")

NAME = "memoryd.service"


@pytest.fixture
def at_home(daemon, managers, monkeypatch):
    for name, value in managers.env.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("MEMORYD_STATE_DIR", str(daemon.path.parent / "state"))
    for name in ("MEMORYD_WORKER", "CLAUDECODE"):
        monkeypatch.delenv(name, raising=False)
    return managers


@pytest.fixture
def in_service(run, at_home):
    """The daemon that answers, installed and looked after."""
    at_home.know(f"active-{NAME}")
    assert run("install", "--program", "/usr/bin/true")[0] == 0
    (at_home.bin / "asked").unlink()
    return at_home


def test_what_runs_is_not_started_again(run, in_service):
    assert run("start") == (0, "memoryd runs already.\n", "")
    assert in_service.asked() == []


def test_programs_are_told_what_a_start_did(run, at_home):
    code, out, _ = run("start", "--json")

    assert (code, json.loads(out)) == (0, {"running": True, "started": False, "manager": None})


def test_a_stop_goes_through_the_service_manager(run, in_service, daemon):
    daemon.stop_after("GET /_ping")

    assert run("stop") == (0, "memoryd has stopped.\n", "")
    assert in_service.asked() == [f"systemctl stop {NAME}"]
    assert "POST" not in {asked.method for asked in daemon.asked}


def test_a_daemon_that_is_not_in_service_is_asked_to_stop_itself(run, in_service, daemon):
    (in_service.bin / f"active-{NAME}").unlink()
    daemon.on("POST /v1/shutdown", {"stopping": True}, status=202)
    daemon.stop_after("POST /v1/shutdown")

    assert run("stop", "--json") == (0, '{"stopping": true}\n', "")
    assert in_service.asked() == []


def test_stop_returns_when_nobody_serves_any_more(run, at_home, daemon):
    daemon.on("POST /v1/shutdown", {"stopping": True}, status=202)
    daemon.stop_after("POST /v1/shutdown")

    assert run("stop") == (0, "memoryd has stopped.\n", "")
    assert run("status")[0] == 3
    assert run("stop")[0] == 3


def test_a_daemon_at_another_address_is_not_the_service(run, in_service, daemon):
    other = str(daemon.path.parent / "other")

    code, _, _ = run("stop", "--socket", other)

    assert code == 3
    assert in_service.asked() == []


def test_a_restart_is_the_service_managers(run, in_service):
    assert run("restart") == (0, "memoryd runs, looked after by systemd.\n", "")
    assert in_service.asked()[-1] == f"systemctl restart {NAME}"


def test_without_a_reachable_manager_it_goes_on_without_and_says_so(run, in_service, daemon):
    in_service.know("unreachable")
    daemon.on("POST /v1/shutdown", {"stopping": True}, status=202)
    daemon.stop_after("POST /v1/shutdown")

    code, _, err = run("stop")

    assert code == 0
    assert "going on without systemd: no systemd user manager can be reached" in err


def test_the_service_is_started_through_its_manager_and_says_why_it_was_not(
    run, in_service, daemon
):
    daemon.stop()
    (in_service.bin / f"active-{NAME}").unlink()
    in_service.know("fail-start", "Job failed")

    code, _, err = run("start")

    assert code == 1
    assert "systemd could not start memoryd" in err
    assert in_service.asked()[-1] == f"systemctl start {NAME}"


@pytest.mark.parametrize("verb", ["start", "restart"])
@pytest.mark.parametrize("variable", ["CLAUDECODE", "QWEN_CODE", "CODEX_SANDBOX"])
def test_nothing_is_spawned_inside_of_an_agent(run, at_home, daemon, monkeypatch, verb, variable):
    if verb == "start":
        daemon.stop()
    monkeypatch.setenv(variable, "1")

    code, _, err = run(verb)

    assert code == 1
    assert f"this shell is an agent's ({variable} is set)" in err
    assert "POST" not in {asked.method for asked in daemon.asked}


@pytest.mark.parametrize("verb", ["start", "restart"])
def test_memoryds_own_model_starts_nothing(run, in_service, monkeypatch, verb):
    monkeypatch.setenv("MEMORYD_WORKER", "1")

    code, _, err = run(verb)

    assert code == 1
    assert "MEMORYD_WORKER" in err
    assert in_service.asked() == []
