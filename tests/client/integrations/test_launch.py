import subprocess
import sys
from pathlib import Path

import pytest

from memoryd_client.integrations import Launch, find_launch


def test_this_installation_is_named_by_absolute_paths_that_exist():
    launch = find_launch("/run/it/s")

    assert all(Path(path).is_file() for path in (launch.interpreter, launch.hook, launch.mcp))
    assert Path(launch.hook).name == "hook.py"
    assert launch.mcp_server() == {
        "command": launch.interpreter,
        "args": ["-I", "-S", launch.mcp, "--socket", "/run/it/s"],
    }


def test_the_hook_command_is_quoted_for_the_shell_and_runs():
    launch = find_launch("/no such/$(touch x)/s")

    command = launch.hook_command("codex", "Stop")
    done = subprocess.run(["sh", "-c", command], input=b"{}", capture_output=True, check=False)

    assert command.endswith(" codex Stop '/no such/$(touch x)/s' || true")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


@pytest.mark.parametrize("gone", ["interpreter", "hook"])
def test_a_hook_that_is_left_behind_by_an_uninstallation_blocks_no_prompt(gone: str):
    paths = {"interpreter": sys.executable, "hook": "/v/memoryd_client/hook.py"} | {gone: "/gone"}
    launch = Launch(**paths, mcp="/gone", socket="/s")

    command = launch.hook_command("codex", "UserPromptSubmit")

    assert subprocess.run(["sh", "-c", command], capture_output=True, check=False).returncode == 0
