import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from memoryd.cli import _parser
from memoryd_client.ctl import _GROUPS

SHELL = Path(__file__).parents[3] / "client" / "shell"
VERBS = [verb for group in _GROUPS.values() for verb in group]


@pytest.fixture(name="files", scope="module")
def _files():
    spec = importlib.util.spec_from_file_location("describe", SHELL / "describe.py")
    describe = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(describe)
    return describe.shared_files("1.2.3")


@pytest.fixture(name="placed")
def _placed(files, tmp_path):
    """The files on disk, by their names."""

    def placed(name):
        (text,) = [text for place, text in files.items() if place.endswith(f"/{name}")]
        file = tmp_path / name
        file.write_text(text, encoding="utf-8")
        return file

    return placed


def completed(file, *words):
    """Return what bash offers for the last of *words*."""
    line = " ".join(f"'{word}'" for word in words)
    script = (
        f"source {file}; COMP_WORDS=({line}); COMP_CWORD={len(words) - 1}; _memoryctl;"
        ' printf "%s\\n" "${COMPREPLY[@]}"'
    )
    done = subprocess.run(
        ["bash", "--norc", "-euc", script], capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    return done.stdout.split()


def test_bash_offers_verbs_their_options_and_what_those_may_be(placed, tmp_path):
    file = placed("memoryctl")
    (tmp_path / "deep").mkdir()

    assert set(VERBS) <= set(completed(file, "memoryctl", ""))
    assert completed(file, "memoryctl", "--cwd", "/x", "his") == ["history"]
    assert completed(file, "memoryctl", "recall", "--lim") == ["--limit"]
    assert completed(file, "memoryctl", "logs", "--level", "") == [
        "debug",
        "info",
        "warning",
        "error",
    ]
    assert completed(file, "memoryctl", "remember", "--scope", "u") == ["user"]
    assert completed(file, "memoryctl", "recall", "--cwd", f"{tmp_path}/d") == [f"{tmp_path}/deep"]
    assert completed(file, "memoryctl", "recall", "--limit", "") == []


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_can_read_theirs(placed, shell):
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"{shell} is not installed")
    file = placed({"zsh": "_memoryctl", "fish": "memoryctl.fish"}[shell])

    done = subprocess.run([program, "-n", str(file)], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("place", ["bash-completion", "zsh", "fish", "memoryctl.1"])
def test_every_verb_is_in_every_file(files, place):
    (text,) = [text for name, text in files.items() if place in name]

    assert [verb for verb in VERBS if verb not in text] == []
    assert "@" not in text.replace('"$@"', "").replace("${COMPREPLY[@]}", "")


@pytest.mark.parametrize("page", ["memoryctl.1", "memoryd.1"])
def test_man_pages_are_without_fault(placed, page):
    linters = (["mandoc", "-Tlint", "-Wwarning"], ["groff", "-man", "-ww", "-z", "-Tutf8"])
    command = next((each for each in linters if shutil.which(each[0])), None)
    if command is None:
        pytest.skip("neither mandoc nor groff is installed")

    done = subprocess.run(
        [*command, str(placed(page))], capture_output=True, text=True, check=False
    )

    assert (done.stdout, done.stderr) == ("", "")


def test_the_daemons_page_names_its_commands_and_options(files):
    page = files["man/man1/memoryd.1"].replace("\\-", "-")
    (commands,) = [a.choices for a in _parser()._actions if a.choices]

    for name, parser in commands.items():
        options = [o for a in parser._actions for o in a.option_strings if o.startswith("--")]
        assert all(word in page for word in (name, *options) if word != "--help")


def test_the_wheel_brings_them(tmp_path):
    hatchling = pytest.importorskip("hatchling", reason="hatchling is not installed")
    assert hatchling
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=SHELL.parents[1],
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    names = subprocess.run(
        [sys.executable, "-m", "zipfile", "-l", str(wheel)],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    for place in (
        "share/man/man1/memoryctl.1",
        "share/man/man1/memoryd.1",
        "share/bash-completion/completions/memoryctl",
        "share/zsh/site-functions/_memoryctl",
        "share/fish/vendor_completions.d/memoryctl.fish",
    ):
        assert f".data/data/{place}" in names
