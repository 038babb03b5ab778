import os
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd_client.doctor.agents import missing_in
from memoryd_client.doctor.programs import program_of, read_settings, read_unit, run

UNIT = "[Unit]\nDescription=x\n[Service]\nExecStart={}\nExecReload=/bin/kill -HUP $MAINPID\n"


@pytest.mark.parametrize(
    ("line", "program"),
    [
        ("/opt/memoryd run", "/opt/memoryd"),
        ('"/opt/my programs/memoryd" run', "/opt/my programs/memoryd"),
        ("-/opt/memoryd run", "/opt/memoryd"),
        ("", ""),
        ('"/opt/unclosed', ""),
    ],
)
def test_the_program_of_a_unit_is_the_first_word_it_starts(line, program):
    assert program_of(UNIT.format(line)) == program


@given(st.text())
def test_any_text_can_be_asked_for_its_program(text):
    assert isinstance(program_of(text), str)


def test_a_unit_is_found_where_installers_put_it(tmp_path):
    folder = tmp_path / ".local/share/systemd/user"
    folder.mkdir(parents=True)
    (folder / "memoryd.service").write_text(UNIT.format("/gone/memoryd run"), encoding="utf-8")

    unit = read_unit({"PATH": "/nowhere", "SSH_CONNECTION": "x"}, tmp_path, "nobody")

    assert unit
    assert (unit.program, unit.program_runs, unit.verdict, unit.remote) == (
        *("/gone/memoryd", False, None, True),
    )
    assert read_unit({}, tmp_path / "elsewhere", "nobody") is None


def test_settings_are_those_that_the_daemon_would_use_with_the_files_of_keys(tmp_path):
    key = tmp_path / "cloud.key"
    key.write_bytes(b"k")
    key.chmod(0o644)
    config = tmp_path / "config.yaml"
    config.write_text(
        "models: {providers: {cloud: {kind: anthropic, apiKeyFile: ~/cloud.key}}}\n"
        "extract: {enabled: false}\n",
        encoding="utf-8",
    )
    env = {
        "HOME": str(tmp_path),
        "MEMORYD_CONFIG": str(config),
        "PATH": os.environ["PATH"],
        "PYTHONPATH": os.environ.get("PYTHONPATH", ""),
    }

    settings, base = read_settings(env, tmp_path)

    assert settings.errors == ()
    assert not settings.extracts
    assert settings.key_files["cloud"].mode == 0o644
    assert base
    assert base.is_relative_to(tmp_path)


def test_what_a_program_prints_and_complains_of_are_told_apart():
    out, err = run([sys.executable, "-c", "import sys; print(1); sys.stderr.write('2')"], {})

    assert (out, err) == ("1\n", "2")


def test_hooks_name_what_they_start(tmp_path):
    here = tmp_path / "hook.py"
    here.write_bytes(b"")
    line = f"{sys.executable} -I -S {here} claude-code Stop /s || true"
    gone = f"/gone/python3 -I -S {here} claude-code Stop /s"

    assert missing_in([line.encode()]) == ()
    assert missing_in([f'"{gone}", "{gone}"'.encode()]) == ("/gone/python3",)
