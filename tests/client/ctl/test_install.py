import json
import sys
from dataclasses import asdict

import pytest

from memoryd_client import wire
from memoryd_client.ctl.supervisor import installed, supervisor_of

pytestmark = pytest.mark.skipif(sys.platform == "darwin", reason="the verbs ask launchd there")

PROGRAM = ("--program", "/usr/bin/true")
NAME = "memoryd.service"


@pytest.fixture
def at_home(managers, monkeypatch):
    for name, value in managers.env.items():
        monkeypatch.setenv(name, value)
    for name in ("MEMORYD_WORKER", "MEMORYD_STATE_DIR", "CODEX_HOME"):
        monkeypatch.delenv(name, raising=False)
    return managers


@pytest.fixture
def alone(daemon, at_home):
    """A daemon that runs by itself and can be stopped; the service's own answers afterwards."""
    daemon.on("POST /v1/shutdown", {"stopping": True}, status=202)
    return daemon


@pytest.fixture
def in_service(daemon, at_home):
    """A daemon that the service manager looks after."""
    at_home.know(f"active-{NAME}")
    return daemon


def test_an_installation_shows_what_it_writes_and_has_it_started(run, in_service, at_home):
    code, out, err = run("install", *PROGRAM)

    assert (code, err) == (0, "")
    assert '+ExecStart="/usr/bin/true" run' in out
    assert f"{at_home.unit} is written; memoryd starts at each login." in out
    assert "memoryd runs, looked after by systemd." in out
    assert at_home.asked() == [
        "systemctl daemon-reload",
        f"systemctl enable {NAME}",
        f"systemctl reset-failed {NAME}",
        f"systemctl restart {NAME}",
    ]


def test_installing_twice_changes_nothing_and_restarts_nothing(run, in_service, at_home):
    run("install", *PROGRAM)
    before = (at_home.left(), at_home.unit.read_bytes())

    code, out, _ = run("install", *PROGRAM)

    assert code == 0
    assert "as it should be" in out
    assert "+++" not in out
    assert (at_home.left(), at_home.unit.read_bytes()) == before
    assert at_home.asked()[-1] == f"systemctl start {NAME}"


def test_a_changed_unit_is_shown_as_a_difference_and_taken_up(run, in_service, at_home):
    run("install", *PROGRAM)

    _, out, _ = run("install", "--program", "/usr/bin/false")

    assert '-ExecStart="/usr/bin/true" run' in out
    assert '+ExecStart="/usr/bin/false" run' in out
    assert at_home.asked()[-1] == f"systemctl restart {NAME}"


def test_a_dry_run_writes_nothing_and_asks_nothing_done(run, at_home):
    code, out, _ = run("install", "--dry-run", *PROGRAM)

    assert code == 0
    assert f"+++ {at_home.unit}" in out
    assert out.endswith("Nothing was changed.\n")
    assert at_home.left() == []
    assert at_home.asked() == []


def test_a_dry_run_says_why_it_could_not_be_done(run, at_home):
    at_home.know("unreachable")

    code, _, err = run("install", "--dry-run", *PROGRAM)

    assert code == 0
    assert "no systemd user manager can be reached" in err


def test_without_a_user_manager_nothing_is_written(run, at_home):
    at_home.know("unreachable")

    code, _, err = run("install", *PROGRAM)

    assert code == 1
    assert "memoryctl start" in err
    assert at_home.left() == []


def test_a_daemon_that_runs_by_itself_makes_room_first(run, alone, at_home):
    alone.stop_after("POST /v1/shutdown")
    at_home.know("fail-restart", "it is only a test")

    code, out, err = run("install", *PROGRAM)

    assert code == 1
    assert "The memoryd that ran by itself has stopped." in out
    assert "systemd could not start memoryd" in err
    assert at_home.unit.exists()


def test_a_daemon_in_service_is_not_told_to_stop(run, in_service, at_home):
    run("install", *PROGRAM)

    assert "POST" not in {asked.method for asked in in_service.asked}


def test_a_program_in_a_temporary_directory_is_refused(run, at_home):
    (at_home.bin / "memoryd").write_text("#!/bin/sh\n")
    (at_home.bin / "memoryd").chmod(0o755)

    code, _, err = run("install", "--program", f"{at_home.bin}/memoryd")

    assert code == 1
    assert "temporary directory" in err
    assert at_home.left() == []


