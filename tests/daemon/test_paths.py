import os
import pwd
import sys
from pathlib import Path

import pytest

from memoryd.errors import CannotServeError
from memoryd.paths import base_dir, expand, locate

HOME = {"HOME": "/home/someone"}
MAC = sys.platform == "darwin"
SUPPORT = Path("/home/someone/Library/Application Support/memoryd")


def test_by_default_all_lies_below_home():
    paths = locate(HOME)

    config = SUPPORT if MAC else Path("/home/someone/.config/memoryd")
    state = SUPPORT if MAC else Path("/home/someone/.local/state/memoryd")
    data = SUPPORT if MAC else Path("/home/someone/.local/share/memoryd")
    assert paths.home == Path("/home/someone")
    assert paths.config == config / "config.yaml"
    assert paths.state == state
    assert base_dir(HOME, None) == data


def test_the_standard_variables_move_the_defaults():
    env = HOME | {
        "XDG_CONFIG_HOME": "/x/config",
        "XDG_STATE_HOME": "/x/state",
        "XDG_DATA_HOME": "/x/data",
    }

    assert locate(env).config == Path("/x/config/memoryd/config.yaml")
    assert locate(env).state == Path("/x/state/memoryd")
    assert base_dir(env, None) == Path("/x/data/memoryd")


def test_a_relative_standard_variable_counts_as_unset():
    env = HOME | {"XDG_CONFIG_HOME": "config", "XDG_DATA_HOME": ""}

    assert locate(env) == locate(HOME)
    assert base_dir(env, None) == base_dir(HOME, None)


def test_our_own_variables_win_over_all_else():
    env = HOME | {
        "MEMORYD_STATE_DIR": "/m/state",
        "MEMORYD_CONFIG": "/m/settings.yaml",
        "MEMORYD_SOCKET": "/m/s.sock",
        "XDG_CONFIG_HOME": "/x/config",
        "XDG_STATE_HOME": "/x/state",
    }

    paths = locate(env)

    assert (paths.state, paths.config) == (Path("/m/state"), Path("/m/settings.yaml"))
    assert paths.socket == Path("/m/s.sock")


def test_a_state_directory_of_its_own_has_a_socket_of_its_own():
    assert locate(HOME | {"MEMORYD_STATE_DIR": "/m"}).socket == Path("/m/run/memoryd.sock")


def test_what_the_daemon_keeps_for_itself_lies_in_the_state_directory():
    paths = locate(HOME | {"MEMORYD_STATE_DIR": "/m"})

    assert paths.lock == Path("/m/daemon.lock")
    assert paths.daemon_json == Path("/m/daemon.json")
    assert paths.database == Path("/m/memoryd.sqlite3")
    assert paths.log == Path("/m/log/memoryd.log")


@pytest.mark.parametrize(
    ("env", "setting", "expected"),
    [
        (
            {"MEMORYD_BASE_DIR": "/a", "QWEN_CODE_MEMORY_BASE_DIR": "/b"},
            "/c",
            "/a",
        ),
        ({"QWEN_CODE_MEMORY_BASE_DIR": "/b"}, "/c", "/b"),
        ({}, "/c", "/c"),
        ({"MEMORYD_BASE_DIR": ""}, "/c", "/c"),
        ({"MEMORYD_BASE_DIR": "~/a"}, None, "/home/someone/a"),
        ({}, "~/.qwen", "/home/someone/.qwen"),
    ],
)
def test_the_base_is_ours_then_the_shared_one_then_the_setting(env, setting, expected):
    assert base_dir(HOME | env, setting) == Path(expected)


def test_a_tilde_is_the_home_of_the_environment_and_of_nobody_else():
    home = Path("/home/someone")

    assert expand("~", home) == home
    assert expand("~/a/b", home) == home / "a" / "b"
    assert expand("~other/a", home) == Path.cwd() / "~other" / "a"
    assert expand("a/../b", home) == Path.cwd() / "b"
    assert expand("/a", home) == Path("/a")


def test_without_home_in_the_environment_the_password_database_knows():
    own = Path(pwd.getpwuid(os.getuid()).pw_dir)

    assert locate({}).home == own
    assert locate({"HOME": "relative"}).home == own
    assert base_dir({}, None).is_relative_to(own)


def test_a_user_without_any_home_is_told_to_set_one(monkeypatch):
    def nobody(uid):
        raise KeyError(uid)

    monkeypatch.setattr(pwd, "getpwuid", nobody)

    with pytest.raises(CannotServeError, match="no home directory") as caught:
        locate({})

    assert caught.value.hint == "set HOME"
