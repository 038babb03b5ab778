import os
import stat

import pytest

from memoryd_client.ctl.supervisor import (
    ForeignFileError,
    SupervisorError,
    install,
    installed,
    plan_install,
    plan_uninstall,
    supervisor_of,
    uninstall,
)
from memoryd_client.ctl.supervisor.mark import Mark, read_mark
from memoryd_client.integrations import FileError

PROGRAM = "/usr/bin/true"


@pytest.fixture(params=["linux", "darwin"])
def supervisor(managers, request):
    return supervisor_of(managers.env, platform=request.param)


@pytest.fixture
def systemd(managers):
    return supervisor_of(managers.env, platform="linux")


def put(supervisor, program=PROGRAM):
    change = plan_install(supervisor, program, {}, "/s")
    install(supervisor, change)
    return change


def test_an_installation_and_its_removal_leave_a_home_as_it_was(supervisor, managers):
    before = managers.left()

    change = put(supervisor)
    supervisor.start(afresh=True)
    there = installed(supervisor)
    uninstall(supervisor, plan_uninstall(supervisor))

    assert change.action == "create"
    assert there == read_mark(change.new)
    assert managers.left() == before
    assert not supervisor.runs()


def test_a_second_installation_finds_nothing_to_write(supervisor):
    put(supervisor)
    content = supervisor.file.read_bytes()

    again = put(supervisor)

    assert again.action == "unchanged"
    assert supervisor.file.read_bytes() == content


def test_directories_made_once_are_known_after_a_change_and_removed(supervisor, managers):
    put(supervisor)
    changed = put(supervisor, "/usr/bin/false")

    uninstall(supervisor, plan_uninstall(supervisor))

    assert changed.action == "change"
    assert managers.left() == []


def test_directories_that_others_use_or_made_stay(systemd, managers):
    (managers.home / ".local" / "share").mkdir(parents=True)
    put(systemd)
    (systemd.file.parent / "other.service").write_text("[Service]\n")

    uninstall(systemd, plan_uninstall(systemd))

    assert managers.left() == [
        ".local",
        ".local/share",
        ".local/share/systemd",
        ".local/share/systemd/user",
        ".local/share/systemd/user/other.service",
    ]


def test_the_file_is_for_everybody_to_read_and_for_its_owner_to_write(supervisor):
    put(supervisor)

    assert stat.S_IMODE(supervisor.file.stat().st_mode) == 0o644


@pytest.mark.parametrize("plan", ["install", "uninstall"])
@pytest.mark.parametrize("kind", ["file", "link", "dangling", "folder"])
def test_what_is_not_ours_is_neither_replaced_nor_removed(supervisor, tmp_path, plan, kind):
    path = supervisor.file
    path.parent.mkdir(parents=True)
    if kind == "file":
        path.write_text("[Service]\nExecStart=/bin/true\n")
    elif kind == "folder":
        path.mkdir()
    else:
        path.symlink_to(tmp_path / "elsewhere")
        if kind == "link":  # even to a file of ours
            (tmp_path / "elsewhere").write_bytes(supervisor.render(PROGRAM, {}, Mark("/s")))

    with pytest.raises((ForeignFileError, FileError)) as refused:
        plan_uninstall(supervisor) if plan == "uninstall" else plan_install(
            supervisor, PROGRAM, {}, "/s"
        )

    assert "move it away" in refused.value.hint
    assert os.path.lexists(path)


def test_what_is_not_there_needs_no_removal(supervisor):
    assert plan_uninstall(supervisor).action == "unchanged"
    assert installed(supervisor) is None


def test_when_systemd_refuses_nothing_stays(systemd, managers):
    managers.know("fail-enable", "Failed to enable unit: Unit file does not exist.")

    with pytest.raises(SupervisorError, match="could not enable"):
        put(systemd)

    assert managers.left() == []
    assert managers.asked()[-2:] == [
        "systemctl daemon-reload",
        "systemctl reset-failed memoryd.service",
    ]


def test_when_systemd_refuses_a_change_the_former_unit_stays(systemd, managers):
    put(systemd)
    before = (managers.left(), systemd.file.read_bytes())
    managers.know("fail-daemon-reload", "out of memory")

    with pytest.raises(SupervisorError, match="read the units again"):
        put(systemd, "/usr/bin/false")

    assert (managers.left(), systemd.file.read_bytes()) == before


def test_a_home_that_cannot_be_written_is_named_and_nothing_is_half_done(systemd, managers):
    change = plan_install(systemd, PROGRAM, {}, "/s")
    # A file in the way fails for root as well.
    (managers.home / ".config").write_text("")

    with pytest.raises(FileError, match=r"cannot make .*\.config"):
        install(systemd, change)

    assert managers.left() == [".config"]
    assert managers.asked() == []


@pytest.mark.skipif(os.getuid() == 0, reason="root may write everywhere")
def test_a_directory_without_write_permission_is_named(systemd, managers):
    systemd.file.parent.mkdir(parents=True)
    systemd.file.parent.chmod(0o500)

    try:
        with pytest.raises(FileError, match="Permission denied"):
            put(systemd)
        assert list(systemd.file.parent.iterdir()) == []
    finally:
        systemd.file.parent.chmod(0o700)


def test_it_can_be_taken_back_without_a_manager(systemd, managers):
    put(systemd)
    managers.know("unreachable")

    uninstall(systemd, plan_uninstall(systemd))

    assert managers.left() == []


def test_a_link_of_somebody_else_is_left_when_there_is_no_manager(systemd, managers):
    put(systemd)
    managers.know("unreachable")
    wanted = managers.home / ".config/systemd/user/default.target.wants/memoryd.service"
    wanted.unlink()
    wanted.symlink_to("/usr/lib/systemd/user/memoryd.service")

    uninstall(systemd, plan_uninstall(systemd))

    assert wanted.is_symlink()


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give a directory away")
@pytest.mark.parametrize("plan", ["install", "uninstall"])
def test_with_sudo_nothing_goes_into_a_users_home(supervisor, managers, plan):
    os.chown(managers.home, 12345, 12345)

    with pytest.raises(FileError, match="belongs to uid 12345") as refused:
        plan_uninstall(supervisor) if plan == "uninstall" else plan_install(
            supervisor, PROGRAM, {}, "/s"
        )

    assert "without sudo" in refused.value.hint