def test_the_service_gets_the_places_that_are_set_here(run, in_service, at_home, monkeypatch):
    monkeypatch.setenv("CODEX_HOME", "/data/codex")
    monkeypatch.setenv("MEMORYD_LOG_LEVEL", "debug")

    _, _, err = run("install", *PROGRAM)

    unit = at_home.unit.read_text()
    assert 'Environment="CODEX_HOME=/data/codex"' in unit
    assert f'Environment="MEMORYD_SOCKET={in_service.path}"' in unit
    assert "MEMORYD_LOG_LEVEL" not in unit
    assert "MEMORYD_LOG_LEVEL is set here and will not reach the service" in err


def test_the_unit_says_which_socket_it_serves(run, in_service, at_home):
    run("install", *PROGRAM)

    assert installed(supervisor_of(at_home.env)).socket == str(in_service.path)


@pytest.mark.parametrize("enabled", [True, False])
def test_learning_from_past_sessions_is_offered_where_it_is_off(run, in_service, enabled):
    status = wire.Status(
        version="1",
        pid=1,
        socket="/s",
        base="/b",
        uptime_s=1,
        ready=True,
        reasons=[],
        roots=[],
        projects=0,
        memories=0,
        queue=wire.Queue(running=0, pending=0),
        last={},
        skipped={},
        errors=[],
        past_sessions=wire.PastSessions(enabled=enabled),
    )
    in_service.on("GET /v1/status", asdict(status))

    _, out, _ = run("install", *PROGRAM)

    assert ("`memories: {enabled: true}`" in out) is not enabled


def test_lingering_is_switched_on_when_asked_for(run, in_service, at_home):
    code, out, _ = run("install", "--linger", *PROGRAM)

    assert code == 0
    assert "goes on running when you are logged out" in out
    assert "loginctl --no-ask-password enable-linger" in (at_home.bin / "asked").read_text()


def test_without_lingering_it_says_that_it_ends_with_the_login(run, in_service):
    assert "It ends when you log out" in run("install", *PROGRAM)[1]


def test_lingering_that_fails_is_told_and_the_installation_stands(run, in_service, at_home):
    at_home.know("no-logind")

    code, out, err = run("install", "--linger", *PROGRAM)

    assert code == 1
    assert "Access denied" in err
    assert "memoryd runs" in out
    assert at_home.unit.exists()


def test_programs_get_one_object(run, in_service, at_home):
    code, out, _ = run("install", "--json", *PROGRAM)

    told = json.loads(out)
    assert code == 0
    assert told.pop("content") == at_home.unit.read_text()
    assert told == {
        "manager": "systemd",
        "path": str(at_home.unit),
        "action": "create",
        "status": "done",
        "lingers": False,
    }


@pytest.mark.parametrize("verb", [("install", *PROGRAM), ("uninstall",)])
def test_a_file_that_is_not_ours_is_refused_with_a_hint(run, at_home, verb):
    at_home.unit.parent.mkdir(parents=True)
    at_home.unit.write_text("[Service]\nExecStart=/usr/bin/memoryd run\n")

    code, _, err = run(*verb)

    assert code == 1
    assert "was not written by memoryctl\nhint: move it away" in err
    assert at_home.asked() == []


def test_an_agent_that_works_for_memoryd_installs_nothing(run, at_home, monkeypatch):
    monkeypatch.setenv("MEMORYD_WORKER", "1")

    code, _, err = run("install", *PROGRAM)

    assert code == 1
    assert "MEMORYD_WORKER" in err


def test_uninstall_leaves_nothing(run, in_service, at_home):
    run("install", *PROGRAM)
    in_service.stop_after("GET /_ping")

    code, out, _ = run("uninstall")

    assert code == 0
    assert f"{at_home.unit} is removed." in out
    assert at_home.left() == []
    assert not at_home.knows(f"active-{NAME}")


def test_uninstall_says_that_another_daemon_runs_still(run, in_service, at_home):
    run("install", *PROGRAM)

    assert "memoryd still runs, by itself" in run("uninstall")[1]


def test_uninstall_twice_has_nothing_to_do(run, in_service, at_home):
    run("install", *PROGRAM)
    run("uninstall")

    code, out, _ = run("uninstall")

    assert (code, out) == (0, f"Nothing is installed: there is no {at_home.unit}.\n")


def test_a_dry_uninstall_removes_nothing(run, in_service, at_home):
    run("install", *PROGRAM)
    before = at_home.left()

    code, out, _ = run("uninstall", "--dry-run", "--json")

    assert code == 0
    assert json.loads(out)["status"] == "planned"
    assert at_home.left() == before
    assert at_home.knows(f"active-{NAME}")
