import json
from pathlib import Path

import pytest

from memoryd_client.integrations import AGENTS, detect

CODEX = AGENTS["codex"]


def install(folder: Path, version: str) -> None:
    """Put a program there as npm does: a link into a package."""
    package = folder / "node_modules" / "codex"
    (package / "bin").mkdir(parents=True)
    (package / "package.json").write_text(json.dumps({"version": version}))
    program = package / "bin" / "codex.js"
    program.write_text("#!/bin/sh\nexit 1\n")
    program.chmod(0o755)
    (folder / "codex").symlink_to(program)


def test_nothing_is_found_in_an_empty_home(tmp_path: Path):
    found = detect(CODEX, {"HOME": str(tmp_path), "PATH": str(tmp_path)})

    assert (found.found, found.versions, found.folder) == (False, (), tmp_path / ".codex")


def test_a_folder_is_enough(tmp_path: Path):
    (tmp_path / ".codex").mkdir()

    assert detect(CODEX, {"HOME": str(tmp_path), "PATH": ""}).found


def test_versions_are_told_in_the_order_of_the_path_without_running_any(tmp_path: Path):
    install(tmp_path / "a", "2.0.0")
    install(tmp_path / "b", "1.0.0")

    found = detect(CODEX, {"HOME": str(tmp_path), "PATH": f"{tmp_path}/a::{tmp_path}/b"})

    assert (found.found, found.versions) == (True, ("2.0.0", "1.0.0"))


def test_a_program_named_by_its_version_tells_it(tmp_path: Path):
    (tmp_path / "1.2.3").write_text("")
    (tmp_path / "1.2.3").chmod(0o755)
    (tmp_path / "codex").symlink_to(tmp_path / "1.2.3")

    assert detect(CODEX, {"HOME": str(tmp_path), "PATH": str(tmp_path)}).versions == ("1.2.3",)


@pytest.mark.parametrize("package", ["{", "[]", '{"version": 7}'])
def test_a_package_that_tells_nothing_leaves_the_version_open(tmp_path: Path, package: str):
    install(tmp_path, "1.0.0")
    (tmp_path / "node_modules" / "codex" / "package.json").write_text(package)

    found = detect(CODEX, {"HOME": str(tmp_path), "PATH": str(tmp_path)})

    assert (found.found, found.versions) == (True, ())


@pytest.mark.parametrize("agent", AGENTS.values(), ids=AGENTS)
def test_the_agents_own_variable_moves_its_folder(tmp_path: Path, agent):
    env = {"HOME": "/home/it", "PATH": "", agent.folder_variable: str(tmp_path)}

    assert (detect(agent, env).folder, detect(agent, env).found) == (tmp_path, True)
    env[agent.folder_variable] = "~/x"
    assert detect(agent, env).folder == Path("/home/it/x")
