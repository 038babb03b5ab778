import os
import shutil
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd_client.ctl.supervisor.mark import Mark, read_mark
from memoryd_client.ctl.supervisor.templates import read_template
from memoryd_client.ctl.supervisor.unit import UnitError, render_unit

MARK = Mark("/run/user/1000/memoryd/memoryd.sock")
ODD_FOLDERS = [
    "plain",
    "with space",
    "100%n",
    "%h",
    "a$b",
    "$HOME",
    "${HOME}",
    ";",
    "ä 記",
    "a\u00a0b",
]
needs_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed"
)


def render(program="/usr/bin/true", places=None):
    return render_unit(read_template("systemd", "memoryd.service"), program, places or {}, MARK)


def verify(folder, **units):
    """Return what systemd complains about; it ends with 0 whatever it does not know."""
    for name, text in units.items():
        (folder / f"memoryd.{name}").write_text(text)
    argv = ["systemd-analyze", "--user", "--man=no", "verify"]
    done = subprocess.run(
        [*argv, *(f"./memoryd.{name}" for name in units)],
        cwd=folder,
        env={"PATH": os.environ["PATH"], "XDG_RUNTIME_DIR": str(folder), "HOME": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    return (done.returncode, done.stderr)


@needs_systemd
def test_systemd_has_nothing_to_say_about_the_units(tmp_path):
    socket = read_template("systemd", "memoryd.socket")

    assert verify(tmp_path, service=render(), socket=socket) == (0, "")


@needs_systemd
def test_the_check_does_notice_what_systemd_ignores(tmp_path):
    code, complaint = verify(tmp_path, service=render().replace("UMask=", "Umask="))

    assert code == 0
    assert "Umask" in complaint


@needs_systemd
@pytest.mark.parametrize("name", ODD_FOLDERS)
def test_systemd_finds_a_program_whatever_folder_it_is_in(tmp_path, name):
    program = tmp_path / name / "memoryd"
    program.parent.mkdir()
    program.symlink_to("/usr/bin/true")

    assert verify(tmp_path, service=render(str(program))) == (0, "")
    program.unlink()
    assert str(program) in verify(tmp_path, service=render(str(program)))[1]


@needs_systemd
def test_systemd_takes_places_of_any_name(tmp_path):
    odd = {f"PLACE_{i}": f"/a/{name}" for i, name in enumerate([*ODD_FOLDERS, "q'u\"o\\te"])}

    assert verify(tmp_path, service=render(places=odd)) == (0, "")


@pytest.mark.parametrize("char", ["'", '"', "\\"])
def test_a_program_that_systemd_would_not_start_is_refused_with_a_way_out(char):
    with pytest.raises(UnitError, match="quotes or backslashes") as refused:
        render(f"/opt/a{char}b/memoryd")

    assert "--program" in refused.value.hint


@pytest.mark.parametrize("char", ["\n", "\x00", "\x1b", "\udc80"])
def test_what_would_begin_another_line_is_refused(char):
    with pytest.raises(UnitError):
        render(places={"MEMORYD_STATE_DIR": f"/a{char}ExecStartPre=/bin/false"})


def test_places_stand_in_the_environment_with_percent_doubled():
    text = render(places={"MEMORYD_STATE_DIR": '/a b/100%/"x"'})

    assert 'Environment="MEMORYD_STATE_DIR=/a b/100%%/\\"x\\""\n' in text


@given(st.text(), st.text())
def test_no_path_adds_a_line(program, place):
    plain = len(render(places={"A": "/"}).splitlines())
    try:
        text = render(f"/{program}", {"A": f"/{place}"})
    except UnitError:
        return
    assert len(text.splitlines()) == plain
    assert read_mark(text.encode()) == MARK


def test_nothing_in_the_unit_would_end_the_agents_commands():
    names = {line.partition("=")[0] for line in render().splitlines() if "=" in line}

    assert not names & {"MemoryDenyWriteExecute", "SystemCallFilter", "RestrictNamespaces"}
    assert "OOMPolicy=continue" in render()


@pytest.mark.parametrize("silent", ["Protect", "Private", "StateDirectory", "LogsDirectory"])
def test_nothing_in_the_unit_is_for_system_services_only(silent):
    assert not any(line.startswith(silent) for line in render().splitlines())
