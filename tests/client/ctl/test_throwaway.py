import json
import os
import shutil
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from memoryd_client import MemorydError, TimedOutError
from memoryd_client.ctl.throwaway import (
    AGENTS,
    Reading,
    prepare,
    throwaway_daemon,
    throwaway_folder,
)

STUB = Path(__file__).parent / "stub_memoryd.py"


def never() -> bool:
    return False


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    """What a process needs in which the stub is the daemon."""
    package = tmp_path / "path" / "memoryd"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    shutil.copy(STUB, package / "__main__.py")
    return {"PYTHONPATH": str(package.parent), "STUB_NOTES": str(tmp_path / "notes")}


def noted(env: dict[str, str], what: str) -> str:
    lines = Path(env["STUB_NOTES"]).read_text().splitlines()
    return next(line for line in lines if line.startswith(what + " ")).partition(" ")[2]


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_daemon_runs_and_is_gone_with_its_folder(env: dict[str, str]):
    removed: list[str] = []

    with throwaway_folder(lambda: removed.append("yes")) as folder:
        with throwaway_daemon(folder / "1", Reading(agents=["codex"]), env, never) as client:
            pid = client.status().pid
            assert is_alive(pid)
        assert not is_alive(pid)
        assert removed == []

    assert not folder.exists()
    assert removed == ["yes"]


def test_the_folder_is_private_and_its_name_short():
    with throwaway_folder(lambda: None) as folder:
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert len(str(folder)) < 40


@pytest.mark.parametrize("error", [KeyboardInterrupt, MemorydError, RuntimeError])
def test_nothing_stays_when_something_fails(error: type[BaseException], env: dict[str, str]):
    with (
        pytest.raises(error),
        throwaway_folder(lambda: None) as folder,
        throwaway_daemon(folder / "1", Reading(agents=["codex"]), env, never),
    ):
        raise error("no")

    assert not folder.exists()
    assert not is_alive(int(noted(env, "pid")))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_to_end_is_taken_tidily(number: signal.Signals):
    before = signal.getsignal(number)

    with pytest.raises(KeyboardInterrupt), throwaway_folder(lambda: None) as folder:
        signal.raise_signal(number)

    assert not folder.exists()
    assert signal.getsignal(number) is before


def test_a_second_signal_does_not_stop_the_tidying_up():
    def interrupt() -> None:
        try:
            signal.raise_signal(signal.SIGINT)
        finally:
            signal.raise_signal(signal.SIGTERM)

    with pytest.raises(KeyboardInterrupt), throwaway_folder(lambda: None) as folder:
        interrupt()

    assert not folder.exists()


def test_nothing_of_the_users_reaches_the_daemon(env: dict[str, str], folder: Path):
    users = {
        "MEMORYD_LOCAL": "1",
        "MEMORYD_BASE_DIR": "/home/sam/memory",
        "QWEN_CODE_MEMORY_LOCAL": "1",
        "NOTIFY_SOCKET": "/run/x",
        "CLAUDE_CONFIG_DIR": "/home/sam/.claude",
    }

    with throwaway_daemon(folder / "1", Reading(agents=["codex"]), env | users, never):
        child = json.loads(noted(env, "env"))

    assert "MEMORYD_LOCAL" not in child
    assert "QWEN_CODE_MEMORY_LOCAL" not in child
    assert "NOTIFY_SOCKET" not in child
    assert child["CLAUDE_CONFIG_DIR"] == "/home/sam/.claude"
    own = {name: value for name, value in child.items() if name.startswith("MEMORYD_")}
    assert set(own) == {
        "MEMORYD_BASE_DIR",
        "MEMORYD_CONFIG",
        "MEMORYD_SOCKET",
        "MEMORYD_STATE_DIR",
    }
    assert all(value.startswith(str(folder / "1")) for value in own.values())


def test_only_the_wanted_agents_are_read(folder: Path):
    prepare(folder, Reading(agents=["codex"]), {})

    agents = json.loads((folder / "config.yaml").read_text())["agents"]

    assert {name: agent["enabled"] for name, agent in agents.items()} == {
        "claude-code": False,
        "codex": True,
        "qwen-code": False,
    }
    assert all(agent["paths"] == [] for agent in agents.values())


def test_with_a_path_the_agents_own_directories_are_empty(folder: Path):
    env = {"CLAUDE_CONFIG_DIR": "/home/sam/.claude"}

    child = prepare(folder, Reading(agents=["codex"], path=Path("/some/where")), env)

    agents = json.loads((folder / "config.yaml").read_text())["agents"]
    assert agents["codex"]["paths"] == ["/some/where"]
    for variable in AGENTS.values():
        assert list(Path(child[variable]).iterdir()) == []
        assert child[variable].startswith(str(folder))


def test_a_daemon_that_cannot_start_says_why(env: dict[str, str], folder: Path):
    main = Path(env["PYTHONPATH"], "memoryd", "__main__.py")
    main.write_text("import sys\nsys.exit('one\\nmemoryd: no room')")

    with (
        pytest.raises(MemorydError, match="could not start: memoryd: no room"),
        throwaway_daemon(folder / "1", Reading(agents=[]), env, never),
    ):
        pytest.fail("it runs")


def test_a_daemon_that_never_answers_is_ended(env: dict[str, str], folder: Path):
    main = Path(env["PYTHONPATH"], "memoryd", "__main__.py")
    main.write_text("import signal\nsignal.pause()")

    with (
        pytest.raises(TimedOutError),
        throwaway_daemon(folder / "1", Reading(agents=[]), env, lambda: True),
    ):
        pytest.fail("it answers")


def test_a_folder_named_memoryd_in_the_current_directory_is_not_run(
    env: dict[str, str], folder: Path
):
    evil = folder / "memoryd"
    evil.mkdir()
    (evil / "__main__.py").write_text("raise SystemExit('evil')")
    code = (
        "import sys, os; from pathlib import Path\n"
        "from memoryd_client.ctl.throwaway import *\n"
        "with throwaway_daemon(Path('1'), Reading(agents=[]), os.environ, lambda: False) as c:\n"
        "    print(c.ping())\n"
    )
    client = Path(__file__).parents[3] / "client"

    done = subprocess.run(
        [sys.executable, "-P", "-c", code],
        cwd=folder,
        env=env | {"PYTHONPATH": f"{env['PYTHONPATH']}:{client}"},
        capture_output=True,
        check=False,
    )

    assert done.stdout == b"True\n", done.stderr
