from pathlib import Path

import pytest

from memoryd_client.ctl.supervisor import SupervisorError, supervisor_of
from memoryd_client.ctl.supervisor.systemd import NAME


@pytest.fixture
def systemd(managers):
    return supervisor_of(managers.env, platform="linux")


def test_the_unit_lies_where_units_of_programs_at_home_belong(systemd, managers):
    assert systemd.file == managers.unit


def test_without_the_variables_it_is_the_usual_place():
    systemd = supervisor_of({"HOME": "/home/it", "XDG_DATA_HOME": "here"}, platform="linux")

    assert systemd.file == Path("/home/it/.local/share/systemd/user") / NAME


def test_no_systemctl_is_told_with_what_to_do_instead(managers):
    systemd = supervisor_of({**managers.env, "PATH": "/nowhere"}, platform="linux")

    with pytest.raises(SupervisorError, match="systemd is not here") as refused:
        systemd.check()

    assert "memoryctl start" in refused.value.hint


def test_no_user_manager_is_told_with_what_to_do_instead(systemd, managers):
    managers.know("unreachable")

    with pytest.raises(SupervisorError, match=r"no systemd user manager.*no medium") as refused:
        systemd.check()

    assert "memoryctl start" in refused.value.hint


@pytest.mark.parametrize("masked", [True, False])
def test_a_unit_of_the_users_own_would_go_before_ours(systemd, managers, masked):
    own = managers.home / ".config" / "systemd" / "user" / NAME
    own.parent.mkdir(parents=True)
    own.symlink_to("/dev/null") if masked else own.write_text("[Service]\n")

    with pytest.raises(SupervisorError, match="instead of a unit of ours") as refused:
        systemd.check()

    assert "unmask" in refused.value.hint


def test_a_start_forgets_earlier_failures_and_starts(systemd, managers):
    systemd.start(afresh=False)

    assert managers.asked() == [f"systemctl reset-failed {NAME}", f"systemctl start {NAME}"]
    assert systemd.runs()


def test_a_start_that_fails_says_what_the_daemon_said_and_how_it_ended(systemd, managers):
    managers.know("fail-restart", "Job for memoryd.service failed.")
    managers.know("journal", "memoryd: the socket path is too long\nhint: set MEMORYD_SOCKET\n")

    with pytest.raises(SupervisorError, match="socket path is too long") as failed:
        systemd.start(afresh=True)

    assert "exit code 78" in str(failed.value)


def test_a_stop_stops_the_socket_first_or_it_would_start_again(systemd, managers):
    managers.know(f"active-{NAME}")
    managers.know("active-memoryd.socket")

    systemd.stop()

    assert managers.asked() == [f"systemctl stop memoryd.socket {NAME}"]
    assert not systemd.runs()


def test_what_does_not_run_needs_no_stop(systemd, managers):
    systemd.stop()

    assert managers.asked() == []


def test_a_program_that_does_not_end_is_not_waited_for(managers):
    (managers.bin / "systemctl").write_text("#!/bin/sh\nexec sleep 60\n")
    systemd = supervisor_of(managers.env, platform="linux")

    ran = systemd._ctl("show", timeout_s=0.05)

    assert not ran.ok
    assert ran.why == "systemctl did not end within 0 s"


def test_lingering_is_asked_of_logind(systemd, managers):
    before = systemd.lingers()
    systemd.linger()

    assert (before, systemd.lingers()) == (False, True)


def test_where_there_is_no_logind_lingering_cannot_be_told_nor_had(systemd, managers):
    managers.know("no-logind")

    assert systemd.lingers() is None
    with pytest.raises(SupervisorError, match="Access denied"):
        systemd.linger()
