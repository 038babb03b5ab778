import json
import os
import pwd
import socket
from pathlib import Path

import platformdirs
import pytest

from memoryd_client.errors import MemorydError, UnsafeSocketError
from memoryd_client.locate import (
    MAX_SOCKET_PATH_BYTES,
    check_directory,
    check_length,
    find_socket,
    socket_path,
    state_dir,
)


@pytest.fixture
def listening(folder: Path):
    path = folder / "elsewhere.sock"
    with socket.socket(socket.AF_UNIX) as sock:
        sock.bind(str(path))
        yield path


def announce(state: Path, content: object, mode: int = 0o600) -> None:
    state.mkdir(exist_ok=True)
    file = state / "daemon.json"
    file.write_text(content if isinstance(content, str) else json.dumps(content))
    file.chmod(mode)


def make_runtime(folder: Path, mode: int = 0o700) -> tuple[str, Path]:
    private = folder / "run-user" / str(os.geteuid())
    private.mkdir(parents=True)
    private.chmod(mode)
    return str(folder / "run-user"), private


@pytest.mark.parametrize("xdg", [None, "", "  ", "/somewhere/state", "relative/state"])
def test_the_state_directory_is_where_platformdirs_has_it(
    xdg: str | None, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    if xdg is not None:
        monkeypatch.setenv("XDG_STATE_HOME", xdg)

    assert state_dir(os.environ) == platformdirs.user_state_path("memoryd")


def test_without_a_home_the_password_database_knows_it():
    home = pwd.getpwuid(os.getuid()).pw_dir

    assert state_dir({}) == Path(home, ".local/state/memoryd")
    assert state_dir({"HOME": "not/absolute"}) == state_dir({})


def test_a_user_without_any_home_is_told_what_to_set(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(os, "getuid", lambda: 4_000_000_000)

    with pytest.raises(MemorydError) as caught:
        state_dir({})

    assert "MEMORYD_STATE_DIR" in caught.value.hint


def test_on_a_mac_all_lies_in_application_support(monkeypatch: pytest.MonkeyPatch, folder: Path):
    monkeypatch.setattr("sys.platform", "darwin")
    runtime, _ = make_runtime(folder)
    state = Path("/Users/sam/Library/Application Support/memoryd")

    assert state_dir({"HOME": "/Users/sam"}) == state
    assert socket_path({"HOME": "/Users/sam"}, run_user=runtime) == state / "run/memoryd.sock"


def test_the_runtime_directory_is_used_when_it_is_private(folder: Path):
    runtime, private = make_runtime(folder)

    found = socket_path({"HOME": "/home/sam"}, run_user=runtime)

    assert found == private / "memoryd" / "memoryd.sock"


@pytest.mark.parametrize("mode", [0o755, 0o770, 0o500])
def test_a_runtime_directory_that_is_not_private_is_passed_over(folder: Path, mode: int):
    runtime, _ = make_runtime(folder, mode)

    found = socket_path({"HOME": "/home/sam"}, run_user=runtime)

    assert found == Path("/home/sam/.local/state/memoryd/run/memoryd.sock")


def test_a_runtime_directory_behind_a_link_is_passed_over(folder: Path):
    runtime, private = make_runtime(folder)
    private.rename(folder / "real")
    private.symlink_to(folder / "real")

    found = socket_path({"HOME": "/home/sam"}, run_user=runtime)

    assert found == Path("/home/sam/.local/state/memoryd/run/memoryd.sock")


def test_the_callers_runtime_variable_changes_nothing(folder: Path):
    env = {"HOME": "/home/sam"}

    assert socket_path(env | {"XDG_RUNTIME_DIR": str(folder)}, run_user="/no") == socket_path(
        env, run_user="/no"
    )


def test_a_store_of_its_own_has_a_socket_of_its_own(folder: Path):
    runtime, _ = make_runtime(folder)
    env = {"HOME": "/home/sam", "MEMORYD_STATE_DIR": "/tmp/store"}

    assert socket_path(env, run_user=runtime) == Path("/tmp/store/run/memoryd.sock")


def test_an_explicit_socket_goes_before_the_environment_and_that_before_the_rule():
    env = {"HOME": "/home/sam", "MEMORYD_SOCKET": "/tmp/env.sock"}

    assert socket_path(env, "~/mine.sock") == Path("/home/sam/mine.sock")
    assert find_socket(env, "/tmp/mine.sock") == "/tmp/mine.sock"
    assert find_socket(env) == "/tmp/env.sock"


def test_relative_paths_are_taken_from_the_current_directory():
    assert find_socket({"MEMORYD_SOCKET": "s"}) == str(Path.cwd() / "s")


def test_a_running_daemon_elsewhere_is_believed(folder: Path, listening: Path):
    announce(folder / "state", {"socket": str(listening), "pid": 1})

    assert find_socket({"MEMORYD_STATE_DIR": str(folder / "state")}) == str(listening)


def test_a_chosen_socket_goes_before_what_a_daemon_announced(folder: Path, listening: Path):
    announce(folder / "state", {"socket": str(listening)})
    env = {"MEMORYD_STATE_DIR": str(folder / "state"), "MEMORYD_SOCKET": "/tmp/mine"}

    assert find_socket(env) == "/tmp/mine"


@pytest.mark.parametrize(
    "content", ["", "{", "[]", "null", {"pid": 1}, {"socket": 3}, {"socket": "run/s"}, "[" * 9999]
)
def test_a_damaged_announcement_is_passed_over(folder: Path, content: object):
    announce(folder / "state", content)

    found = find_socket({"MEMORYD_STATE_DIR": str(folder / "state")})

    assert found == str(folder / "state/run/memoryd.sock")


def test_an_announcement_of_what_is_no_socket_is_passed_over(folder: Path):
    announce(folder / "state", {"socket": "/etc/passwd"})

    assert find_socket({"MEMORYD_STATE_DIR": str(folder / "state")}).endswith("/run/memoryd.sock")


def test_an_announcement_that_others_can_write_is_passed_over(folder: Path, listening: Path):
    announce(folder / "state", {"socket": str(listening)}, mode=0o620)

    assert find_socket({"MEMORYD_STATE_DIR": str(folder / "state")}) != str(listening)


def test_an_announcement_that_never_ends_does_not_hold_up_a_client(folder: Path):
    (folder / "state").mkdir()
    os.mkfifo(folder / "state" / "daemon.json", 0o600)

    assert find_socket({"MEMORYD_STATE_DIR": str(folder / "state")}).endswith("/run/memoryd.sock")


def test_the_longest_path_passes_and_one_byte_more_does_not():
    longest = "/tmp/" + "ü" * ((MAX_SOCKET_PATH_BYTES - 5) // 2)
    check_length(longest)

    with pytest.raises(UnsafeSocketError, match="105 bytes") as caught:
        check_length(Path(longest + "ü"))

    assert "MEMORYD_SOCKET" in caught.value.hint


def test_the_longest_path_can_be_bound(folder: Path):
    path = str(folder) + "/" + "x" * (MAX_SOCKET_PATH_BYTES - len(str(folder)) - 1)

    with socket.socket(socket.AF_UNIX) as sock:
        sock.bind(path)

    check_length(path)


def test_a_private_directory_passes(folder: Path):
    check_directory(folder)


@pytest.mark.parametrize("mode", [0o701, 0o710, 0o755, 0o777])
def test_a_directory_open_to_others_is_refused_with_its_remedy(folder: Path, mode: int):
    folder.chmod(mode)

    with pytest.raises(UnsafeSocketError, match=f"{mode:04o}") as caught:
        check_directory(folder)

    assert caught.value.hint == f"close it with `chmod 700 {folder}`"


def test_a_link_to_a_private_directory_is_refused(folder: Path):
    (folder / "real").mkdir(mode=0o700)
    (folder / "link").symlink_to(folder / "real")

    with pytest.raises(UnsafeSocketError, match="symbolic link"):
        check_directory(folder / "link")


def test_a_directory_of_somebody_else_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch):
    stranger = os.geteuid() + 1
    monkeypatch.setattr(os, "geteuid", lambda: stranger)

    with pytest.raises(UnsafeSocketError, match="not to you"):
        check_directory(folder)


def test_a_missing_directory_is_no_question_of_safety(folder: Path):
    with pytest.raises(FileNotFoundError):
        check_directory(folder / "missing")
