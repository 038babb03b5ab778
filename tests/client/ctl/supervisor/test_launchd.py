import os

import pytest

from memoryd_client.ctl.supervisor import SupervisorError, supervisor_of
from memoryd_client.ctl.supervisor.mark import Mark
from memoryd_client.ctl.supervisor.unit import UnitError

LABEL = "org.memoryd.daemon"
GUI = f"gui/{os.getuid()}"
TARGET = f"{GUI}/{LABEL}"


@pytest.fixture
def launchd(managers):
    return supervisor_of(managers.env, platform="darwin")


def test_the_plist_is_named_after_its_label(launchd, managers):
    assert launchd.file == managers.home / "Library" / "LaunchAgents" / f"{LABEL}.plist"


def test_no_launchctl_is_told(managers):
    launchd = supervisor_of({**managers.env, "PATH": "/nowhere"}, platform="darwin")

    with pytest.raises(SupervisorError, match="launchd is not here"):
        launchd.check()


def test_a_first_start_allows_the_label_and_loads_the_plist(launchd, managers):
    launchd.start(afresh=False)

    assert managers.asked() == [
        f"launchctl enable {TARGET}",
        f"launchctl bootstrap {GUI} {launchd.file}",
        f"launchctl kickstart {TARGET}",
    ]
    assert launchd.runs()


def test_without_a_login_at_the_screen_it_goes_to_the_users_domain(launchd, managers):
    managers.know("no-gui")

    launchd.start(afresh=False)

    assert f"launchctl bootstrap user/{os.getuid()} {launchd.file}" in managers.asked()


def test_what_is_loaded_already_is_only_started(launchd, managers):
    managers.know("loaded")

    launchd.start(afresh=False)

    assert managers.asked() == [f"launchctl kickstart {TARGET}"]


def test_a_new_plist_is_unloaded_first(launchd, managers):
    managers.know("loaded")

    launchd.start(afresh=True)

    assert managers.asked()[0] == f"launchctl bootout {TARGET}"
    assert f"launchctl bootstrap {GUI} {launchd.file}" in managers.asked()


def test_a_load_that_fails_says_what_print_says(launchd, managers):
    managers.know("fail-bootstrap", "Bootstrap failed: 5: Input/output error")

    with pytest.raises(SupervisorError, match="5: Input/output error") as failed:
        launchd.start(afresh=False)

    assert "Could not find service" in failed.value.hint
    assert not launchd.runs()


def test_a_load_that_somebody_else_was_faster_with_is_no_failure(launchd, managers):
    (managers.bin / "launchctl").write_text(
        (managers.bin / "launchctl")
        .read_text()
        .replace("bootstrap*) touch", 'bootstrap*) touch "$here/loaded"; exit 5; touch')
    )

    launchd.start(afresh=False)

    assert launchd.runs()


def test_a_start_that_fails_names_the_log(launchd, managers):
    managers.know("loaded")
    managers.know("fail-kickstart", "Operation not permitted")

    with pytest.raises(SupervisorError, match="Operation not permitted") as failed:
        launchd.start(afresh=False)

    assert "Library/Logs/memoryd/launchd.log" in failed.value.hint


def test_what_runs_already_is_started_well_enough(launchd, managers):
    managers.know("loaded")
    managers.know("runs")
    managers.know("fail-kickstart", "Operation already in progress")

    launchd.start(afresh=False)

    assert launchd.runs()


def test_a_stop_unloads_and_what_is_not_loaded_needs_none(launchd, managers):
    managers.know("loaded")

    launchd.stop()
    launchd.stop()

    assert managers.asked() == [f"launchctl bootout {TARGET}"]


def test_there_is_no_lingering(launchd):
    assert launchd.lingers() is None
    with pytest.raises(SupervisorError, match="logs out"):
        launchd.linger()


def test_a_path_that_xml_cannot_hold_is_refused(launchd):
    with pytest.raises(UnitError, match="plist"):
        launchd.render("/a\x01b", {}, Mark("/s"))
