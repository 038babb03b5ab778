import sys
from pathlib import Path

import pytest

from memoryd_client.ctl.supervisor.program import (
    ProgramError,
    find_program,
    why_it_will_not_last,
)

ENV = {"HOME": "/home/it", "PATH": "/usr/bin"}


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("/tmp/venv/bin/memoryd", "temporary"),
        ("/var/tmp/v/bin/memoryd", "temporary"),
        ("/private/var/folders/x/T/v/bin/memoryd", "temporary"),
        ("/home/it/.cache/uv/archive-v0/abc/bin/memoryd", "cache"),
        ("/home/it/Library/Caches/uv/environments-v2/x/bin/memoryd", "cache"),
        ("/home/it/.local/pipx/.cache/1a2b/bin/memoryd", "cache"),
        ("/home/it/.local/share/pipx/.cache/1a2b/bin/memoryd", "cache"),
        ("/home/it/src/memoryd/.tox/py311/bin/memoryd", "test environment"),
        ("/home/it/src/memoryd/.nox/tests/bin/memoryd", "test environment"),
    ],
)
def test_a_passing_place_is_called_what_it_is(path, place):
    assert place in why_it_will_not_last(Path(path), ENV)


@pytest.mark.parametrize(
    "path",
    [
        "/usr/bin/memoryd",
        "/home/it/.local/bin/memoryd",
        "/home/it/.local/share/pipx/venvs/memoryd/bin/memoryd",
        "/home/it/.local/share/uv/tools/memoryd/bin/memoryd",
        "/home/it/src/memoryd/.venv/bin/memoryd",
        "/opt/homebrew/opt/memoryd/bin/memoryd",
        "/run/current-system/sw/bin/memoryd",
        "/home/build/.local/bin/memoryd",
    ],
)
def test_a_place_that_stays_is_fine(path):
    assert why_it_will_not_last(Path(path), ENV) is None


@pytest.mark.parametrize(
    ("variable", "path"),
    [
        ("XDG_CACHE_HOME", "/data/cache/v/bin/memoryd"),
        ("UV_CACHE_DIR", "/data/cache/archive-v0/x/bin/memoryd"),
        ("PIPX_HOME", "/data/cache/.cache/1a2b/bin/memoryd"),
    ],
)
def test_caches_are_found_where_the_environment_puts_them(variable, path):
    assert "cache" in why_it_will_not_last(Path(path), ENV | {variable: "/data/cache"})
    assert why_it_will_not_last(Path(path), ENV | {variable: "data/cache"}) is None


def test_a_folder_named_build_is_one_only_beside_a_project(tmp_path):
    program = tmp_path / "build" / "env" / "bin" / "memoryd"

    before = why_it_will_not_last(program, ENV, temporary=())
    (tmp_path / "pyproject.toml").touch()
    after = why_it_will_not_last(program, ENV, temporary=())

    assert before is None
    assert "build directory" in after


def test_the_program_named_is_taken_absolute_and_its_link_kept():
    assert find_program("/usr/bin/../bin/true", ENV) == Path("/usr/bin/true")


def test_a_link_to_a_passing_place_is_refused(tmp_path):
    program = tmp_path / "passing" / "memoryd"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    (tmp_path / "memoryd").symlink_to(program)
    passing = [str(program.parent)]

    with pytest.raises(ProgramError, match="temporary directory"):
        find_program(str(tmp_path / "memoryd"), ENV, temporary=passing)


@pytest.mark.parametrize("named", ["/usr/bin", "/etc/passwd", "/usr/bin/no-such-memoryd"])
def test_what_cannot_be_run_is_refused(named):
    with pytest.raises(ProgramError, match="not a program"):
        find_program(named, ENV)


def test_without_a_name_it_is_this_installations_own():
    found = find_program(None, {"HOME": "/home/it", "PATH": ""}, temporary=())

    assert found == Path(sys.prefix) / "bin" / "memoryd"
