"""Every command block of the README is run: those of RUN_BY_THE_GATE by the gate, the rest here."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from readme import Block, blocks

from memoryd import config
from memoryd.config import loading

ROOT = Path(__file__).parent.parent.parent
RUN_BY_THE_GATE = ("Try it", "Develop")
SHELL = [b for b in blocks() if b.language == "sh" and b.section not in RUN_BY_THE_GATE]
PYTHON = [b for b in blocks() if b.language == "python"]


def _named(block: Block) -> str:
    return f"{block.section}: {block.text.splitlines()[0][:40]}"


def test_the_gate_runs_the_blocks_that_are_left_to_it():
    gate = (ROOT / ".ci" / "run").read_text()
    tried = [b for b in blocks() if b.section == "Try it" and b.language == "sh"]

    assert [f"$(readme {n})" in gate for n in range(1, len(tried) + 1)] == [True] * 2
    assert [
        b.text.split()[0] for b in blocks() if b.section == "Develop" and b.language == "sh"
    ] == [".ci/run"]


@pytest.mark.parametrize("block", SHELL, ids=_named)
@pytest.mark.timeout(300)
def test_a_shell_block_runs_as_it_stands(block, house, tmp_path):
    project = house.project()
    house.start()
    cwd = ROOT if block.section == "Install" else project
    env = house.env | {"PATH": f"{_scripts(tmp_path)}:{os.environ['PATH']}", "PYTHONWARNINGS": ""}

    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", block.text],
        cwd=cwd,
        env=env,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )

    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("block", PYTHON, ids=_named)
def test_a_python_block_runs_as_it_stands(block, house):
    project = house.project()
    house.start()
    house.client(project).remember("Releases are cut from the release branch.")

    done = subprocess.run(
        [sys.executable, "-c", block.text],
        cwd=project,
        env=house.env,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    assert "release branch" in done.stdout


def test_the_settings_block_is_the_defaults(tmp_path):
    (block,) = [b for b in blocks() if (b.section, b.language) == ("Settings", "yaml")]
    file = tmp_path / "config.yaml"
    file.write_text(block.text, encoding="utf-8")

    assert config.load(file, {}) == config.Settings()
    assert set(loading._flatten(yaml.safe_load(block.text))) == set(
        loading._flatten(yaml.safe_load(config.dump(config.Settings())))
    )


def _scripts(folder: Path) -> Path:
    """Put the two commands of this environment on the path, wherever they are installed."""
    for name, module in (("memoryd", "memoryd.__main__"), ("memoryctl", "memoryd_client.ctl")):
        script = folder / name
        script.write_text(
            f"#!{sys.executable}\nimport sys\nfrom {module} import main\nsys.exit(main())\n"
        )
        script.chmod(0o755)
    return folder
