import plistlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd import cli
from memoryd_client.ctl.supervisor.mark import Mark, read_mark
from memoryd_client.ctl.supervisor.plist import LABEL, render_plist
from memoryd_client.ctl.supervisor.templates import read_template

MARK = Mark("/Users/it/Library/Application Support/memoryd/run/memoryd.sock", ("/a--b",))
# The keys of launchd.plist(5) that we may use, and what they have to be.
KEYS = {
    "Label": str,
    "ProgramArguments": [str],
    "RunAtLoad": bool,
    "KeepAlive": {"SuccessfulExit": bool},
    "ThrottleInterval": int,
    "ExitTimeOut": int,
    "ProcessType": str,
    "LowPriorityIO": bool,
    "Nice": int,
    "Umask": int,
    "StandardOutPath": str,
    "StandardErrorPath": str,
    "SoftResourceLimits": {"NumberOfFiles": int},
    "HardResourceLimits": {"Core": int},
    "EnvironmentVariables": dict,
}


def render(program="/opt/memoryd/bin/memoryd", home="/Users/it", places=None):
    template = read_template("launchd", f"{LABEL}.plist")
    return render_plist(template, program, home, places or {}, MARK)


def has_shape(value, shape):
    if isinstance(shape, dict):
        return isinstance(value, dict) and all(has_shape(value[key], shape[key]) for key in value)
    if isinstance(shape, list):
        return isinstance(value, list) and all(has_shape(each, shape[0]) for each in value)
    return type(value) is shape


def test_every_key_is_launchds_and_of_its_type():
    told = plistlib.loads(render())

    assert set(told) <= set(KEYS)
    assert [key for key in told if not has_shape(told[key], KEYS[key])] == []
    assert all(type(value) is str for value in told["EnvironmentVariables"].values())


def test_launchd_expands_nothing_so_all_paths_are_absolute_and_numbers_decimal():
    told = plistlib.loads(render())
    variables = told["EnvironmentVariables"]

    paths = [told["ProgramArguments"][0], told["StandardOutPath"], *variables["PATH"].split(":")]
    assert all(Path(path).is_absolute() for path in paths)
    assert "@" not in render().decode()
    assert told["Umask"] == 0o077
    assert variables["PYTHONUTF8"] == "1"
    assert told["KeepAlive"] == {"SuccessfulExit": False}


def test_the_daemon_knows_the_label_it_runs_under():
    assert plistlib.loads(render())["Label"] == LABEL == cli._LAUNCHD_LABEL


@given(st.text(st.characters(exclude_categories=["Cc", "Cs"], exclude_characters="\ufffe\uffff")))
def test_any_path_comes_out_as_it_went_in(name):
    text = render(f"/{name}/memoryd", f"/{name}", {"MEMORYD_STATE_DIR": f"/{name}/s"})

    told = plistlib.loads(text)
    assert told["ProgramArguments"] == [f"/{name}/memoryd", "run"]
    assert told["StandardErrorPath"] == f"/{name}/Library/Logs/memoryd/launchd.log"
    assert told["EnvironmentVariables"]["MEMORYD_STATE_DIR"] == f"/{name}/s"
    assert read_mark(text) == MARK


def test_a_path_that_looks_like_a_gap_is_not_filled():
    told = plistlib.loads(render("/@HOME@/memoryd"))

    assert told["ProgramArguments"][0] == "/@HOME@/memoryd"


def test_what_xml_cannot_hold_is_refused():
    with pytest.raises(ValueError, match="control"):
        render("/a\x01b")
